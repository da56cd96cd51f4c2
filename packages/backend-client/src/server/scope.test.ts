import { beforeEach, describe, expect, it } from "vitest";
import { createVisitor, type Visitor } from "../../test/support/visitor.js";
import type { LogEntry } from "../config/logger.js";
import type { Runtime } from "../config/runtime.js";
import type { CookieChange } from "../cookies/options.js";
import { noteFallback, takeFallback } from "../crypto/fallback.js";
import type { BackendError } from "../errors/backend-error.js";
import { createSessionServer } from "./session-server.js";

let visitor: Visitor;

beforeEach(() => {
  visitor = createVisitor();
});

it("a scope's session is unavailable with cookies_read_only when the app's setAll throws", async () => {
  await visitor.signedIn();
  visitor.memory.clock.skip(3_700_000);
  const refusal = new Error("Cookies can only be modified in an action.");
  const fail = () => {
    throw refusal;
  };
  const scope = visitor.sessions.open({
    cookies: { getAll: () => visitor.box.getAll(), setAll: fail },
  });
  const session = await scope.session();
  expect(session).toMatchObject({
    status: "unavailable",
    error: {
      code: "cookies_read_only",
      cause: refusal,
      operation: "auth.session",
      message: expect.stringContaining("`setAll` threw"),
    },
  });
  await expect(scope.requireSession()).rejects.toMatchObject({ code: "cookies_read_only" });
});

describe("an exception in a function that the app or the framework passes to the SDK", () => {
  const thrown = new Error("not foreseen");
  const fail = () => {
    throw thrown;
  };
  type Options = Parameters<typeof createSessionServer>[1];
  it.each<[string, Partial<Runtime>, Options]>([
    ["the option clientAddress", {}, { clientAddress: fail }],
    ["runtime.randomBytes", { randomBytes: fail }, {}],
    ["runtime.schedule", { schedule: fail }, {}],
    ["runtime.now", { now: fail }, { logger: false }],
  ])("makes the session unavailable: %s", async (_name, runtime, options) => {
    const { memory, box } = visitor;
    await visitor.signedIn();
    memory.clock.skip(3_700_000);
    const { backend } = memory;
    const broken = { ...backend, runtime: { ...backend.runtime, ...runtime } };
    const scope = createSessionServer(broken, options).open(box.request("/"));
    const session = await scope.session();
    expect(session).toMatchObject({ status: "unavailable", error: { kind: expect.any(String) } });
    const { error } = session as { error: BackendError };
    if (error.kind === "auth") {
      expect(error).toMatchObject({
        code: "unknown",
        cause: thrown,
        operation: "auth.session",
        message: expect.stringContaining("`cause`"),
      });
    }
    await expect(scope.refresh()).resolves.toMatchObject({ status: "unavailable" });
  });

  it("makes the session unavailable when the framework's headers throw", async () => {
    await visitor.signedIn();
    const cookies = { getAll: () => visitor.box.getAll(), setAll: () => undefined };
    const scope = visitor.sessions.open({ cookies, headers: { get: fail } });
    const expected = { status: "unavailable", error: { code: "unknown", cause: thrown } };
    expect(await scope.session()).toMatchObject(expected);
    expect(await scope.refresh()).toMatchObject(expected);
  });

  it("is rethrown when the cookie method getAll throws", async () => {
    const scope = visitor.sessions.open({ cookies: { getAll: fail } });
    await expect(scope.session()).rejects.toBe(thrown);
  });
});

describe("the second factor that a scope requires", () => {
  it.each([
    [["totp"], undefined, true],
    [["totp"], 900, false],
    ["totp", 900, false],
    [[null], 900, false],
  ])("with the claim amr %j and the maxAge %s is accepted: %s", async (amr, maxAge, counts) => {
    const { memory, box, sessions } = visitor;
    const tokens = await memory.auth.signIn({ aal: "aal2", claims: { amr } });
    memory.seed(box, tokens);
    const asked = sessions
      .open(box.request("/"))
      .requireAal2(maxAge === undefined ? {} : { maxAge });
    if (counts) await expect(asked).resolves.toMatchObject({ status: "authenticated" });
    else await expect(asked).rejects.toMatchObject({ code: "insufficient_aal" });
  });

  it("is valid until the last second of maxAge", async () => {
    const { memory, box, sessions } = visitor;
    const timestamp = memory.clock.now() / 1000 - 900;
    const claims = { amr: [{ method: "totp", timestamp }] };
    memory.seed(box, await memory.auth.signIn({ aal: "aal2", claims }));
    const scope = sessions.open(box.request("/"));
    await expect(scope.requireAal2({ maxAge: 900 })).resolves.toBeDefined();
    await expect(scope.requireAal2({ maxAge: 899 })).rejects.toMatchObject({
      operation: "auth.aal2",
      message: expect.stringContaining("second factor"),
    });
  });

  it("is treated as missing at aal1, whatever the authentication methods", async () => {
    const { memory, box, sessions } = visitor;
    memory.seed(box, await memory.auth.signIn({ claims: { amr: ["totp"] } }));
    const asked = sessions.open(box.request("/")).requireAal2();
    await expect(asked).rejects.toMatchObject({ code: "insufficient_aal" });
  });
});

it("requireSession throws for a visitor without a session", async () => {
  const scope = visitor.sessions.open(visitor.box.request("/"));
  await expect(scope.requireSession()).rejects.toMatchObject({
    kind: "auth",
    code: "session_missing",
    operation: "auth.session",
    message: expect.stringContaining("sign-in page"),
  });
});

