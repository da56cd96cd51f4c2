import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parseCookieHeader } from "../../src/cookies/jar.js";
import { readSsrSessions, ssrCookieName } from "../../src/cookies/ssr.js";
import { createSessionServer } from "../../src/server/session-server.js";
import { createMemoryBackend } from "../../src/testing/index.js";
import { createProject, type Project } from "./package.js";

const VERSIONS = [
  ...["0.0.10", "0.1.0", "0.3.0", "0.4.0", "0.4.1", "0.5.0"],
  ...["0.5.2", "0.6.1", "0.7.0", "0.8.0", "0.10.3", "0.12.7"],
];

const SHAPES: Record<string, { user?: object; claims?: object }> = {
  small: {},
  escapes: { user: { note: `%25 "quoted"; a=b, \\ ' \t` } },
  unicode: { user: { note: "ä€😀".repeat(600) } },
  "a token of 6 kB": { claims: { note: "x".repeat(4000) } },
  "provider tokens": { user: { provider: "github" } },
};

interface Written {
  version: string;
  kind: "server" | "browser";
  encoding?: string;
  encode?: string;
  shape: string;
  cookies: { name: string; value: string }[];
}

describe("the cookies of twelve versions of @supabase/ssr, from 0.0.10 to 0.12.7 (slow)", () => {
  const memory = createMemoryBackend();
  const sessions: Record<string, Record<string, unknown>> = {};
  let project: Project;
  let written: Written[];

  beforeAll(async () => {
    memory.clock.setDate(Date.now());
    for (const [shape, { user, claims }] of Object.entries(SHAPES)) {
      const tokens = await memory.auth.signIn({ claims: { user_metadata: claims ?? {} } });
      sessions[shape] = {
        ...tokens,
        token_type: "bearer",
        expires_at: Math.floor(memory.clock.now() / 1000) + tokens.expires_in,
        ...(shape === "provider tokens"
          ? { provider_token: "gho_1", provider_refresh_token: "g" }
          : {}),
        user: { id: "u", email: "a@b.test", user_metadata: user ?? {}, created_at: "2026-01-01" },
      };
    }
    const packages = VERSIONS.map((version) => `ssr-${version}@npm:@supabase/ssr@${version}`);
    project = await createProject(inject("tarball"), "ssr", { with: packages });
    const input = { url: memory.backend.url, versions: VERSIONS, sessions };
    writeFileSync(join(project.dir, "input.json"), JSON.stringify(input));
    const run = async (kind: string) => JSON.parse(await project.run("node", "write.js", kind));
    written = [...(await run("server")), ...(await run("browser"))];
  }, 240_000);
  afterAll(() => project?.remove());

  const headerOf = ({ cookies }: Written) =>
    cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const read = (header: string) =>
    readSsrSessions(parseCookieHeader(header), ssrCookieName(memory.backend.url)).map(
      ({ accessToken, refreshToken, expiresAt }) => ({ accessToken, refreshToken, expiresAt }),
    );
  const expected = ({ shape }: Written) => [
    {
      accessToken: sessions[shape]?.access_token,
      refreshToken: sessions[shape]?.refresh_token,
      expiresAt: sessions[shape]?.expires_at,
    },
  ];

  it("can be read by the SDK", () => {
    expect(written.length).toBeGreaterThanOrEqual(268);
    expect(new Set(written.map(({ version }) => version))).toEqual(new Set(VERSIONS));
    expect(Math.max(...written.map(({ cookies }) => cookies.length))).toBeGreaterThanOrEqual(5);
    for (const each of written) expect(read(headerOf(each)), label(each)).toEqual(expected(each));
  });

  it("can be read when a server in another language writes their base64 with padding or line breaks", () => {
    const encoded = written.filter(({ cookies }) => cookies[0]?.value.startsWith("base64-"));
    expect(encoded.length).toBeGreaterThanOrEqual(100);
    for (const each of encoded) {
      const text = each.cookies
        .map(({ value }) => value)
        .join("")
        .slice("base64-".length);
      const name = ssrCookieName(memory.backend.url);
      const changed = [`${text}=`, `${text}==`, text.replaceAll(/.{76}/g, "$&\r\n"), ` ${text}\t`];
      for (const value of changed) {
        const header = `${name}=${encodeURIComponent(`base64-${value}`)}`;
        expect(read(header), label(each)).toEqual(expected(each));
      }
    }
  });

  it("keep their users signed in, and the only call to the service fetches the signing keys", async () => {
    const today = new Date(memory.clock.now()).toISOString().slice(0, 10);
    const sessionsOf = createSessionServer(memory.backend, {
      migrate: { upgradedOn: today, from: ["ssr"], bridge: true },
      logger: false,
    });
    memory.calls.length = 0;
    for (const each of written) {
      const request = new Request("https://app.example.com/", {
        headers: { cookie: headerOf(each) },
      });
      const session = await sessionsOf.open(request).session();
      expect(session.status, label(each)).toBe("authenticated");
    }
    expect(memory.calls.map(({ path }) => path)).toEqual(["/auth/v1/.well-known/jwks.json"]);
  });
});

function label({ cookies: _, ...rest }: Written): string {
  return JSON.stringify(rest);
}
