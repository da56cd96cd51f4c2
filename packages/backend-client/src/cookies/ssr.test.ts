import { combineChunks, createChunks, stringFromBase64URL, stringToBase64URL } from "@supabase/ssr";
import fc from "fast-check";
import { expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import type { Cookie } from "./chunk.js";
import {
  encodeSsrSession,
  isSsrVerifier,
  readSsrSessions,
  splitSsrSession,
  ssrCookieName,
  ssrVerifierSuffix,
} from "./ssr.js";

const NAME = "sb-abcdefgh-auth-token";
const session = {
  access_token: "a.b.c",
  refresh_token: "r3fr3sh",
  expires_at: 1_800_000_000,
  user: { id: "u", note: "ä".repeat(4000) },
};
const encoded = (value: unknown) => `base64-${stringToBase64URL(JSON.stringify(value))}`;
const read = (cookies: readonly Cookie[]) => readSsrSessions(cookies, NAME)[0] ?? null;

it("readSsrSessions reads a session that @supabase/ssr split into several cookies", () => {
  const cookies = createChunks(NAME, encoded(session));
  expect(cookies.length).toBeGreaterThan(1);
  expect(readSsrSessions(cookies, NAME)).toEqual([
    {
      accessToken: "a.b.c",
      refreshToken: "r3fr3sh",
      expiresAt: 1_800_000_000,
      event: { count: 0, name: "INITIAL_SESSION" },
      user: session.user,
      text: encoded(session),
    },
  ]);
});

it("readSsrSessions reads a @supabase/ssr session in the older plain JSON form", () => {
  const cookies = [{ name: NAME, value: JSON.stringify({ ...session, user: null }) }];
  expect(read(cookies)).toMatchObject({ refreshToken: "r3fr3sh", user: {} });
});

it("readSsrSessions rejects a @supabase/ssr session with a missing part", () => {
  const cookies = createChunks(NAME, encoded(session));
  expect(read(cookies.slice(0, 1))).toBeNull();
  expect(read([])).toBeNull();
});

it.each([
  ["an empty value", ""],
  ["text that is not JSON", "{"],
  ["JSON that is not an object", '"text"'],
  ["null", "null"],
  ["no access token", { ...session, access_token: undefined }],
  ["no refresh token", { ...session, refresh_token: undefined }],
  ["an empty access token", { ...session, access_token: "" }],
  ["an empty refresh token", { ...session, refresh_token: "" }],
  ["a number as access token", { ...session, access_token: 1 }],
  ["a number as refresh token", { ...session, refresh_token: 1 }],
  ["broken base64", "base64-!"],
  ["base64 of invalid UTF-8", "base64-_w"],
])("readSsrSessions rejects a cookie with this content: %s", (_name, value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  expect(read([{ name: NAME, value: text }])).toBeNull();
});

it.each([undefined, "1800000000", null])(
  "readSsrSessions treats a session with expires_at %j as expired",
  (expires_at) => {
    const cookies = [{ name: NAME, value: JSON.stringify({ ...session, expires_at }) }];
    expect(read(cookies)?.expiresAt).toBe(0);
  },
);

it.each([
  ["with padding", (text: string) => `${text}==`],
  ["in lines of 76 characters", (text: string) => text.replaceAll(/.{76}/g, "$&\r\n")],
  ["with spaces and tabs", (text: string) => ` ${text.replaceAll("J", "J \t")} `],
])("readSsrSessions reads a base64url value %s, as @supabase/ssr does", (_how, change) => {
  const text = encoded(session).slice("base64-".length);
  expect(JSON.parse(stringFromBase64URL(change(text)))).toEqual(session);
  const value = `base64-${change(text)}`;
  expect(read(createChunks(NAME, value))).toMatchObject({ accessToken: "a.b.c" });
});

it("readSsrSessions returns both sessions when two @supabase/ssr cookies have the same name", () => {
  const other = { ...session, access_token: "d.e.f" };
  const [one, two] = [encoded(session), encoded(other)];
  const tokens = (cookies: Cookie[]) => readSsrSessions(cookies, NAME).map((s) => s.accessToken);
  expect(tokens([...createChunks(NAME, one), ...createChunks(NAME, two)])).toEqual([
    "a.b.c",
    "d.e.f",
  ]);
  expect(tokens([{ name: NAME, value: "garbage" }, ...createChunks(`${NAME}`, "x")])).toEqual([]);
  const small = { ...session, user: undefined };
  expect(
    tokens([
      { name: NAME, value: "garbage" },
      { name: NAME, value: encoded(small) },
    ]),
  ).toEqual(["a.b.c"]);
  expect(
    tokens([
      { name: NAME, value: encoded(small) },
      { name: NAME, value: "garbage" },
    ]),
  ).toEqual(["a.b.c"]);
});

it("ssrCookieName derives the cookie name from the project's URL, and isSsrVerifier recognizes verifier cookies", () => {
  expect(ssrCookieName("https://abcdefgh.supabase.co")).toBe(NAME);
  expect(ssrCookieName("http://127.0.0.1:54321")).toBe("sb-127-auth-token");
  expect(ssrCookieName("http://localhost:54321")).toBe("sb-localhost-auth-token");
  expect(ssrCookieName("https://supabase.example.com/base")).toBe("sb-supabase-auth-token");
  const flow = `${NAME}-flow-0123456789abcdef-code-verifier`;
  const list = `${NAME}-flows-code-verifier`;
  const names = [`${NAME}-code-verifier`, flow, list, NAME, `${NAME}.0`, "x-code-verifier"];
  expect(names.filter((name) => isSsrVerifier(name, NAME))).toEqual(names.slice(0, 3));
  expect(names.map((name) => ssrVerifierSuffix(name, NAME))).toEqual([
    "-code-verifier",
    "-flow-0123456789abcdef-code-verifier",
    ...[null, null, null, null],
  ]);
});

it("encodeSsrSession writes any session in a form that @supabase/ssr reads", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 3000 });
  const property = fc.asyncProperty(text, text, async (name, note) => {
    const stored = {
      accessToken: "a.b.c",
      refreshToken: "r3fr3sh",
      expiresAt: 1_800_000_000,
      event: { count: 3, name: "SIGNED_IN" },
    };
    const user = { id: "u", name, note };
    const value = encodeSsrSession(stored, { user, nowMs: 1_799_999_000_500 });
    expect(encodeURIComponent(value)).toBe(value);
    const parts = splitSsrSession(NAME, value);
    expect(parts).toEqual(createChunks(NAME, value));
    const byName = new Map(parts.map((part) => [part.name, part.value]));
    const joined = (await combineChunks(NAME, (part) => byName.get(part))) ?? "";
    expect(JSON.parse(stringFromBase64URL(joined.slice("base64-".length)))).toEqual({
      access_token: "a.b.c",
      token_type: "bearer",
      expires_in: 999,
      expires_at: 1_800_000_000,
      refresh_token: "r3fr3sh",
      user,
    });
    expect(read(parts)).toMatchObject({ accessToken: "a.b.c", user });
  });
  await fc.assert(property, { numRuns: samples(100) });
});
