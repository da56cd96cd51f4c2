import { expect, it } from "vitest";
import { defineBackend } from "../src/config/define-backend.js";
import { createSessionServer } from "../src/server/session-server.js";
import { createMemoryBackend } from "../src/testing/index.js";

/**
 * Pass hosts with the same first label, because auth-js derives the name of a stored session from
 * it.
 */
async function openProject(address: string, people: number) {
  const memory = createMemoryBackend();
  const { url, anonKey, issuer, runtime } = memory.backend;
  const backend = defineBackend({
    url: address,
    anonKey,
    issuer,
    runtime: {
      ...runtime,
      fetch: (input, init) => memory.fetch(String(input).replace(address, url), init),
    },
  });
  const jar = memory.createJar();
  // The memory backend numbers its tokens. The tokens of two projects differ only if a different
  // number of users signed in before.
  for (let already = 0; already < people; already++) await memory.auth.signIn();
  await memory.signIn(jar);
  return { memory, jar, sessions: createSessionServer(backend) };
}

it("projects with similar URLs share neither keys nor sessions", async () => {
  const left = await openProject("http://auth.left.test", 3);
  const right = await openProject("http://auth.right.test", 0);
  // Alternate between the projects: if they shared keys, each visit would fetch the keys again.
  for (const { sessions, jar, memory } of [left, right, left, right]) {
    const { status } = await sessions.open(jar.request("/")).session();
    expect([status, memory.count("/auth/v1/.well-known/jwks.json")]).toEqual(["authenticated", 1]);
  }
  const astray = left.jar.copy();
  const scope = right.sessions.open(astray.request("/"));
  expect(await scope.session()).toEqual({ status: "unauthenticated" });
  expect(right.memory.count("/auth/v1/token")).toBe(0);
  expect(left.memory.count("/auth/v1/token")).toBe(0);
  await left.sessions.handle(left.jar.copy().post("/auth/sign-out"));
  const { sessions, jar } = right;
  expect((await sessions.open(jar.request("/")).session()).status).toBe("authenticated");
});
