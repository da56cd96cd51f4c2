import { describe, expect, test } from "vitest";
import { firstAllowed } from "./redirects.ts";

const LOCAL = { site_url: "http://localhost:3000", additional_redirect_urls: [] };
const HOSTED = {
  site_url: "https://app.example.com/home",
  additional_redirect_urls: ["https://*.preview.example.com/**", "myapp://callback"],
};

describe("firstAllowed", () => {
  test.each([
    ["http://localhost:3000/a?b=c#d", true],
    ["http://localhost:8080/a", true],
    ["https://localhost:3000/a", false],
    ["http://127.0.0.1:3000/a", true],
    ["https://127.0.0.1:3000/a", true],
    ["http://[::1]:3000/a", true],
    ["http://2130706433:3000/a", false],
    ["http://0x7f.1:3000/a", false],
    ["http://192.168.1.5:3000/a", false],
    ["exp://127.0.0.1:8081", true],
    ["\thttp://localhost:3000/a", false],
    ["http://localhost.evil.example/", false],
    ["http://localhost:3000@evil.example/", false],
    ["//evil.example", false],
    ["/relative", false],
    ["javascript:alert(1)//http://localhost:3000", false],
    ["", false],
  ])("for a local site_url, the redirect %j is allowed: %s", (asked, isAllowed) => {
    expect(firstAllowed(LOCAL, [asked])).toBe(isAllowed ? asked : LOCAL.site_url);
  });

  test.each([
    ["https://app.example.com/anything", true],
    ["https://app.example.com:8443/anything", false],
    ["https://one.preview.example.com/a/b", true],
    ["https://one.two.preview.example.com/a", false],
    ["https://evil.example/x.preview.example.com/a", false],
    ["myapp://callback", true],
    ["myapp://callback#fragment", true],
    ["https://a_b.preview.example.com/x", false],
    ["myapp://callback/more", false],
    ["http://localhost:3000/a", false],
  ])("for a public site_url, the redirect %j is allowed: %s", (asked, isAllowed) => {
    expect(firstAllowed(HOSTED, [asked])).toBe(isAllowed ? asked : HOSTED.site_url);
  });

  test("allows only the URLs that match a pattern with a character class", () => {
    const rules = {
      site_url: "https://app.example.com",
      additional_redirect_urls: ["https://[a-c].example.com/*"],
    };
    const url = "https://b.example.com/x";
    expect(firstAllowed(rules, [url])).toBe(url);
    expect(firstAllowed(rules, ["https://d.example.com/x"])).toBe(rules.site_url);
  });

  test("refuses a numeric host that the URL parser converts to the host of site_url", () => {
    const rules = { site_url: "http://127.0.0.1:3000", additional_redirect_urls: ["http://**"] };
    expect(firstAllowed(rules, ["http://2130706433:3000/x"])).toBe(rules.site_url);
  });

  test("returns the first allowed URL of several", () => {
    const candidates = ["https://evil.example/", "http://localhost:3000/a", "http://localhost/b"];
    expect(firstAllowed(LOCAL, candidates)).toBe("http://localhost:3000/a");
  });

  test("returns site_url when no redirect is requested", () => {
    expect(firstAllowed(LOCAL, [undefined])).toBe(LOCAL.site_url);
  });
});
