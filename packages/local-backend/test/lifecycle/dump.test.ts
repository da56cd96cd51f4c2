import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { expect, test } from "vitest";
import { startLocalBackend } from "../../src/index.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const USER = "11111111-1111-4111-8111-111111111111";
const SESSION = "22222222-2222-4222-8222-222222222222";
const AT = "2026-01-01 00:00:00+00";
const NONE = "00000000-0000-0000-0000-000000000000";

/** The format of `supabase db dump --data-only`: a header, inserts with all columns, sequences. */
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

INSERT INTO "cron"."job" ("jobid", "schedule", "command", "nodename", "nodeport", "database", "username", "active", "jobname") VALUES
	(3, '0 0 * * *', 'select 1', 'localhost', 5432, 'postgres', 'postgres', true, 'nightly');

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
  const backend = await startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });
  const database = new pg.Client(backend.urls.db);
  await database.connect();
  try {
    const { rows } = await database.query(`select
      (select count(*) from auth.sessions)::int as sessions,
      (select count(*) from auth.refresh_tokens)::int as tokens,
      (select nextval('auth.refresh_tokens_id_seq'))::int as next,
      (select path_tokens from storage.objects where bucket_id = 'kept') as path,
      (select body from public.notes where user_id = '${USER}') as note,
      (select cron.schedule('next', '@daily', 'select 1'))::int as job,
      current_setting('session_replication_role') as role`);
    expect(rows[0]).toEqual({
      ...{ sessions: 1, tokens: 1, next: 8, path: ["a", "b.txt"] },
      ...{ note: "from hosted", job: 4, role: "origin" },
    });
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
