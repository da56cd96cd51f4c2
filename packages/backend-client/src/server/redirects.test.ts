import fc from "fast-check";
import { expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import { isBelow, returnTo, safeNext, withoutAppPath } from "./redirects.js";

const SITE = "https://app.example.com";

it.each([
  "https://evil.test",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/%5cevil.test/../%5c",
  "/%2f/evil.test",
  "/%2f%2fevil.test",
  "/%252f%252fevil.test",
  "/..//evil.test",
  "/a/..//evil.test",
  "/./\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "\u0000/evil",
  " //evil.test",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "http:evil.test",
  "https:/evil.test",
  "//user:pass@evil.test",
  "user@evil.test",
  "evil.test/path",
  "/%09/evil.test",
  "/\u2028/evil",
  // The malformed escape `%ff` must not prevent the decoding of `%2f`.
  "/%2fevil.com/%ff",
  "/%5cevil.com/%",
  "/a%5cb",
  "/a/%",
  "/a/%ff",
  "/%252fevil.com/%25",
  "/%255cevil.com/%25ff",
  // These dot segments appear only after decoding.
  "/%2e%2e%2f/evil.com",
  "/.%2f%2fevil.com",
  "/..%2f%2fevil.com",
  "/a%2f..%2f%2fevil.com",
  "/.%252f%252fevil.com",
  // A proxy may resolve the dot segments before it decodes the path again.
  "/p%252fq%252fs/%2e%2e%2f..%252f/evil.com",
  "",
  "?next=/x",
  "#x",
])("safeNext refuses the path %j", (next) => {
  expect(safeNext(next, "/home")).toBe("/home");
});

it.each([
  ["/", "/"],
  ["/o/acme?tab=open#top", "/o/acme?tab=open#top"],
  ["/a/../b", "/b"],
  ["/r/%C3%A4", "/r/%C3%A4"],
  ["/search?q=https://example.com", "/search?q=https://example.com"],
  ["/user@example.com", "/user@example.com"],
  ["/a/%09b", "/a/%09b"],
  // This path leads to another site only after three decodings, which no proxy does.
  ["/%25252f%25252fname", "/%25252f%25252fname"],
  ["/goals/100%25", "/goals/100%25"],
  ["/search?q=100%25&or=50%", "/search?q=100%25&or=50%"],
  ["/a#100%", "/a#100%"],
  ["/a%2f../b", "/a%2f../b"],
])("safeNext accepts the path %j as %s", (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});

it("safeNext keeps paths of up to 2048 characters", () => {
  const long = `/${"x".repeat(2047)}`;
  expect(safeNext(long)).toBe(long);
  expect(safeNext(`${long}x`)).toBe("/");
});

it("safeNext accepts a path that ends with two slashes", () => {
  expect(safeNext("/a//")).toBe("/a//");
});

it("safeNext returns a path of this site for any input", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    "%2f",
    "%5c",
    "..",
    ".",
    "@",
    ":",
    "evil.test",
    "\t",
    "?",
    "#",
    "%09",
    "//",
    "a",
    "%",
    "%ff",
    "%25",
    "%2e",
    "%252f",
  );
  const nasty = fc.array(piece, { maxLength: 10 }).map((pieces) => `/${pieces.join("")}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), nasty, fc.webUrl(), fc.anything()), (next) => {
      const path = safeNext(next);
      expect(path.startsWith("/")).toBe(true);
      for (const seen of [path, decodeEach(path), decodeEach(decodeEach(path))]) {
        const url = new URL(seen, SITE);
        expect(url.origin).toBe(SITE);
        expect(url.pathname).not.toMatch(/^\/\//);
      }
    }),
    { numRuns: samples(3000) },
  );
});

function decodeEach(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}

it("isBelow recognizes the paths of the handlers", () => {
  expect(isBelow("/auth/refresh?next=/", "/auth")).toBe(true);
  expect(isBelow("/auth", "/auth")).toBe(true);
  expect(isBelow("/auth#top", "/auth")).toBe(true);
  expect(isBelow("/auth?x\n=1", "/auth")).toBe(true);
  expect(isBelow("/x?next=/auth/refresh", "/auth")).toBe(false);
  expect(isBelow("/authors", "/auth")).toBe(false);
});

it.each([
  ["/o/acme?x=1", "/o/acme?x=1"],
  ["//evil.test", "/home"],
  [null, "/home"],
  [new File([], "next"), "/home"],
])("for a form with `next` %j, returnTo returns %s", (next, path) => {
  const form = new FormData();
  if (next !== null) form.set("next", next);
  expect(returnTo(form, "/home")).toBe(path);
});

it.each([
  ["/docs/o", "/docs", "/o"],
  ["/docs", "/docs", "/"],
  ["/docs?x=1", "/docs", "/?x=1"],
  ["/docsort/o", "/docs", "/docsort/o"],
  ["/o", "", "/o"],
])("withoutAppPath turns %s with the app path %j into %s", (path, appPath, inside) => {
  expect(withoutAppPath(path, { appPath })).toBe(inside);
});
