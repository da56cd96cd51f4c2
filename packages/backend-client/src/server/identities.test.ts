import { beforeEach, describe, expect, it } from "vitest";
import { ADA, createHookedVisitor, type HookedVisitor } from "../../test/support/hooked-visitor.js";
import { unwrap } from "../errors/backend-error.js";
import type { SessionClaims } from "../session/session.js";

const CALLBACK = "http://app.test/auth/callback?next=/account";

let visitor: HookedVisitor;
beforeEach(() => {
  visitor = createHookedVisitor({}, { auth: { ssoDomains: ["firm.test"] } });
});

async function follow(url: string): Promise<string | null> {
  const { memory, box, sessions } = visitor;
  const left = await memory.fetch(url, { redirect: "manual" });
  const { pathname, search } = new URL(left.headers.get("location") ?? "");
  const landed = box.take(await sessions.handle(box.request(pathname + search)));
  await memory.clock.advance(0);
  return landed.headers.get("location");
}

async function session() {
  const found = await visitor.within((scope) => scope.session());
  if (found.status !== "authenticated") throw new Error(`the session is ${found.status}`);
  return found;
}

const signIn = () => visitor.within(({ auth }) => auth.signInWithPassword(ADA));
const link = (provider: "github" | "google" = "github") =>
  visitor.within(({ auth }) => auth.linkIdentity({ provider, options: { redirectTo: CALLBACK } }));
const identities = async () =>
  unwrap(await visitor.within(({ auth }) => auth.getUserIdentities())).identities;

describe("signInWithSSO", () => {
  it.each([{ domain: "firm.test" }, { providerId: "firm.test" }])(
    "returns the provider's URL for %j, and the callback signs the user in",
    async (which) => {
      const { url } = unwrap(
        await visitor.within(({ auth }) =>
          auth.signInWithSSO({ ...which, options: { redirectTo: CALLBACK } }),
        ),
      );
      expect(await follow(url)).toBe("/account#");
      expect(await session()).toMatchObject({
        claims: { email: "person@firm.test" },
        event: { count: 1, name: "SIGNED_IN" },
      });
    },
  );

  it("returns the service's error for an unknown domain", async () => {
    const { error } = await visitor.within(({ auth }) => auth.signInWithSSO({ domain: "x.test" }));
    expect(error).toMatchObject({ kind: "auth", code: "sso_provider_not_found", status: 404 });
  });

  it("returns an error in a page, which cannot set cookies; so does linkIdentity", async () => {
    const { sessions, box } = visitor;
    const { auth } = sessions.open(box.request("/"), { isReadOnly: true });
    for (const result of [
      await auth.signInWithSSO({ domain: "firm.test" }),
      await auth.linkIdentity({ provider: "github" }),
    ]) {
      expect(result.error).toMatchObject({ code: "cookies_read_only" });
    }
  });
});

describe("linkIdentity", () => {
  it("adds the provider's account, and the callback emits USER_UPDATED once", async () => {
    await signIn();
    const before = await session();
    const { url } = unwrap(await link());
    expect(await follow(url)).toBe("/account#");
    const after = await session();
    expect(after.claims.sub).toBe(before.claims.sub);
    expect(after.event).toEqual({ count: before.event.count + 1, name: "USER_UPDATED" });
    expect(await identities()).toMatchObject([{ provider: "email" }, { provider: "github" }]);
  });

  it("adds the account of an id token at once, and emits USER_UPDATED once", async () => {
    await signIn();
    const token = visitor.memory.auth.createIdToken("google");
    const { data, error } = await visitor.within(({ auth }) =>
      auth.linkIdentity({ provider: "google", token }),
    );
    expect(error).toBeNull();
    expect(data).toMatchObject({
      user: { email: ADA.email },
      session: { event: { count: 2, name: "USER_UPDATED" } },
    });
    expect(JSON.stringify(data)).not.toMatch(/eyJ|refresh-/);
    expect(await identities()).toMatchObject([{ provider: "email" }, { provider: "google" }]);
    expect(visitor.memory.auth.sessions.size).toBe(1);
  });

  it("refuses an account that belongs to another user, and keeps the session", async () => {
    const { url } = unwrap(
      await visitor.within(({ auth }) =>
        auth.signInWithOAuth({ provider: "github", options: { redirectTo: CALLBACK } }),
      ),
    );
    await follow(url);
    await signIn();
    const before = await session();
    expect(await follow(unwrap(await link()).url)).toBe("/account?error=identity_already_exists#");
    expect(await session()).toEqual(before);
    const token = visitor.memory.auth.createIdToken("github");
    const { error } = await visitor.within(({ auth }) =>
      auth.linkIdentity({ provider: "github", token }),
    );
    expect(error).toMatchObject({ kind: "auth", code: "identity_already_exists", status: 422 });
    expect(await session()).toEqual(before);
  });

  it("returns an error when no user is signed in", async () => {
    expect((await link()).error).toMatchObject({ code: "session_missing" });
    expect(visitor.memory.calls).toEqual([]);
  });
});

