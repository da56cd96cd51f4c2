import { afterEach, beforeEach, expect, it } from "vitest";
import { createSessionServer } from "../src/server/session-server.js";
import { createMemoryBackend, type MemoryBackend } from "../src/testing/index.js";
import { type SecretWatch, watchSecrets } from "./support/secret-watch.js";

const ADA = { email: "ada@a.test", password: "correct horse" };

let memory: MemoryBackend;
let watch: SecretWatch;
beforeEach(() => {
  memory = createMemoryBackend();
  memory.auth.createUser(ADA);
  watch = watchSecrets(memory.backend);
});
afterEach(() => watch.stop());

async function signIn(): Promise<void> {
  const scope = createSessionServer(memory.backend, watch.options).open(
    memory.createJar().request("/"),
  );
  expect((await scope.auth.signInWithPassword(ADA)).error).toBeNull();
}

it("the secret watch reports no leak after a sign-in", async () => {
  await signIn();
  expect(watch.leaks()).toEqual([]);
  expect(watch.seen()).toMatchObject({ hooks: 2, entries: 0 });
  expect(watch.seen().spans).toBeGreaterThan(1);
  expect(watch.seen().metrics).toBeGreaterThan(1);
});

it("the secret watch reports a password in a hook, an email address in a log entry and a user id in a telemetry call", async () => {
  await signIn();
  const [session] = memory.auth.sessions.values();
  const { hooks, logger, telemetry } = watch.options;
  const error = new Error(ADA.password) as never;
  hooks?.serviceFault?.({ operation: "auth.refresh", error, breaker: "closed" });
  expect(watch.leaks()).toHaveLength(1);
  if (logger) logger({ level: "info", code: "clock_skew", message: "", user: ADA.email });
  expect(watch.leaks()).not.toHaveLength(1);
  const before = watch.leaks().length;
  telemetry?.beginCall({
    operation: session?.userId ?? "",
    method: "GET",
    address: "",
    name: undefined,
  });
  expect(watch.leaks().length).toBeGreaterThan(before);
});
