import { expect, it } from "vitest";
import { BackendError } from "../errors/backend-error.js";
import {
  type AuthenticatedSession,
  observe,
  toInitialSession,
  toSessionAnswer,
} from "./session.js";

const NOW = 1_000_000_000_000;
const session: AuthenticatedSession = {
  status: "authenticated",
  source: "cookie",
  accessToken: "header.payload.signature",
  expiresAt: NOW / 1000 + 100,
  event: { count: 2, name: "SIGNED_IN" },
  claims: {
    sub: "u",
    role: "authenticated",
    aud: "a",
    iss: "i",
    exp: 1,
    session_id: "s",
    aal: "aal1",
  },
  payload: {},
};

it("toInitialSession returns a session without tokens", () => {
  const shown = toInitialSession(session, NOW);
  expect(shown).toMatchObject({
    status: "authenticated",
    expiresInSeconds: 100,
    claims: { sub: "u" },
  });
  expect(JSON.stringify(shown)).not.toContain("signature");
});

it("toSessionAnswer returns the access token to the tab", () => {
  expect(toSessionAnswer(session, NOW)).toMatchObject({ accessToken: session.accessToken });
  expect(toSessionAnswer({ status: "unauthenticated" }, NOW)).toStrictEqual({
    status: "unauthenticated",
  });
  const error = new BackendError({ kind: "network", code: "timeout", message: "late" });
  expect(toSessionAnswer({ status: "unavailable", error }, NOW)).toStrictEqual({
    status: "unavailable",
    error: error.toJSON(),
  });
});

it("toInitialSession keeps the reason of an unauthenticated session", () => {
  const error = new BackendError({ kind: "auth", code: "user_banned", message: "no" });
  expect(toInitialSession({ status: "unauthenticated", error })).toStrictEqual({
    status: "unauthenticated",
    error: error.toJSON(),
  });
  expect(toInitialSession({ status: "unauthenticated" })).toStrictEqual({
    status: "unauthenticated",
  });
});

it("toInitialSession returns the error of an unavailable session as plain JSON", () => {
  const error = new BackendError({ kind: "network", code: "timeout", message: "late", cause: "x" });
  const shown = toInitialSession({ status: "unavailable", error }, NOW);
  expect(shown).toMatchObject({ status: "unavailable", error: { code: "timeout" } });
  expect(shown).toEqual(JSON.parse(JSON.stringify(shown)));
});

it("toInitialSession returns the remaining lifetime in whole seconds, by this machine's clock if no time is given", () => {
  expect(toInitialSession(session, NOW + 500)).toMatchObject({ expiresInSeconds: 99 });
  const soon = { ...session, expiresAt: Date.now() / 1000 + 1000 };
  const shown = toInitialSession(soon);
  if (shown.status !== "authenticated") throw new Error(shown.status);
  expect(shown.expiresInSeconds).toBeGreaterThan(900);
  expect(shown.expiresInSeconds).toBeLessThanOrEqual(1000);
});

it("observe returns the user id and the last event of a session, or null and INITIAL_SESSION without a user", () => {
  expect(observe(session)).toEqual({ userId: "u", mark: { count: 2, name: "SIGNED_IN" } });
  expect(observe({ status: "unauthenticated" })).toEqual({
    userId: null,
    mark: { count: 0, name: "INITIAL_SESSION" },
  });
});

it("toInitialSession returns a lifetime of zero after the expiry", () => {
  expect(toInitialSession(session, NOW + 500_000)).toMatchObject({ expiresInSeconds: 0 });
});