describe("unlinkIdentity", () => {
  it("removes the provider's account, but not the user's last account", async () => {
    await signIn();
    await follow(unwrap(await link()).url);
    const [, github] = await identities();
    if (!github) throw new Error("nothing was linked");
    const unlink = (identity: typeof github) =>
      visitor.within(({ auth }) => auth.unlinkIdentity(identity));
    const unknown = { ...github, identity_id: crypto.randomUUID() };
    expect((await unlink(unknown)).error).toMatchObject({ code: "identity_not_found" });
    expect((await unlink(github)).error).toBeNull();
    expect((await session()).event).toMatchObject({ name: "USER_UPDATED" });
    const [last, ...others] = await identities();
    expect(others).toEqual([]);
    for (const each of [github, last ?? github]) {
      expect((await unlink(each)).error).toMatchObject({
        kind: "auth",
        code: "single_identity_not_deletable",
        status: 422,
      });
    }
    expect((await session()).status).toBe("authenticated");
  });
});

describe("getUserIdentities", () => {
  it("returns the identities in a page, which cannot set cookies", async () => {
    await signIn();
    const { sessions, box } = visitor;
    const { auth } = sessions.open(box.request("/"), { isReadOnly: true });
    expect(unwrap(await auth.getUserIdentities()).identities).toMatchObject([
      { provider: "email", identity_data: { email: ADA.email } },
    ]);
  });
});

describe("an anonymous user", () => {
  const begin = async (): Promise<SessionClaims> => {
    await visitor.within(({ auth }) => auth.signInAnonymously());
    const { claims } = await session();
    expect(claims.is_anonymous).toBe(true);
    return claims;
  };

  it("becomes permanent and keeps the user id when a provider's account is linked", async () => {
    const { sub } = await begin();
    expect(await follow(unwrap(await link()).url)).toBe("/account#");
    expect(await session()).toMatchObject({
      claims: { sub, is_anonymous: false, email: "person@github.test" },
      event: { count: 2, name: "USER_UPDATED" },
    });
  });

  it("becomes permanent and keeps the user id when the account of an id token is linked", async () => {
    const { sub } = await begin();
    visitor.memory.auth.setProviderAccount("google", { id: "g-1", email: "ada@g.test" });
    const token = visitor.memory.auth.createIdToken("google");
    await visitor.within(({ auth }) => auth.linkIdentity({ provider: "google", token }));
    expect(await session()).toMatchObject({
      claims: { sub, is_anonymous: false, email: "ada@g.test" },
      event: { count: 2, name: "USER_UPDATED" },
    });
  });

  it("stays signed in when the provider's account belongs to another user", async () => {
    await signInElsewhere("github");
    const { sub } = await begin();
    expect(await follow(unwrap(await link()).url)).toBe("/account?error=identity_already_exists#");
    expect((await session()).claims).toMatchObject({ sub, is_anonymous: true });
  });
});

async function signInElsewhere(provider: "github"): Promise<void> {
  const { sessions, memory } = visitor;
  const scope = sessions.open(memory.createJar().request("/"));
  const token = memory.auth.createIdToken(provider);
  unwrap(await scope.auth.signInWithIdToken({ provider, token }));
}
