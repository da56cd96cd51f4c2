import type { EmailOtpType, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthWorld,
  claimsOf,
  createAuthWorld,
  fragmentOf,
  PASSWORD,
  pkceSettings,
} from "./auth-people.ts";
import { createClock } from "./clock.ts";

const OTP_EXPIRY_SECONDS = 3600;
const EXPIRED = expect.objectContaining({ status: 403, code: "otp_expired" });

const clock = createClock();
let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld({ auth: { email: { secure_password_change: true } } }, clock);
});
afterAll(() => world.stop());

/** What a mail holds: the code, and the hash in its link. */
interface Mail {
  address: string;
  code: string;
  link: string;
  hash: string;
}

async function readMail(address: string): Promise<Mail> {
  const { codes, links } = await world.backend.mailbox.waitFor({ to: address });
  const link = links[0] ?? "";
  return {
    address,
    code: codes[0] ?? "",
    link,
    hash: new URL(link).searchParams.get("token") ?? "",
  };
}

interface MailFlow {
  type: EmailOtpType;
  /** Method that a PKCE exchange puts into `amr`. */
  method?: string;
  /** Causes a mail to a new user, and reads it. */
  ask(client: SupabaseClient, name: string): Promise<Mail>;
}

const FLOWS: Readonly<Record<string, MailFlow>> = {
  confirmation: {
    type: "signup",
    method: "email/signup",
    async ask(client, name) {
      const email = `${name}@example.test`;
      await client.auth.signUp({ email, password: PASSWORD });
      return readMail(email);
    },
  },
  magic_link: {
    type: "magiclink",
    method: "magiclink",
    async ask(client, name) {
      const { email } = await world.enter(name);
      await client.auth.signInWithOtp({ email });
      return readMail(email);
    },
  },
  recovery: {
    type: "recovery",
    method: "recovery",
    async ask(client, name) {
      const { email } = await world.enter(name);
      await client.auth.resetPasswordForEmail(email);
      return readMail(email);
    },
  },
  email_change: {
    type: "email_change",
    method: "email_change",
    async ask(client, name) {
      const { email } = await world.enter(name, client);
      const next = `next-${email}`;
      await client.auth.updateUser({ email: next });
      const current = await readMail(email);
      const half = await world
        .guest()
        .auth.verifyOtp({ email, token: current.code, type: "email_change" });
      expect(half).toMatchObject({ error: null, data: { session: null } });
      return readMail(next);
    },
  },
  // Asked for by an administrator, who cannot hold the invited person's verifier.
  invite: {
    type: "invite",
    async ask(_client, name) {
      const email = `${name}@example.test`;
      await world.admin.auth.admin.inviteUserByEmail(email);
      return readMail(email);
    },
  },
};

/** Uses a proof; answers the refusal, if any, once the session is seen to be the right one. */
type Use = (client: SupabaseClient, mail: Mail, flow: MailFlow) => Promise<unknown>;

const PROOFS: Readonly<Record<string, Use>> = {
  async code(client, { address: email, code: token }, { type }) {
    const { data, error } = await client.auth.verifyOtp({ email, token, type });
    if (error === null) expect(data.user?.email).toBe(email);
    return error;
  },
  async hash(client, { address, hash: token_hash }, { type }) {
    const { data, error } = await client.auth.verifyOtp({ token_hash, type });
    if (error === null) expect(data.user?.email).toBe(address);
    return error;
  },
  async link(client, { address, link, hash }, { method }) {
    const response = await fetch(link, { redirect: "manual" });
    expect(response.status).toBe(303);
    const fragment = fragmentOf(response);
    const query = new URL(response.headers.get("location") ?? "").searchParams;
    const isPkce = hash.startsWith("pkce_");
    const refusal = fragment.get("error_code");
    if (refusal !== null) {
      expect(query.get("error_code")).toBe(isPkce ? refusal : null);
      return { status: 403, code: refusal };
    }
    if (isPkce) {
      const { error } = await client.auth.exchangeCodeForSession(query.get("code") ?? "");
      expect(error).toBeNull();
      expect(await claimsOf(client)).toMatchObject({ email: address, amr: [{ method }] });
      return null;
    }
    const { data } = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(data.user?.email).toBe(address);
    expect(await claimsOf(client)).toMatchObject({ amr: [{ method: "otp" }] });
    return null;
  },
};

