import { beforeEach, describe, expect, it } from "vitest";
import { ADA, createHookedVisitor, type HookedVisitor } from "../../test/support/hooked-visitor.js";
import {
  type Ceremony,
  createSoftAuthenticator,
  type SoftAuthenticator,
} from "../../test/support/soft-authenticator.js";
import { BackendError, isSessionOver, unwrap } from "../errors/backend-error.js";
import { totpCode } from "../testing/totp.js";

const PARTY = { rpId: "app.test", origins: ["http://app.test"] };

interface PasskeyChallenge {
  challenge_id: string;
  expires_at: number;
  options: { challenge: string; user?: { id: string } };
}

let visitor: HookedVisitor;
let authenticator: SoftAuthenticator;
beforeEach(async () => {
  visitor = createHookedVisitor({}, { auth: { passkeys: PARTY } });
  authenticator = await createSoftAuthenticator({ rpId: "app.test", origin: "http://app.test" });
});

async function post(path: string, body: object = {}): Promise<Response> {
  const { box, sessions, memory } = visitor;
  const request = box.request(`/auth/passkey/${path}`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = box.take(await sessions.handle(request));
  await memory.clock.advance(0);
  return response;
}

const begin = async (path: string): Promise<PasskeyChallenge> =>
  (await post(path)).json() as Promise<PasskeyChallenge>;

async function register(changed: Partial<Ceremony> = {}): Promise<Response> {
  const { challenge_id, options } = await begin("registration/options");
  const { challenge, user } = options;
  const credential = await authenticator.create({ challenge, userHandle: user?.id, ...changed });
  return post("registration/verify", { challengeId: challenge_id, credential });
}

async function signInWithPasskey(changed: Partial<Ceremony> = {}): Promise<Response> {
  const { challenge_id, options } = await begin("authentication/options");
  const credential = await authenticator.get({ challenge: options.challenge, ...changed });
  return post("authentication/verify", { challengeId: challenge_id, credential });
}

const session = () => visitor.within((scope) => scope.session());
const signInWithPassword = () => visitor.within(({ auth }) => auth.signInWithPassword(ADA));
const signOut = () => visitor.within(({ auth }) => auth.signOut());

async function expectRefusal(response: Response, code: string, status?: number): Promise<void> {
  expect(response.status).not.toBe(200);
  if (status !== undefined) expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { kind: "auth", code } });
}

const ada = () => {
  const [user] = visitor.memory.auth.users.values();
  if (!user) throw new Error("no user");
  return user;
};

const addFactor = () =>
  visitor.within(async ({ auth }) => {
    const { id, totp } = unwrap(await auth.mfa.enroll({ factorType: "totp" })) as {
      id: string;
      totp: { secret: string };
    };
    const code = await totpCode(totp.secret, visitor.memory.clock.now());
    unwrap(await auth.mfa.challengeAndVerify({ factorId: id, code }));
  });

