import { randomUUID } from "node:crypto";
import type pg from "pg";

export interface Person {
  id: string;
  email: string;
  role: "authenticated" | "anon" | "service_role";
  sessionId: string;
  aal: "aal1" | "aal2";
  /** Seconds since each sign-in method was used. */
  methods: Record<string, number>;
  /** Seconds until the access token expires. Default: one hour. */
  tokenSeconds?: number;
}

export const anonymous: Person = {
  id: "",
  email: "",
  role: "anon",
  sessionId: "",
  aal: "aal1",
  methods: {},
};

export const service: Person = { ...anonymous, role: "service_role" };

/** The user typed a code a minute ago. */
export async function createPerson(db: pg.ClientBase, name: string, email: string) {
  const person: Person = {
    id: randomUUID(),
    email,
    role: "authenticated",
    sessionId: randomUUID(),
    aal: "aal1",
    methods: { otp: 60 },
  };
  await db.query(
    `insert into auth.users (
      instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      confirmation_token, recovery_token, email_change_token_new, email_change,
      created_at, updated_at)
    values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2,
      now(), '{}', $3, '', '', '', '', now(), now())`,
    [person.id, email, { name }],
  );
  await db.query(
    `insert into auth.identities (
      provider_id, user_id, identity_data, provider, created_at, updated_at)
    values ($1::text, $1::uuid, $2, 'email', now(), now())`,
    [person.id, { sub: person.id, email }],
  );
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    values ($1, $2, now(), now(), 'aal1')`,
    [person.sessionId, person.id],
  );
  return person;
}

export async function enrol(db: pg.ClientBase, person: Person): Promise<Person> {
  // Auth cannot read a factor without a name or secret.
  await db.query(
    `insert into auth.mfa_factors (
      id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
    [person.id],
  );
  return { ...person, aal: "aal2", methods: { ...person.methods, totp: 60 } };
}

export function claimsOf(person: Person): string {
  if (person.role !== "authenticated") return JSON.stringify({ role: person.role });
  const nowSeconds = Math.floor(Date.now() / 1000);
  return JSON.stringify({
    sub: person.id,
    role: person.role,
    exp: nowSeconds + (person.tokenSeconds ?? 3_600),
    email: person.email,
    session_id: person.sessionId,
    aal: person.aal,
    amr: Object.entries(person.methods).map(([method, age]) => ({
      method,
      timestamp: nowSeconds - age,
    })),
  });
}
