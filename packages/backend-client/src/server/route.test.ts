import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { BackendError } from "../errors/backend-error.js";
import { createMemoryBackend } from "../testing/index.js";
import type { Credential } from "./bearer.js";
import type { RouteOptions } from "./route.js";
import { createSessionServer } from "./session-server.js";

const BOTH: readonly Credential[] = ["cookie", "bearer"];
const SITE = "https://app.example.com";

let visitor: Visitor;
beforeEach(async () => {
  visitor = createVisitor();
  await visitor.signedIn();
});

function ask(
  token: string | null,
  {
    accept = BOTH,
    cookies = false,
    ...init
  }: RequestInit & {
    accept?: readonly Credential[];
    cookies?: boolean;
  } = {},
): Promise<Response> {
  const { sessions, box } = visitor;
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (cookies) headers.set("cookie", box.header());
  const handler = sessions.route({ accept }, async (_request, scope) => {
    const session = await scope.session();
    return Response.json({
      status: session.status,
      ...(session.status === "authenticated"
        ? { sub: session.claims.sub, source: session.source }
        : {}),
    });
  });
  return handler(new Request("http://app.test/api", { ...init, headers }));
}

const newToken = async (claims: Record<string, unknown> = {}) =>
  (await visitor.memory.auth.signIn({ claims })).access_token;

describe("the caller of a route", () => {
  it("is the user of the bearer token, even if the request has cookies", async () => {
    const user = visitor.memory.auth.createUser({ email: "ada@a.test" });
    const { access_token } = await visitor.memory.auth.signIn({ user });
    const response = await ask(access_token, { cookies: true });
    expect(await response.json()).toEqual({
      status: "authenticated",
      sub: user.id,
      source: "bearer",
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is the user of the cookies when the request has no bearer token", async () => {
    const response = await ask(null, { cookies: true });
    expect(await response.json()).toMatchObject({ status: "authenticated", source: "cookie" });
  });

  it.each([
    ["a made-up token", "nonsense"],
    ["an empty token", ""],
    ["two tokens", "a, Bearer b"],
    ["a publishable key", "sb_publishable_local"],
    ["a secret key", "sb_secret_local"],
  ])("gets 401, despite valid cookies, when the request has %s", async (_name, token) => {
    const response = await ask(token, { cookies: true });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expect(await response.json()).toMatchObject({ error: { code: "token_invalid" } });
  });

  it.each([
    [
      "that has expired",
      async () => {
        const token = await newToken();
        visitor.memory.clock.skip(3_700_000);
        return token;
      },
    ],
    ["of another issuer", () => newToken({ iss: "https://other.test/auth/v1" })],
    ["of another audience", () => newToken({ aud: "other" })],
    ["with a role that only keys have", () => newToken({ role: "service_role" })],
  ])("gets 401 for a token %s, without a refresh", async (_name, make) => {
    const response = await ask(await make());
    expect(response.status).toBe(401);
    expect(visitor.memory.count("/auth/v1/token")).toBe(0);
  });

  it("is a visitor when the request has a bearer token and the route accepts only cookies", async () => {
    const response = await ask(await newToken(), { accept: ["cookie"] });
    expect(await response.json()).toEqual({ status: "unauthenticated" });
  });

  it("is a visitor when the request has cookies and the route accepts only bearer tokens", async () => {
    const response = await ask(null, { accept: ["bearer"], cookies: true });
    expect(await response.json()).toEqual({ status: "unauthenticated" });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("cannot change the session when the request has a bearer token", async () => {
    const { sessions } = visitor;
    const authorization = `Bearer ${await newToken()}`;
    const request = new Request("http://app.test/", { headers: { authorization } });
    const scope = sessions.open(request, { accept: BOTH });
    expect((await scope.auth.signOut()).error).toMatchObject({ code: "cookies_read_only" });
    const { error } = await scope.auth.signInWithPassword({ email: "a@a.test", password: "x" });
    expect(error).toMatchObject({ code: "cookies_read_only" });
    expect(scope.cookieChanges()).toEqual([]);
  });
});

describe("the origin check of a request that may change data", () => {
  const post = (token: string | null, headers: Record<string, string>, cookies = true) =>
    ask(token, { method: "POST", headers, cookies });

  it.each([
    ["refuses cookies from another site", { origin: "https://evil.test" }, 403],
    [
      "refuses cookies when Sec-Fetch-Site names another site",
      { "sec-fetch-site": "cross-site" },
      403,
    ],
    ["refuses cookies without an Origin header", {}, 403],
    ["accepts cookies from this site", { origin: "http://app.test", host: "app.test" }, 200],
  ])("%s", async (_name, headers, status) => {
    expect((await post(null, headers)).status).toBe(status);
  });

  it("is not needed for a bearer token, because the route then ignores cookies", async () => {
    const response = await post(await newToken(), { origin: "https://evil.test" });
    expect(await response.json()).toMatchObject({ source: "bearer" });
  });

  it("does not run for an invalid bearer token: the response is 401", async () => {
    expect((await post("nonsense", { origin: "https://evil.test" })).status).toBe(401);
  });

  it("applies when the Authorization header has another scheme", async () => {
    const headers = { origin: "https://evil.test", authorization: "Basic YTpi" };
    expect((await post(null, headers)).status).toBe(403);
  });
});

describe("an error that a route throws", () => {
  const respond = (error: unknown, accept: readonly Credential[] = BOTH) =>
    visitor.sessions.route({ accept }, () => {
      throw error;
    })(new Request("http://app.test/"));
  const backendError = (kind: string, code: string, more = {}) =>
    new BackendError({ kind, code, message: "m", ...more } as never);

  it.each([
    [backendError("auth", "session_missing"), 401, "Bearer"],
    [backendError("auth", "user_banned"), 401, "Bearer"],
    [backendError("auth", "token_invalid"), 401, 'Bearer error="invalid_token"'],
    [backendError("auth", "insufficient_aal"), 403, null],
    [backendError("auth", "origin_mismatch"), 403, null],
    [backendError("network", "rate_limited"), 429, null],
    [backendError("network", "service_unavailable"), 503, null],
    [backendError("database", "42501"), 403, null],
    [backendError("database", "23505"), 500, null],
  ])("with the code $code becomes a response with status $1", async (error, status, challenge) => {
    const response = await respond(error);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      status,
      challenge,
    ]);
    expect(await response.json()).toEqual({ error: error.toJSON() });
    const needsWait = status === 429 || status === 503;
    expect(response.headers.has("retry-after")).toBe(needsWait);
  });

  it("adds the service's Retry-After to the response", async () => {
    const error = backendError("network", "rate_limited", { retryAfterSeconds: 17 });
    expect((await respond(error)).headers.get("retry-after")).toBe("17");
  });

  it("causes no WWW-Authenticate header on a route without bearer tokens", async () => {
    const response = await respond(backendError("auth", "session_missing"), ["cookie"]);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, null]);
  });

  it("is rethrown if it is not a BackendError", async () => {
    const bug = new Error("a bug");
    await expect(respond(bug)).rejects.toBe(bug);
  });
});