describe("a passkey", () => {
  it("signs in the user who added it", async () => {
    await signInWithPassword();
    const added = await register();
    expect(await added.json()).toEqual({
      id: expect.any(String),
      friendly_name: "Passkey",
      created_at: expect.any(String),
    });
    await signOut();
    const response = await signInWithPasskey();
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ user: { email: ADA.email } });
    expect(text).not.toMatch(/eyJ|refresh-/);
    expect(await session()).toMatchObject({
      claims: { email: ADA.email, amr: [{ method: "passkey" }] },
      event: { count: 1, name: "SIGNED_IN" },
    });
    expect(visitor.argumentsOf("signedIn").map(({ via }) => via)).toEqual([
      "signInWithPassword",
      "passkey",
    ]);
  });

  it("can be listed, renamed and removed", async () => {
    await signInWithPassword();
    await register();
    const [passkey, ...others] = unwrap(await visitor.within(({ auth }) => auth.passkey.list()));
    expect(others).toEqual([]);
    const passkeyId = passkey?.id ?? "";
    const renamed = await visitor.within(({ auth }) =>
      auth.passkey.update({ passkeyId, friendlyName: "Phone" }),
    );
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: "Phone" });
    expect(
      (await visitor.within(({ auth }) => auth.passkey.delete({ passkeyId }))).error,
    ).toBeNull();
    expect(unwrap(await visitor.within(({ auth }) => auth.passkey.list()))).toEqual([]);
    await signOut();
    await expectRefusal(await signInWithPasskey(), "webauthn_verification_failed", 400);
  });

  it("has the time of its last use", async () => {
    await signInWithPassword();
    await register();
    const lastUsed = async () =>
      unwrap(await visitor.within(({ auth }) => auth.passkey.list()))[0]?.last_used_at;
    expect(await lastUsed()).toBeUndefined();
    await signInWithPasskey();
    expect(await lastUsed()).toBe(new Date(visitor.memory.clock.now()).toISOString());
  });

  it.each(["", "x".repeat(121), "ü".repeat(61)])(
    "cannot be renamed to %j",
    async (friendlyName) => {
      await signInWithPassword();
      await register();
      const [passkey] = ada().passkeys;
      const change = { passkeyId: passkey?.id ?? "", friendlyName };
      const { error } = await visitor.within(({ auth }) => auth.passkey.update(change));
      expect(error).toMatchObject({ code: "validation_failed", status: 400 });
      expect(passkey?.name).toBe("Passkey");
    },
  );

  it("cannot be renamed or removed with an unknown id", async () => {
    await signInWithPassword();
    const passkeyId = crypto.randomUUID();
    for (const { error } of [
      await visitor.within(({ auth }) => auth.passkey.update({ passkeyId, friendlyName: "x" })),
      await visitor.within(({ auth }) => auth.passkey.update({ passkeyId: "x", friendlyName: "" })),
      await visitor.within(({ auth }) => auth.passkey.delete({ passkeyId })),
    ]) {
      expect(error).toMatchObject({ code: "validation_failed", status: 404 });
    }
  });

  it("may have an RSA key, as Windows Hello creates", async () => {
    authenticator = await createSoftAuthenticator(
      { rpId: "app.test", origin: "http://app.test" },
      "RS256",
    );
    await signInWithPassword();
    expect((await register()).status).toBe(200);
    await signOut();
    expect((await signInWithPasskey()).status).toBe(200);
    expect((await session()).status).toBe("authenticated");
  });

  it("cannot be added by a visitor", async () => {
    await expectRefusal(await post("registration/options"), "session_missing");
  });

  it("cannot be added by an anonymous user", async () => {
    await visitor.within(({ auth }) => auth.signInAnonymously());
    await expectRefusal(await post("registration/options"), "no_authorization", 403);
  });

  it("cannot be added by a user of single sign-on", async () => {
    await signInWithPassword();
    ada().identities.push({ identityId: "i", provider: "sso:a.test", id: "1", email: ADA.email });
    await expectRefusal(await post("registration/options"), "validation_failed", 422);
  });

  it("of a user with a second factor can be added or removed only at aal2", async () => {
    await signInWithPassword();
    const late = await begin("registration/options");
    await addFactor();
    expect((await register()).status).toBe(200);
    await signOut();
    await signInWithPasskey();
    const passkeyId = ada().passkeys[0]?.id ?? "";
    const removed = await visitor.within(({ auth }) => auth.passkey.delete({ passkeyId }));
    expect(removed.error).toMatchObject({ code: "insufficient_aal", status: 403 });
    await expectRefusal(await post("registration/options"), "insufficient_aal", 403);
    const proof = { challengeId: late.challenge_id, credential: {} };
    await expectRefusal(await post("registration/verify", proof), "insufficient_aal", 403);
  });

  it("cannot be added by a user who has ten passkeys", async () => {
    await signInWithPassword();
    const last = await begin("registration/options");
    for (let count = 0; count < 10; count++) {
      authenticator = await createSoftAuthenticator({
        rpId: "app.test",
        origin: "http://app.test",
      });
      expect((await register()).status).toBe(200);
    }
    await expectRefusal(await post("registration/options"), "too_many_passkeys", 422);
    authenticator = await createSoftAuthenticator({ rpId: "app.test", origin: "http://app.test" });
    const credential = await authenticator.create({ challenge: last.options.challenge });
    const proof = { challengeId: last.challenge_id, credential };
    await expectRefusal(await post("registration/verify", proof), "too_many_passkeys", 422);
  });

  it.each([
    ["an unconfirmed", "email_not_confirmed", { isConfirmed: false }],
    ["a banned", "user_banned", { isBanned: true }],
  ] as const)("does not sign in %s user", async (_user, code, change) => {
    await signInWithPassword();
    await register();
    await signOut();
    Object.assign(ada(), change);
    const response = await signInWithPasskey();
    expect(isSessionOver(new BackendError((await response.clone().json()).error))).toBe(false);
    await expectRefusal(response, code, 403);
  });

  it("cannot be added twice", async () => {
    await signInWithPassword();
    await register();
    const again = await begin("registration/options");
    const [passkey] = ada().passkeys;
    expect(again.options).toMatchObject({
      excludeCredentials: [{ type: "public-key", id: passkey?.credentialId }],
    });
    await expectRefusal(await register(), "unexpected_failure", 500);
  });

  it.each<[string, Partial<Ceremony>]>([
    ["origin", { origin: "http://evil.test" }],
    ["domain", { rpId: "evil.test" }],
    ["challenge", { challenge: "AAAA" }],
  ])("is refused with a wrong %s when it is added and when it is used", async (_name, changed) => {
    await signInWithPassword();
    await expectRefusal(await register(changed), "webauthn_verification_failed");
    await register();
    await signOut();
    await expectRefusal(await signInWithPasskey(changed), "webauthn_verification_failed");
    expect((await session()).status).toBe("unauthenticated");
  });

  it.each([
    ["HTTP://APP.TEST:80", "http://app.test"],
    ["android:apk-key-hash:a", "android:apk-key-hash:a"],
  ])("can be added only from an origin that the project configures: %s", async (listed, origin) => {
    visitor = createHookedVisitor({}, { auth: { passkeys: { ...PARTY, origins: [listed] } } });
    await signInWithPassword();
    expect((await register({ origin })).status).toBe(200);
    await expectRefusal(
      await register({ origin: "android:apk-key-hash:b" }),
      "webauthn_verification_failed",
    );
  });

  it("is refused with another user's id", async () => {
    await signInWithPassword();
    await register();
    await signOut();
    const eve = visitor.memory.auth.createUser({ email: "eve@a.test" });
    for (const userHandle of [btoa(eve.id), btoa("nobody"), ""]) {
      await expectRefusal(await signInWithPasskey({ userHandle }), "webauthn_verification_failed");
    }
  });

  it("is refused with another passkey's signature", async () => {
    await signInWithPassword();
    await register();
    await signOut();
    const { challenge_id: challengeId, options } = await begin("authentication/options");
    const { challenge } = options;
    const real = (await authenticator.get({ challenge })) as { response: Record<string, string> };
    const other = await createSoftAuthenticator({ rpId: "app.test", origin: "http://app.test" });
    const forged = (await other.get({ challenge })) as typeof real;
    const response = { ...real.response, signature: forged.response.signature };
    await expectRefusal(
      await post("authentication/verify", { challengeId, credential: { ...real, response } }),
      "webauthn_verification_failed",
    );
  });

  it("is refused when the credential's type is not public-key", async () => {
    await signInWithPassword();
    await register();
    const { challenge_id: challengeId, options } = await begin("authentication/options");
    const real = await authenticator.get({ challenge: options.challenge });
    const credential = { ...(real as object), type: "password" };
    await expectRefusal(
      await post("authentication/verify", { challengeId, credential }),
      "webauthn_verification_failed",
    );
  });

  it("is refused when its challenge has expired or was already used", async () => {
    await signInWithPassword();
    await register();
    await signOut();
    const late = await begin("authentication/options");
    visitor.memory.clock.skip(301_000);
    const credential = await authenticator.get({ challenge: late.options.challenge });
    const proof = { challengeId: late.challenge_id, credential };
    await expectRefusal(await post("authentication/verify", proof), "webauthn_challenge_expired");
    await expectRefusal(await post("authentication/verify", proof), "webauthn_challenge_not_found");
  });

  it("cannot be used or listed in a project that has passkeys disabled", async () => {
    visitor = createHookedVisitor();
    await expectRefusal(await post("authentication/options"), "passkey_disabled", 404);
    await signInWithPassword();
    const { error } = await visitor.within(({ auth }) => auth.passkey.list());
    expect(error).toMatchObject({ code: "passkey_disabled", status: 404 });
  });

  it("does not sign in a user whom allowSignIn refuses", async () => {
    let isOpen = true;
    visitor = createHookedVisitor(
      { hooks: { allowSignIn: () => isOpen || { refuse: "closed" } } },
      { auth: { passkeys: PARTY } },
    );
    await signInWithPassword();
    await register();
    await signOut();
    isOpen = false;
    await expectRefusal(await signInWithPasskey(), "sign_in_refused");
    expect((await session()).status).toBe("unauthenticated");
  });
});

