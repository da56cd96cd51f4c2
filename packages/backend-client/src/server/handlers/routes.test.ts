import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../../test/support/visitor.js";
import { createSessionServer } from "../session-server.js";

const SAFE_HEADERS = {
  "cache-control": "private, no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
};

let visitor: Visitor;
beforeEach(async () => {
  visitor = createVisitor();
  await visitor.signedIn();
});

const send = (path: string, init: RequestInit = {}) =>
  visitor.sessions.handle(visitor.box.request(path, init));

const headersOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(SAFE_HEADERS).map((name) => [name, headers.get(name)]));

describe("the handlers", () => {
  it.each([
    ["/auth/session/", 403],
    ["/auth/sess/ion", 404],
    ["/auth/session/more", 404],
    ["/nope/session", 404],
    ["/auth", 404],
  ])("respond to %s with %i", async (path, status) => {
    expect((await send(path)).status).toBe(status);
  });

  it.each([
    ["/auth/confirm", 200],
    ["/auth/sign-out", 405],
    ["/auth/nothing", 404],
  ])("respond to HEAD %s with %i", async (path, status) => {
    expect((await send(path, { method: "HEAD" })).status).toBe(status);
  });

  it.each<[string, () => Promise<Response>, number]>([
    ["a page that is missing", () => send("/auth/nothing"), 404],
    ["a refused method", () => send("/auth/session", { method: "PUT" }), 405],
    ["a refused origin", () => send("/auth/session"), 403],
    ["the session", () => visitor.sessions.handle(visitor.box.script("/auth/session")), 200],
    ["a redirect", () => send("/auth/refresh?next=/o"), 303],
    ["the confirm page", () => send("/auth/confirm?token_hash=abc&type=email"), 200],
    ["a prefetch", () => send("/auth/refresh", { headers: { purpose: "prefetch" } }), 204],
  ])(
    "add headers against caching and cross-origin use to this response: %s",
    async (_name, answer, status) => {
      const response = await answer();
      expect([response.status, headersOf(response)]).toEqual([status, SAFE_HEADERS]);
    },
  );

  describe("of an app that is served below a path", () => {
    const open = () => createSessionServer(visitor.memory.backend, { appPath: "/docs" });
    const location = async (path: string) => {
      const response = await open().handle(visitor.box.request(path));
      return response.headers.get("location");
    };

    it.each(["/auth/refresh?next=/o%3Fx=1", "/docs/auth/refresh?next=/o%3Fx=1"])(
      "redirect from %s to the page inside the app",
      async (path) => {
        expect(await location(path)).toBe("/docs/o?x=1");
      },
    );

    it("redirect a failed callback to a page inside the app", async () => {
      expect(await location("/docs/auth/callback?code=nope&next=/o")).toMatch(/^\/docs\//);
    });

    it("render a confirm form that posts to a path inside the app", async () => {
      const page = await open().handle(
        visitor.box.request("/docs/auth/confirm?token_hash=abc&type=email"),
      );
      expect(await page.text()).toContain('action="/docs/auth/confirm"');
    });

    it("respond with 404 to a path that only starts with the same characters as the prefix", async () => {
      const response = await open().handle(visitor.box.request("/docsauth/session"));
      expect(response.status).toBe(404);
    });
  });

  it("rethrow an exception that the backend's runtime throws", async () => {
    const { memory, box } = visitor;
    const broken = new Error("The clock is broken.");
    const now = () => {
      throw broken;
    };
    const backend = { ...memory.backend, runtime: { ...memory.backend.runtime, now } };
    box.cookies.clear();
    const response = createSessionServer(backend).handle(box.script("/auth/session"));
    await expect(response).rejects.toBe(broken);
  });

  it("respond to a failed forced refresh with the previous session and the error", async () => {
    const { memory, box, sessions } = visitor;
    memory.faults.add({ path: "/auth/v1/token", times: Number.POSITIVE_INFINITY, status: 503 });
    const headers = { "content-type": "application/json" };
    const post = box.post("/auth/refresh", { body: '{"force":true}', headers });
    const response = await sessions.handle(post);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({
        status: "authenticated",
        error: expect.objectContaining({ code: "service_unavailable" }),
      }),
    ]);
  });

  it("respond to a successful refresh without the field `error`", async () => {
    const response = await visitor.sessions.handle(visitor.box.post("/auth/refresh"));
    expect(await response.json()).not.toHaveProperty("error");
  });
});

describe("GET confirm", () => {
  const open = (query: string, basePath = "/auth") => {
    const sessions = createSessionServer(visitor.memory.backend, { basePath });
    return sessions.handle(visitor.box.request(`${basePath}/confirm${query}`));
  };

  it("shows a form with the parameters of the link, escaped", async () => {
    const next = encodeURIComponent(`/a?b='&c=1`);
    const response = await open(`?token_hash=abc.D-_1&type=recovery&next=${next}`);
    const html = await response.text();
    expect(html).toContain("<title>Reset your password</title>");
    expect(html).toContain(
      '<form method="post" action="/auth/confirm"><input type="hidden" name="token_hash" value="abc.D-_1"><input type="hidden" name="type" value="recovery"><input type="hidden" name="next" value="/a?b=%27&#38;c=1"><input type="hidden" name="email" value=""><p hidden>',
    );
    expect(html).toContain("<button>Continue</button><script>");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it.each(["signup", "invite", "magiclink", "recovery", "email_change", "email"])(
    "accepts a link of type %s",
    async (type) => {
      expect((await open(`?token_hash=abc&type=${type}`)).status).toBe(200);
    },
  );

  it.each([
    ["no token", "?type=email"],
    ["an empty token", "?token_hash=&type=email"],
    ["a token of 257 characters", `?token_hash=${"a".repeat(257)}&type=email`],
    ["a token that begins with a quote", "?token_hash=%22abc&type=email"],
    ["a token that ends with a quote", "?token_hash=abc%22&type=email"],
    ["no type", "?token_hash=abc"],
    ["the type of a phone code", "?token_hash=abc&type=sms"],
  ])("shows that a link with %s is incomplete", async (_name, query) => {
    const response = await open(query);
    const html = await response.text();
    expect([response.status, headersOf(response)]).toEqual([400, SAFE_HEADERS]);
    expect(html).toContain("<title>This link is incomplete</title>");
    expect(html).toContain("<h1>This link is incomplete</h1><p>Open the link");
  });

  it("accepts a token of 256 characters", async () => {
    expect((await open(`?token_hash=${"a".repeat(256)}&type=email`)).status).toBe(200);
  });
});

describe("POST confirm", () => {
  const post = (fields: Record<string, string>) =>
    visitor.sessions.handle(
      visitor.box.post("/auth/confirm", { body: new URLSearchParams(fields) }),
    );

  it.each([{ type: "email" }, { token_hash: "abc" }, { token_hash: "a b", type: "email" }])(
    "redirects to the sign-in page without a call to the service for the fields %j",
    async (fields: Record<string, string>) => {
      const response = await post({ ...fields, next: "/o" });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        "/sign-in?error=validation_failed",
      ]);
      expect(visitor.memory.calls).toEqual([]);
    },
  );

  it("omits `next` from the error redirect when `next` is the start page", async () => {
    const { headers } = await post({ token_hash: "abc", type: "email", next: "/" });
    expect(headers.get("location")).toBe("/sign-in?error=otp_expired");
  });
});
