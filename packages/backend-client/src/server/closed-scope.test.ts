import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { samples } from "../../test/support/samples.js";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { parseCookieHeader } from "../cookies/jar.js";
import type { Scope } from "./scope-type.js";

const ADA = { email: "ada@b.test", password: "correct" };
const CDN_HEADERS = [
  "cdn-cache-control",
  "surrogate-control",
  "cloudflare-cdn-cache-control",
  "vercel-cdn-cache-control",
];

let warnings: string[];
beforeEach(() => {
  warnings = [];
  vi.spyOn(console, "warn").mockImplementation((text) => void warnings.push(String(text)));
});
afterEach(() => vi.restoreAllMocks());

async function openVisitor(ageSeconds: number | null): Promise<Visitor> {
  const visitor = createVisitor();
  visitor.memory.auth.createUser(ADA);
  if (ageSeconds === null) return visitor;
  const { memory, sessions, box } = visitor;
  const scope = sessions.open(box.request("/"));
  await scope.auth.signInWithPassword(ADA);
  box.take(scope.apply(new Response()));
  memory.clock.skip(ageSeconds * 1000);
  return visitor;
}

function cachedResponse(): Response {
  const headers = new Headers({ "cache-control": "public, max-age=60" });
  for (const name of CDN_HEADERS) headers.set(name, "max-age=600");
  return new Response("page", { headers });
}

function cacheHeaders({ headers }: Response): (string | null)[] {
  return ["cache-control", ...CDN_HEADERS].map((name) => headers.get(name));
}

const PRIVATE = ["private, no-store", null, null, null, null];
const PUBLIC = ["public, max-age=60", "max-age=600", "max-age=600", "max-age=600", "max-age=600"];

describe("a scope after apply()", () => {
  it("does not refresh an expired session when the response's stream reads the session", async () => {
    const { sessions, box, memory } = await openVisitor(3700);
    memory.calls.length = 0;
    const scope = sessions.open(box.request("/"));
    const late = new ReadableStream({
      async pull(controller) {
        const session = await scope.session();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(session)));
        controller.close();
      },
    });
    const response = box.take(scope.apply(new Response(late)));
    expect(await response.json()).toMatchObject({
      status: "unavailable",
      error: { code: "refresh_due" },
    });
    expect(memory.count("/auth/v1/token")).toBe(0);
    expect(warnings).toEqual([expect.stringContaining("scope_closed")]);
  });

  it("returns a valid session without a warning", async () => {
    const { sessions, box } = await openVisitor(10);
    const scope = sessions.open(box.request("/"));
    scope.apply(new Response());
    expect((await scope.session()).status).toBe("authenticated");
    expect((await scope.auth.getUser()).error).toBeNull();
    expect(warnings).toEqual([]);
  });

  it("refuses flows that would set cookies, without a request to the service", async () => {
    const { sessions, box, memory } = await openVisitor(10);
    memory.calls.length = 0;
    const scope = sessions.open(box.request("/"));
    // The flows must notice that `apply` closes the scope after `auth` was read.
    const { auth } = scope;
    scope.apply(new Response());
    for (const call of [
      auth.signInWithPassword(ADA),
      auth.signOut(),
      auth.refreshSession(),
      auth.updateUser({ data: { name: "Ada" } }),
    ]) {
      expect((await call).error?.code).toBe("cookies_read_only");
    }
    expect(memory.calls).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it("logs a warning when a running refresh can no longer set cookies on a response", async () => {
    const { sessions, box, memory } = await openVisitor(3700);
    const scope = sessions.open(box.request("/"));
    memory.faults.add({
      path: "/auth/v1/token",
      respond: () => {
        scope.apply(new Response());
        return undefined;
      },
    });
    await scope.session();
    expect(scope.cookieChanges()).not.toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("scope_closed")]);
  });
});

