import { describe, expect, it } from "vitest";
import { parseOptions, type SessionServerOptions } from "./options.js";

describe("parseOptions", () => {
  it("returns the default paths without options", () => {
    expect(parseOptions({})).toMatchObject({ basePath: "/auth", signInPath: "/sign-in" });
  });

  it("accepts the front page as the sign-in page", () => {
    expect(parseOptions({ signInPath: "/" }).signInPath).toBe("/");
  });

  it("accepts the smallest and largest cookieSeconds, valid domains, secrets of 32 bytes and both values of secureCookies", () => {
    for (const cookieSeconds of [60, 34_560_000]) {
      expect(parseOptions({ cookieSeconds }).cookieSeconds).toBe(cookieSeconds);
    }
    for (const cookieDomain of ["example.com", "a.b-c.example.co.uk", "xn--bcher-kva.example"]) {
      expect(parseOptions({ cookieDomain }).cookieDomain).toBe(cookieDomain);
    }
    // The second secret has sixteen characters of two bytes each.
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
    [{ basePath: ["/auth"] as never }, "basePath"],
    [{ signInPath: ["/in"] as never }, "signInPath"],
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
    [{ logger: "console" as never }, "logger"],
    [{ hooks: { signedIn: "log" } as never }, "hooks.signedIn"],
    [{ providerTokens: "yes" as never }, "providerTokens"],
    [{ cookiePrefix: "a b" }, "cookiePrefix"],
    [{ cookiePrefix: 7 as never }, "cookiePrefix"],
    [{ migrate: {} as never }, "migrate.upgradedOn"],
    [{ migrate: { upgradedOn: "2026-12-01" } as never }, "migrate.from"],
    [{ migrate: { upgradedOn: "2026-12-01", from: "ssr" } as never }, "migrate.from"],
  ])("refuses %o and names the option in the error", (options, name) => {
    expect(() => parseOptions(options)).toThrow(`createSessionServer: ${name} must`);
  });

  it("refuses an unknown hook and names it in the error", () => {
    const hooks = { allowSignin: () => true } as never;
    expect(() => parseOptions({ hooks })).toThrow(
      "createSessionServer: hooks.allowSignin is not a hook of the SDK.",
    );
  });

  it.each([
    [{ serviceLimit: { burst: 0 } }, "serviceLimit.burst must be a number from 1"],
    [{ serviceLimit: { burst: Number.NaN } }, "serviceLimit.burst must be a number from 1"],
    [{ serviceLimit: true }, "serviceLimit must be { burst, perMinute } or false"],
    [{ clientLimit: null }, "clientLimit must be { burst, perMinute } or false"],
    [{ clientLimit: { perMinute: "30" } }, "clientLimit.perMinute must be a number from 1"],
    [{ clientLimit: { perMinute: Infinity } }, "clientLimit.perMinute must be a number from 1"],
    [
      { clientLimit: { perHour: 30 } },
      "clientLimit.perHour is not an option of the SDK. Use burst and perMinute",
    ],
    [{ clientAddress: "proxy" }, 'clientAddress must be "auto", "socket"'],
    [{ clientAddress: null }, 'clientAddress must be "auto", "socket"'],
    [{ clientAddress: { hops: 0 } }, "clientAddress.hops must be a whole number from 1 to 20"],
    [{ clientAddress: { hops: 1.5 } }, "clientAddress.hops must be a whole number from 1 to 20"],
    [{ clientAddress: { hops: 21 } }, "clientAddress.hops must be a whole number from 1 to 20"],
    [{ clientAddress: { header: "" } }, "clientAddress.header must be the name of a header"],
    [{ clientAddress: { header: "a b" } }, "clientAddress.header must be the name of a header"],
    [{ clientAddress: {} }, 'clientAddress must be "auto", "socket"'],
    [{ clientAddress: 1 }, 'clientAddress must be "auto", "socket"'],
    [{ clientAddress: ["auto"] }, 'clientAddress must be "auto", "socket"'],
    [{ clientAddress: { hops: "1" } }, "clientAddress.hops must be a whole number from 1 to 20"],
    [{ clientAddress: { header: 7 } }, "clientAddress.header must be the name of a header"],
    [
      { forwardingKey: "sb_publishable_x", clientAddress: { hops: 1 } },
      "forwardingKey must be a secret key",
    ],
    [{ forwardingKey: 7, clientAddress: { hops: 1 } }, "forwardingKey must be a secret key"],
    [{ forwardingKey: "sb_secret_x" }, "forwardingKey needs clientAddress"],
    [{ forwardingKey: "sb_secret_x", clientAddress: "auto" }, "forwardingKey needs clientAddress"],
  ])("refuses the limit options %o", (options, sentence) => {
    expect(() => parseOptions(options as SessionServerOptions)).toThrow(
      `createSessionServer: ${sentence}`,
    );
  });

  it.each([
    { serviceLimit: false, clientLimit: false },
    { serviceLimit: { burst: 300 }, clientLimit: { perMinute: 1 } },
    { clientAddress: "socket" },
    { clientAddress: { hops: 20 } },
    { clientAddress: { header: "CF-Connecting-IP" } },
    { clientAddress: () => null, forwardingKey: "sb_secret_x" },
  ] satisfies SessionServerOptions[])("accepts the limit options %o", (options) => {
    expect(() => parseOptions(options)).not.toThrow();
  });
});
