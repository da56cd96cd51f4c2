-- Functions that create objects for postgres. Only a superuser can create these objects, and hosted
-- Supabase lets postgres create them (supautils). Migrations call the functions through
-- privileged-statements.ts. They fire no event triggers of postgres, because these would run as the
-- superuser.

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

revoke execute on function
  local_backend.create_event_trigger(text, text, text[], regproc),
  local_backend.create_publication(text, text[], jsonb) from public;
grant execute on function
  local_backend.create_event_trigger(text, text, text[], regproc),
  local_backend.create_publication(text, text[], jsonb) to postgres;

-- Once a publication contains all tables, PostgreSQL refuses updates of a table without a key.
alter table local_backend.settings replica identity full;
alter table local_backend.state replica identity full;
