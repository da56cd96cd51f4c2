import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../test/support/samples.js";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import type { CookieChange } from "../cookies/options.js";
import { authAnswer } from "../testing/index.js";
import type { Scope } from "./scope-type.js";

const KNOWN = "ada@b.test";
const UNKNOWN = "nobody@b.test";

type Flow = (scope: Scope, email: string) => Promise<unknown>;

const FLOWS: [name: string, path: string, flow: Flow][] = [
  [
    "signInWithOtp",
    "/auth/v1/otp",
    (scope, email) => scope.auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
  ],
  ["resend", "/auth/v1/resend", (scope, email) => scope.auth.resend({ type: "signup", email })],
  [
    "resetPasswordForEmail",
    "/auth/v1/recover",
    (scope, email) => scope.auth.resetPasswordForEmail(email),
  ],
];

const shape = (changes: readonly CookieChange[]) =>
  changes
    .map(
      ({ name, options }) => `${name.replace(/flow-[\da-f-]{16,}/, "flow-ID")} ${options.maxAge}`,
    )
    .sort();

function openVisitor(): Visitor {
  const visitor = createVisitor();
  visitor.memory.auth.createUser({ email: KNOWN, password: "correct" });
  return visitor;
}

describe.each(FLOWS)("the cookies of %s", (_name, path, flow) => {
  it("are the same for email addresses with and without an account", async () => {
    const shapes = [];
    for (const email of [KNOWN, UNKNOWN]) {
      const { sessions, box } = openVisitor();
      const scope = sessions.open(box.request("/sign-in"));
      await flow(scope, email);
      shapes.push(shape(scope.cookieChanges()));
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[0]).not.toEqual([]);
  });

  it("are the same for any two responses of the service, however many flows the browser started before", async () => {
    const answer = fc.record({
      status: fc.constantFrom(200, 204, 400, 403, 404, 422, 429, 500, 503),
      body: fc.oneof(
        fc.constantFrom<unknown>({}, { code: "otp_disabled" }, { code: "user_not_found" }),
        fc.record({ code: fc.string() }),
        fc.json(),
      ),
    });
    const pair = fc.tuple(answer, answer, fc.integer({ min: 0, max: 7 }));
    await fc.assert(
      fc.asyncProperty(pair, async ([first, second, calls]) => {
        const shapes = [];
        for (const { status, body } of [first, second]) {
          const { memory, sessions, box } = openVisitor();
          for (let count = 0; count < calls; count++) {
            const before = sessions.open(box.request("/"));
            await before.auth.resetPasswordForEmail(KNOWN);
            box.take(before.apply(new Response()));
          }
          memory.faults.add({
            path,
            times: Number.POSITIVE_INFINITY,
            respond: () => authAnswer(status, body as Record<string, unknown>),
          });
          const scope = sessions.open(box.request("/sign-in"));
          await flow(scope, KNOWN);
          shapes.push(shape(scope.cookieChanges()));
        }
        expect(shapes[1]).toEqual(shapes[0]);
      }),
      { numRuns: samples(60) },
    );
  });
});

describe("the PKCE verifier of a flow", () => {
  async function beginOAuth({ sessions, box }: Visitor): Promise<string> {
    const scope = sessions.open(box.request("/"));
    const options = { skipBrowserRedirect: true };
    const { data } = await scope.auth.signInWithOAuth({ provider: "github", options });
    box.take(scope.apply(new Response()));
    return data?.url ?? "";
  }
  async function finishOAuth({ sessions, box, memory }: Visitor, url: string): Promise<string> {
    const provider = await memory.fetch(url);
    const back = new URL(provider.headers.get("location") ?? "");
    const done = box.take(
      await sessions.handle(box.request(`/auth/callback${back.search}&next=/o`)),
    );
    return done.headers.get("location") ?? "";
  }
  /** Excludes the cookie `…-flows-code-verifier`, in which auth-js lists the flows. */
  const verifiers = ({ box }: Visitor) =>
    [...box.cookies.keys()].filter((name) => /(?<!-flows)-code-verifier$/.test(name));

  it("survives the end of the browser's previous session", async () => {
    const visitor = openVisitor();
    await visitor.signedIn();
    const url = await beginOAuth(visitor);
    visitor.memory.clock.skip(3_700_000);
    visitor.memory.faults.add({
      path: "/auth/v1/token",
      respond: () => authAnswer(400, { code: "refresh_token_not_found" }),
    });
    expect((await visitor.visit()).session.status).toBe("unauthenticated");
    expect(await finishOAuth(visitor, url)).toBe("/o#");
    expect((await visitor.visit()).session.status).toBe("authenticated");
  });

  it("survives a sign-out and a sign-in by another flow", async () => {
    const visitor = openVisitor();
    const { sessions, box } = visitor;
    await visitor.signedIn();
    const url = await beginOAuth(visitor);
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    const scope = sessions.open(box.request("/"));
    await scope.auth.signInWithPassword({ email: KNOWN, password: "correct" });
    box.take(scope.apply(new Response()));
    expect(await finishOAuth(visitor, url)).toBe("/o#");
  });

  it("is removed by the exchange that uses it", async () => {
    const visitor = openVisitor();
    const url = await beginOAuth(visitor);
    expect(verifiers(visitor)).not.toEqual([]);
    await finishOAuth(visitor, url);
    expect(verifiers(visitor)).toEqual([]);
  });

  it("is removed under both of its names when the app passes the flow's id to the exchange", async () => {
    const visitor = openVisitor();
    const { sessions, box, memory } = visitor;
    const url = await beginOAuth(visitor);
    const [flowId = ""] = verifiers(visitor).flatMap(
      (name) => /-flow-([\da-f-]+)-code/.exec(name)?.[1] ?? [],
    );
    const provider = await memory.fetch(url);
    const back = new URL(provider.headers.get("location") ?? "");
    const scope = sessions.open(box.request("/"));
    const { error } = await scope.auth.exchangeCodeForSession(back.searchParams.get("code") ?? "", {
      flowId,
    });
    box.take(scope.apply(new Response()));
    expect(error).toBeNull();
    expect(verifiers(visitor)).toEqual([]);
  });

  it("is the only cookie that the exchange removes, even if another cookie has the same value", async () => {
    const visitor = openVisitor();
    const url = await beginOAuth(visitor);
    const [name = ""] = verifiers(visitor);
    const value = visitor.box.cookies.get(name) ?? "";
    visitor.box.cookies.set("theme", value);
    await finishOAuth(visitor, url);
    expect(visitor.box.cookies.get("theme")).toBe(value);
  });

  it("survives a callback with a forged code", async () => {
    const visitor = openVisitor();
    const url = await beginOAuth(visitor);
    const { sessions, box } = visitor;
    box.take(await sessions.handle(box.request("/auth/callback?code=made-up")));
    expect(await finishOAuth(visitor, url)).toBe("/o#");
  });
});
