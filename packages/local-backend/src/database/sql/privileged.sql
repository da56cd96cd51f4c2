-- What only a superuser may create and hosted lets postgres create (supautils). Migrations reach these
-- through privileged-statements.ts. No event trigger of postgres runs inside them, because it would
-- run as the superuser.

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
  -- PostgreSQL gives an event trigger to superusers only.
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

-- A publication of all tables refuses updates of tables without a key.
alter table local_backend.settings replica identity full;
alter table local_backend.state replica identity full;
