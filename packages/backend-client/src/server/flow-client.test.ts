import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import { authAnswer } from "../testing/index.js";
import type { Scope } from "./scope-type.js";

const FOREVER = Number.POSITIVE_INFINITY;
const CREDENTIALS = { email: "ada@b.test", password: "correct" };

let memory: Visitor["memory"];
let box: Visitor["box"];
let sessions: Visitor["sessions"];
let signedIn: Visitor["signedIn"];

beforeEach(() => {
  ({ memory, box, sessions, signedIn } = createVisitor());
  memory.auth.createUser(CREDENTIALS);
});

async function within<T>(run: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = sessions.open(box.request("/"));
  const result = await run(scope);
  box.take(scope.apply(new Response()));
  return result;
}

const verifiers = () =>
  [...box.cookies.keys()].filter((name) => /code-verifier|-flow-.*verifier/.test(name));

const beginOAuth = () =>
  within(async ({ auth }) => {
    const options = { skipBrowserRedirect: true };
    const { data } = await auth.signInWithOAuth({ provider: "github", options });
    return data?.url ?? "";
  });

async function codeOf(url: string): Promise<string> {
  const provider = await memory.fetch(url);
  return new URL(provider.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

describe("the error of a flow", () => {
  it.each<[string, (scope: Scope) => Promise<{ error: unknown }>]>([
    ["auth.signInWithPassword", ({ auth }) => auth.signInWithPassword(CREDENTIALS)],
    ["auth.signUp", ({ auth }) => auth.signUp({ email: "new@b.test", password: "correct" })],
    ["auth.getUser", ({ auth }) => auth.getUser()],
  ])("contains the operation %s during an outage", async (operation, flow) => {
    await signedIn();
    await within((scope) => scope.session());
    memory.faults.add({ path: "/auth/v1/", drop: true, times: FOREVER });
    const { error } = await within(flow);
    expect(error).toMatchObject({ code: "unreachable", operation });
  });

  it("names the flow when the caller is a page, which cannot set cookies", async () => {
    const scope = sessions.open(box.request("/"), { isReadOnly: true });
    const { error } = await scope.auth.signInWithPassword(CREDENTIALS);
    expect(error?.message).toMatch(/^auth\.signInWithPassword changes the session/);
  });

  it("is service_unavailable when the first of a flow's two calls uses up the flow's time limit", async () => {
    await signedIn();
    await within((scope) => scope.session());
    memory.faults.add({
      path: "/auth/v1/factors/f/challenge",
      respond: () => {
        memory.clock.skip(12_000);
        return authAnswer(200, { id: "c", type: "totp", expires_at: 0 });
      },
    });
    const { error } = await within(({ auth }) =>
      auth.mfa.challengeAndVerify({ factorId: "f", code: "123456" }),
    );
    expect(error).toMatchObject({
      code: "service_unavailable",
      operation: "auth.mfa.challengeAndVerify",
    });
    expect(memory.count("/auth/v1/factors/f/verify")).toBe(0);
  });
});

describe("a flow whose tokens cannot be stored", () => {
  beforeEach(() => {
    memory.faults.add({
      path: "/auth/v1/token",
      respond: async () => {
        const tokens = await memory.auth.signIn();
        return authAnswer(200, { ...tokens, refresh_token: "spaces are not allowed" });
      },
    });
  });

  it("returns an error and stores no session", async () => {
    const { data, error } = await within(({ auth }) => auth.signInWithPassword(CREDENTIALS));
    expect([data, error]).toEqual([
      null,
      expect.objectContaining({
        kind: "network",
        code: "unexpected_answer",
        operation: "auth.signInWithPassword",
      }),
    ]);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  it("keeps the session of the user who was signed in", async () => {
    await signedIn();
    const before = box.cookies.get(SESSION_COOKIE);
    const { error } = await within(({ auth }) => auth.signInWithPassword(CREDENTIALS));
    expect(error?.code).toBe("unexpected_answer");
    expect(before).toBeDefined();
    expect(box.cookies.get(SESSION_COOKIE)).toBe(before);
  });
});

describe("a flow that changes the user", () => {
  it("sends the session's access token and keeps the refresh token", async () => {
    await signedIn();
    const before = await within((scope) => scope.session());
    expect(
      (await within(({ auth }) => auth.updateUser({ data: { name: "Ada" } }))).error,
    ).toBeNull();
    const put = memory.calls.find(({ method }) => method === "PUT");
    expect(put?.bearer).toBe(before.status === "authenticated" && before.accessToken);
    memory.clock.skip(3_700_000);
    expect((await within((scope) => scope.session())).status).toBe("authenticated");
  });
});

describe("the PKCE verifiers of a browser", () => {
  it("are stored for the last five flows, and the latest flow's verifier is stored a second time without a flow id", async () => {
    for (let flow = 0; flow < 8; flow++) await beginOAuth();
    expect(verifiers().filter((name) => !name.includes("flows"))).toHaveLength(6);
  });

  it("remain for other flows when one flow ends", async () => {
    await beginOAuth();
    const before = new Set(verifiers());
    const url = await beginOAuth();
    const code = await codeOf(url);
    const { error } = await within(({ auth }) => auth.exchangeCodeForSession(code));
    expect(error).toBeNull();
    const first = [...before].filter((name) => verifiers().includes(name));
    expect(first).not.toEqual([]);
    expect(box.cookies.has(SESSION_COOKIE)).toBe(true);
  });

  it("are required: an exchange without a verifier fails without a request", async () => {
    const { error } = await within(({ auth }) => auth.exchangeCodeForSession("made-up"));
    expect(error).toMatchObject({ code: "pkce_code_verifier_not_found" });
    expect(memory.calls).toEqual([]);
  });
});
