import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** Prints the packages that each step loads, in its own process. */
const PROGRAM = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
const { createSessionServer } = await import("./dist/server/index.js");
const { createMemoryBackend } = await import("./dist/testing/index.js");
const memory = createMemoryBackend();
memory.auth.createUser({ email: "mia@example.org", password: "correct horse" });
const sessions = createSessionServer(memory.backend, { logger: false });
const jar = memory.createJar();
const steps = {};
const step = async (name, work) => {
  const before = new Set(loaded);
  const outcome = await work();
  const added = [...loaded].filter((one) => !before.has(one)).sort();
  steps[name] = { outcome, loaded: name === "start" ? [...loaded].sort() : added };
};
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
console.log(JSON.stringify(steps));
`;

it("loads Supabase's packages with the first query and the first flow, not for the session", async () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout } = await run(process.execPath, args, { cwd: packageFolder });
  const steps = JSON.parse(stdout) as Record<string, { outcome: unknown; loaded: string[] }>;
  const { start, query, flow, ...resolving } = steps;
  // The SDK itself verifies signatures with jose.
  expect(start).toEqual({ outcome: "imported", loaded: ["jose"] });
  expect(resolving).toEqual({
    visitor: { outcome: "unauthenticated", loaded: [] },
    user: { outcome: "authenticated", loaded: [] },
    refresh: { outcome: "authenticated", loaded: [] },
    handler: { outcome: 200, loaded: [] },
  });
  // The memory backend has no tables.
  expect(query).toEqual({ outcome: 501, loaded: ["@supabase/postgrest-js"] });
  expect(flow?.outcome).toBeNull();
  expect(flow?.loaded).toEqual(
    expect.arrayContaining(["@supabase/auth-js", "@supabase/ssr", "@supabase/supabase-js"]),
  );
});