describe("the cache headers that apply() sets", () => {
  it.each<[string, Record<string, string>, string[] | typeof PRIVATE]>([
    ["no cookie", {}, PUBLIC],
    ["another app's cookies", { cookie: "theme=dark; not-sb-session=1; xsb-session=1" }, PUBLIC],
    ["a basic authorization", { authorization: "Basic QTpC" }, PUBLIC],
    ["a session cookie", { cookie: "theme=dark; sb-session=x" }, PRIVATE],
    ["a part of a session cookie", { cookie: "sb-session.0=x" }, PRIVATE],
    ["a session cookie with a prefix", { cookie: "__Host-sb-session=x" }, PRIVATE],
    ["a flow's cookie", { cookie: "sb-flow-code-verifier=x" }, PRIVATE],
    ["a bearer token", { authorization: "bearer x" }, PRIVATE],
  ])(
    "allow caching only if the request has no session credentials: %s",
    (_name, headers, expected) => {
      const { sessions } = createVisitor();
      const scope = sessions.open(new Request("http://app.test/", { headers }));
      expect(cacheHeaders(scope.apply(cachedResponse()))).toEqual(expected);
    },
  );

  it("keep a response private when the request's headers are not available", () => {
    const { sessions } = createVisitor();
    const scope = sessions.open({ cookies: { getAll: () => [] } });
    expect(cacheHeaders(scope.apply(cachedResponse()))).toEqual(PRIVATE);
  });

  it("keep a response private if the session was read, even for a visitor without cookies", async () => {
    const { sessions } = createVisitor();
    const scope = sessions.open(new Request("http://app.test/"));
    await scope.session();
    expect(cacheHeaders(scope.apply(cachedResponse()))).toEqual(PRIVATE);
  });

  it("are set on a copy of a response whose headers are immutable", async () => {
    const { sessions, box } = await openVisitor(3700);
    const scope = sessions.open(box.request("/"));
    await scope.session();
    const response = scope.apply(Response.redirect("http://app.test/o", 303));
    expect([response.status, response.headers.get("location")]).toEqual([303, "http://app.test/o"]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.getSetCookie()).not.toEqual([]);
  });
});

type Step = "session" | "refresh" | "apply" | "signIn" | "signOut" | "update" | "getUser";

async function take(step: Exclude<Step, "apply">, scope: Scope): Promise<void> {
  if (step === "session") await scope.session();
  else if (step === "refresh") await scope.refresh();
  else if (step === "signIn") await scope.auth.signInWithPassword(ADA);
  else if (step === "signOut") await scope.auth.signOut({ scope: "local" });
  else if (step === "update") await scope.auth.updateUser({ data: { name: "Ada" } });
  else await scope.auth.getUser();
}

it("a scope stores every rotated token and forbids caching, whatever the order of calls to session(), apply() and flows", async () => {
  const steps = fc.array(
    fc.constantFrom<Step>("session", "refresh", "apply", "signIn", "signOut", "update", "getUser"),
    { minLength: 1, maxLength: 7 },
  );
  const age = fc.constantFrom(null, 5, 3590, 3700);
  await fc.assert(
    fc.asyncProperty(steps, age, async (order, ageSeconds) => {
      const { sessions, box, memory } = await openVisitor(ageSeconds);
      const request = box.request("/");
      const scope = sessions.open(request);
      let isApplied = false;
      let touched = ageSeconds !== null;
      for (const step of [...order, "apply"] as const) {
        if (step === "apply") {
          const response = scope.apply(cachedResponse());
          if (!isApplied) box.take(response);
          if (touched) expect(cacheHeaders(response)).toEqual(PRIVATE);
          isApplied = true;
          continue;
        }
        touched ||= !isApplied || ["session", "refresh", "getUser"].includes(step);
        const before = memory.count("/auth/v1/token");
        await take(step, scope);
        if (isApplied) expect(memory.count("/auth/v1/token"), step).toBe(before);
      }
      // The browser must have received the newest refresh token.
      const held = parseCookieHeader(box.header()).some(({ name }) => name === "sb-session");
      memory.clock.skip(3_700_000);
      const { status } = await sessions.open(box.request("/")).session();
      expect(status).toBe(held ? "authenticated" : "unauthenticated");
    }),
    { numRuns: samples(300) },
  );
});