describe("the cookies of a scope", () => {
  it("may come from a getAll that returns a promise", async () => {
    await visitor.signedIn();
    const getAll = async () => visitor.box.getAll();
    const scope = visitor.sessions.open({ cookies: { getAll } });
    expect((await scope.session()).status).toBe("authenticated");
    expect((await scope.refresh()).status).toBe("authenticated");
  });

  it("are read once, for any number of calls of the scope", async () => {
    await visitor.signedIn();
    let reads = 0;
    const getAll = () => {
      reads += 1;
      return visitor.box.getAll();
    };
    const scope = visitor.sessions.open({ cookies: { getAll } });
    await scope.session();
    await scope.session();
    await scope.auth.getUser();
    expect(reads).toBe(1);
  });

  it("are passed to setAll together, and only when they change", async () => {
    const { memory, box, sessions } = visitor;
    await visitor.signedIn();
    const calls: string[][] = [];
    const setAll = (changes: readonly CookieChange[]) => {
      calls.push(changes.map(({ name }) => name));
      box.setAll(changes);
    };
    const open = () => sessions.open({ cookies: { getAll: () => box.getAll(), setAll } });
    await open().session();
    calls.length = 0;
    const scope = open();
    await scope.session();
    expect(calls).toEqual([]);
    memory.clock.skip(1000);
    await scope.refresh();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain("sb-session");
    await scope.auth.getUser();
    expect(calls).toHaveLength(1);
    await scope.auth.signOut({ scope: "local" });
    expect(calls.slice(1).flat()).toContain("sb-signed-out");
    expect(scope.cookieChanges().map(({ name }) => name)).toContain("sb-session");
  });

  it("include a missing sb-present only if the scope can set cookies", async () => {
    const { box, sessions } = visitor;
    await visitor.signedIn();
    box.cookies.delete("sb-present");
    const names = async (isReadOnly: boolean, isApplied: boolean) => {
      const scope = sessions.open(box.request("/"), { isReadOnly });
      if (isApplied) scope.apply(new Response());
      await scope.session();
      return scope.cookieChanges().map(({ name }) => name);
    };
    expect(await names(true, false)).toEqual([]);
    expect(await names(false, true)).toEqual([]);
    expect(await names(false, false)).toEqual(["sb-present"]);
  });
});

it("cookieChanges() returns an empty list before the scope's first call", () => {
  expect(visitor.sessions.open(visitor.box.request("/")).cookieChanges()).toEqual([]);
});

describe("the log of a scope", () => {
  const entries: LogEntry[] = [];
  const codes = () => entries.map(({ code }) => code);
  const open = (options?: { isReadOnly: boolean }) =>
    createSessionServer(visitor.memory.backend, {
      logger: (entry) => void entries.push(entry),
    }).open(visitor.box.request("/"), options);
  beforeEach(async () => {
    entries.length = 0;
    takeFallback();
    await visitor.signedIn();
  });

  it("has one warning for any number of flows after apply", async () => {
    const scope = open();
    scope.apply(new Response());
    await scope.auth.signOut();
    await scope.auth.signOut();
    expect(codes()).toEqual(["scope_closed"]);
  });

  it("is empty after a flow in a page, which cannot set cookies", async () => {
    const scope = open({ isReadOnly: true });
    scope.apply(new Response());
    await scope.auth.signOut();
    expect(codes()).toEqual([]);
  });

  it("is empty when all cookies were set before apply", async () => {
    const scope = open();
    await scope.refresh();
    scope.apply(new Response());
    await scope.session();
    await scope.auth.getUser();
    expect(codes()).toEqual([]);
  });

  it("has one entry when the server switches to WebCrypto", async () => {
    noteFallback(new Error("broken"));
    await open().session();
    await open().session();
    expect(codes()).toEqual(["crypto_fallback"]);
  });
});

it("refreshSession returns clock_skew when the server's clock is a day ahead", async () => {
  const { memory, box, sessions } = visitor;
  await visitor.signedIn();
  const { runtime } = memory.backend;
  const { now } = runtime;
  runtime.now = () => now() + 24 * 3_600_000;
  const { error } = await sessions.open(box.request("/")).auth.refreshSession();
  expect(error).toMatchObject({ code: "clock_skew" });
});

describe("the time limit of a scope", () => {
  const hang = () =>
    visitor.memory.faults.add({
      path: "/auth/v1/token",
      hang: true,
      times: Number.POSITIVE_INFINITY,
    });

  it("gives a refresh three seconds, even if the request has run for a minute", async () => {
    const { memory, box, sessions } = visitor;
    await visitor.signedIn();
    const scope = sessions.open(box.request("/"));
    await scope.session();
    hang();
    memory.clock.skip(60_000);
    const start = memory.clock.now();
    expect((await scope.refresh()).status).toBe("authenticated");
    expect(memory.clock.now() - start).toBe(3000);
  });

  it("allows three seconds in total for a failed refresh and a second refresh", async () => {
    const { memory, box, sessions } = visitor;
    await visitor.signedIn();
    const scope = sessions.open(box.request("/"));
    await scope.session();
    hang();
    const start = memory.clock.now();
    await scope.refresh();
    await scope.refresh();
    expect(memory.clock.now() - start).toBe(3000);
  });

  it("allows three seconds in total for a failed key fetch and the refresh after it", async () => {
    const { memory, box, sessions } = visitor;
    await visitor.signedIn();
    const scope = sessions.open(box.request("/"));
    memory.faults.add({ path: "/auth/v1/", hang: true, times: Number.POSITIVE_INFINITY });
    const start = memory.clock.now();
    expect((await scope.session()).status).toBe("unavailable");
    expect((await scope.refresh()).status).toBe("unavailable");
    expect(memory.clock.now() - start).toBe(3000);
  });
});
