-- Roles belong to the cluster and outlive a database: every statement may run again.

do $$
declare
  name text;
begin
  foreach name in array array[
    'anon', 'authenticated', 'service_role', 'authenticator', 'postgres',
    'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'
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
grant anon, authenticated, service_role, authenticator to postgres with admin option;
-- Hosted lets postgres make policies and drop triggers on the services' tables, which it does not own
-- (supautils.policy_grants, supautils.drop_trigger_grants). Here it has the owners' rights, and
-- database.sql refuses whatever else it would do with them.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres
  with inherit true, set false;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
