import { beforeEach, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { OUTAGE_HEADER } from "../config/constants.js";

let visitor: Visitor;

beforeEach(() => {
  visitor = createVisitor();
});

/** A page or action as Next opens it, from cookies and headers; the visitor wrote the header. */
function openForged(isReadOnly = false) {
  const cookies = { getAll: () => visitor.box.getAll(), setAll: visitor.box.setAll };
  const headers = new Headers({ [OUTAGE_HEADER]: "1" });
  return visitor.sessions.open({ cookies, headers }, { isReadOnly });
}

it.each([true, false])("changes no claims (read only: %s)", async (isReadOnly) => {
  await visitor.signedIn();
  const { session: plain } = await visitor.visit();
  expect(plain).toMatchObject({ status: "authenticated", claims: { role: "authenticated" } });
  expect(await openForged(isReadOnly).session()).toEqual(plain);
  // Nor shortly before its end, when a refresh would be due.
  visitor.memory.clock.skip(3_550_000);
  expect(await openForged(isReadOnly).session()).toMatchObject({
    status: "authenticated",
    claims: plain.status === "authenticated" && plain.claims,
  });
  expect(visitor.memory.count("/auth/v1/token")).toBe(0);
});

it("makes nobody signed in", async () => {
  expect(await openForged().session()).toEqual({ status: "unauthenticated" });
});

it("costs its sender the refresh that was due, and nobody else", async () => {
  await visitor.signedIn();
  visitor.memory.clock.skip(3_700_000);
  const before = visitor.box.getAll();
  expect(await openForged().session()).toMatchObject({
    status: "unavailable",
    error: { code: "service_unavailable" },
  });
  expect(visitor.box.getAll()).toEqual(before);
  const other = visitor.memory.createJar();
  visitor.memory.seed(other, await visitor.memory.auth.signIn({ lifetimeSeconds: 60 }));
  expect(await visitor.sessions.open(other.request("/")).session()).toMatchObject({
    status: "authenticated",
    event: { name: "TOKEN_REFRESHED" },
  });
});

it("is not read from a whole request, which passed no proxy of ours", async () => {
  await visitor.signedIn();
  visitor.memory.clock.skip(3_700_000);
  const { session } = await visitor.visit({ headers: { [OUTAGE_HEADER]: "1" } });
  expect(session).toMatchObject({ status: "authenticated", event: { name: "TOKEN_REFRESHED" } });
});
