import { afterEach, describe, expect, it, vi } from "vitest";
import { openTwoLibraries } from "../../test/support/two-libraries.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;

describe("while @supabase/ssr and the SDK share a session", () => {
  it.each(["sdk", "ssr"] as const)(
    "a sign-out by one library ends the session for both libraries (%s)",
    async (library) => {
      const app = openTwoLibraries();
      await app.signIn("sdk", "ada@b.test");
      const copy = app.box.copy();
      if (library === "sdk") await app.sdk((scope) => scope.auth.signOut({ scope: "local" }));
      else await app.ssr((auth) => auth.signOut({ scope: "local" }));
      expect(await app.who({ isReadOnly: true })).toBe("unauthenticated");
      expect(await app.who()).toBe("unauthenticated");
      expect(await app.whoInSsr()).toBe("unauthenticated");
      expect([...app.box.cookies.keys()]).toEqual(["__Host-sb-signed-out"]);
      // Put the old cookies back, as a late response of another request would.
      for (const name of [app.name, "__Host-sb-session"]) {
        app.box.cookies.set(name, copy.cookies.get(name) ?? "");
      }
      expect(await app.who()).toBe("unauthenticated");
      expect(app.memory.count("/auth/v1/logout")).toBe(1);
      expect(app.ended).toEqual(["user"]);
    },
  );

  it("a sign-out by @supabase/ssr clears the SDK's cookies even during an outage", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    await app.ssr((auth) => auth.signOut());
    app.memory.faults.add({
      path: "/auth/v1",
      times: 99,
      respond: () => new Response("", { status: 503 }),
    });
    expect(await app.who()).toBe("unauthenticated");
    expect([...app.box.cookies.keys()]).toEqual([]);
  });

  it("a sign-out by the SDK also ends another user's session in the @supabase/ssr cookie", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    await app.signIn("ssr", "eve@b.test");
    await app.sdk((scope) => scope.auth.signOut({ scope: "local" }));
    expect(await app.whoInSsr()).toBe("unauthenticated");
    expect(app.memory.count("/auth/v1/logout")).toBe(2);
  });

  it("the SDK returns the new user after @supabase/ssr has switched users", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    await app.ssr((auth) => auth.signOut());
    await app.signIn("ssr", "eve@b.test");
    expect(await app.who({ isReadOnly: true })).toBe("eve@b.test");
    expect(await app.who()).toBe("eve@b.test");
    expect(app.logged).toEqual([]);
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("eve@b.test");
    expect(await app.whoInSsr()).toBe("eve@b.test");
  });

  it("the SDK returns the new user after @supabase/ssr has switched users, even if the SDK's token has expired", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    await app.ssr((auth) => auth.signOut());
    await app.signIn("ssr", "eve@b.test");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("eve@b.test");
    expect(await app.whoInSsr()).toBe("eve@b.test");
  });

  it("the SDK returns the new session after @supabase/ssr signs the user out and in again", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    await app.ssr((auth) => auth.signOut());
    app.memory.clock.skip(2000);
    await app.signIn("ssr", "ada@b.test");
    const session = await app.sdk((scope) => scope.requireSession());
    expect(session.event.name).toBe("SIGNED_IN");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });
});
