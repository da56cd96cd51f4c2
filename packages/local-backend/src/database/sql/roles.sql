-- This file runs for each database, but roles belong to the cluster, so every statement must be
-- repeatable. The settings of the roles are in database.sql, because a project may change them.

do $$
declare
  name text;
begin
  foreach name in array array[
    'anon', 'authenticated', 'service_role', 'authenticator', 'postgres',
    'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin',
    'supabase_functions_admin', 'supabase_replication_admin', 'supabase_read_only_user',
    'dashboard_user'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I noinherit', name);
    end if;
  end loop;
end
$$;

alter role service_role bypassrls;
alter role authenticator login;
alter role postgres login inherit createrole createdb replication bypassrls;

grant anon, authenticated, service_role to authenticator;
-- Hosted Supabase reserves these roles (supautils.reserved_roles, supautils.reserved_memberships).
-- postgres must not have the admin option, because that option allows all changes to a role, even
-- of the password. postgres changes settings and memberships through functions in privileged.sql.
-- In databases of older versions, postgres had the option. Grants that postgres made with it are
-- replaced with grants by the cluster's owner.
do $$
declare
  given record;
begin
  for given in
    select roleid::regrole as name, member::regrole as member,
      admin_option::text, inherit_option::text, set_option::text
    from pg_auth_members
    where grantor = 'postgres'::regrole and roleid in
      ('anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole, 'authenticator'::regrole)
  loop
    execute format(
      'grant %s to %s with admin %s, inherit %s, set %s granted by %I',
      given.name, given.member, given.admin_option, given.inherit_option, given.set_option,
      current_user
    );
    execute format('revoke %s from %s granted by postgres', given.name, given.member);
  end loop;
end
$$;
grant anon, authenticated, service_role, authenticator to postgres with admin false;
-- Hosted Supabase lets postgres create policies and drop triggers on the services' tables
-- (supautils.policy_grants, supautils.drop_trigger_grants). Here, postgres inherits the rights of
-- the owners. Event triggers in database.sql prevent all other changes to the schemas auth, storage
-- and realtime.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres
  with inherit true, set false;
grant supabase_functions_admin to postgres with inherit true, set false;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;

-- PostgreSQL reserves these settings for superusers, but hosted Supabase lets postgres change them
-- (supautils.privileged_role_allowed_configs). For example, data dumps set
-- session_replication_role.
do $$
declare
  parameter text;
begin
  foreach parameter in array array[
    'session_replication_role', 'safeupdate.enabled', 'deadlock_timeout', 'log_duration',
    'log_lock_waits', 'log_min_duration_statement', 'log_min_error_statement', 'log_min_messages',
    'log_parameter_max_length', 'log_replication_commands', 'log_statement', 'log_temp_files',
    'track_functions', 'track_io_timing', 'wal_compression', 'pg_net.batch_size', 'pg_net.ttl',
    'auto_explain.log_analyze', 'auto_explain.log_buffers', 'auto_explain.log_format',
    'auto_explain.log_level', 'auto_explain.log_min_duration',
    'auto_explain.log_nested_statements', 'auto_explain.log_parameter_max_length',
    'auto_explain.log_settings', 'auto_explain.log_timing', 'auto_explain.log_triggers',
    'auto_explain.log_verbose', 'auto_explain.log_wal', 'auto_explain.sample_rate',
    'pg_stat_statements.max', 'pg_stat_statements.save', 'pg_stat_statements.track',
    'pg_stat_statements.track_planning', 'pg_stat_statements.track_utility',
    'pgaudit.log', 'pgaudit.log_catalog', 'pgaudit.log_client', 'pgaudit.log_level',
    'pgaudit.log_relation', 'pgaudit.log_rows', 'pgaudit.log_statement',
    'pgaudit.log_statement_once', 'pgaudit.role', 'plan_filter.module_loaded',
    'plan_filter.statement_cost_limit',
    'pgrst.app_settings', 'pgrst.client_error_verbosity', 'pgrst.db_aggregates_enabled',
    'pgrst.db_anon_role', 'pgrst.db_extra_search_path', 'pgrst.db_hoisted_tx_settings',
    'pgrst.db_max_rows', 'pgrst.db_plan_enabled', 'pgrst.db_pre_config', 'pgrst.db_pre_request',
    'pgrst.db_prepared_statements', 'pgrst.db_root_spec', 'pgrst.db_schemas',
    'pgrst.db_timezone_enabled', 'pgrst.db_tx_end', 'pgrst.jwt_aud',
    'pgrst.jwt_cache_max_entries', 'pgrst.jwt_cache_max_lifetime', 'pgrst.jwt_role_claim_key',
    'pgrst.log_level', 'pgrst.openapi_mode', 'pgrst.openapi_security_active',
    'pgrst.openapi_server_proxy_uri', 'pgrst.raw_media_types',
    'pgrst.server_cors_allowed_origins', 'pgrst.server_timing_enabled', 'pgrst.server_trace_header'
  ] loop
    execute format('grant set on parameter %s to postgres', parameter);
  end loop;
end
$$;
