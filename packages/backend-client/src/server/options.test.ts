import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.js";

describe("parseOptions", () => {
  it("fills in defaults", () => {
    expect(parseOptions({})).toMatchObject({ basePath: "/auth", signInPath: "/sign-in" });
  });

  it("lets the front page be the sign-in page", () => {
    expect(parseOptions({ signInPath: "/" }).signInPath).toBe("/");
  });

  it("accepts every option at its bounds", () => {
    for (const cookieSeconds of [60, 34_560_000]) {
      expect(parseOptions({ cookieSeconds }).cookieSeconds).toBe(cookieSeconds);
    }
    for (const cookieDomain of ["example.com", "a.b-c.example.co.uk", "xn--bcher-kva.example"]) {
      expect(parseOptions({ cookieDomain }).cookieDomain).toBe(cookieDomain);
    }
    // Sixteen characters of two bytes each.
    for (const jwtSecret of ["x".repeat(32), "é".repeat(16)]) {
      expect(parseOptions({ jwtSecret }).jwtSecret).toBe(jwtSecret);
    }
    for (const secureCookies of [true, false]) {
      expect(parseOptions({ secureCookies }).secureCookies).toBe(secureCookies);
    }
  });

  it.each([
    [{ basePath: "/" }, "basePath"],
    [{ basePath: "/auth/" }, "basePath"],
    [{ basePath: "auth" }, "basePath"],
    [{ signInPath: "//evil.test" }, "signInPath"],
    [{ signInPath: "/\\evil.test" }, "signInPath"],
    [{ signInPath: "https://evil.test/" }, "signInPath"],
    [{ origin: "app.test" }, "origin"],
    [{ origin: "https://app.test/" }, "origin"],
    [{ cookieSeconds: Number.NaN }, "cookieSeconds"],
    [{ cookieSeconds: 0 }, "cookieSeconds"],
    [{ cookieSeconds: 59 }, "cookieSeconds"],
    [{ cookieSeconds: 34_560_001 }, "cookieSeconds"],
    [{ cookieSeconds: Number.POSITIVE_INFINITY }, "cookieSeconds"],
    [{ cookieSeconds: 3600.5 }, "cookieSeconds"],
    [{ cookieSeconds: "3600" as never }, "cookieSeconds"],
    [{ cookieDomain: "x; SameSite=None" }, "cookieDomain"],
    [{ cookieDomain: "" }, "cookieDomain"],
    [{ cookieDomain: "localhost" }, "cookieDomain"],
    [{ cookieDomain: "127.0.0.1" }, "cookieDomain"],
    [{ cookieDomain: "https://example.com" }, "cookieDomain"],
    [{ cookieDomain: "example.com:8080" }, "cookieDomain"],
    [{ cookieDomain: "-example.com" }, "cookieDomain"],
    [{ cookieDomain: "example.com\n" }, "cookieDomain"],
    [{ secureCookies: "false" as never }, "secureCookies"],
    [{ jwtSecret: "a" }, "jwtSecret"],
    [{ jwtSecret: "x".repeat(31) }, "jwtSecret"],
    [{ jwtSecret: 7 as never }, "jwtSecret"],
  ])("refuses %j and names the option", (options, name) => {
    expect(() => parseOptions(options)).toThrow(`createSessionServer: ${name} must`);
  });
});
