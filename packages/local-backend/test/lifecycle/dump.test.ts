import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { expect, test } from "vitest";
import { startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const USER = "11111111-1111-4111-8111-111111111111";
const SESSION = "22222222-2222-4222-8222-222222222222";
const AT = "2026-01-01 00:00:00+00";
const NONE = "00000000-0000-0000-0000-000000000000";

/** The output format of `supabase db dump --data-only`. */
const DUMP = String.raw`SET session_replication_role = replica;

--
-- PostgreSQL database dump
--

\restrict OzVNbxjFUFQgGzmT

-- Dumped from database version 17.6
-- Dumped by pg_dump version 17.6

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

INSERT INTO "auth"."audit_log_entries" ("instance_id", "id", "payload", "created_at", "ip_address") VALUES
	('${NONE}', '33333333-3333-4333-8333-333333333333', '{"action":"login"}', '${AT}', '');

INSERT INTO "auth"."oauth_client_states" ("id", "provider_type", "code_verifier", "created_at") VALUES
	('44444444-4444-4444-8444-444444444444', 'github', NULL, '${AT}');

INSERT INTO "auth"."flow_state" ("id", "user_id", "auth_code", "code_challenge_method", "code_challenge", "provider_type", "provider_access_token", "provider_refresh_token", "created_at", "updated_at", "authentication_method", "auth_code_issued_at", "invite_token", "referrer", "oauth_client_state_id", "linking_target_id", "email_optional") VALUES
	('55555555-5555-4555-8555-555555555555', '${USER}', 'code', 's256', 'challenge', 'magiclink', '', '', '${AT}', '${AT}', 'magiclink', NULL, NULL, NULL, NULL, NULL, false);

INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "invited_at", "confirmation_token", "confirmation_sent_at", "recovery_token", "recovery_sent_at", "email_change_token_new", "email_change", "email_change_sent_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "phone", "phone_confirmed_at", "phone_change", "phone_change_token", "phone_change_sent_at", "email_change_token_current", "email_change_confirm_status", "banned_until", "reauthentication_token", "reauthentication_sent_at", "is_sso_user", "deleted_at", "is_anonymous") VALUES
	('${NONE}', '${USER}', 'authenticated', 'authenticated', 'ada@example.test', '$2b$04$FuOSOkdd5x2XvYtSvXfWrONDdziCSzNbB3GqspdIk/goSaxR5gXVe', '${AT}', NULL, '', NULL, '', NULL, '', '', NULL, '${AT}', '{"provider": "email", "providers": ["email"]}', '{"email_verified": true}', NULL, '${AT}', '${AT}', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false);

INSERT INTO "auth"."identities" ("provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "updated_at", "id") VALUES
	('${USER}', '${USER}', '{"sub": "${USER}", "email": "ada@example.test"}', 'email', '${AT}', '${AT}', '${AT}', '66666666-6666-4666-8666-666666666666');

INSERT INTO "auth"."sessions" ("id", "user_id", "created_at", "updated_at", "factor_id", "aal", "not_after", "refreshed_at", "user_agent", "ip", "tag", "oauth_client_id", "refresh_token_hmac_key", "refresh_token_counter", "scopes") VALUES
	('${SESSION}', '${USER}', '${AT}', '${AT}', NULL, 'aal1', NULL, NULL, 'node', '127.0.0.1', NULL, NULL, NULL, NULL, NULL);

INSERT INTO "auth"."mfa_amr_claims" ("session_id", "created_at", "updated_at", "authentication_method", "id") VALUES
	('${SESSION}', '${AT}', '${AT}', 'password', '77777777-7777-4777-8777-777777777777');

INSERT INTO "auth"."refresh_tokens" ("instance_id", "id", "token", "user_id", "revoked", "created_at", "updated_at", "parent", "session_id") VALUES
	('${NONE}', 1, 'token', '${USER}', false, '${AT}', '${AT}', NULL, '${SESSION}');

INSERT INTO "public"."notes" ("id", "user_id", "body") OVERRIDING SYSTEM VALUE VALUES
	(5, '${USER}', 'from hosted');

INSERT INTO "storage"."buckets" ("id", "name", "owner", "created_at", "updated_at", "public", "avif_autodetection", "file_size_limit", "allowed_mime_types", "owner_id", "type", "versioning_status") VALUES
	('kept', 'kept', NULL, '${AT}', '${AT}', false, false, NULL, NULL, NULL, 'STANDARD', 'DISABLED');

INSERT INTO "storage"."objects" ("id", "bucket_id", "name", "owner", "created_at", "updated_at", "last_accessed_at", "metadata", "version", "owner_id", "user_metadata", "archived_at", "is_delete_marker", "is_versioned") VALUES
	('99999999-9999-4999-8999-999999999999', 'kept', 'a/b.txt', NULL, '${AT}', '${AT}', '${AT}', '{"size": 1}', '1', NULL, '{}', NULL, false, false);

INSERT INTO "storage"."buckets_analytics" ("name", "type", "format", "created_at", "updated_at", "id", "deleted_at") VALUES
	('events', 'ANALYTICS', 'ICEBERG', '${AT}', '${AT}', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', NULL);

INSERT INTO "storage"."iceberg_namespaces" ("id", "bucket_name", "name", "created_at", "updated_at", "metadata", "catalog_id") VALUES
	('bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb', 'events', 'sales', '${AT}', '${AT}', '{}', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa');

INSERT INTO "storage"."iceberg_tables" ("id", "namespace_id", "bucket_name", "name", "location", "created_at", "updated_at", "remote_table_id", "shard_key", "shard_id", "catalog_id") VALUES
	('cccccccc-cccc-4ccc-8ccc-cccccccccccc', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb', 'events', 'orders', 's3://events/orders', '${AT}', '${AT}', NULL, NULL, NULL, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa');

INSERT INTO "cron"."job" ("jobid", "schedule", "command", "nodename", "nodeport", "database", "username", "active", "jobname") VALUES
	(3, '0 0 * * *', 'select 1', 'localhost', 5432, 'postgres', 'postgres', true, 'nightly'),
	(2, '@reboot', 'select 1', 'localhost', 5432, 'postgres', 'postgres', true, 'once');

INSERT INTO "cron"."job_run_details" ("jobid", "runid", "job_pid", "database", "username", "command", "status", "return_message", "start_time", "end_time") VALUES
	(3, 9, 1, 'postgres', 'postgres', 'select 1', 'succeeded', '1 row', '${AT}', '${AT}');

SELECT pg_catalog.setval('"auth"."refresh_tokens_id_seq"', 7, true);

SELECT pg_catalog.setval('"cron"."jobid_seq"', 3, true);

SELECT pg_catalog.setval('"cron"."runid_seq"', 9, true);

SELECT pg_catalog.setval('"supabase_functions"."hooks_id_seq"', 1, false);

--
-- PostgreSQL database dump complete
--

\unrestrict OzVNbxjFUFQgGzmT

RESET ALL;
`;

test("loads the data dump of a hosted project as a seed, and signs its user in", async () => {
  const project = createProject();
  project.write("seed.sql", DUMP);
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const backend = await startLocalBackend({
    ...{ dir: project.dir, memory: true, ports: FREE_PORTS, log },
  });
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  try {
    const { rows } = await database.query(`select
      (select count(*) from auth.sessions)::int as sessions,
      (select count(*) from auth.refresh_tokens)::int as tokens,
      (select nextval('auth.refresh_tokens_id_seq'))::int as next,
      (select path_tokens from storage.objects where bucket_id = 'kept') as path,
      (select location from storage.iceberg_tables) as location,
      (select body from public.notes where user_id = '${USER}') as note,
      (select jobname from cron.job where jobid = 3) as dumped,
      (select cron.schedule('next', '@daily', 'select 1'))::int as job,
      current_setting('session_replication_role') as role`);
    expect(rows[0]).toEqual({
      ...{ sessions: 1, tokens: 1, next: 8, path: ["a", "b.txt"] },
      location: "s3://events/orders",
      ...{ note: "from hosted", dumped: "nightly", job: 4, role: "origin" },
    });
    expect(logged).toContainEqual("schedules: job 2 has a schedule that cannot be read");
    const auth = createClient(backend.urls.api, backend.keys.publishable).auth;
    const signedIn = await auth.signInWithPassword({
      email: "ada@example.test",
      password: "correct horse",
    });
    expect(signedIn.error).toBeNull();
  } finally {
    await database.end();
    await backend.stop();
    project.remove();
  }
});

test("refuses a migration that inserts rows into cron.job, even at the first start", async () => {
  const project = createProject();
  project.write(
    "migrations/20260103000000_jobs.sql",
    `set session_replication_role = replica;
insert into cron.job (schedule, command) values ('0 0 * * *', 'select 1');`,
  );
  try {
    const started = startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
    await expect(started).rejects.toMatchObject({
      code: "migration_failed",
      message: expect.stringMatching(/jobs\.sql, line 2: permission denied for table job/),
    });
  } finally {
    project.remove();
  }
});

test("names the failing line of a dump, even if rows of cron.job come before that line", async () => {
  const project = createProject();
  project.write(
    "seed.sql",
    `set session_replication_role = replica;
insert into cron.job (schedule, command) values ('@reboot', 'select 1');
do $$ begin raise exception 'stop'; end $$;`,
  );
  try {
    const started = startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
    await expect(started).rejects.toMatchObject({
      code: "seed_failed",
      message: expect.stringMatching(/seed\.sql, line 3: stop/),
    });
  } finally {
    project.remove();
  }
});

test("refuses a dump with COPY, and suggests creating the dump without --use-copy", async () => {
  const project = createProject();
  project.write(
    "seed.sql",
    `SET row_security = off;
COPY "public"."notes" ("id", "body") FROM stdin;
1\tit's here; or there
\\.
`,
  );
  try {
    const started = startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
    await expect(started).rejects.toMatchObject({
      code: "seed_failed",
      message: expect.stringMatching(
        /seed\.sql, line 2: COPY … FROM stdin is not supported.+without --use-copy/,
      ),
    });
  } finally {
    project.remove();
  }
});
