-- On hosted Supabase, supautils lets postgres create event triggers and publications of all tables,
-- and change the settings and members of the API's roles. Here, postgres lacks these rights, so
-- privileged-statements.ts replaces such statements in migrations with calls to these functions.
-- Functions that create objects turn off event triggers, because a project's trigger would run as
-- the superuser.

create or replace function local_backend.create_event_trigger(
  name text, event text, tags text[], handler regproc
) returns void
language plpgsql security definer set search_path = '' set event_triggers = off
as $$
declare
  condition text := (select string_agg(quote_literal(tag), ', ') from unnest(tags) as tag);
begin
  execute format(
    'create event trigger %I on %I %s execute function %s()',
    name, event, 'when tag in (' || condition || ')', handler
  );
  -- PostgreSQL lets only superusers own an event trigger.
  alter role postgres superuser;
  execute format('alter event trigger %I owner to postgres', name);
  alter role postgres nosuperuser;
end
$$;
comment on function local_backend.create_event_trigger(text, text, text[], regproc) is
  'Creates an event trigger that belongs to postgres.';

create or replace function local_backend.create_publication(name text, schemas text[], options jsonb)
returns void
language plpgsql security definer set search_path = '' set event_triggers = off
as $$
declare
  published text := coalesce(
    'tables in schema ' || (select string_agg(quote_ident(one), ', ') from unnest(schemas) as one),
    'all tables'
  );
  settings text := (
    select string_agg(format('%I = %L', key, value), ', ') from jsonb_each_text(options)
  );
begin
  execute format('create publication %I for %s %s', name, published, 'with (' || settings || ')');
  alter role postgres superuser;
  execute format('alter publication %I owner to postgres', name);
  alter role postgres nosuperuser;
end
$$;
comment on function local_backend.create_publication(text, text[], jsonb) is
  'Creates a publication of all tables, or of those in schemas, that belongs to postgres.';

create or replace function local_backend.alter_role_setting(
  role text, database text, parameter text, parts text[]
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if role not in ('anon', 'authenticated', 'service_role', 'authenticator') then
    raise exception '"%" is a reserved role, only superusers can modify it', role
      using errcode = 'insufficient_privilege';
  end if;
  -- PostgreSQL would check the rights of the function's owner instead of the rights of postgres.
  if parameter is not null
    and not exists (
      select from pg_catalog.pg_settings as s
      where lower(s.name) = lower(parameter) and s.context = 'user'
    )
    and not has_parameter_privilege('postgres', parameter, 'set')
  then
    raise exception 'permission denied to set parameter "%"', parameter
      using errcode = 'insufficient_privilege';
  end if;
  execute 'alter role ' || quote_ident(role)
    || coalesce(' in database ' || quote_ident(database), '')
    || case
      when parameter is null then ' reset all'
      when parts is null then ' reset ' || quote_ident(parameter)
      else ' set ' || quote_ident(parameter) || ' to ' || (
        select string_agg(quote_literal(part), ', ')
        from unnest(parts) as part
      )
    end;
end
$$;
comment on function local_backend.alter_role_setting(text, text, text, text[]) is
  'Changes a setting of a role that hosted Supabase reserves. Without parts, resets it.';

create or replace function local_backend.change_membership(
  is_grant boolean, roles text[], members text[]
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
  member text;
begin
  foreach name in array roles loop
    if name not in ('anon', 'authenticated', 'service_role') then
      raise exception '"%" role memberships are reserved, only superusers can grant them', name
        using errcode = 'insufficient_privilege';
    end if;
    foreach member in array members loop
      if member like 'supabase\_%' or member = 'dashboard_user' then
        raise exception '"%" is a reserved role, only superusers can modify it', member
          using errcode = 'insufficient_privilege';
      end if;
      if is_grant then
        execute format('grant %I to %I', name, member);
      elsif member in ('authenticator', 'postgres') then
        -- On hosted Supabase, `postgres` cannot revoke what another role has granted.
        raise warning 'role "%" has not been granted membership in role "%" by role "postgres"',
          member, name;
      else
        execute format('revoke %I from %I', name, member);
      end if;
    end loop;
  end loop;
end
$$;
comment on function local_backend.change_membership(boolean, text[], text[]) is
  'Makes roles members of anon, authenticated or service_role, or ends the membership.';

revoke execute on function
  local_backend.alter_role_setting(text, text, text, text[]),
  local_backend.change_membership(boolean, text[], text[]),
  local_backend.create_event_trigger(text, text, text[], regproc),
  local_backend.create_publication(text, text[], jsonb) from public;
grant execute on function
  local_backend.alter_role_setting(text, text, text, text[]),
  local_backend.change_membership(boolean, text[], text[]),
  local_backend.create_event_trigger(text, text, text[], regproc),
  local_backend.create_publication(text, text[], jsonb) to postgres;

-- If a project publishes all tables, PostgreSQL rejects updates of tables that have neither a
-- primary key nor a full replica identity.
alter table local_backend.settings replica identity full;
alter table local_backend.state replica identity full;
