import type { EmailOtpType, SupabaseClient } from "@supabase/supabase-js";
import { type AuthWorld, PASSWORD } from "./auth-people.ts";

export interface ReceivedEmail {
  address: string;
  code: string;
  link: string;
  hash: string;
}

export async function readEmail(world: AuthWorld, address: string): Promise<ReceivedEmail> {
  const { codes, links } = await world.backend.mailbox.waitFor({ to: address });
  const link = links[0] ?? "";
  return {
    address,
    code: codes[0] ?? "",
    link,
    hash: new URL(link).searchParams.get("token") ?? "",
  };
}

export interface EmailFlow {
  type: EmailOtpType;
  method?: string;
  ask(world: AuthWorld, client: SupabaseClient, name: string): Promise<ReceivedEmail>;
  askAgain(world: AuthWorld, client: SupabaseClient, email: ReceivedEmail): Promise<unknown>;
}

export const EMAIL_FLOWS: Readonly<Record<string, EmailFlow>> = {
  confirmation: {
    type: "signup",
    method: "email/signup",
    async ask(world, client, name) {
      const email = `${name}@example.test`;
      await client.auth.signUp({ email, password: PASSWORD });
      return readEmail(world, email);
    },
    askAgain: (_world, client, { address: email }) => client.auth.resend({ type: "signup", email }),
  },
  magic_link: {
    type: "magiclink",
    method: "magiclink",
    async ask(world, client, name) {
      const { email } = await world.enter(name);
      await client.auth.signInWithOtp({ email });
      return readEmail(world, email);
    },
    askAgain: (_world, client, { address: email }) => client.auth.signInWithOtp({ email }),
  },
  recovery: {
    type: "recovery",
    method: "recovery",
    async ask(world, client, name) {
      const { email } = await world.enter(name);
      await client.auth.resetPasswordForEmail(email);
      return readEmail(world, email);
    },
    askAgain: (_world, client, { address }) => client.auth.resetPasswordForEmail(address),
  },
  email_change: {
    type: "email_change",
    method: "email_change",
    async ask(world, client, name) {
      const { email } = await world.enter(name, client);
      const next = `next-${email}`;
      await client.auth.updateUser({ email: next });
      const current = await readEmail(world, email);
      const half = await world
        .guest()
        .auth.verifyOtp({ email, token: current.code, type: "email_change" });
      if (half.error) throw half.error;
      return readEmail(world, next);
    },
    askAgain: (_world, client, { address }) =>
      client.auth.resend({ type: "email_change", email: address.replace("next-", "") }),
  },
  // There is no PKCE flow for invitations, because the user's code verifier is in the user's
  // browser.
  invite: {
    type: "invite",
    async ask(world, _client, name) {
      const email = `${name}@example.test`;
      await world.admin.auth.admin.inviteUserByEmail(email);
      return readEmail(world, email);
    },
    askAgain: (world, _client, { address }) => world.admin.auth.admin.inviteUserByEmail(address),
  },
};
