import { createChunks, stringToBase64URL } from "@supabase/ssr";
import { expect, it } from "vitest";
import { legacyCookieName, legacyNames, readLegacySession } from "./legacy.js";

const URL_ = "https://abcdefgh.supabase.co";
const NAME = "sb-abcdefgh-auth-token";
const session = {
  access_token: "a.b.c",
  refresh_token: "r3fr3sh",
  expires_at: 1_800_000_000,
  user: { id: "u", note: "ä".repeat(4000) },
};

it("reads the chunks of a @supabase/ssr session", () => {
  const cookies = createChunks(NAME, `base64-${stringToBase64URL(JSON.stringify(session))}`);
  expect(cookies.length).toBeGreaterThan(1);
  expect(readLegacySession(cookies, URL_)).toEqual({
    accessToken: "a.b.c",
    refreshToken: "r3fr3sh",
    expiresAt: 1_800_000_000,
    event: { count: 0, name: "INITIAL_SESSION" },
  });
});

it("reads the older plain JSON form of a session", () => {
  const cookies = [{ name: NAME, value: JSON.stringify({ ...session, user: null }) }];
  expect(readLegacySession(cookies, URL_)?.refreshToken).toBe("r3fr3sh");
});

it("rejects incomplete chunks", () => {
  const cookies = createChunks(NAME, `base64-${stringToBase64URL(JSON.stringify(session))}`);
  expect(readLegacySession(cookies.slice(0, 1), URL_)).toBeNull();
  expect(readLegacySession([], URL_)).toBeNull();
});

it.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["JSON that is not an object", '"text"'],
  ["null", "null"],
  ["no access token", { ...session, access_token: undefined }],
  ["no refresh token", { ...session, refresh_token: undefined }],
  ["an empty access token", { ...session, access_token: "" }],
  ["an empty refresh token", { ...session, refresh_token: "" }],
  ["a number for a token", { ...session, access_token: 1 }],
  ["a number for the other", { ...session, refresh_token: 1 }],
  ["broken base64", "base64-!"],
  ["base64 of no UTF-8", "base64-_w"],
])("rejects %s", (_name, value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  expect(readLegacySession([{ name: NAME, value: text }], URL_)).toBeNull();
});

it.each([undefined, "1800000000", null])("reads %j as long expired", (expires_at) => {
  const cookies = [{ name: NAME, value: JSON.stringify({ ...session, expires_at }) }];
  expect(readLegacySession(cookies, URL_)?.expiresAt).toBe(0);
});

it("returns the project's cookie names, verifiers included, and no others", () => {
  expect(legacyCookieName("http://127.0.0.1:54321")).toBe("sb-127-auth-token");
  const names = [NAME, `${NAME}.0`, `${NAME}-code-verifier`, "sb-other-auth-token", "theme"];
  names.push(`${NAME}-other`, "x-code-verifier", `x${NAME}`);
  const cookies = names.map((name) => ({ name, value: "x" }));
  expect(legacyNames(cookies, URL_)).toEqual(names.slice(0, 3));
});
