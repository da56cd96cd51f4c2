import { NextRequest, NextResponse } from "next/server.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FRESH_COOKIE, PATH_HEADER, PRESENT_COOKIE, SESSION_COOKIE } from "../config/constants.js";
import { ssrCookieName } from "../cookies/ssr.js";
import { createSessionServer } from "../server/session-server.js";
import { createMemoryBackend, type MemoryBackend, type MemoryJar } from "../testing/index.js";
import { createProxy, type ProxyHandler } from "./proxy.js";

let memory: MemoryBackend;
let box: MemoryJar;

beforeEach(async () => {
  memory = createMemoryBackend();
  box = memory.createJar();
  memory.seed(box, await memory.auth.signIn());
});

function run(handler?: ProxyHandler): Promise<Response> {
  const sessions = createSessionServer(memory.backend);
  const run = createProxy(() => sessions, { protect: [], ...(handler ? { handler } : {}) });
  return run(new NextRequest(box.request("/o/acme?tab=1")));
}

const forwarded = (response: Response, name: string) =>
  response.headers.get(`x-middleware-request-${name}`);

describe("the Next proxy", () => {
  it("converts a @supabase/ssr session to an SDK session when its token is due for a refresh", async () => {
    const tokens = await memory.auth.signIn();
    const name = ssrCookieName(memory.backend.url);
    box = memory.createJar();
    box.cookies.set(name, `base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`);
    memory.clock.skip(3_700_000);
    box.take(await run());
    expect([...box.cookies.keys()]).toEqual([SESSION_COOKIE, PRESENT_COOKIE, FRESH_COOKIE]);
  });

  it("refreshes a session whose token expires soon, and sends the new cookies to the browser and the page", async () => {
    const before = box.cookies.get(SESSION_COOKIE) ?? "";
    memory.clock.skip(3_550_000);
    const response = await run();
    expect(response.headers.get("x-middleware-next")).toBe("1");
    box.take(response);
    const after = box.cookies.get(SESSION_COOKIE) ?? "";
    expect(after).not.toBe(before);
    expect(forwarded(response, "cookie")).toContain(after);
    expect(forwarded(response, "cookie")).not.toContain(before);
    expect(box.cookies.has(FRESH_COOKIE)).toBe(true);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("passes the request's path and query to the page without setting a cookie for a fresh session", async () => {
    const response = await run();
    expect(forwarded(response, PATH_HEADER)).toBe("/o/acme?tab=1");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("passes headers from the app's proxy function to the page with one NextResponse.next call", async () => {
    const next = vi.spyOn(NextResponse, "next");
    const response = await run((_request, { requestHeaders }) => {
      requestHeaders.set("x-nonce", "abc");
    });
    expect(next).toHaveBeenCalledTimes(1);
    expect(forwarded(response, "x-nonce")).toBe("abc");
    next.mockRestore();
  });

  it("forwards the app's own cookies unchanged, including duplicates", async () => {
    memory.clock.skip(3_550_000);
    const others = 'theme="a b"; seen=100%; lang=de; lang=en';
    const headers = { cookie: `${others}; ${box.header()}` };
    const sessions = createSessionServer(memory.backend);
    const request = new NextRequest("http://app.test/", { headers });
    let seen = "";
    const response = await createProxy(() => sessions, {
      protect: [],
      handler: (inner) => {
        seen = inner.headers.get("cookie") ?? "";
      },
    })(request);
    box.take(response);
    const after = `${SESSION_COOKIE}=${box.cookies.get(SESSION_COOKIE)}`;
    expect(forwarded(response, "cookie")).toContain(`${others}; ${after}`);
    expect(seen).toBe(forwarded(response, "cookie"));
  });

  it("removes an ended session's cookies from the browser and from the request that it forwards to the page", async () => {
    memory.clock.skip(3_550_000);
    memory.auth.sessions.clear();
    const response = await run();
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(forwarded(response, "cookie") ?? "").not.toContain(`${SESSION_COOKIE}=`);
    box.take(response);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("hides an ended session from the app's proxy function and from the page", async () => {
    memory.clock.skip(3_550_000);
    memory.auth.sessions.clear();
    let isThere: boolean | undefined;
    const response = await run(({ cookies }) => {
      isThere = cookies.has(SESSION_COOKIE);
    });
    expect(isThere).toBe(false);
    expect(forwarded(response, "cookie")).not.toContain(`${SESSION_COOKIE}=`);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("removes the Cookie header when its last cookie is removed", async () => {
    box = memory.createJar();
    box.cookies.set(SESSION_COOKIE, "garbage");
    let isThere: boolean | undefined;
    const response = await run(({ headers }) => {
      isThere = headers.has("cookie");
    });
    expect(isThere).toBe(false);
    expect(response.headers.get("x-middleware-override-headers")).not.toContain("cookie");
  });

  it("passes the fresh cookies to the app's proxy function", async () => {
    memory.clock.skip(3_550_000);
    let seen: string | undefined;
    const response = await run(({ cookies }) => {
      seen = cookies.get(SESSION_COOKIE)?.value;
    });
    box.take(response);
    expect(seen).toBe(box.cookies.get(SESSION_COOKIE));
  });

  it("forbids caching for a request with a session, but not for one without a session", async () => {
    expect((await run()).headers.get("cache-control")).toBe("private, no-store");
    box = memory.createJar();
    const response = await run();
    expect(response.headers.get("cache-control")).toBeNull();
    expect(response.headers.get("x-middleware-next")).toBe("1");
  });

  it("forwards the request and sets no cookie during an outage", async () => {
    memory.clock.skip(3_700_000);
    memory.faults.add({ path: "/", times: Number.POSITIVE_INFINITY, hang: true });
    const response = await run();
    expect(response.headers.get("x-middleware-next")).toBe("1");
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe("the app's own proxy function", () => {
  it("may send a nonce to the page and to the browser", async () => {
    const response = await run((_request, { requestHeaders, responseHeaders }) => {
      requestHeaders.set("x-nonce", "abc");
      responseHeaders.set("content-security-policy", "script-src 'nonce-abc'");
    });
    expect(forwarded(response, "x-nonce")).toBe("abc");
    expect(response.headers.get("content-security-policy")).toBe("script-src 'nonce-abc'");
  });

  it.each([
    ["a redirect", () => NextResponse.redirect("http://app.test/elsewhere"), "location"],
    ["a rewrite", () => NextResponse.rewrite("http://app.test/other"), "x-middleware-rewrite"],
    ["JSON", () => Response.json({ ok: true }), "content-type"],
  ])(
    "may return %s, and the response still has the session's cookies",
    async (_name, respond, header) => {
      memory.clock.skip(3_550_000);
      const response = await run((_request, { responseHeaders }) => {
        responseHeaders.set("x-own", "1");
        return respond();
      });
      expect(response.headers.get(header)).toBeTruthy();
      const isRewrite = header === "x-middleware-rewrite";
      expect(response.headers.has("x-middleware-override-headers")).toBe(isRewrite);
      expect(response.headers.has("x-middleware-next")).toBe(false);
      expect(response.headers.get("x-own")).toBe("1");
      expect(response.headers.getSetCookie().join()).toContain(SESSION_COOKIE);
    },
  );

  it("may throw a streamed response that replaces the page", async () => {
    memory.clock.skip(3_550_000);
    const response = await run((_request, { responseHeaders }) => {
      responseHeaders.set("x-own", "1");
      throw new Response(new Blob(["later"]).stream(), { status: 503 });
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("x-own")).toBe("1");
    expect(response.headers.getSetCookie().join()).toContain(SESSION_COOKIE);
    expect(await response.text()).toBe("later");
  });

  it("may throw an error without losing the refreshed session", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = new Error("The app's own part broke.");
    const fail = () => {
      throw broken;
    };
    await expect(run(fail)).rejects.toBe(broken);
    memory.clock.skip(3_550_000);
    const response = await run(fail);
    expect([response.status, await response.text()]).toEqual([500, "Internal Server Error"]);
    expect(response.headers.getSetCookie().join()).toContain(SESSION_COOKIE);
    expect(errors).toHaveBeenCalledExactlyOnceWith(broken);
    errors.mockRestore();
  });

  it("may rewrite the request, and the page still receives the fresh cookies", async () => {
    memory.clock.skip(3_550_000);
    const response = await run(() => NextResponse.rewrite("http://app.test/other"));
    box.take(response);
    expect(forwarded(response, "cookie")).toContain(box.cookies.get(SESSION_COOKIE));
  });

  it("may replace the page's request headers with NextResponse.next()", async () => {
    const headers = new Headers({ "x-own": "1" });
    const response = await run((_request, { requestHeaders }) => {
      requestHeaders.set("x-other", "1");
      return NextResponse.next({ request: { headers } });
    });
    expect(response.headers.get("x-middleware-override-headers")).toBe("x-own");
    expect(forwarded(response, "x-other")).toBeNull();
  });

  it("may add cookies to the session's cookies", async () => {
    memory.clock.skip(3_550_000);
    const response = await run((_request, { responseHeaders }) => {
      responseHeaders.append("set-cookie", "a=1");
      responseHeaders.append("set-cookie", "b=2");
      responseHeaders.set("cache-control", "public");
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies.slice(0, 2)).toEqual(["a=1", "b=2"]);
    expect(cookies.join()).toContain(SESSION_COOKIE);
  });

  it("may replace headers of the response that it returns", async () => {
    const response = await run((_request, { responseHeaders }) => {
      responseHeaders.set("x-own", "2");
      return new Response(null, { headers: { "x-own": "1" } });
    });
    expect(response.headers.get("x-own")).toBe("2");
  });
});
