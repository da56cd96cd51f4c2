import { FRESH_COOKIE, SESSION_COOKIE } from "../../src/config/constants.js";
import { defineBackend } from "../../src/config/define-backend.js";
import { isPartName, joinParts } from "../../src/cookies/chunk.js";
import { decodeSession } from "../../src/cookies/encode.js";
import { readSsrSessions, splitSsrSession } from "../../src/cookies/ssr.js";
import type { MemoryJar } from "../../src/testing/index.js";
import { writeSession } from "../../src/testing/write-session.js";

export function makeDue(jar: MemoryJar, { secondsLeft = 60 } = {}): void {
  const joined = joinParts(jar.getAll(), SESSION_COOKIE, Date.now());
  const session = joined.status === "whole" ? decodeSession(joined.value) : null;
  if (!session) throw new Error("The browser has no session.");
  const { accessToken: access_token, refreshToken: refresh_token } = session;
  writeSession(jar, defineBackend(), { access_token, refresh_token, expires_in: secondsLeft });
  jar.cookies.delete(FRESH_COOKIE);
}

export function makeSsrDue(jar: MemoryJar, name: string): void {
  const [session] = readSsrSessions(jar.getAll(), name);
  if (!session) throw new Error("The browser has no session of @supabase/ssr.");
  const text = Buffer.from(session.text.slice("base64-".length), "base64url").toString();
  const expires_at = Math.floor(Date.now() / 1000) + 60;
  const due = JSON.stringify({ ...JSON.parse(text), expires_at });
  for (const each of [...jar.cookies.keys()]) if (isPartName(each, name)) jar.cookies.delete(each);
  const encoded = `base64-${Buffer.from(due).toString("base64url")}`;
  for (const part of splitSsrSession(name, encoded)) jar.cookies.set(part.name, part.value);
}
