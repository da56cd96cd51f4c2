import { describe, expect, it } from "vitest";
import { checkPostOrigin, checkReadOrigin, isHttps, isPrefetch, ownHost } from "./origin.js";

const check = (origin: string, headers: Record<string, string>, url = "http://app.test/x") =>
  checkPostOrigin({ headers: new Headers({ origin, ...headers }), url })?.code ?? "accepted";

const HOST = { host: "app.test" };
const SECURE = { ...HOST, "x-forwarded-proto": "https" };

describe("the Origin of a state-changing request", () => {
  it.each([
    ["the https page of an https site", "https://app.test", SECURE],
    ["the http page of an http site", "http://app.test", HOST],
    ["an https page behind a proxy that forwards only the host", "https://app.test", HOST],
    [
      "an https page behind a proxy that adds the port to the host",
      "https://app.test",
      { host: "app.test:443" },
    ],
    [
      "an https page behind a proxy that forwards host and port",
      "https://app.test",
      { ...HOST, "x-forwarded-host": "App.test:443", "x-forwarded-proto": "https" },
    ],
    [
      "an http page behind a proxy that adds the port to the host",
      "http://app.test",
      { host: "app.test:80" },
    ],
    ["a page with a non-default port", "http://app.test:3000", { host: "app.test:3000" }],
  ])("is accepted for %s", (_name, origin, headers) => {
    expect(check(origin, headers)).toBe("accepted");
  });

  it.each([
    ["the http page of an https site", "http://app.test", SECURE],
    ["a page of another host", "https://evil.test", SECURE],
    ["a page with a port when the host has none", "https://app.test:8443", SECURE],
    ["a page without a port when the host has one", "https://app.test", { host: "app.test:8443" }],
    ["an http page when the host has the https port", "http://app.test", { host: "app.test:443" }],
    ["any page when the Host header is invalid", "https://app.test", { host: "app.test:x" }],
    ["a browser extension whose id equals the host", "chrome-extension://app.test", HOST],
  ])("is refused for %s", (_name, origin, headers) => {
    expect(check(origin, headers)).toBe("origin_mismatch");
  });

  it("is refused when the server cannot determine its own host", () => {
    const headers = new Headers({ origin: "https://null" });
    expect(checkPostOrigin({ headers })?.code).toBe("origin_mismatch");
  });

  it("is compared with the scheme of the request's URL when no header contains the scheme", () => {
    expect(check("http://app.test", HOST, "https://app.test/x")).toBe("origin_mismatch");
    expect(check("https://app.test", HOST, "https://app.test/x")).toBe("accepted");
  });
});

describe("the Origin of a request, with or without Sec-Fetch-Site", () => {
  const URL_HTTP = "http://app.test/x";
  const of = (headers: Record<string, string>, configured?: string) =>
    checkPostOrigin({ headers: new Headers(headers), url: URL_HTTP }, configured);

  it.each(["cross-site", "same-site", "none", "unknown"])(
    "is refused when Sec-Fetch-Site is %s",
    (site) => {
      const refusal = of({ ...HOST, origin: "http://app.test", "sec-fetch-site": site });
      expect(refusal).toMatchObject({
        kind: "auth",
        code: "origin_mismatch",
        status: 403,
        message:
          "The request was refused: Sec-Fetch-Site is not same-origin. Send it from a page of this site.",
      });
    },
  );

  it("may be missing or opaque only if Sec-Fetch-Site is same-origin", () => {
    expect(of({ ...HOST, "sec-fetch-site": "same-origin" })).toBeNull();
    expect(of({ ...HOST, "sec-fetch-site": "same-origin", origin: "null" })).toBeNull();
    expect(of(HOST)?.message).toContain("its Origin header is missing or null");
    expect(of({ ...HOST, origin: "null" })?.message).toContain(
      "its Origin header is missing or null",
    );
  });

  it("is compared with the host even if Sec-Fetch-Site is same-origin", () => {
    const headers = { ...HOST, "sec-fetch-site": "same-origin" };
    const refusal = of({ ...headers, origin: "http://evil.test" });
    expect(refusal?.message).toContain("Origin is another site");
  });

  it("must equal the configured origin, whatever the host of the request", () => {
    const configured = "https://app.test";
    for (const headers of [HOST, { host: "10.0.0.1" }, { host: "a", "x-forwarded-host": "b" }]) {
      expect(of({ ...headers, origin: configured }, configured)).toBeNull();
    }
    for (const origin of ["http://app.test", "https://app.test:8443", "https://10.0.0.1"]) {
      const refusal = of({ host: new URL(origin).host, origin }, configured);
      expect(refusal?.message, origin).toContain("Origin is another site");
    }
    const https = of({ host: "app.test", origin: "https://app.test" }, "http://app.test");
    expect(https?.message).toContain("Origin is another site");
  });

  it.each(["ftp://app.test", "xhttp://app.test", "httpsx://app.test", "not an origin", ""])(
    "is refused if it is %j",
    (origin) => {
      expect(of({ ...HOST, origin })?.message).toContain("Origin is another site");
    },
  );
});

