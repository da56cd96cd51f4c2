import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, inject } from "vitest";
import type { Database } from "../../database.types.ts";
import type { Person } from "./person.ts";

export type Client = SupabaseClient<Database>;

export function open(key: string): Client {
  return createClient<Database>(inject("apiUrl"), key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export async function signIn(person: Person): Promise<Client> {
  const { data, error } = await open(inject("serviceKey")).auth.admin.generateLink({
    type: "magiclink",
    email: person.email,
  });
  expect(error).toBeNull();
  const client = open(inject("anonKey"));
  const verified = await client.auth.verifyOtp({
    email: person.email,
    token: data.properties?.email_otp ?? "",
    type: "email",
  });
  expect(verified.error).toBeNull();
  return client;
}

export async function openDevice(person: Person): Promise<{ client: Client; token: string }> {
  const { data } = await (await signIn(person)).auth.getSession();
  const token = data.session?.access_token ?? "";
  const client = createClient<Database>(inject("apiUrl"), inject("anonKey"), {
    accessToken: async () => token,
  });
  return { client, token };
}
