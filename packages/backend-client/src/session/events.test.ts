import { expect, it } from "vitest";
import { eventBetween, FIRST_MARK, isSessionEvent, type ObservedSession } from "./events.js";

const out: ObservedSession = { userId: null, mark: FIRST_MARK };
const seen = (userId: string, count: number, name = "SIGNED_IN" as const): ObservedSession => ({
  userId,
  mark: { count, name },
});

it.each([
  ["SIGNED_IN for a sign-in", out, seen("a", 1), "SIGNED_IN"],
  ["SIGNED_OUT for a sign-out", seen("a", 1), out, "SIGNED_OUT"],
  ["SIGNED_IN for a change of user", seen("a", 5), seen("b", 1), "SIGNED_IN"],
  ["null for an unchanged session", seen("a", 2), seen("a", 2), null],
  ["null for an older response that arrives late", seen("a", 3), seen("a", 2), null],
  ["null while no user is signed in", out, out, null],
])("eventBetween returns %s", (_name, before, after, expected) => {
  expect(eventBetween(before, after)).toBe(expected);
});

it.each(["USER_UPDATED", "TOKEN_REFRESHED", "MFA_CHALLENGE_VERIFIED"] as const)(
  "eventBetween returns the event whose count increased: %s",
  (name) => {
    const after = { userId: "a", mark: { count: 3, name } };
    expect(eventBetween(seen("a", 2), after)).toBe(name);
  },
);

it("eventBetween returns TOKEN_REFRESHED when the server counted no event, as in a session of @supabase/ssr", () => {
  const other = { userId: "a", mark: { count: -1, name: "SIGNED_IN" as const } };
  expect(eventBetween(other, { userId: "a", mark: FIRST_MARK })).toBe("TOKEN_REFRESHED");
});

it("eventBetween returns PASSWORD_RECOVERY, not SIGNED_IN, when a recovery signed the user in", () => {
  const after = { userId: "a", mark: { count: 1, name: "PASSWORD_RECOVERY" as const } };
  expect(eventBetween(out, after)).toBe("PASSWORD_RECOVERY");
});

it("isSessionEvent accepts only known event names", () => {
  expect(isSessionEvent("SIGNED_IN")).toBe(true);
  expect(isSessionEvent("toString")).toBe(false);
});
