import { createHmac } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { sha256 } from "#crypto";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { projectState, realmState } from "./project-state.js";
import { proveUser } from "./prove-user.js";

let memory: MemoryBackend;

const prove = (token: string, secret?: string) => proveUser(memory.backend, token, { secret });

async function createToken(): Promise<{ token: string; sub: string }> {
  const { access_token, user } = await memory.auth.signIn();
  return { token: access_token, sub: user.id };
}

function forge(token: string, change: Record<string, unknown>): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, ...change })).toString("base64url");
  return [header, forged, signature].join(".");
}

beforeEach(() => {
  memory = createMemoryBackend();
});

it("proveUser returns the user of an expired token without asking the service to verify it", async () => {
  const { token, sub } = await createToken();
  memory.clock.skip(30 * 24 * 3_600_000);
  expect(await prove(token)).toBe(sub);
  expect(memory.count("/auth/v1/user")).toBe(0);
});

it.each([
  ["text that is not a token", () => "x.y.z"],
  ["a payload that the key did not sign", (token: string) => forge(token, { sub: "victim" })],
  ["another issuer", (token: string) => forge(token, { iss: "https://other.test/auth/v1" })],
  ["another audience", (token: string) => forge(token, { aud: "other" })],
] as const)("proveUser returns no user for %s", async (_name, change) => {
  const { token } = await createToken();
  expect(await prove(change(token))).toBeUndefined();
});

it("proveUser returns no user for a valid token of another project", async () => {
  const other = createMemoryBackend();
  const { access_token } = await other.auth.signIn();
  expect(await prove(access_token)).toBeUndefined();
});

it("proveUser returns no user while the keys cannot be fetched", async () => {
  const { token, sub } = await createToken();
  const heal = memory.faults.add({
    path: "/auth/v1/.well-known/jwks.json",
    status: 503,
    times: 100,
  });
  expect(await prove(token)).toBeUndefined();
  heal();
  memory.clock.skip(60_000);
  expect(await prove(token)).toBe(sub);
});

it("for a symmetric-key token that the service has not seen, proveUser returns the user only with the project's secret, and sends no request", async () => {
  const { token, sub } = await createToken();
  const secret = "a secret of at least thirty-two bytes";
  const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");
  const signed = `${header}.${token.split(".")[1]}`;
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  expect(await prove(`${signed}.${signature}`, secret)).toBe(sub);
  expect(await prove(`${signed}.${signature}`, `${secret}!`)).toBeUndefined();
  expect(await prove(`${signed}.${signature}`)).toBeUndefined();
  expect(memory.calls).toHaveLength(0);
});

it.each([
  ["another issuer", { iss: "https://other.test/auth/v1" }],
  ["another audience", { aud: "other" }],
  ["the anonymous role", { role: "anon" }],
])(
  "proveUser returns no user for a token with %s, even if the project signed it",
  async (_name, claims) => {
    const { access_token } = await memory.auth.signIn({ claims });
    expect(await prove(access_token)).toBeUndefined();
  },
);

it("proveUser returns the user of a symmetric-key token that the service accepted earlier", async () => {
  const { token, sub } = await createToken();
  const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url");
  const symmetric = `${header}.${token.split(".")[1]}.AAAA`;
  const { answers } = await realmState(memory.backend, undefined);
  const key = await sha256(symmetric);
  answers.set(key, { isGood: false, until: Number.POSITIVE_INFINITY });
  expect(await prove(symmetric)).toBeUndefined();
  answers.set(key, { isGood: true, until: Number.POSITIVE_INFINITY });
  expect(await prove(symmetric)).toBe(sub);
});

it("proveUser returns no user when the algorithm in the token's header is not the key's algorithm", async () => {
  const { token, sub } = await createToken();
  const { keys } = projectState(memory.backend.url);
  keys.byId.set("k", { alg: "ES256", check: async () => true });
  keys.fetchedAt = memory.clock.now();
  const under = (alg: string) => {
    const header = Buffer.from(JSON.stringify({ alg, kid: "k" })).toString("base64url");
    return [header, ...token.split(".").slice(1)].join(".");
  };
  expect(await prove(under("ES256"))).toBe(sub);
  for (const alg of ["RS256", "EdDSA", "none"]) expect(await prove(under(alg))).toBeUndefined();
});
