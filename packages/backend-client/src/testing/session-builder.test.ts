import { expect, it } from "vitest";
import { toInitialSession } from "../session/session.js";
import { buildSession } from "./index.js";

it("buildSession returns a session with the given claims, and toInitialSession removes the access token", () => {
  const nowMs = Date.parse("2026-01-15T10:00:00Z");
  const session = buildSession({ sub: "ada", aal: "aal2" }, { nowMs, lifetimeSeconds: 60 });
  expect(session.claims).toMatchObject({ sub: "ada", aal: "aal2", role: "authenticated" });
  expect(session.payload).toBe(session.claims);
  const shown = toInitialSession(session, nowMs);
  expect(shown).toMatchObject({ status: "authenticated", expiresInSeconds: 60 });
  expect(JSON.stringify(shown)).not.toContain(session.accessToken);
});
