import type { Browser, BrowserContext, JSHandle, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SignInWithPasskeyOptions } from "../../src/browser/index.js";
import { launchChromium } from "../consumers/chromium.js";
import type {} from "./passkeys/app.js";
import { ADA, type Device, openSite, plugIn, type Site } from "./passkeys/scene.js";

declare global {
  interface Window {
    asked: number;
    dismissed: number;
    gate: Promise<void>;
    letAsk(): void;
  }
}

const OPTIONS = "/auth/passkey/authentication/options";
const VERIFY = "/auth/passkey/authentication/verify";

let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let device: Device;

beforeAll(async () => {
  site = await openSite();
  // Pages of `app.test` over http are not a secure context, so they have no WebAuthn.
  browser = await launchChromium({ args: ["--host-resolver-rules=MAP app.test 127.0.0.1"] });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

beforeEach(async () => {
  site.reset({ rpId: "localhost", origins: [site.origin] });
  context = await browser.newContext();
  page = await context.newPage();
  device = await plugIn(page);
  await open(site.origin);
});
afterEach(() => context.close());

function watchCredentials(): void {
  window.asked = 0;
  window.dismissed = 0;
  window.gate = Promise.resolve();
  if (!navigator.credentials) return;
  const { credentials } = navigator;
  const watch =
    <Options, Answer>(call: (options?: Options) => Promise<Answer>) =>
    async (options?: Options): Promise<Answer> => {
      window.asked++;
      await window.gate;
      try {
        return await call(options);
      } catch (thrown) {
        if (thrown instanceof DOMException && thrown.name === "AbortError") window.dismissed++;
        throw thrown;
      }
    };
  credentials.get = watch(credentials.get.bind(credentials));
  credentials.create = watch(credentials.create.bind(credentials));
}

async function open(address: string, tab = page): Promise<void> {
  await tab.addInitScript(watchCredentials);
  await tab.goto(address);
  await tab.waitForFunction(() => window.tools?.client.session.get() !== null);
}

type Started = JSHandle<{
  controller: AbortController;
  result: ReturnType<Window["tools"]["client"]["session"]["signInWithPasskey"]>;
}>;

const start = (options: SignInWithPasskeyOptions = {}): Promise<Started> =>
  page.evaluateHandle((given) => {
    const controller = new AbortController();
    const { signal } = controller;
    return {
      controller,
      result: window.tools.client.session.signInWithPasskey({ ...given, signal }),
    };
  }, options);

const end = (call: Started): Promise<string> =>
  call.evaluate(async ({ result }) => {
    const { data, error } = await result;
    return error ? error.code : data.status;
  });

const signIn = async (options?: SignInWithPasskeyOptions) => end(await start(options));

const register = (): Promise<string | undefined> =>
  page.evaluate(async () => {
    const { data, error } = await window.tools.client.session.registerPasskey();
    return error ? error.code : data.friendly_name;
  });

const signInWithPassword = () =>
  page.evaluate(async () => {
    await fetch("/password", { method: "POST" });
    await window.tools.client.session.reload("local");
  });

const signOut = () => page.evaluate(() => window.tools.client.session.signOut());

async function prepare(): Promise<void> {
  await signInWithPassword();
  expect(await register()).toBe("Passkey");
  await signOut();
  await page.evaluate(() => {
    window.asked = 0;
    window.tools.events.length = 0;
  });
  site.requests.length = 0;
}

const untilClosed = () => page.waitForFunction(() => window.dismissed === 1);
const untilAsked = () => page.waitForFunction(() => window.asked === 1);

async function holdDialog(): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    window.gate = new Promise((resolve) => {
      window.letAsk = resolve;
    });
  });
  return () => page.evaluate(() => window.letAsk());
}

const state = () => page.evaluate(() => window.tools.client.session.get()?.status);
const events = (tab = page) => tab.evaluate(() => window.tools.events);
const paths = () => site.requests.map(({ path }) => path);
const passkeysOfAda = () => [...site.memory.auth.users.values()][0]?.passkeys ?? [];

