-- Messages and functions of Supabase Realtime, with the names, owners and grants of hosted
-- Supabase. On hosted Supabase, realtime.messages is partitioned by day. Here, it is a single
-- table.

create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

set role supabase_realtime_admin;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  -- Unlike hosted Supabase's default, this default is correct in every time zone.
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
where extension = 'broadcast' and private is true;
comment on table realtime.messages is
  'Broadcasts sent from the database. Its policies decide who may use a private channel: select reads, insert writes.';

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

create or replace function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;
comment on function realtime.topic() is 'Returns the topic of the channel that a client joins or sends to.';

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void
language plpgsql
as $$
declare
  message_id uuid := gen_random_uuid();
  final_payload jsonb := case
    when payload ? 'id' then payload
    else jsonb_set(payload, '{id}', to_jsonb(message_id))
  end;
begin
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, payload, event, topic, private, extension)
    values (message_id, final_payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts a JSON payload to a channel after the commit, with the rights of the caller. '
  'A failure causes only a warning.';

create or replace function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
begin
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (binary_payload, event, topic, private, extension)
    values (payload, event, topic, private, 'broadcast');
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts bytes to a channel after the commit, with the rights of the caller. '
  'A failure causes only a warning.';

create or replace function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'record', new,
      'old_record', old,
      'operation', operation,
      'table', table_name,
      'schema', table_schema
    ),
    event_name,
    topic_name
  );
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For row triggers: broadcasts the change to a private channel.';

-- Notifies the service of a new message. The notification contains only the message's ID, because
-- the size of a notification is limited to 8 kB.
create or replace function realtime.notify_message() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;

create or replace trigger notify_message after insert on realtime.messages
for each row when (new.extension = 'broadcast') execute function realtime.notify_message();

-- Changes of published tables that are not delivered yet. Hosted Supabase uses the write-ahead log.
create table if not exists realtime.wal (
  id bigint generated always as identity primary key,
  schema_name text not null,
  table_name text not null,
  type text not null,
  record jsonb,
  old_record jsonb,
  commit_timestamp timestamptz not null default now()
);
comment on table realtime.wal is 'Changes not yet delivered to postgres_changes subscribers.';
alter table realtime.wal enable row level security;

create or replace function realtime.note_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change_id bigint;
begin
  insert into realtime.wal (schema_name, table_name, type, record, old_record)
  values (
    tg_table_schema,
    tg_table_name,
    tg_op,
    case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op <> 'INSERT' then to_jsonb(old) end
  )
  returning id into change_id;
  perform pg_notify('realtime_changes', tg_relid::text || ' ' || change_id::text);
  return null;
end
$$;
comment on function realtime.note_change() is
  'The trigger of published tables. realtime.sync_publication() creates and drops it.';
revoke execute on function realtime.note_change() from public;

-- Checks for each set of claims whether its role may select the row with this key. Returns one
-- result per set, in the same order. If a policy fails with an error for a set, the row is hidden
-- only from that set, and `problem` is the error code.
create or replace function realtime.visible_to(
  relation text, key jsonb, key_condition text, all_claims text[]
) returns table (visible boolean, problem text)
language plpgsql
as $$
declare
  query text := format(
    'select exists (select from %1$s as t, jsonb_populate_record(null::%1$s, $1) as wanted where %2$s)',
    relation, key_condition
  );
  claims text;
begin
  foreach claims in array all_claims loop
    begin
      problem := null;
      perform set_config('request.jwt.claims', claims, true),
        set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
        set_config('request.jwt.claim.role', claims::jsonb ->> 'role', true),
        set_config('role', claims::jsonb ->> 'role', true);
      execute query into visible using key;
      perform set_config('role', 'none', true);
    exception
      when insufficient_privilege then
        visible := false;
      when others then
        visible := false;
        problem := sqlstate;
    end;
    return next;
  end loop;
end
$$;
comment on function realtime.visible_to(text, jsonb, text, text[]) is
  'Checks one changed row for all subscribers. The service calls it and rolls the transaction back.';
revoke execute on function realtime.visible_to(text, jsonb, text, text[]) from public;

reset role;

create or replace function realtime.sync_publication() returns void
language plpgsql set search_path = ''
as $$
declare
  found record;
begin
  perform pg_advisory_xact_lock(hashtext('realtime.sync_publication'));
  for found in
    select c.oid::regclass as relation, p.tablename is not null as is_published
    from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    left join pg_catalog.pg_publication_tables as p
      on p.pubname = 'supabase_realtime'
      and p.schemaname = n.nspname and p.tablename = c.relname
      -- A publication of all tables also contains the tables of these schemas.
      and n.nspname not in (
        'auth', 'cron', 'local_backend', 'net', 'realtime', 'supabase_functions',
        'supabase_migrations'
      )
    left join pg_catalog.pg_trigger as t on t.tgrelid = c.oid and t.tgname = 'realtime_note_change'
    where c.relkind in ('r', 'p') and (p.tablename is not null) <> (t.oid is not null)
  loop
    if found.is_published then
      execute format(
        'create trigger realtime_note_change after insert or update or delete on %s
           for each row execute function realtime.note_change()',
        found.relation
      );
    else
      execute format('drop trigger realtime_note_change on %s', found.relation);
    end if;
  end loop;
end
$$;
comment on function realtime.sync_publication() is
  'Creates the trigger on the tables of the publication supabase_realtime. Drops it on all others.';
revoke execute on function realtime.sync_publication() from public;
