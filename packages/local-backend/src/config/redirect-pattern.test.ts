import { expect, test } from "vitest";
import { compileRedirectPattern } from "./redirect-pattern.ts";

test.each([
  ["http://a.b/(x)+$", "http://a.b/(x)+$", true],
  ["http://a.b/", "http://aXb/", false],
  ["http://a/?", "http://a/x", true],
  ["http://a/?", "http://a/", false],
  ["http://a/?", "http://a/.", false],
  ["http://*.a/x", "http://b.a/x", true],
  ["http://*.a/x", "http://c.b.a/x", false],
  ["http://**.a/x", "http://c.b.a/x", true],
  ["http://a/***", "http://a/b/c.d", true],
  ["https://[a-c].example.com/*", "https://b.example.com/x", true],
  ["https://[a-c].example.com/*", "https://d.example.com/x", false],
  ["https://[!a-c].example.com/*", "https://d.example.com/x", true],
  ["https://[!a-c].example.com/*", "https://b.example.com/x", false],
  ["https://[abc].example.com/", "https://b.example.com/", true],
  ["https://[abc].example.com/", "https://d.example.com/", false],
  ["https://[!abc].example.com/", "https://d.example.com/", true],
  ["http://a/[!x]", "http://a//", true],
  ["http://a/[ab-c]", "http://a/-", true],
  ["http://a/[^x]", "http://a/^", true],
  ["http://a/[\\]]", "http://a/]", true],
  ["https://{a*.{b}?}.x/", "https://a.bc.x/", true],
  ["https://a/{b", "https://a/b", true],
  ["http://a/b}", "http://a/b}", true],
  ["http://a/\\*", "http://a/*", true],
  ["http://a/\\*", "http://a/b", false],
])("the redirect pattern %j matches %j: %s", (pattern, url, matches) => {
  expect(compileRedirectPattern(pattern).test(url)).toBe(matches);
});

test.each(["http://a/[", "http://a/[a", "http://a/[]", "http://a/[!]", "http://a/[c-a]", "[a-cx]"])(
  "refuses the malformed redirect pattern %j, as hosted Supabase does at startup",
  (pattern) => {
    expect(() => compileRedirectPattern(pattern)).toThrow("not a valid pattern");
  },
);