const CLIENTS = {
  implicit: () => world.guest(),
  PKCE: () => world.guest(pkceSettings()),
};

const CELLS = Object.entries(FLOWS).flatMap(([kind, flow]) =>
  (["implicit", "PKCE"] as const).flatMap((exchange) =>
    exchange === "PKCE" && flow.method === undefined
      ? []
      : Object.keys(PROOFS).map((proof) => ({ kind, exchange, proof })),
  ),
);

describe.each(CELLS)("$kind, $exchange, by $proof", ({ kind, exchange, proof }) => {
  const flow = FLOWS[kind];
  const use = PROOFS[proof];
  if (flow === undefined || use === undefined) throw new Error("a cell without flow or proof");
  const name = (about: string) => `${kind}-${exchange}-${proof}-${about}`.toLowerCase();

  test("counts once, until its last second, and no HEAD uses it up", async () => {
    const client = CLIENTS[exchange]();
    const mail = await flow.ask(client, name("once"));
    const hasChallenge = exchange === "PKCE";
    expect(mail.hash).toMatch(hasChallenge ? /^pkce_[0-9a-f]{56}$/ : /^[0-9a-f]{56}$/);
    const scanned = await fetch(mail.link, { method: "HEAD", redirect: "manual" });
    expect(scanned.status).toBe(200);
    clock.advance(OTP_EXPIRY_SECONDS - 5);
    expect(await use(client, mail, flow)).toBeNull();
    for (const again of Object.values(PROOFS)) {
      expect(await again(CLIENTS[exchange](), mail, flow)).toEqual(EXPIRED);
    }
  });

  test("is refused once it is old", async () => {
    const client = CLIENTS[exchange]();
    const mail = await flow.ask(client, name("late"));
    clock.advance(OTP_EXPIRY_SECONDS);
    expect(await use(client, mail, flow)).toEqual(EXPIRED);
  });
});

describe("reauthentication", () => {
  /** A session older than a day, and the nonce that was mailed to its user. */
  async function askForNonce(name: string) {
    const { client, email } = await world.enter(name);
    clock.advance(25 * 3600);
    await client.auth.refreshSession();
    await client.auth.reauthenticate();
    const { codes, links } = await world.backend.mailbox.waitFor({ to: email });
    expect(links).toEqual([]);
    return { client, email, nonce: codes[0] ?? "" };
  }
  const refused = expect.objectContaining({ status: 422, code: "reauthentication_not_valid" });

  test("a nonce counts once", async () => {
    const { client, nonce } = await askForNonce("nonce-once");
    const first = await client.auth.updateUser({ password: PASSWORD, nonce });
    expect(first.error).toBeNull();
    const second = await client.auth.updateUser({ password: `${PASSWORD}!`, nonce });
    expect(second.error).toEqual(refused);
  });

  test("an old one is refused", async () => {
    const { client, nonce } = await askForNonce("nonce-late");
    clock.advance(OTP_EXPIRY_SECONDS);
    await client.auth.refreshSession();
    const late = await client.auth.updateUser({ password: PASSWORD, nonce });
    expect(late.error).toEqual(refused);
  });

  test("it is for its user only, and signs nobody in", async () => {
    const { email, nonce } = await askForNonce("nonce-own");
    const other = await askForNonce("nonce-other");
    const stolen = await other.client.auth.updateUser({ password: PASSWORD, nonce });
    expect(stolen.error).toEqual(refused);
    for (const type of ["email", "magiclink", "recovery", "email_change"] as const) {
      const entered = await world.guest().auth.verifyOtp({ email, token: nonce, type });
      expect(entered.error).toEqual(EXPIRED);
    }
  });

  test("a wrong one tells nothing about the old password", async () => {
    const { client, nonce } = await askForNonce("nonce-guess");
    await client.auth.updateUser({ password: PASSWORD, nonce });
    const guess = await client.auth.updateUser({ password: PASSWORD, nonce: "000000" });
    expect(guess.error).toEqual(refused);
  });
});
