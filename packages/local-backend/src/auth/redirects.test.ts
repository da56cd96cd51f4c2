import { describe, expect, test } from "vitest";
import { chooseRedirect, globToRegExp } from "./redirects.ts";

const LOCAL = { site_url: "http://localhost:3000", additional_redirect_urls: [] };
const HOSTED = {
  site_url: "https://app.example.com/home",
  additional_redirect_urls: ["https://*.preview.example.com/**", "myapp://callback"],
};

describe("chooseRedirect", () => {
  test.each([
    ["http://localhost:3000/a?b=c#d", true],
    ["http://localhost:8080/a", true],
    ["https://localhost:3000/a", false],
    ["http://127.0.0.1:3000/a", false],
    ["http://localhost.evil.example/", false],
    ["http://localhost:3000@evil.example/", false],
    ["//evil.example", false],
    ["/relative", false],
    ["javascript:alert(1)//http://localhost:3000", false],
    ["", false],
  ])("local site_url with %s: %s", (asked, isAllowed) => {
    expect(chooseRedirect(LOCAL, asked)).toBe(isAllowed ? asked : LOCAL.site_url);
  });

  test.each([
    ["https://app.example.com/anything", true],
    ["https://app.example.com:8443/anything", false],
    ["https://one.preview.example.com/a/b", true],
    ["https://one.two.preview.example.com/a", false],
    ["https://evil.example/x.preview.example.com/a", false],
    ["myapp://callback", true],
    ["myapp://callback/more", false],
  ])("hosted site_url with %s: %s", (asked, isAllowed) => {
    expect(chooseRedirect(HOSTED, asked)).toBe(isAllowed ? asked : HOSTED.site_url);
  });

  test("returns site_url when no redirect is requested", () => {
    expect(chooseRedirect(LOCAL, undefined)).toBe(LOCAL.site_url);
  });
});

test("treats all characters of a pattern as text except * and ?", () => {
  expect(globToRegExp("http://a.b/(x)+$").test("http://a.b/(x)+$")).toBe(true);
  expect(globToRegExp("http://a.b/").test("http://aXb/")).toBe(false);
  expect(globToRegExp("http://a/?").test("http://a/x")).toBe(true);
  expect(globToRegExp("http://a/?").test("http://a/")).toBe(false);
});
