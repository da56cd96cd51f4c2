import { afterEach, describe, expect, it, vi } from "vitest";
import { MIGRATE, openTwoLibraries } from "../../test/support/two-libraries.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;

describe("a session that @supabase/ssr and the SDK share", () => {
  it("gives @supabase/ssr the user, the session and the claims after a sign-in with the SDK", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    expect([...app.box.cookies.keys()].sort()).toEqual([
      "__Host-sb-bridge",
      "__Host-sb-session",
      "sb-fresh",
      app.name,
      "sb-present",
    ]);
    expect(await app.whoInSsr()).toBe("ada@b.test");
    const session = await app.ssr(async (auth) => (await auth.getSession()).data.session);
    expect(session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      user: {
        ...{ email: "ada@b.test", aud: "authenticated", role: "authenticated", phone: "" },
        ...{ is_anonymous: false, app_metadata: { provider: "email" }, user_metadata: {} },
      },
    });
    const claims = await app.ssr(async (auth) => (await auth.getClaims()).data?.claims);
    expect(claims).toMatchObject({ sub: session?.user.id, email: "ada@b.test" });
  });

  it("is stored in a @supabase/ssr cookie that scripts can read, with Secure on https and the app's lifetime", async () => {
    const app = openTwoLibraries({ cookieSeconds: 86_400 });
    const changes = await app.sdk(async (scope) => {
      await scope.auth.signInWithPassword({ email: "ada@b.test", password: "correct" });
      return scope.cookieChanges();
    });
    const options = (name: string) => changes.find((change) => change.name === name)?.options;
    const shared = { path: "/", sameSite: "lax", secure: true, maxAge: 86_400 };
    expect(options(app.name)).toEqual({ ...shared, httpOnly: false });
    expect(options("__Host-sb-bridge")).toEqual({ ...shared, httpOnly: true });
  });

  it("is copied from the @supabase/ssr cookie to the SDK's cookie without changing the @supabase/ssr cookie", async () => {
    const app = openTwoLibraries();
    await app.signIn("ssr", "ada@b.test");
    const before = app.box.cookies.get(app.name);
    expect(await app.who({ isReadOnly: true })).toBe("ada@b.test");
    expect([...app.box.cookies.keys()]).toEqual([app.name]);
    expect(await app.who()).toBe("ada@b.test");
    expect(app.box.cookies.get("__Host-sb-bridge")).toBe(app.name);
    expect(app.box.cookies.get(app.name)).toBe(before);
    expect(app.memory.count("/auth/v1/token?grant_type=refresh_token")).toBe(0);
    const quiet = await app.sdk(async (scope) => {
      await scope.session();
      return scope.cookieChanges();
    });
    expect(quiet).toEqual([]);
  });

  it("keeps fields of the user object, such as created_at, when the SDK refreshes", async () => {
    const app = openTwoLibraries();
    await app.signIn("ssr", "ada@b.test");
    const [before] = app.shared();
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    const [after] = app.shared();
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
    expect(after?.user).toMatchObject({ created_at: before?.user.created_at, email: "ada@b.test" });
    expect(before?.user.created_at).toEqual(expect.any(String));
  });

  it.each(["sdk", "ssr"] as const)(
    "is visible to both libraries after a refresh by one of them (%s)",
    async (first) => {
      const app = openTwoLibraries();
      await app.signIn("sdk", "ada@b.test");
      const refreshes = () => app.memory.count("/auth/v1/token?grant_type=refresh_token");
      for (let round = 1; round <= 5; round++) {
        app.memory.clock.skip(HOUR_MS);
        const visits = [() => app.who(), () => app.whoInSsr()];
        for (const visit of first === "sdk" ? visits : visits.toReversed()) {
          expect(await visit()).toBe("ada@b.test");
        }
        expect(refreshes()).toBe(round);
      }
      expect(app.shared().map(({ refreshToken }) => refreshToken)).toHaveLength(1);
    },
  );

  it("is read by a read-only page after @supabase/ssr refreshed the session", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.whoInSsr()).toBe("ada@b.test");
    const before = app.box.header();
    expect(await app.who({ isReadOnly: true })).toBe("ada@b.test");
    expect(app.box.header()).toBe(before);
  });

  it("survives the return to the SDK after three weeks in which only @supabase/ssr is used", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    for (let day = 1; day <= 21; day++) {
      app.goTo(day);
      expect(await app.whoInSsr()).toBe("ada@b.test");
    }
    app.goTo(22);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
    expect(app.memory.count("/auth/v1/token?grant_type=refresh_token")).toBe(22);
  });

  it("is read from the @supabase/ssr cookie when the SDK's cookie is damaged or missing", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    app.write("1.damaged", "__Host-sb-session");
    expect(await app.who()).toBe("ada@b.test");
    app.write(null, "__Host-sb-session");
    expect(await app.who()).toBe("ada@b.test");
    expect(app.box.cookies.has("__Host-sb-session")).toBe(true);
  });

  it("is stored under the cookie name that the app sets for @supabase/ssr", async () => {
    const migrate = { ...MIGRATE, ssrCookieName: "our-auth" };
    const app = openTwoLibraries({ migrate });
    await app.signIn("ssr", "ada@b.test");
    expect([...app.box.cookies.keys()]).toEqual(["our-auth"]);
    const untouched = await app.sdk(async (scope) => scope.apply(new Response()));
    expect(untouched.headers.get("cache-control")).toBe("private, no-store");
    expect(await app.who()).toBe("ada@b.test");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });

  it("keeps the user signed in to both libraries when the app changes the @supabase/ssr cookie name", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    app.change({ ...MIGRATE, ssrCookieName: "our-auth" });
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });

  it("is written to the @supabase/ssr cookie even if the user signed in before the app turned `migrate.bridge` on", async () => {
    const app = openTwoLibraries({ migrate: { ...MIGRATE, bridge: false } });
    await app.signIn("sdk", "ada@b.test");
    expect(await app.whoInSsr()).toBe("unauthenticated");
    app.change(MIGRATE);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });

  it("survives when the app turns `migrate.bridge` off and on again", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    app.change({ ...MIGRATE, bridge: false });
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect([...app.box.cookies.keys()].sort()).toEqual([
      "__Host-sb-session",
      "sb-fresh",
      "sb-present",
    ]);
    app.change(MIGRATE);
    expect(await app.who()).toBe("ada@b.test");
  });
});