describe("the origin check for a script that reads the session", () => {
  const read = (headers: Record<string, string>) => checkReadOrigin(new Headers(headers));

  it("accepts a same-origin request, with and without the x-backend-client header", () => {
    expect(read({ "sec-fetch-site": "same-origin" })).toBeNull();
    expect(read({ "sec-fetch-site": "same-origin", "x-backend-client": "1" })).toBeNull();
  });

  it("accepts the x-backend-client header alone when the browser sends no Sec-Fetch-Site", () => {
    expect(read({ "x-backend-client": "1" })).toBeNull();
    expect(read({})).toMatchObject({
      code: "origin_mismatch",
      message: expect.stringContaining("it has no x-backend-client header"),
    });
  });

  it.each(["cross-site", "same-site", "none"])(
    "refuses Sec-Fetch-Site: %s even with the x-backend-client header",
    (site) => {
      expect(read({ "sec-fetch-site": site, "x-backend-client": "1" })).toMatchObject({
        code: "origin_mismatch",
        message: expect.stringContaining("Sec-Fetch-Site is not same-origin"),
      });
    },
  );
});

describe("the host of a request", () => {
  const hostOf = (headers: Record<string, string>, url?: string, configured?: string) =>
    ownHost({ headers: new Headers(headers), url }, configured);

  it.each<[string | null, Record<string, string>, string | undefined, string | undefined]>([
    [
      "set.test",
      { host: "a.test", "x-forwarded-host": "b.test" },
      "http://c.test/",
      "https://set.test",
    ],
    [
      "b.test",
      { host: "a.test", "x-forwarded-host": " B.test , d.test" },
      "http://c.test/",
      undefined,
    ],
    ["a.test", { host: "A.test" }, "http://c.test/", undefined],
    ["a.test", { host: "a.test", "x-forwarded-host": "" }, "http://c.test/", undefined],
    ["a.test", { host: "a.test", "x-forwarded-host": " , d.test" }, undefined, undefined],
    ["c.test:81", {}, "http://c.test:81/", undefined],
    [null, {}, "/relative", undefined],
    [null, {}, undefined, undefined],
  ])(
    "is %s for the headers %j, the URL %s and the configured origin %s",
    (expected, headers, url, configured) => {
      expect(hostOf(headers, url, configured)).toBe(expected);
    },
  );
});

describe("the scheme of a request", () => {
  it.each<[boolean | null, Record<string, string>, string | undefined, string | undefined]>([
    [true, {}, "http://a.test/", "https://a.test"],
    [false, { "x-forwarded-proto": "https" }, "https://a.test/", "http://a.test"],
    [true, { "x-forwarded-proto": "HTTPS , http" }, "http://a.test/", undefined],
    [false, { "x-forwarded-proto": "http, https" }, "https://a.test/", undefined],
    [true, {}, "https://a.test/", undefined],
    [false, {}, "http://a.test/", undefined],
    [true, { "x-forwarded-proto": "" }, "https://a.test/", undefined],
    [null, {}, undefined, undefined],
    [null, {}, "/relative", undefined],
  ])(
    "makes isHttps return %s for the headers %j, the URL %s and the configured origin %s",
    (expected, headers, url, configured) => {
      expect(isHttps({ headers: new Headers(headers), url }, configured)).toBe(expected);
    },
  );
});

describe("a prefetch request", () => {
  const PREFETCHES: Record<string, string>[] = [
    { "next-router-prefetch": "1" },
    { "next-router-prefetch": "" },
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "sec-purpose": "prerender" },
    { "x-moz": "Prefetch" },
    { "x-purpose": "preview" },
  ];
  it.each(PREFETCHES)("is recognized by %j", (headers) => {
    expect(isPrefetch(new Headers(headers))).toBe(true);
  });

  it.each<Record<string, string>>([
    {},
    { purpose: "" },
    { purpose: "prefetching" },
    { "sec-purpose": "myprefetch" },
    { "x-purpose": "previewed" },
    { "x-moz": "prerendered" },
    { "x-other": "prefetch" },
  ])("is not recognized by %j", (headers) => {
    expect(isPrefetch(new Headers(headers))).toBe(false);
  });
});
