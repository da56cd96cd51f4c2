import { beforeEach, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";

const JWKS = "/auth/v1/.well-known/jwks.json";

let memory: Visitor["memory"];
let signedIn: Visitor["signedIn"];
let visit: Visitor["visit"];
let oldKeys: string;

const refreshes = () => memory.count("/auth/v1/token");
const keyAsks = () => memory.count(JWKS);

// Simulates a cache in front of the service that still has the key set from before the rotation.
beforeEach(async () => {
  ({ memory, signedIn, visit } = createVisitor());
  await signedIn();
  await visit();
  oldKeys = await (await memory.fetch(`${memory.backend.url}${JWKS}`)).text();
  memory.auth.rotateSigningKey();
  memory.faults.add({
    path: JWKS,
    times: Number.POSITIVE_INFINITY,
    respond: () => new Response(oldKeys),
  });
  memory.calls.length = 0;
});

it("a token with an unpublished key causes one refresh and two key fetches, however many requests follow", async () => {
  await signedIn();
  for (let second = 0; second < 5; second++) {
    expect((await visit()).session).toMatchObject({
      status: "unavailable",
      error: { kind: "auth", code: "token_invalid", retryable: true, operation: "auth.verify" },
    });
    memory.clock.skip(1_000);
  }
  expect([refreshes(), keyAsks()]).toEqual([1, 2]);
});

it("other visitors whose tokens have the same unpublished key cause no further refreshes", async () => {
  await signedIn();
  await visit();
  for (let other = 0; other < 5; other++) {
    await signedIn();
    expect((await visit()).session).toMatchObject({ error: { code: "token_invalid" } });
  }
  expect([refreshes(), keyAsks()]).toEqual([1, 2]);
});

it("a page gets token_invalid instead of refresh_due if the token's key is unpublished", async () => {
  await signedIn();
  await visit();
  const { session } = await visit({ isReadOnly: true });
  expect(session).toMatchObject({ error: { code: "token_invalid" } });
});

it("a session is accepted at the first key fetch after the service publishes the session's key", async () => {
  await signedIn();
  await visit();
  memory.faults.clear();
  memory.clock.skip(30_000);
  expect((await visit()).session.status).toBe("authenticated");
  expect([refreshes(), keyAsks()]).toEqual([1, 3]);
});
