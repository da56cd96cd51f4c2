import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Backend, defineBackend } from "../../src/config/define-backend.js";
import { Jar, parseCookieHeader } from "../../src/cookies/jar.js";
import { unwrap } from "../../src/errors/backend-error.js";
import type { Scope } from "../../src/server/scope.js";
import { createSessionServer, type SessionServer } from "../../src/server/session-server.js";
import { refreshTokens } from "../../src/session/refresh.js";
import { SessionStore } from "../../src/session/store.js";
import { CookieBox } from "../support/browser.js";

const PASSWORD = "correct horse battery staple";
const HOUR_MS = 3600_000;

let local: LocalBackend;
let box: CookieBox;
let sessions: SessionServer;
let backend: Backend;
let skewMs = 0;
let requests: string[] = [];
let people = 0;
let email = "";

beforeAll(async () => {
  local = await startLocalBackend({
    dir: fileURLToPath(new URL("fixture/supabase", import.meta.url)),
    memory: true,
    ports: { api: 0, db: 0 },
    config: {
      auth: {
        site_url: "http://app.test",
        additional_redirect_urls: ["http://app.test/**"],
        email: { enable_confirmations: true, max_frequency: "0s" },
        mfa: { totp: { enroll_enabled: true, verify_enabled: true } },
      },
    },
  });
  backend = defineBackend({
    url: local.urls.api,
    anonKey: local.keys.publishable,
    runtime: {
      now: () => Date.now() + skewMs,
      fetch: (input, init) => {
        requests.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    },
  });
  sessions = createSessionServer(backend);
}, 120_000);

afterAll(() => local?.stop());

beforeEach(() => {
  box = new CookieBox();
  skewMs = 0;
  requests = [];
  people += 1;
  email = `person-${people}@example.org`;
});

/** Runs something in one request and lets the browser take the cookies. */
async function within<T>(run: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = sessions.open(box.request("/"));
  const result = await run(scope);
  box.take(scope.apply(new Response()));
  return result;
}

async function mailedCode(): Promise<string> {
  const mail = await local.mailbox.waitFor({ to: email });
  const code = /\b\d{6}\b/.exec(`${mail.text ?? ""} ${mail.html ?? ""}`)?.[0];
  if (!code) throw new Error("the mail holds no code");
  return code;
}

async function signUp(): Promise<void> {
  unwrap(await within((scope) => scope.auth.signUp({ email, password: PASSWORD })));
  const token = await mailedCode();
  unwrap(await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" })));
}

describe("a session on the local backend", () => {
  it("begins with a mailed code, changes with the user, and ends with sign-out", async () => {
    const first = unwrap(await within((scope) => scope.auth.signUp({ email, password: PASSWORD })));
    expect(first.session).toBeNull();
    const wrong = await within((scope) =>
      scope.auth.verifyOtp({ email, token: "000000", type: "email" }),
    );
    expect(wrong.error).toMatchObject({ kind: "auth", code: "otp_expired" });
    const token = await mailedCode();
    const { session } = unwrap(
      await within((scope) => scope.auth.verifyOtp({ email, token, type: "email" })),
    );
    expect(session).toMatchObject({ claims: { email, aal: "aal1" }, event: { name: "SIGNED_IN" } });

    unwrap(await within((scope) => scope.auth.updateUser({ data: { full_name: "Ada" } })));
    expect(await within((scope) => scope.session())).toMatchObject({
      claims: { user_metadata: { full_name: "Ada" } },
      event: { name: "USER_UPDATED" },
    });

    expect(await within((scope) => scope.auth.signOut({ scope: "local" }))).toEqual({
      data: null,
      error: null,
    });
    expect(await within((scope) => scope.session())).toEqual({ status: "unauthenticated" });

    const refused = await within((scope) =>
      scope.auth.signInWithPassword({ email, password: "no" }),
    );
    expect(refused.error).toMatchObject({ code: "invalid_credentials" });
    unwrap(await within((scope) => scope.auth.signInWithPassword({ email, password: PASSWORD })));
    expect(await within((scope) => scope.session())).toMatchObject({ status: "authenticated" });
  });

  it("acts as the user in the database, and as nobody only on purpose", async () => {
    await signUp();
    await within(async (scope) => {
      expect(unwrap(await scope.db.rpc("whoami"))).toBe("authenticated");
      expect(unwrap(await scope.anonymous.db.rpc("whoami"))).toBe("anon");
    });
  });

  it("is refreshed once for 20 parallel requests", async () => {
    await signUp();
    skewMs = HOUR_MS - 60_000;
    requests = [];
    const found = await Promise.all(
      Array.from({ length: 20 }, () => sessions.open(box.request("/")).session()),
    );
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(["authenticated"]));
    expect(requests.filter((path) => path === "/auth/v1/token")).toHaveLength(1);
  });

  it.each([
    ["503", { status: 503 }],
    ["429", { status: 429 }],
    ["a lost connection", { drop: true }],
  ])("outlives %s of the auth service", async (_name, fault) => {
    await signUp();
    const before = new Map(box.cookies);
    skewMs = HOUR_MS - 60_000;
    const disarm = local.faults.add({ path: "/auth/v1/token", times: 2, ...fault });
    expect((await within((scope) => scope.session())).status).toBe("authenticated");
    disarm();
    expect(box.cookies).toEqual(before);
    skewMs = HOUR_MS - 30_000;
    expect(await within((scope) => scope.session())).toMatchObject({
      status: "authenticated",
      event: { name: "TOKEN_REFRESHED" },
    });
  });

  it("that was signed out is over for the service too", async () => {
    await signUp();
    const jar = new Jar(parseCookieHeader(box.header()), { secure: false });
    const stored = new SessionStore(backend, jar).read();
    if (stored.status !== "whole") throw new Error("no session");
    box.take(await sessions.handle(box.post("/auth/sign-out")));
    const outcome = await refreshTokens(backend, stored.session.refreshToken);
    expect(outcome).toMatchObject({ status: "ended" });
  });

  it("survives a new signing key", async () => {
    await signUp();
    await local.rotateSigningKey();
    skewMs = HOUR_MS - 60_000;
    expect(await within((scope) => scope.session())).toMatchObject({ status: "authenticated" });
  });

  it("comes out of a recovery mail through the PKCE callback", async () => {
    await signUp();
    unwrap(await within((scope) => scope.auth.signOut({ scope: "local" })));
    unwrap(
      await within((scope) =>
        scope.auth.resetPasswordForEmail(email, { redirectTo: "http://app.test/auth/callback" }),
      ),
    );
    const mail = await local.mailbox.waitFor({ to: email });
    const link = /https?:[^\s"<>]*\/auth\/v1\/verify[^\s"<>]*/.exec(
      (mail.html ?? mail.text ?? "").replaceAll("&amp;", "&"),
    )?.[0];
    const followed = await fetch(link ?? "", { redirect: "manual" });
    const back = new URL(followed.headers.get("location") ?? "");
    expect(back.searchParams.get("code")).toBeTruthy();
    const done = box.take(
      await sessions.handle(box.request(`/auth/callback${back.search}&next=/account`)),
    );
    expect(done.headers.get("location")).toBe("/account");
    expect(await within((scope) => scope.session())).toMatchObject({ status: "authenticated" });
  });

  it("reaches aal2 with a second factor", async () => {
    await signUp();
    const factor = unwrap(await within((scope) => scope.auth.mfa.enroll({ factorType: "totp" })));
    const secret = (factor as { totp: { secret: string } }).totp.secret;
    const verified = await within((scope) =>
      scope.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp(secret) }),
    );
    expect(verified.error).toBeNull();
    expect(JSON.stringify(verified.data)).not.toContain("access_token");
    const session = await within((scope) => scope.requireAal2({ maxAge: 900 }));
    expect(session).toMatchObject({
      claims: { aal: "aal2" },
      event: { name: "MFA_CHALLENGE_VERIFIED" },
    });
  });
});

/** RFC 6238 with the defaults every authenticator app uses. */
function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
