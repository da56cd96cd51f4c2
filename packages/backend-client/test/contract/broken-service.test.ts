import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, expect, it } from "vitest";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let local: LocalBackend;
let proxy: Server;

function breakAnswer(target: string, path: string, answer: string): Server {
  return createServer((incoming, outgoing) => {
    if (incoming.url === path) {
      incoming.resume();
      outgoing.setHeader("content-type", "application/json").end(answer);
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
}

beforeAll(async () => {
  local = await startLocalBackend({
    dir: here("fixture/supabase"),
    memory: true,
    ports: { api: 0, db: 0 },
    config: {
      auth: {
        site_url: "http://app.test",
        additional_redirect_urls: ["http://app.test/**"],
        email: { enable_confirmations: true, max_frequency: "0s" },
      },
    },
  });
  proxy = breakAnswer(local.urls.api, "/rest/v1/rpc/whoami", '"someone else"');
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
}, 120_000);

afterAll(async () => {
  proxy?.close();
  await local?.stop();
});

async function testSupabase() {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const child = spawn(
    process.execPath,
    [here("../../../../scripts/test-supabase.ts"), "contract"],
    {
      env: {
        ...Object.fromEntries(inherited),
        NO_COLOR: "1",
        CONTRACT_SUPABASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        CONTRACT_SUPABASE_PUBLISHABLE_KEY: local.keys.publishable,
        CONTRACT_SUPABASE_SECRET_KEY: local.keys.secret,
        CONTRACT_SUPABASE_DB_URL: local.urls.db,
        CONTRACT_SUPABASE_MAILBOX_URL: `${local.urls.mailbox}/messages`,
        CONTRACT_SUPABASE_ISSUER: `${local.urls.api}/auth/v1`,
        CONTRACT_SUPABASE_LACKS: "realtime",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "exit");
  return { code, lines: output.trim().split("\n") };
}

it("pnpm test:supabase fails and names the failing tests when one response of the service is wrong", async () => {
  const { code, lines } = await testSupabase();
  const named = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.split(" > ").at(-1));
  expect(named("Failed: ")).toEqual([
    "reads data as the user, and as an anonymous visitor only on request",
    "reads only the user's own rows, with the role authenticated",
    "acts as an anonymous visitor only if the client has no getAccessToken",
    "reads and writes rows past row-level security, unlike an anonymous client",
  ]);
  expect(named("Cannot run (needs realtime): ")).toHaveLength(5);
  expect(named("Cannot run (rotates ")).toEqual(["continues after a rotation of the signing key"]);
  expect(lines.at(-1)).toMatch(/^\d\d passed, 4 failed, 6 cannot run$/);
  expect(code).toBe(1);
}, 180_000);
