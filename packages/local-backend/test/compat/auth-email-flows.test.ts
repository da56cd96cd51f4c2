import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMAIL_FLOWS, type EmailFlow, type ReceivedEmail, readEmail } from "./auth-emails.ts";
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

type Use = (client: SupabaseClient, email: ReceivedEmail, flow: EmailFlow) => Promise<unknown>;

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
      // Except for magic links, the code in the redirect expires five minutes after the request for
      // the email, so it has expired here. For a magic link, the five minutes start with the click.
      if (method !== "magiclink") {
        expect(error).toMatchObject({ code: "flow_state_expired" });
        return null;
      }
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

const CELLS = Object.entries(EMAIL_FLOWS).flatMap(([kind, flow]) =>
  (["implicit", "PKCE"] as const).flatMap((exchange) =>
    exchange === "PKCE" && flow.method === undefined
      ? []
      : Object.keys(PROOFS).map((proof) => ({ kind, exchange, proof })),
  ),
);

describe.each(CELLS)("Auth ($kind email, $exchange, $proof)", ({ kind, exchange, proof }) => {
  const flow = EMAIL_FLOWS[kind];
  const use = PROOFS[proof];
  if (flow === undefined || use === undefined) throw new Error("a cell without flow or proof");
  const name = (about: string) => `${kind}-${exchange}-${proof}-${about}`.toLowerCase();

  test("accepts an emailed code or link once, even just before it expires and after a HEAD request", async () => {
    const client = CLIENTS[exchange]();
    const email = await flow.ask(world, client, name("once"));
    const hasChallenge = exchange === "PKCE";
    expect(email.hash).toMatch(hasChallenge ? /^pkce_[0-9a-f]{56}$/ : /^[0-9a-f]{56}$/);
    const scanned = await fetch(email.link, { method: "HEAD", redirect: "manual" });
    expect(scanned.status).toBe(200);
    clock.advance(OTP_EXPIRY_SECONDS - 5);
    expect(await use(client, email, flow)).toBeNull();
    for (const again of Object.values(PROOFS)) {
      expect(await again(CLIENTS[exchange](), email, flow)).toEqual(EXPIRED);
    }
  });

  test("refuses an emailed code or link after its lifetime", async () => {
    const client = CLIENTS[exchange]();
    const email = await flow.ask(world, client, name("late"));
    clock.advance(OTP_EXPIRY_SECONDS);
    expect(await use(client, email, flow)).toEqual(EXPIRED);
  });
});

test.each(Object.entries(EMAIL_FLOWS))(
  "accepts only the code in the newest of several %s emails",
  async (kind, flow) => {
    const client = world.guest();
    const older = await flow.ask(world, client, `${kind}-newest`.replace("_", "-"));
    await flow.askAgain(world, client, older);
    const newer = await readEmail(world, older.address);
    const verify = ({ address: email, code: token }: ReceivedEmail) =>
      world.guest().auth.verifyOtp({ email, token, type: flow.type });
    expect((await verify(older)).error).toEqual(EXPIRED);
    expect((await verify(newer)).error).toBeNull();
  },
);

describe("reauthentication", () => {
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

  test("accepts a reauthentication nonce only once", async () => {
    const { client, nonce } = await askForNonce("nonce-once");
    const first = await client.auth.updateUser({ password: PASSWORD, nonce });
    expect(first.error).toBeNull();
    const second = await client.auth.updateUser({ password: `${PASSWORD}!`, nonce });
    expect(second.error).toEqual(refused);
  });

  test("refuses a nonce an hour after it was emailed", async () => {
    const { client, nonce } = await askForNonce("nonce-late");
    clock.advance(OTP_EXPIRY_SECONDS);
    await client.auth.refreshSession();
    const late = await client.auth.updateUser({ password: PASSWORD, nonce });
    expect(late.error).toEqual(refused);
  });

  test("accepts a nonce only from its own user, and not as a sign-in code", async () => {
    const { email, nonce } = await askForNonce("nonce-own");
    const other = await askForNonce("nonce-other");
    const stolen = await other.client.auth.updateUser({ password: PASSWORD, nonce });
    expect(stolen.error).toEqual(refused);
    for (const type of ["email", "magiclink", "recovery", "email_change"] as const) {
      const entered = await world.guest().auth.verifyOtp({ email, token: nonce, type });
      expect(entered.error).toEqual(EXPIRED);
    }
  });

  test("does not reveal whether a password equals the old password if the nonce is wrong", async () => {
    const { client, nonce } = await askForNonce("nonce-guess");
    await client.auth.updateUser({ password: PASSWORD, nonce });
    const guess = await client.auth.updateUser({ password: PASSWORD, nonce: "000000" });
    expect(guess.error).toEqual(refused);
  });
});