describe("the passkey handlers", () => {
  const PATHS = [
    "registration/options",
    "registration/verify",
    "authentication/options",
    "authentication/verify",
  ];

  it.each(PATHS)("refuse a request from another site to %s", async (path) => {
    const request = new Request(`http://app.test/auth/passkey/${path}`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
    });
    const response = await visitor.sessions.handle(request);
    expect(response.status).toBe(403);
    await expectRefusal(response, "origin_mismatch");
    expect(visitor.memory.calls).toEqual([]);
  });

  it.each(PATHS)("accept only POST at %s", async (path) => {
    const response = await visitor.sessions.handle(
      new Request(`http://app.test/auth/passkey/${path}`),
    );
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("refuse a body over 64 kB", async () => {
    expect((await post("authentication/verify", { credential: "x".repeat(70_000) })).status).toBe(
      413,
    );
  });

  it.each(["", "null", "[]", "{"])(
    "respond with 400 and validation_failed to the invalid body %j",
    async (body) => {
      const { box, sessions } = visitor;
      const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
      const init = { method: "POST", headers, body };
      const request = box.request("/auth/passkey/authentication/verify", init);
      await expectRefusal(await sessions.handle(request), "validation_failed", 400);
    },
  );

  it.each([
    ["no credential", undefined],
    ["null", null],
    ["an empty credential", {}],
    ["text", "credential"],
    ["standard base64", { id: "A+/A", rawId: "A+/A", type: "public-key", response: {} }],
    [
      "damaged data",
      {
        ...{ id: "AAAA", rawId: "AAAA", type: "public-key" },
        response: { clientDataJSON: "AAAA", attestationObject: "_____w", userHandle: "AAAA" },
      },
    ],
  ])("refuse a malformed credential: %s", async (_name, credential) => {
    await signInWithPassword();
    const code = credential === undefined ? "validation_failed" : "webauthn_verification_failed";
    for (const kind of ["registration", "authentication"]) {
      const { challenge_id: challengeId } = await begin(`${kind}/options`);
      await expectRefusal(await post(`${kind}/verify`, { challengeId, credential }), code, 400);
    }
  });
});
