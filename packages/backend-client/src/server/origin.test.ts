import { describe, expect, it } from "vitest";
import { checkPostOrigin } from "./origin.js";

const check = (origin: string, headers: Record<string, string>, url = "http://app.test/x") =>
  checkPostOrigin({ headers: new Headers({ origin, ...headers }), url })?.code ?? "accepted";

const HOST = { host: "app.test" };
const SECURE = { ...HOST, "x-forwarded-proto": "https" };

describe("the origin of a request that changes something", () => {
  it.each([
    ["the https page of an https site", "https://app.test", SECURE],
    ["the http page of an http site", "http://app.test", HOST],
    ["an https page, where the proxy tells the host alone", "https://app.test", HOST],
    ["an https page, where the proxy names its port", "https://app.test", { host: "app.test:443" }],
    [
      "an https page, where the proxy forwards its port",
      "https://app.test",
      { ...HOST, "x-forwarded-host": "App.test:443", "x-forwarded-proto": "https" },
    ],
    ["an http page, where the proxy names its port", "http://app.test", { host: "app.test:80" }],
    ["a page at another port", "http://app.test:3000", { host: "app.test:3000" }],
  ])("is accepted when it is %s", (_name, origin, headers) => {
    expect(check(origin, headers)).toBe("accepted");
  });

  it.each([
    ["the http page of an https site", "http://app.test", SECURE],
    ["another host", "https://evil.test", SECURE],
    ["another port", "https://app.test:8443", SECURE],
    ["another port than the host's", "https://app.test", { host: "app.test:8443" }],
    ["an http page of a site at the port of https", "http://app.test", { host: "app.test:443" }],
    ["a host that is none", "https://app.test", { host: "app.test:x" }],
    ["an extension that took the host's name", "chrome-extension://app.test", HOST],
  ])("is refused when it is %s", (_name, origin, headers) => {
    expect(check(origin, headers)).toBe("origin_mismatch");
  });

  it("is refused when nothing tells the host", () => {
    const headers = new Headers({ origin: "https://null" });
    expect(checkPostOrigin({ headers })?.code).toBe("origin_mismatch");
  });

  it("is compared with the request's own address where no header tells the scheme", () => {
    expect(check("http://app.test", HOST, "https://app.test/x")).toBe("origin_mismatch");
    expect(check("https://app.test", HOST, "https://app.test/x")).toBe("accepted");
  });
});
