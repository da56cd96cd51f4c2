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

it("reads what @supabase/ssr wrote, in chunks", () => {
  const cookies = createChunks(NAME, `base64-${stringToBase64URL(JSON.stringify(session))}`);
  expect(cookies.length).toBeGreaterThan(1);
  expect(readLegacySession(cookies, URL_)).toEqual({
    accessToken: "a.b.c",
    refreshToken: "r3fr3sh",
    expiresAt: 1_800_000_000,
    event: { count: 0, name: "INITIAL_SESSION" },
  });
});

it("reads the older plain JSON form", () => {
  const cookies = [{ name: NAME, value: JSON.stringify({ ...session, user: null }) }];
  expect(readLegacySession(cookies, URL_)?.refreshToken).toBe("r3fr3sh");
});

it("takes torn chunks for no session", () => {
  const cookies = createChunks(NAME, `base64-${stringToBase64URL(JSON.stringify(session))}`);
  expect(readLegacySession(cookies.slice(0, 1), URL_)).toBeNull();
  expect(readLegacySession([], URL_)).toBeNull();
});

it("names the project's cookies, verifiers included, and no others", () => {
  expect(legacyCookieName("http://127.0.0.1:54321")).toBe("sb-127-auth-token");
  const names = [NAME, `${NAME}.0`, `${NAME}-code-verifier`, "sb-other-auth-token", "theme"];
  const cookies = names.map((name) => ({ name, value: "x" }));
  expect(legacyNames(cookies, URL_)).toEqual(names.slice(0, 3));
});