describe("a session that is too large to store in the cookies of both libraries", () => {
  it("is stored only by the SDK, which keeps the user signed in", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    const ada = [...app.memory.auth.users.values()].find(({ email }) => email === "ada@b.test");
    const setNote = (note: string) => Object.assign(ada ?? {}, { userMetadata: { note } });
    setNote("x".repeat(1900));
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(app.logged).toEqual(["bridge_too_large"]);
    expect(app.shared()).toEqual([]);
    expect(await app.whoInSsr()).toBe("unauthenticated");
    for (let visit = 0; visit < 3; visit++) expect(await app.who()).toBe("ada@b.test");
    expect(app.logged).toEqual(["bridge_too_large"]);
    setNote("short");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });
});

describe("the end of the migration", () => {
  it.each([
    ["59 days after the upgrade", 59.9, MIGRATE, true],
    ["60 days after the upgrade", 60.1, MIGRATE, false],
    ["on the day of `until`", 100.9, { ...MIGRATE, until: "2026-06-09" }, true],
    ["on the day after `until`", 101.1, { ...MIGRATE, until: "2026-06-09" }, false],
  ])(
    "decides whether the SDK reads or removes the @supabase/ssr cookie: %s",
    async (_when, day, migrate, isRead) => {
      const app = openTwoLibraries({ migrate });
      app.goTo(day);
      await app.signIn("ssr", "ada@b.test");
      app.write("verifier", `${app.name}-code-verifier`);
      app.write("verifier", `${app.name}-flow-0123456789abcdef-code-verifier`);
      app.write("verifier", `${app.name}-flows-code-verifier`);
      app.write("1", "theme");
      expect(await app.who({ isReadOnly: true })).toBe(isRead ? "ada@b.test" : "unauthenticated");
      expect(await app.who()).toBe(isRead ? "ada@b.test" : "unauthenticated");
      expect(app.box.cookies.has("__Host-sb-session")).toBe(isRead);
      if (!isRead) expect([...app.box.cookies.keys()]).toEqual(["theme"]);
    },
  );

  it("removes the @supabase/ssr cookie, which scripts can read, without signing users out", async () => {
    const app = openTwoLibraries();
    app.goTo(59.9);
    await app.signIn("sdk", "ada@b.test");
    app.goTo(59.99);
    expect(await app.who()).toBe("ada@b.test");
    expect(app.box.cookies.has(app.name)).toBe(true);
    app.goTo(60);
    expect(await app.who()).toBe("ada@b.test");
    expect([...app.box.cookies.keys()].sort()).toEqual([
      "__Host-sb-session",
      "sb-fresh",
      "sb-present",
    ]);
    const quiet = await app.sdk(async (scope) => {
      await scope.session();
      return scope.cookieChanges();
    });
    expect(quiet).toEqual([]);
  });

  it("removes cookies with the plain names of earlier SDK versions", async () => {
    const migrate = { upgradedOn: MIGRATE.upgradedOn, from: ["unprefixed"] } as const;
    const app = openTwoLibraries({ migrate });
    app.goTo(61);
    app.write("1.old", "sb-session");
    expect(await app.who()).toBe("unauthenticated");
    expect(app.box.cookies.size).toBe(0);
  });
});

it.each(["with the secret", "without the secret"] as const)(
  "each library accepts tokens that the other library refreshed, in an HS256 project %s",
  async (hs256) => {
    const app = openTwoLibraries({ hs256 });
    await app.signIn("sdk", "ada@b.test");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.whoInSsr()).toBe("ada@b.test");
    app.memory.clock.skip(2 * HOUR_MS);
    await app.ssr((auth) => auth.refreshSession());
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  },
);
