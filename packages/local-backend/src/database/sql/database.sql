-- Creates what a new database of hosted Supabase contains before the first migration. Runs only
-- once per database, because a project may change these objects.

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format(
    'alter database %I set search_path = "$user", public, extensions', current_database()
  );
end
$$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;

grant usage on schema public to anon, authenticated, service_role;
grant all on schema public to postgres;

create schema extensions;
-- As on hosted Supabase, only these roles have rights on this schema.
grant usage on schema extensions to anon, authenticated, service_role;
grant all on schema extensions to dashboard_user;
grant all on schema extensions to postgres with grant option;
-- postgres owns these extensions, so a project may drop them.
set role postgres;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
reset role;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  notify pgrst, 'reload schema';
end
$$;
comment on function extensions.pgrst_ddl_watch() is 'Tells PostgREST that the schema changed.';
create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();

create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
alter table supabase_migrations.schema_migrations owner to postgres;

create schema local_backend;
comment on schema local_backend is 'Present on local backends only.';
grant usage on schema local_backend to postgres;

create table local_backend.settings (
  api_url text not null,
  service_role_key text not null
);
comment on table local_backend.settings is 'One row with the address that jobs call. Every start updates it.';
grant select on local_backend.settings to postgres;

create table local_backend.state (
  fingerprint text not null,
  is_seed_pending boolean not null
);
comment on table local_backend.state is
  'One row: which bootstrap made this database, and whether the seed still has to run.';
-- The seed runs as postgres and updates this column.
grant update (is_seed_pending) on local_backend.state to postgres;

create function local_backend.keep_services_as_they_are() returns event_trigger
language plpgsql set search_path = ''
as $$
declare
  kept constant text[] := array['auth', 'storage', 'realtime'];
  refused text;
begin
  if current_user in (
    'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'
  ) then
    return;
  end if;
  -- As on hosted Supabase, triggers and policies on the services' tables are allowed.
  if tg_event = 'ddl_command_end' then
    select object_identity into refused from pg_event_trigger_ddl_commands()
      where schema_name = any (kept) and object_type not in ('trigger', 'policy') limit 1;
  else
    select object_identity into refused from pg_event_trigger_dropped_objects()
      where schema_name = any (kept) and object_type not in ('trigger', 'policy') limit 1;
  end if;
  if refused is not null then
    raise exception 'must be owner of %', refused using errcode = 'insufficient_privilege';
  end if;
end
$$;
comment on function local_backend.keep_services_as_they_are() is
  'Refuses changes of the services'' schemas that postgres may not make on hosted Supabase.';
create event trigger keep_services_as_they_are on ddl_command_end
  execute function local_backend.keep_services_as_they_are();
create event trigger keep_services_from_drops on sql_drop
  execute function local_backend.keep_services_as_they_are();