describe("the registration of a passkey", () => {
  it("adds a passkey and does not change the session", async () => {
    await signInWithPassword();
    const before = await page.evaluate(() => window.tools.client.session.get());
    const seen = await events();
    expect(await register()).toBe("Passkey");
    expect(await page.evaluate(() => window.tools.client.session.reload("local"))).toMatchObject({
      claims: before?.status === "authenticated" ? before.claims : {},
    });
    expect(await events()).toEqual(seen);
    expect(await device.count()).toBe(1);
    expect(passkeysOfAda()).toHaveLength(1);
  });

  it("returns webauthn_credential_exists for a second passkey on the same device", async () => {
    await signInWithPassword();
    await register();
    expect(await register()).toBe("webauthn_credential_exists");
    expect(passkeysOfAda()).toHaveLength(1);
  });

  it("returns session_missing when no user is signed in", async () => {
    expect(await register()).toBe("session_missing");
    expect(await page.evaluate(() => window.asked)).toBe(0);
  });

  it("ends with passkey_cancelled when another registration starts", async () => {
    await signInWithPassword();
    await device.waitForTouch(true);
    const first = await page.evaluateHandle(() => ({
      result: window.tools.client.session.registerPasskey(),
    }));
    await untilAsked();
    await device.waitForTouch(false);
    expect(await register()).toBe("Passkey");
    const code = await first.evaluate(async ({ result }) => (await result).error?.code);
    expect(code).toBe("passkey_cancelled");
    expect(passkeysOfAda()).toHaveLength(1);
  });
});

describe("a sign-in with a passkey", () => {
  it("signs the user in, and notifies the other tabs", async () => {
    const other = await context.newPage();
    await open(site.origin, other);
    // Browsers refuse passkeys to a tab without focus.
    await page.bringToFront();
    await prepare();
    await expect.poll(() => events(other)).toContain("SIGNED_OUT tab");
    expect(await signIn()).toBe("authenticated");
    expect(await events()).toEqual(["SIGNED_IN local"]);
    await expect.poll(async () => (await events(other)).at(-1)).toBe("SIGNED_IN tab");
    const claims = await page.evaluate(() => {
      const now = window.tools.client.session.get();
      return now?.status === "authenticated" ? now.claims : null;
    });
    expect(claims).toMatchObject({ email: ADA.email, amr: [{ method: "passkey" }] });
    expect(passkeysOfAda()[0]?.lastUsedAt).not.toBeNull();
  });

  it("loads the passkey script once, at the first call", async () => {
    const loaded = () => paths().filter((path) => path.startsWith("/passkeys-"));
    expect(loaded()).toEqual([]);
    await signIn();
    await signIn();
    expect(loaded()).toHaveLength(1);
  });

  it("sends the credential in unpadded base64url, even if a password manager replaces toJSON", async () => {
    await page.evaluate(() => {
      Object.assign(PublicKeyCredential.prototype, { toJSON: () => ({ id: "+/8=" }) });
    });
    await prepare();
    expect(await signIn()).toBe("authenticated");
    const { body } = site.requests.find(({ path }) => path === VERIFY) ?? {};
    const { credential } = body as { credential: { response: Record<string, string> } };
    const { response, ...rest } = credential;
    expect(Object.keys(response).sort()).toEqual([
      ...["authenticatorData", "clientDataJSON", "signature", "userHandle"],
    ]);
    for (const text of Object.values({ ...response, ...rest }).filter(
      (v) => typeof v === "string",
    )) {
      expect(text).toMatch(/^[\w-]+$/);
    }
  });

  it("returns passkey_cancelled when the device has no passkey", async () => {
    await prepare();
    await device.clear();
    expect(await signIn()).toBe("passkey_cancelled");
    expect(paths()).toEqual([OPTIONS]);
    expect(await state()).toBe("unauthenticated");
  });

  it("returns webauthn_challenge_expired after its challenge expires, and succeeds on the next try", async () => {
    await prepare();
    const release = await holdDialog();
    const call = await start();
    await untilAsked();
    site.memory.clock.skip(301_000);
    await release();
    expect(await end(call)).toBe("webauthn_challenge_expired");
    expect(await state()).toBe("unauthenticated");
    expect(await signIn()).toBe("authenticated");
  });

  it("returns webauthn_verification_failed on a page whose origin the project does not allow", async () => {
    await prepare();
    const { users } = site.memory.auth;
    const kept = [...users];
    site.reset({ rpId: "localhost", origins: ["https://localhost"] });
    site.memory.auth.users.clear();
    for (const [id, user] of kept) site.memory.auth.users.set(id, user);
    expect(await signIn()).toBe("webauthn_verification_failed");
    expect(await state()).toBe("unauthenticated");
  });

  it("returns passkey_unsupported when the project's passkeys are for another domain", async () => {
    site.reset({ rpId: "other.test", origins: [site.origin] });
    expect(await signIn()).toBe("passkey_unsupported");
    expect(await signIn({ mediation: "conditional" })).toBe("passkey_unsupported");
    expect(paths()).not.toContain(VERIFY);
  });

  it("returns passkey_unsupported and sends no request in a browser without WebAuthn", async () => {
    await open(`http://app.test:${site.port}`);
    site.requests.length = 0;
    expect(await signIn()).toBe("passkey_unsupported");
    expect(await register()).toBe("passkey_unsupported");
    expect(paths().filter((path) => path.startsWith("/auth/"))).toEqual([]);
  });

  it("returns `user_banned` for a banned user, and `service_unavailable` when the service is down", async () => {
    await prepare();
    const [user] = site.memory.auth.users.values();
    if (user) user.isBanned = true;
    expect(await signIn()).toBe("user_banned");
    site.memory.faults.add({ path: "/auth/v1/passkeys", status: 503, times: 9 });
    expect(await signIn()).toBe("service_unavailable");
  });

  it("ends when its signal aborts, and the next sign-in succeeds", async () => {
    await prepare();
    await device.waitForTouch(true);
    const call = await start();
    await untilAsked();
    await call.evaluate(({ controller }) => controller.abort());
    expect(await end(call)).toBe("aborted");
    await untilClosed();
    await device.waitForTouch(false);
    expect(await signIn()).toBe("authenticated");
  });

  it("returns `aborted` for a signal that has already aborted, and does not end a pending autofill", async () => {
    await device.waitForTouch(true);
    const pending = await start({ mediation: "conditional" });
    await untilAsked();
    const code = await page.evaluate(async () => {
      const signal = AbortSignal.abort();
      return (await window.tools.client.session.signInWithPasskey({ signal })).error?.code;
    });
    expect(code).toBe("aborted");
    expect(paths().filter((path) => path === OPTIONS)).toHaveLength(1);
    await pending.evaluate(({ controller }) => controller.abort());
    expect(await end(pending)).toBe("aborted");
  });

  it("returns `aborted` but still signs the tab in if the caller aborts after the user has chosen a passkey", async () => {
    await prepare();
    let verify = (): void => undefined;
    const held = new Promise<undefined>((resolve) => {
      verify = () => resolve(undefined);
    });
    let isVerifying = false;
    site.memory.faults.add({
      path: "/auth/v1/passkeys/authentication/verify",
      respond: () => {
        isVerifying = true;
        return held;
      },
    });
    const call = await start();
    await expect.poll(() => isVerifying).toBe(true);
    await call.evaluate(({ controller }) => controller.abort());
    expect(await end(call)).toBe("aborted");
    verify();
    await expect.poll(state).toBe("authenticated");
    expect(await events()).toEqual(["SIGNED_IN local"]);
  });
});

