import { expect, it } from "vitest";
import { createVisitor } from "../../test/support/visitor.js";

const BOB = { email: "bob@b.test", password: "correct" };

it("a sign-in ends the session that it replaces, and no other session, at the service", async () => {
  const { memory, box, sessions, signedIn } = createVisitor();
  memory.auth.createUser(BOB);
  await signedIn();
  const before = sessions.open(box.request("/"));
  const old = await before.requireSession();
  const elsewhere = box.copy();
  memory.calls.length = 0;
  const scope = sessions.open(box.request("/"));
  const { error } = await scope.auth.signInWithPassword(BOB);
  expect(error).toBeNull();
  box.take(scope.apply(new Response()));
  await memory.clock.advance(0);
  const logouts = memory.calls.filter(({ path }) => path.startsWith("/auth/v1/logout"));
  expect(logouts.map(({ bearer }) => bearer)).toEqual([old.accessToken]);
  memory.clock.skip(3_700_000);
  expect((await sessions.open(elsewhere.request("/")).session()).status).toBe("unauthenticated");
  expect((await sessions.open(box.request("/")).session()).status).toBe("authenticated");
});

it("a sign-in succeeds even if the service fails to end the replaced session", async () => {
  const { memory, box, sessions, signedIn } = createVisitor();
  memory.auth.createUser(BOB);
  await signedIn();
  memory.faults.add({ path: "/auth/v1/logout", times: 9, drop: true });
  const scope = sessions.open(box.request("/"));
  expect((await scope.auth.signInWithPassword(BOB)).error).toBeNull();
  await memory.clock.advance(20_000);
});

it("a first sign-in, a refresh and an update of the user end no session at the service", async () => {
  const { memory, box, sessions } = createVisitor();
  memory.auth.createUser(BOB);
  const scope = sessions.open(box.request("/"));
  await scope.auth.signInWithPassword(BOB);
  box.take(scope.apply(new Response()));
  const next = sessions.open(box.request("/"));
  await next.refresh();
  await next.auth.updateUser({ data: { name: "Bob" } });
  await memory.clock.advance(0);
  expect(memory.count("/auth/v1/logout")).toBe(0);
});
