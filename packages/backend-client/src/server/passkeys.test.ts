import { beforeEach, describe, expect, it } from "vitest";
import { ADA, createHookedVisitor, type HookedVisitor } from "../../test/support/hooked-visitor.js";
import {
  type Ceremony,
  createSoftAuthenticator,
  type SoftAuthenticator,
} from "../../test/support/soft-authenticator.js";
import { unwrap } from "../errors/backend-error.js";

const PARTY = { rpId: "app.test", origins: ["http://app.test"] };

interface Begun {
  challenge_id: string;
  expires_at: number;
  options: { challenge: string; rp?: { id: string }; rpId?: string };
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

const begin = async (path: string): Promise<Begun> => (await post(path)).json() as Promise<Begun>;

async function register(changed: Partial<Ceremony> = {}): Promise<Response> {
  const { challenge_id, options } = await begin("registration/options");
  const credential = await authenticator.create({ challenge: options.challenge, ...changed });
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

async function expectRefusal(response: Response, code: string): Promise<void> {
  expect(response.status).not.toBe(200);
  expect(await response.json()).toMatchObject({ error: { kind: "auth", code } });
}

describe("a passkey", () => {
  it("is added by a signed-in user, and signs them in afterwards", async () => {
    await signInWithPassword();
    expect(await (await register()).json()).toMatchObject({ id: expect.any(String) });
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

  it("is listed, renamed and removed", async () => {
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
    await expectRefusal(await signInWithPasskey(), "webauthn_credential_not_found");
  });

  it("cannot be added by a visitor", async () => {
    await expectRefusal(await post("registration/options"), "session_missing");
  });

  it("cannot be added twice", async () => {
    await signInWithPassword();
    await register();
    await expectRefusal(await register(), "webauthn_credential_exists");
  });

  it.each<[string, Partial<Ceremony>]>([
    ["origin", { origin: "http://evil.test" }],
    ["domain", { rpId: "evil.test" }],
    ["challenge", { challenge: "AAAA" }],
  ])("is refused with another %s, when added and when used", async (_name, changed) => {
    await signInWithPassword();
    await expectRefusal(await register(changed), "webauthn_verification_failed");
    await register();
    await signOut();
    await expectRefusal(await signInWithPasskey(changed), "webauthn_verification_failed");
    expect((await session()).status).toBe("unauthenticated");
  });

  it("is refused with the signature of another one", async () => {
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

  it("is refused after its challenge has expired or was used", async () => {
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

  it("does not work in a project without passkeys", async () => {
    visitor = createHookedVisitor();
    await expectRefusal(await post("authentication/options"), "passkey_disabled");
  });

  it("asks allowSignIn before it signs in", async () => {
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

  it.each(PATHS)("refuse a request of another site to %s", async (path) => {
    const request = new Request(`http://app.test/auth/passkey/${path}`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
    });
    const response = await visitor.sessions.handle(request);
    expect(response.status).toBe(403);
    await expectRefusal(response, "origin_mismatch");
    expect(visitor.memory.calls).toEqual([]);
  });

  it.each(PATHS)("accept POST only at %s", async (path) => {
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

  it.each(["", "null", "[]", "{"])("answer an unusable body: %j", async (body) => {
    const { box, sessions } = visitor;
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const init = { method: "POST", headers, body };
    const request = box.request("/auth/passkey/authentication/verify", init);
    await expectRefusal(await sessions.handle(request), "webauthn_challenge_not_found");
  });
});
