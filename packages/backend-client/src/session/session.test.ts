import { expect, it } from "vitest";
import { BackendError } from "../errors/backend-error.js";
import { type Session, toInitialSession, toSessionAnswer } from "./session.js";

const NOW = 1_000_000_000_000;
const session: Session = {
  status: "authenticated",
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
};

it("what a page's scripts get at first holds no token", () => {
  const shown = toInitialSession(session, NOW);
  expect(shown).toMatchObject({
    status: "authenticated",
    expiresInSeconds: 100,
    claims: { sub: "u" },
  });
  expect(JSON.stringify(shown)).not.toContain("signature");
});

it("what the session handler answers holds the access token", () => {
  expect(toSessionAnswer(session, NOW)).toMatchObject({ accessToken: session.accessToken });
  expect(toSessionAnswer({ status: "unauthenticated" }, NOW)).toEqual({
    status: "unauthenticated",
  });
});

it("an outage keeps its reason and says nothing else", () => {
  const error = new BackendError({ kind: "network", code: "timeout", message: "late", cause: "x" });
  const shown = toInitialSession({ status: "unavailable", error }, NOW);
  expect(shown).toMatchObject({ status: "unavailable", error: { code: "timeout" } });
  expect(shown).toEqual(JSON.parse(JSON.stringify(shown)));
});

it("a lifetime that is over is zero, not negative", () => {
  expect(toInitialSession(session, NOW + 500_000)).toMatchObject({ expiresInSeconds: 0 });
});