describe("the autofill of a passkey", () => {
  it("signs in with the passkey that the user picks", async () => {
    await prepare();
    expect(await signIn({ mediation: "conditional" })).toBe("authenticated");
    expect(await events()).toEqual(["SIGNED_IN local"]);
  });

  it("ends when a sign-in with a dialog starts", async () => {
    await prepare();
    await device.waitForTouch(true);
    const autofill = await start({ mediation: "conditional" });
    await untilAsked();
    await device.waitForTouch(false);
    expect(await signIn()).toBe("authenticated");
    expect(await end(autofill)).toBe("passkey_cancelled");
    expect(await events()).toEqual(["SIGNED_IN local"]);
  });

  it("requests no challenge if a sign-in with a dialog starts at the same time", async () => {
    await prepare();
    const codes = await page.evaluate(async () => {
      const { session } = window.tools.client;
      const autofill = session.signInWithPasskey({ mediation: "conditional" });
      const both = await Promise.all([autofill, session.signInWithPasskey()]);
      return both.map(({ data, error }) => error?.code ?? data?.status);
    });
    expect(codes).toEqual(["passkey_cancelled", "authenticated"]);
    expect(paths().filter((path) => path === OPTIONS)).toHaveLength(1);
  });

  it("returns passkey_cancelled when a sign-in with a dialog starts before the autofill's challenge arrives", async () => {
    await prepare();
    let reply = (): void => undefined;
    const held = new Promise<undefined>((resolve) => {
      reply = () => resolve(undefined);
    });
    site.memory.faults.add({ path: "/auth/v1/passkeys", respond: () => held });
    const autofill = await start({ mediation: "conditional" });
    await expect.poll(paths).toContain(OPTIONS);
    const dialog = await start();
    expect(await end(autofill)).toBe("passkey_cancelled");
    reply();
    expect(await end(dialog)).toBe("authenticated");
    expect(await page.evaluate(() => window.asked)).toBe(1);
  });

  it("ends when the user signs in with a password", async () => {
    await prepare();
    await device.waitForTouch(true);
    const autofill = await start({ mediation: "conditional" });
    await untilAsked();
    await signInWithPassword();
    expect(await end(autofill)).toBe("passkey_cancelled");
    expect(await state()).toBe("authenticated");
  });

  it("returns passkey_unsupported and sends no request in a browser without autofill for passkeys", async () => {
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    expect(await signIn({ mediation: "conditional" })).toBe("passkey_unsupported");
    expect(paths()).not.toContain(OPTIONS);
  });
});

