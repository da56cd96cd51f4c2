import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { isMatched, readMatcher, recommendedMatcher, sourcePattern } from "./matcher.js";
import { isList, memberOf } from "./source/literals.js";
import { readModule } from "./source/module.js";
import { readStaticConstant } from "./source/server-options.js";

const { pathToRegexp } = createRequire(import.meta.url)("next/dist/compiled/path-to-regexp") as {
  pathToRegexp(path: string): RegExp;
};

const SOURCES = [
  "/",
  "/about",
  "/o/:path*",
  "/o/:path+",
  "/o/:org/requests",
  "/:locale(en|de)/x",
  "/:path?",
  "/((?!_next/|auth/|.*\\.(?:ico|jpg|png|svg|webp|woff2)$).*)",
  "/((?!api|_next/static|_next/image|favicon.ico|.*\\.png$).*)",
  "/(auth|files)/(.*%.*)",
  "/a{-:b}?",
  "/files/:name.:ext",
  "/with\\(parens\\)",
];

const PATHS = [
  ...["/", "/about", "/about/", "/ABOUT", "/aboutx", "/o", "/o/", "/o/acme", "/o/acme/requests"],
  ...["/o/acme/requests/1", "/_next/static/a.js", "/auth/session", "/authors", "/a.png", "/en/x"],
  ...[
    "/fr/x",
    "/a-b",
    "/a",
    "/a/b-c",
    "/a/c",
    "/files/a.txt",
    "/files/a%b",
    "/with(parens)",
    "/api/x",
  ],
];

it.each(SOURCES)("sourcePattern matches the same paths as Next for %s", (source) => {
  const [ours, next] = [sourcePattern(source), pathToRegexp(source)];
  const accepted = (pattern: RegExp) => PATHS.filter((path) => pattern.test(path));
  expect(accepted(ours)).toEqual(accepted(next));
});

it("sourcePattern rejects a pattern that is not a valid regular expression, as Next does", () => {
  expect(() => sourcePattern("/(a[)")).toThrow(SyntaxError);
});

it("a matcher selects a request only if the `has` and `missing` conditions of an entry are met", () => {
  const entries = readMatcher([
    {
      source: "/:path*",
      has: [{ type: "cookie", key: "sb-present" }],
      missing: [{ type: "header", key: "RSC", value: "1" }],
    },
  ]);
  const isIn = (cookies: string[], headers = {}) =>
    isMatched(entries ?? [], { path: "/x", cookies, headers });
  expect([isIn(["sb-present"]), isIn([]), isIn(["sb-present"], { rsc: "1" })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isIn(["sb-present"], { rsc: "12" })).toBe(true);
});

it("recommendedMatcher returns the matcher that docs/next.md shows", () => {
  const page = readFileSync(new URL("../../docs/next.md", import.meta.url), "utf8");
  const [, program = ""] = /^(\/\/ proxy\.ts.*?)^```/ms.exec(page) ?? [];
  const matcher = memberOf(readStaticConstant(readModule(program), "config"), "matcher");
  expect(isList(matcher)).toBe(true);
  expect(readMatcher(matcher)).toEqual(
    recommendedMatcher({ prefix: "sb", basePath: "/auth", protect: ["/o"] }),
  );
});
