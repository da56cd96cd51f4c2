import { fileURLToPath } from "node:url";
import { type LocalBackend, startLocalBackend } from "@dossier/local-backend";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";

const PASSWORD = "a long password";
const SECRET = `whsec_${btoa("a secret of the email service")}`;

let backend: LocalBackend;
let database: pg.Client;
let service: SupabaseClient;
let owner: SupabaseClient;
let member: SupabaseClient;
let memberId: string;
let orgId: string;

beforeAll(async () => {
  backend = await startLocalBackend({
    dir: fileURLToPath(new URL("../..", import.meta.url)),
    memory: true,
    seed: false,
    ports: { api: 0, db: 0 },
    config: { edge_runtime: { secrets: { EMAIL_WEBHOOK_SECRET: SECRET } } },
  });
  database = new pg.Client(backend.urls.db);
  await database.connect();
  await database.query("select cron.unschedule('sweep')");
  service = clientWith(backend.keys.serviceRole);
  owner = (await signUp("olivia@harbour.example")).client;
  ({ client: member, id: memberId } = await signUp("mia@harbour.example"));
  const args = { name: "Harbour & Lane", slug: "harbour", time_zone: "Europe/London" };
  orgId = (await must(owner.rpc("create_org", args))).id;
  await database.query(
    "insert into public.memberships (org_id, user_id, role) values ($1, $2, 'member')",
    [orgId, memberId],
  );
});

afterAll(async () => {
  await database?.end();
  await backend?.stop();
});

function clientWith(key: string): SupabaseClient {
  return createClient(backend.urls.api, key, { auth: { persistSession: false } });
}

async function signUp(email: string) {
  const created = await must(
    service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true }),
  );
  const client = clientWith(backend.keys.publishable);
  await must(client.auth.signInWithPassword({ email, password: PASSWORD }));
  return { client, id: created.user.id };
}

async function must<Result extends { data: unknown; error: unknown }>(call: PromiseLike<Result>) {
  const { data, error } = await call;
  if (error) throw error;
  return data as NonNullable<Extract<Result, { error: null }>["data"]>;
}

async function refusalOf(client: SupabaseClient, name: string, body: object = {}) {
  const { error, response } = await client.functions.invoke(name, { body });
  expect(error).not.toBeNull();
  return { status: response?.status, ...((await response?.json()) as { code: string }) };
}

it("an owner can reset a member's factors, a member cannot, and the event contains the owner's name", async () => {
  await must(member.auth.mfa.enroll({ factorType: "totp" }));
  const body = { org_id: orgId, user_id: memberId };
  expect(await refusalOf(member, "reset-factors", body)).toEqual({
    status: 404,
    code: "not_found",
    detail: {},
  });
  expect(await must(owner.functions.invoke("reset-factors", { body }))).toEqual({
    user_id: memberId,
    removed: 1,
  });
  const { rows } = await database.query(
    `select (select count(*)::int from auth.mfa_factors) as factors,
      (select actor_name from public.events where action = 'member.factors_reset') as actor`,
  );
  expect(rows).toEqual([{ factors: 0, actor: "olivia" }]);
});

it("reset-factors refuses an owner who has not used their own factor in this session", async () => {
  const { rows } = await database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users
    where email = 'olivia@harbour.example' returning id`,
  );
  const body = { org_id: orgId, user_id: memberId };
  expect(await refusalOf(owner, "reset-factors", body)).toEqual({
    status: 403,
    code: "insufficient_aal",
    detail: { level: "aal2" },
  });
  await database.query("delete from auth.mfa_factors where id = $1", [rows[0].id]);
});

// S-3.32
it("delete-account refuses a sole owner, and the firm's record keeps the name of a deleted member", async () => {
  expect(await refusalOf(owner, "delete-account")).toEqual({
    status: 409,
    code: "last_owner",
    detail: { org_ids: [orgId] },
  });
  expect(await must(member.functions.invoke("delete-account", { body: {} }))).toEqual({
    user_id: memberId,
  });
  const { rows } = await database.query(
    `select (select count(*)::int from auth.users where id = $1) as users,
      (select count(*)::int from public.profiles where user_id = $1) as profiles,
      (select status from public.memberships where user_id = $1) as membership,
      (select actor_name from public.events where action = 'member.removed') as actor`,
    [memberId],
  );
  expect(rows).toEqual([{ users: 0, profiles: 0, membership: "removed", actor: "mia" }]);
  const again = clientWith(backend.keys.publishable);
  const { error } = await again.auth.signInWithPassword({
    email: "mia@harbour.example",
    password: PASSWORD,
  });
  expect(error?.code).toBe("invalid_credentials");
  // The deleted user's token has not expired yet.
  expect(await refusalOf(member, "delete-account")).toMatchObject({ status: 403 });
});

it("email-webhook records a signed bounce report that the email service sends without a Supabase key", async () => {
  const email = await database.query(
    `insert into private.outbox (org_id, kind, to_email, dedupe_key, not_before, status, provider_id)
    values ($1, 'invitation', 'gone@nowhere.example', 'k', now(), 'sent', 're_1') returning id`,
    [orgId],
  );
  const body = JSON.stringify({ type: "email.bounced", data: { email_id: "re_1" } });
  const post = (signature: string, at: Date) =>
    fetch(`${backend.urls.api}/functions/v1/email-webhook`, {
      method: "POST",
      body,
      headers: {
        "svix-id": "msg_1",
        "svix-timestamp": String(Math.floor(at.getTime() / 1000)),
        "svix-signature": signature,
      },
    });
  const at = new Date();
  expect((await post("v1,AAAA", at)).status).toBe(401);
  const answer = await post(new Webhook(SECRET).sign("msg_1", at, body), at);
  expect([answer.status, await answer.json()]).toEqual([200, { recorded: true }]);
  const { rows } = await database.query("select status from private.outbox where id = $1", [
    email.rows[0].id,
  ]);
  expect(rows).toEqual([{ status: "bounced" }]);
});
