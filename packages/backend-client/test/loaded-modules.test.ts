import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));

const STEPS = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
const steps = {};
const step = async (name, work) => {
  const before = new Set(loaded);
  const outcome = await work();
  const added = [...loaded].filter((one) => !before.has(one)).sort();
  steps[name] = { outcome, loaded: name === "start" ? [...loaded].sort() : added };
};
process.on("exit", () => console.log(JSON.stringify(steps)));
`;

const SESSIONS = `
const { createSessionServer } = await import("./dist/server/index.js");
const { createMemoryBackend } = await import("./dist/testing/index.js");
const memory = createMemoryBackend();
memory.auth.createUser({ email: "mia@example.org", password: "correct horse" });
const sessions = createSessionServer(memory.backend, { logger: false });
const jar = memory.createJar();
const look = async () => {
  const scope = sessions.open(jar.request("/"));
  const { status } = await scope.session();
  jar.take(scope.apply(new Response()));
  return status;
};
await step("start", async () => "imported");
await step("visitor", look);
await memory.signIn(jar);
await step("user", look);
memory.clock.skip(3_700_000);
await step("refresh", look);
await step("handler", async () => (await sessions.handle(jar.script("/auth/session"))).status);
await step("query", async () => (await sessions.open(jar.request("/")).db.from("notes").select()).error.status);
await step("flow", async () => {
  const scope = sessions.open(jar.request("/"));
  const { error } = await scope.auth.signInWithPassword({
    email: "mia@example.org",
    password: "correct horse",
  });
  return error;
});
`;

const SERVICE = `
const { defineBackend } = await import("./dist/index.js");
const { createServiceClient, serviceCaller } = await import("./dist/service/index.js");
const backend = defineBackend({ url: "http://127.0.0.1:1", anonKey: "sb_publishable_x" });
const service = createServiceClient(backend, { secretKey: "sb_secret_x" });
await step("start", async () => "imported");
await step("caller", () => serviceCaller(new Request("http://a.test"), { cron: "k" }));
const codeOf = async (call) => (await call).error.code;
await step("upload", () => codeOf(service.storage.from("files").upload("a", "b")));
await step("query", () => codeOf(service.db.from("notes").insert({})));
await step("admin", () => codeOf(service.auth.admin.createUser({})));
`;

async function stepsOf(program: string) {
  const args = ["--input-type=module", "--eval", STEPS + program];
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder });
  return JSON.parse(stdout) as Record<string, { outcome: unknown; loaded: string[] }>;
}

it("a server loads postgrest-js at the first query and auth-js at the first auth flow, but neither for a session", async () => {
  const { start, query, flow, ...resolving } = await stepsOf(SESSIONS);
  // The SDK itself uses jose to verify signatures.
  expect(start).toEqual({ outcome: "imported", loaded: ["jose"] });
  expect(resolving).toEqual({
    visitor: { outcome: "unauthenticated", loaded: [] },
    user: { outcome: "authenticated", loaded: [] },
    refresh: { outcome: "authenticated", loaded: [] },
    handler: { outcome: 200, loaded: [] },
  });
  // The memory backend has no tables, so it responds with 501.
  expect(query).toEqual({ outcome: 501, loaded: ["@supabase/postgrest-js"] });
  expect(flow?.outcome).toBeNull();
  expect(flow?.loaded).toEqual(
    expect.arrayContaining(["@supabase/auth-js", "@supabase/ssr", "@supabase/supabase-js"]),
  );
});

it("a service client loads postgrest-js at the first query and auth-js at the first admin call, not earlier", async () => {
  const { admin, ...others } = await stepsOf(SERVICE);
  expect(others).toEqual({
    start: { outcome: "imported", loaded: ["jose"] },
    caller: { outcome: null, loaded: [] },
    upload: { outcome: "unreachable", loaded: [] },
    query: { outcome: "unreachable", loaded: ["@supabase/postgrest-js"] },
  });
  expect(admin?.outcome).toBe("unreachable");
  expect(admin?.loaded).toEqual(
    expect.arrayContaining(["@supabase/auth-js", "@supabase/supabase-js"]),
  );
});
