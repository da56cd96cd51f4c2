import { FRESH_COOKIE, SESSION_COOKIE } from "../../src/config/constants.js";
import { defineBackend } from "../../src/config/define-backend.js";
import { joinParts } from "../../src/cookies/chunk.js";
import { decodeSession } from "../../src/cookies/encode.js";
import type { MemoryJar } from "../../src/testing/index.js";
import { writeSession } from "../../src/testing/write-session.js";

/** Leaves the session one minute of lifetime by default, so that the next request refreshes it. */
export function makeDue(jar: MemoryJar, { secondsLeft = 60 } = {}): void {
  const joined = joinParts(jar.getAll(), SESSION_COOKIE, Date.now());
  const session = joined.status === "whole" ? decodeSession(joined.value) : null;
  if (!session) throw new Error("The browser has no session.");
  const { accessToken: access_token, refreshToken: refresh_token } = session;
  writeSession(jar, defineBackend(), { access_token, refresh_token, expires_in: secondsLeft });
  jar.cookies.delete(FRESH_COOKIE);
}
