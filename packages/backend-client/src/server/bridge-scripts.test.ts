import { afterEach, describe, expect, it, vi } from "vitest";
import { MIGRATE, openTwoLibraries } from "../../test/support/two-libraries.js";
import { encodeSsrSession } from "../cookies/ssr.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;
const encode = (tokens: { accessToken: string; refreshToken: string; expiresAt: number }) =>
  encodeSsrSession({ ...tokens, event: { count: 0, name: "SIGNED_IN" } }, { user: {}, nowMs: 0 });

describe("a @supabase/ssr cookie that a script writes", () => {
  it("does not change the signed-in user, even if the cookie contains another user's session", async () => {
    const app = openTwoLibraries();
    await app.signIn("ssr", "eve@b.test");
    const [eve] = app.shared();
    app.write(null);
    await app.signIn("sdk", "ada@b.test");
    app.memory.calls.length = 0;
    app.write(eve?.text ?? "");
    for (let visit = 0; visit < 20; visit++) {
      expect(await app.who({ isReadOnly: visit % 2 === 0 })).toBe("ada@b.test");
    }
    expect(new Set(app.logged)).toEqual(new Set(["bridge_user_ignored"]));
    expect(app.memory.calls.map(({ path }) => path)).toEqual(["/auth/v1/user"]);
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });

  it("causes no call to the service when it contains a forged token of another user", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    const [ada] = app.shared();
    const [head, body, signature] = (ada?.accessToken ?? "").split(".");
    const claims = JSON.parse(Buffer.from(String(body), "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "eve" })).toString("base64url");
    app.memory.calls.length = 0;
    app.write(
      encode({
        refreshToken: "r",
        expiresAt: ada?.expiresAt ?? 0,
        accessToken: `${head}.${forged}.${signature}`,
      }),
    );
    expect(await app.who()).toBe("ada@b.test");
    expect(app.memory.calls).toEqual([]);
  });

  it("signs the user out at the next refresh when it pairs the user's access token with another user's refresh token", async () => {
    const app = openTwoLibraries();
    await app.signIn("ssr", "eve@b.test");
    const [eve] = app.shared();
    app.write(null);
    await app.signIn("sdk", "ada@b.test");
    app.memory.clock.skip(2000);
    const later = await app.ssr(async (auth) => (await auth.refreshSession()).data.session);
    app.write(
      encode({
        accessToken: later?.access_token ?? "",
        refreshToken: eve?.refreshToken ?? "",
        expiresAt: later?.expires_at ?? 0,
      }),
    );
    expect(await app.who()).toBe("ada@b.test");
    app.memory.clock.skip(HOUR_MS);
    expect(await app.who()).toBe("unauthenticated");
    expect(await app.whoInSsr()).toBe("unauthenticated");
  });

  it("signs the user out when the script removes it, and back in when the script restores it", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    const [ada] = app.shared();
    app.write(null);
    expect(await app.who()).toBe("unauthenticated");
    expect([...app.box.cookies.keys()]).toEqual([]);
    expect(app.ended).toEqual([]);
    app.write(ada?.text ?? "");
    expect(await app.who()).toBe("ada@b.test");
  });

  it("is rewritten from the SDK's session when it is unreadable", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    app.write("base64-garbage");
    expect(await app.who()).toBe("ada@b.test");
    expect(await app.whoInSsr()).toBe("ada@b.test");
  });
});

describe("a link of a flow that @supabase/ssr started", () => {
  const start = async (app: ReturnType<typeof openTwoLibraries>, email: string) => {
    await app.ssr((auth) => auth.signInWithOtp({ email }));
    const link = app.memory.mailbox.last(email)?.link ?? "";
    const response = await app.memory.fetch(link, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
  };
  const finish = (app: ReturnType<typeof openTwoLibraries>, code: string) =>
    app.sdk((scope) => scope.auth.exchangeCodeForSession(code));

  it("signs the user in and removes the PKCE verifier", async () => {
    const app = openTwoLibraries();
    const code = await start(app, "ada@b.test");
    expect([...app.box.cookies.keys()].some((name) => name.endsWith("-code-verifier"))).toBe(true);
    expect((await finish(app, code)).error).toBeNull();
    expect(await app.who()).toBe("ada@b.test");
    expect(app.box.cookies.has(`${app.name}-code-verifier`)).toBe(false);
  });

  it("signs the user in with the flow's own verifier cookie when the app passes the flow id", async () => {
    const app = openTwoLibraries();
    const code = await start(app, "ada@b.test");
    const slot = [...app.box.cookies.keys()].find((name) => name.includes("-flow-")) ?? "";
    const flowId = slot.slice(`${app.name}-flow-`.length, -"-code-verifier".length);
    app.write(null, `${app.name}-code-verifier`);
    const { error } = await app.sdk((scope) => scope.auth.exchangeCodeForSession(code, { flowId }));
    expect(error).toBeNull();
    expect(app.box.cookies.has(slot)).toBe(false);
  });

  it("does not replace the signed-in user, because a script can write the verifier", async () => {
    const app = openTwoLibraries();
    await app.signIn("sdk", "ada@b.test");
    const code = await start(app, "eve@b.test");
    expect((await finish(app, code)).error).toMatchObject({
      code: "sign_in_refused",
      upstreamCode: "link_mismatch",
    });
    expect(await app.who()).toBe("ada@b.test");
    const own = await start(app, "ada@b.test");
    expect((await finish(app, own)).error).toBeNull();
  });

  it("does not complete without the option `migrate`, or after the migration", async () => {
    const app = openTwoLibraries();
    const code = await start(app, "ada@b.test");
    app.change(undefined);
    expect((await finish(app, code)).error?.code).toBe("pkce_code_verifier_not_found");
    app.change(MIGRATE);
    app.goTo(61);
    expect((await finish(app, code)).error?.code).toBe("pkce_code_verifier_not_found");
  });
});