describe("a route that throws after it refreshed the session", () => {
  const HOUR_MS = 3_600_000;
  const visit = (thrown: unknown, options: Omit<RouteOptions, "accept"> = {}) => {
    const { sessions, box, memory } = visitor;
    memory.clock.skip(HOUR_MS);
    const route = sessions.route(options, async (_request, scope) => {
      expect((await scope.session()).status).toBe("authenticated");
      throw thrown;
    });
    return route(box.request("/", { headers: { origin: SITE } }));
  };

  it("may throw a response, which gets the new tokens as cookies", async () => {
    const redirect = Response.redirect("http://app.test/next", 303);
    const thrown = await visit(redirect, { cors: { origins: [SITE] } }).catch(
      (response: unknown) => response,
    );
    const response = thrown as Response;
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "http://app.test/next",
    ]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("access-control-allow-origin")).toBe(SITE);
    const { box, memory } = visitor;
    const before = box.header();
    box.take(response);
    expect(box.header()).not.toBe(before);
    expect((await visitor.visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("sets the new tokens as cookies on the response of onError", async () => {
    const { box, memory } = visitor;
    const bug = new Error("a bug");
    const seen: unknown[] = [];
    const onError = async (thrown: unknown, request: Request) => {
      seen.push(thrown, request.url);
      return Response.json({ error: "internal" }, { status: 500 });
    };
    const response = box.take(await visit(bug, { onError }));
    expect([response.status, await response.json()]).toEqual([500, { error: "internal" }]);
    expect(seen).toEqual([bug, "http://app.test/"]);
    memory.clock.skip(11_000);
    expect((await visitor.visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(1);
  });

  it("passes neither BackendErrors nor responses to onError, and throws what onError throws", async () => {
    const other = new Error("of onError");
    const onError = () => {
      throw other;
    };
    await expect(visit(new Error("a bug"), { onError })).rejects.toBe(other);
    const code = "session_missing";
    const error = new BackendError({ kind: "auth", code, message: "m" });
    expect((await visit(error, { onError })).status).toBe(401);
    await expect(visit(new Response("x"), { onError })).rejects.toBeInstanceOf(Response);
  });

  // The new refresh token was never used, so the service still accepts the old one.
  it.each([
    ["while this process remembers the new tokens", 0, 1],
    ["after this process has forgotten the new tokens", 11_000, 2],
    ["an hour later", HOUR_MS, 2],
  ])("keeps the user signed in after an error, %s", async (_name, waitMs, calls) => {
    const { memory } = visitor;
    await expect(visit(new Error("a bug"))).rejects.toThrow("a bug");
    expect(memory.count("/auth/v1/token")).toBe(1);
    memory.clock.skip(waitMs);
    expect((await visitor.visit()).session.status).toBe("authenticated");
    expect(memory.count("/auth/v1/token")).toBe(calls);
  });

  it("keeps the user signed in when it throws every hour for a day", async () => {
    for (let hour = 0; hour < 24; hour++) {
      await expect(visit(new Error("a bug"))).rejects.toThrow("a bug");
    }
    expect((await visitor.visit()).session.status).toBe("authenticated");
  });
});

describe("pages of other sites that call a route", () => {
  const route = (origins: string[], accept: readonly Credential[] = BOTH) =>
    visitor.sessions.route({ accept, cors: { origins } }, () => Response.json("data"));
  const send = (origin: string, init: RequestInit = {}, origins = [SITE]) =>
    route(origins)(
      new Request("http://app.test/", { ...init, headers: { ...init.headers, origin } }),
    );
  const PREFLIGHT = {
    method: "OPTIONS",
    headers: {
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  };

  it("get a preflight response and may read the data if the route allows their origin", async () => {
    const preflight = await send(SITE, PREFLIGHT);
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": SITE,
      "access-control-allow-headers": "authorization,content-type",
      vary: "Origin",
    });
    const response = await send(SITE);
    expect(response.headers.get("access-control-allow-origin")).toBe(SITE);
    expect(await response.json()).toBe("data");
  });

  it.each(["https://evil.test", "null", "https://app.example.com.evil.test", `${SITE}:8443`])(
    "cannot read the data if their origin is %s",
    async (origin) => {
      const preflight = await send(origin, PREFLIGHT);
      expect(preflight.status).toBe(403);
      const response = await send(origin);
      for (const { headers } of [preflight, response]) {
        expect(headers.get("access-control-allow-origin")).toBeNull();
        expect(headers.get("vary")).toBe("Origin");
      }
    },
  );

  it("get no Access-Control-Allow-Credentials from a route or from the SDK's handlers", async () => {
    for (const response of [await send(SITE), await send(SITE, PREFLIGHT)]) {
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const { sessions, box } = visitor;
    const handled = await sessions.handle(
      box.request("/auth/session", { headers: { origin: SITE } }),
    );
    expect([...handled.headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
  });

  it("may be allowed by `*` only on a route that does not accept cookies", async () => {
    expect(() => route(["*"])).toThrow(TypeError);
    const open = route(["*"], ["bearer"]);
    const headers = { origin: "https://any.test" };
    const response = await open(new Request("http://app.test/", { headers }));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each(["app.example.com", "https://app.example.com/", "https://*.example.com", ""])(
    "cannot be allowed by the malformed entry %j of cors.origins",
    (origin) => {
      expect(() => route([origin])).toThrow("route: cors.origins must list origins");
    },
  );

  it("get the CORS headers even on a redirect", async () => {
    const handler = visitor.sessions.route({ accept: BOTH, cors: { origins: [SITE] } }, () =>
      Response.redirect("http://app.test/next"),
    );
    const response = await handler(new Request("http://app.test/", { headers: { origin: SITE } }));
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      302,
      SITE,
    ]);
  });
});

it("a route can be the fetch function of a Worker, because it ignores further arguments", async () => {
  const memory = createMemoryBackend();
  const sessions = createSessionServer(memory.backend);
  const fetch = sessions.route({}, () => new Response("ok"));
  const response = await fetch(new Request("http://app.test/"), { SECRET: "x" }, {});
  expect(await response.text()).toBe("ok");
});
