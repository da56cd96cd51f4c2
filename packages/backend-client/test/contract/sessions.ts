import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Jar, parseCookieHeader } from "../../src/cookies/jar.js";
import { unwrap } from "../../src/errors/backend-error.js";
import type { Scope } from "../../src/server/scope-type.js";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import { refreshTokens } from "../../src/session/refresh.js";
import { SessionStore } from "../../src/session/store.js";
import { createMemoryJar, type MemoryJar, totpCode } from "../../src/testing/index.js";
import { forgetProject } from "../support/forget-project.js";
import { type SecretWatch, watchSecrets } from "../support/secret-watch.js";
import type { SessionScene, SessionStage } from "./session-scene.js";

const PASSWORD = "correct horse battery staple";
const HOUR_MS = 3600_000;

export function describeSessions(stage: SessionStage): void {
  const run = Date.now().toString(36);
  let scene: SessionScene;
  let sessions: SessionServer;
  let watch: SecretWatch;
  let box: MemoryJar;
  let people = 0;
  let email = "";

  beforeAll(async () => {
    const missing = () => {
      throw new Error("this stage lacks what the scenario needs");
    };
    scene = {
      later: missing,
      serviceNow: () => Date.now(),
      mailbox: { waitFor: missing },
      faults: { add: missing },
      rotateSigningKey: missing,
      reset: () => undefined,
      close: () => undefined,
      ...(await stage.open()),
    };
    watch = watchSecrets(scene.backend);
    sessions = createSessionServer(scene.backend, {
      clientLimit: false,
      serviceLimit: false,
      ...watch.options,
    });
  }, 120_000);

  afterAll(() => {
    watch?.stop();
    return scene?.close();
  });

  afterEach(() => expect(watch.leaks()).toEqual([]));

  beforeEach(() => {
    box = createMemoryJar();
    scene.reset();
    scene.requests.length = 0;
    people += 1;
    email = `person-${run}-${people}@${stage.emailDomain ?? "example.org"}`;
  });

  async function within<T>(work: (scope: Scope) => Promise<T>, jar = box): Promise<T> {
    const scope = sessions.open(jar.request("/"));
    const result = await work(scope);
    jar.take(scope.apply(new Response()));
    return result;
  }

  const session = (jar = box) => within((scope) => scope.session(), jar);

  async function emailedCode(): Promise<string> {
    const message = await scene.mailbox.waitFor({ to: email });
    const code = /\b\d{6}\b/.exec(`${message.text ?? ""} ${message.html ?? ""}`)?.[0];
    if (!code) throw new Error("the email has no code");
    return code;
  }

  async function signUp(): Promise<void> {
    const { session } = unwrap(
      await within((scope) => scope.auth.signUp({ email, password: PASSWORD })),
    );
    if (session) return;
    const token = await emailedCode();
    unwrap(await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" })));
  }

  async function signInElsewhere(): Promise<MemoryJar> {
    const other = createMemoryJar();
    const account = { email, password: PASSWORD };
    unwrap(await within((scope) => scope.auth.signInWithPassword(account), other));
    return other;
  }

  function refreshTokenOf(jar: MemoryJar): string {
    const cookies = new Jar(parseCookieHeader(jar.header()), { secure: false });
    const stored = new SessionStore(scene.backend, cookies).read();
    if (stored.status !== "whole") throw new Error("no session");
    return stored.session.refreshToken;
  }

  describe("a session", () => {
    it("starts with an emailed code, contains the user's changed data, and ends with a sign-out", async () => {
      const first = unwrap(
        await within((scope) => scope.auth.signUp({ email, password: PASSWORD })),
      );
      expect(first.session).toBeNull();
      const unconfirmed = await within((scope) =>
        scope.auth.signInWithPassword({ email, password: PASSWORD }),
      );
      expect(unconfirmed.error).toMatchObject({ code: "email_not_confirmed" });
      const wrong = await within((scope) =>
        scope.auth.verifyOtp({ email, token: "000000", type: "email" }),
      );
      expect(wrong.error).toMatchObject({ kind: "auth", code: "otp_expired" });
      const token = await emailedCode();
      const verified = unwrap(
        await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" })),
      );
      expect(verified.session).toMatchObject({
        claims: { email, aal: "aal1", amr: [{ method: "otp" }] },
        event: { name: "SIGNED_IN" },
      });
      const again = await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" }));
      expect(again.error).toMatchObject({ code: "otp_expired" });

      unwrap(await within((scope) => scope.auth.updateUser({ data: { full_name: "Ada" } })));
      expect(await session()).toMatchObject({
        claims: { user_metadata: { full_name: "Ada" } },
        event: { name: "USER_UPDATED" },
      });
      expect(await within((scope) => scope.auth.signOut({ scope: "local" }))).toEqual({
        data: null,
        error: null,
      });
      expect(await session()).toEqual({ status: "unauthenticated" });
    });

    it("starts with a password, and returns errors for a wrong, a weak and an unchanged password", async () => {
      await signUp();
      const { user } = unwrap(await within((scope) => scope.auth.getUser()));
      expect(user).toMatchObject({ email, aud: "authenticated" });
      unwrap(await within((scope) => scope.auth.signOut({ scope: "local" })));
      const refused = await within((scope) =>
        scope.auth.signInWithPassword({ email, password: "another one" }),
      );
      expect(refused.error).toMatchObject({ code: "invalid_credentials", status: 400 });
      box = await signInElsewhere();
      expect(await session()).toMatchObject({
        status: "authenticated",
        claims: { email, role: "authenticated", amr: [{ method: "password" }] },
      });
      const weak = await within((scope) => scope.auth.updateUser({ password: "abc" }));
      expect(weak.error).toMatchObject({ code: "weak_password", status: 422 });
      const same = await within((scope) => scope.auth.updateUser({ password: PASSWORD }));
      expect(same.error).toMatchObject({ code: "same_password", status: 422 });
    });

    it("reads data as the user, and as an anonymous visitor only on request", async () => {
      await signUp();
      await within(async (scope) => {
        expect(unwrap(await scope.db.rpc("whoami"))).toBe("authenticated");
        expect(unwrap(await scope.anonymous.db.rpc("whoami"))).toBe("anon");
      });
    });

    it("is refreshed once for 20 parallel requests", async () => {
      await signUp();
      scene.later(HOUR_MS - 60_000);
      scene.requests.length = 0;
      const found = await Promise.all(
        Array.from({ length: 20 }, () => sessions.open(box.request("/")).session()),
      );
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
      expect(scene.requests.filter((path) => path === "/auth/v1/token")).toHaveLength(1);
    });

    it("continues with the previous refresh token if the response to a refresh was lost", async () => {
      await signUp();
      const lost = refreshTokenOf(box);
      expect(await refreshTokens(scene.backend, lost)).toMatchObject({ status: "refreshed" });
      forgetProject(scene.backend.url);
      expect(await refreshTokens(scene.backend, lost)).toMatchObject({ status: "refreshed" });
    });

    it.each([
      ["a 503 from the auth service", { status: 503 }],
      ["a 429 from the auth service", { status: 429 }],
      ["a lost connection to the auth service", { drop: true }],
    ])("continues after %s", async (_name, fault) => {
      await signUp();
      const before = new Map(box.cookies);
      scene.later(HOUR_MS - 60_000);
      const disarm = scene.faults.add({ path: "/auth/v1/token", times: 2, ...fault });
      expect((await session()).status).toBe("authenticated");
      disarm();
      expect(new Map(box.cookies)).toEqual(before);
      scene.later(30_000);
      expect(await session()).toMatchObject({
        status: "authenticated",
        event: { name: "TOKEN_REFRESHED" },
      });
    });

    it("ends at the service when the user signs out", async () => {
      await signUp();
      const refreshToken = refreshTokenOf(box);
      box.take(await sessions.handle(box.post("/auth/sign-out")));
      const outcome = await refreshTokens(scene.backend, refreshToken);
      expect(outcome).toMatchObject({ status: "ended" });
    });

    it("ends in other browsers after a sign-out with the scope `others` or `global`, and continues in this browser after `others`", async () => {
      await signUp();
      const other = await signInElsewhere();
      unwrap(await within((scope) => scope.auth.signOut({ scope: "others" })));
      const elsewhere = await within((scope) => scope.auth.getUser(), other);
      expect(elsewhere.error).toMatchObject({ kind: "auth", code: "session_not_found" });
      expect((await session(other)).status).toBe("unauthenticated");
      unwrap(await within((scope) => scope.auth.getUser()));
      const third = await signInElsewhere();
      unwrap(await within((scope) => scope.auth.signOut({ scope: "global" })));
      expect(await refreshTokens(scene.backend, refreshTokenOf(third))).toMatchObject({
        status: "ended",
      });
    });

    it("continues after a rotation of the signing key", async ({ skip }) => {
      skip(...(stage.rotation ?? [false, ""]));
      await signUp();
      await scene.rotateSigningKey();
      scene.later(HOUR_MS - 60_000);
      expect(await session()).toMatchObject({ status: "authenticated" });
    });

    it("starts with a recovery email through the PKCE callback, and the link works only once", async () => {
      await signUp();
      unwrap(await within((scope) => scope.auth.signOut({ scope: "local" })));
      unwrap(
        await within((scope) =>
          scope.auth.resetPasswordForEmail(email, {
            redirectTo: "http://app.test/auth/callback",
          }),
        ),
      );
      const message = await scene.mailbox.waitFor({ to: email });
      const link = /https?:[^\s"<>]*\/auth\/v1\/verify[^\s"<>]*/.exec(
        (message.html ?? message.text ?? "").replaceAll("&amp;", "&"),
      )?.[0];
      const { fetch } = scene.backend.runtime;
      const followed = await fetch(link ?? "", { redirect: "manual" });
      const back = new URL(followed.headers.get("location") ?? "");
      expect(back.searchParams.get("code")).toBeTruthy();
      const done = box.take(
        await sessions.handle(box.request(`/auth/callback${back.search}&next=/account`)),
      );
      expect(done.headers.get("location")).toBe("/account#");
      expect(await session()).toMatchObject({ status: "authenticated" });
      const twice = await fetch(link ?? "", { redirect: "manual" });
      expect(twice.headers.get("location")).toContain("error_code=otp_expired");
    });

    it("reaches aal2 with the code of a second factor, but not with a wrong code", async () => {
      await signUp();
      const factor = unwrap(await within((scope) => scope.auth.mfa.enroll({ factorType: "totp" })));
      const { secret } = (factor as { totp: { secret: string } }).totp;
      const wrong = await within((scope) =>
        scope.auth.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" }),
      );
      expect(wrong.error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
      const code = await totpCode(secret, scene.serviceNow());
      const verified = await within((scope) =>
        scope.auth.mfa.challengeAndVerify({ factorId: factor.id, code }),
      );
      expect(verified.error).toBeNull();
      expect(JSON.stringify(verified.data)).not.toContain("access_token");
      const found = await within((scope) => scope.requireAal2({ maxAge: 900 }));
      expect(found).toMatchObject({
        claims: { aal: "aal2" },
        event: { name: "MFA_CHALLENGE_VERIFIED" },
      });
      const levels = await within((scope) => scope.auth.mfa.getAuthenticatorAssuranceLevel());
      expect(levels.data).toEqual({ currentLevel: "aal2", nextLevel: "aal2" });
      unwrap(await within((scope) => scope.auth.mfa.unenroll({ factorId: factor.id })));
      expect(unwrap(await within((scope) => scope.auth.mfa.listFactors())).all).toEqual([]);
    });
  });
}