describe("usePasskey", () => {
  const button = () => page.getByRole("button", { name: "Sign in with a passkey" });
  const mount = async () => {
    await page.evaluate(() => window.tools.mount());
    await button().waitFor();
  };
  const passkey = () =>
    page.evaluate(() => {
      const { isPending, error } = window.tools.passkey ?? {};
      return { isPending, code: error?.code };
    });

  it("signs in when a button is clicked, and the button is disabled until the result arrives", async () => {
    await prepare();
    await mount();
    const release = await holdDialog();
    await button().click();
    await untilAsked();
    expect(await button().isDisabled()).toBe(true);
    await release();
    await expect.poll(state).toBe("authenticated");
    await expect.poll(passkey).toEqual({ isPending: false, code: undefined });
    expect(await button().isDisabled()).toBe(false);
  });

  it("opens one dialog for two calls at the same time", async () => {
    await prepare();
    await mount();
    const codes = await page.evaluate(async () => {
      const { passkey: handle } = window.tools;
      const both = await Promise.all([handle?.signIn(), handle?.signIn()]);
      return both.map((result) => result?.error?.code ?? result?.data?.status);
    });
    expect(codes).toEqual(["authenticated", "authenticated"]);
    expect(await page.evaluate(() => window.asked)).toBe(1);
  });

  it("returns the error of a failed call until the next call starts", async () => {
    await prepare();
    await mount();
    await device.clear();
    await button().click();
    await expect.poll(passkey).toEqual({ isPending: false, code: "passkey_cancelled" });
    await device.waitForTouch(true);
    await button().click();
    await page.waitForFunction(() => window.asked === 2);
    expect(await passkey()).toEqual({ isPending: true, code: undefined });
  });

  it("leaves the button enabled during autofill, and a click ends the autofill", async () => {
    await prepare();
    await mount();
    await device.waitForTouch(true);
    const autofill = await page.evaluateHandle(() => ({
      result: window.tools.passkey?.signIn({ mediation: "conditional" }),
    }));
    await untilAsked();
    expect(await passkey()).toEqual({ isPending: false, code: undefined });
    await device.waitForTouch(false);
    await button().click();
    await expect.poll(state).toBe("authenticated");
    const code = await autofill.evaluate(async ({ result }) => (await result)?.error?.code);
    expect(code).toBe("passkey_cancelled");
    await expect.poll(passkey).toEqual({ isPending: false, code: undefined });
  });

  it("returns the state of the newest call, which cancels an earlier call", async () => {
    await prepare();
    await signInWithPassword();
    await mount();
    await device.waitForTouch(true);
    const former = await page.evaluateHandle(() => ({ result: window.tools.passkey?.register() }));
    await untilAsked();
    const newest = await page.evaluateHandle(() => ({ result: window.tools.passkey?.signIn() }));
    const code = await former.evaluate(async ({ result }) => (await result)?.error?.code);
    expect(code).toBe("passkey_cancelled");
    await page.waitForFunction(() => window.asked === 2);
    expect(await passkey()).toEqual({ isPending: true, code: undefined });
    await page.evaluate(() => window.tools.unmount());
    expect(await newest.evaluate(async ({ result }) => (await result)?.error?.code)).toBe(
      "aborted",
    );
  });

  it("closes the dialog when the component unmounts", async () => {
    await prepare();
    await mount();
    await device.waitForTouch(true);
    const call = await page.evaluateHandle(() => ({ result: window.tools.passkey?.signIn() }));
    await untilAsked();
    await page.evaluate(() => window.tools.unmount());
    const code = await call.evaluate(async ({ result }) => (await result)?.error?.code);
    expect(code).toBe("aborted");
    await untilClosed();
    await device.waitForTouch(false);
    expect(await signIn()).toBe("authenticated");
  });

  it("adds a passkey for the signed-in user", async () => {
    await signInWithPassword();
    await mount();
    const name = await page.evaluate(
      async () => (await window.tools.passkey?.register())?.data?.friendly_name,
    );
    expect(name).toBe("Passkey");
    expect(await passkey()).toEqual({ isPending: false, code: undefined });
  });
});
