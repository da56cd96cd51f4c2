-- Messages and functions of Supabase Realtime, with hosted's names, owners and grants.
-- realtime.messages is one table here; hosted partitions it by day.

create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

set role supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
where extension = 'broadcast' and private is true;
comment on table realtime.messages is
  'Broadcasts sent from the database. Its policies decide who may use a private channel: select reads, insert writes.';

alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
as $$ select nullif(current_setting('realtime.topic', true), '')::text $$;
comment on function realtime.topic() is 'The channel that is being authorised or sent to.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
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
  'Broadcasts a JSON payload to a channel after commit. Invoker rights; a failure only warns.';

create function realtime.send_binary(
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
  'Broadcasts bytes to a channel after commit. Invoker rights; a failure only warns.';

create function realtime.broadcast_changes(
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

-- The service listens; a notification carries at most 8 kB, so it names the message only.
create function realtime.notify_message() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;

create trigger notify_message after insert on realtime.messages
for each row when (new.extension = 'broadcast') execute function realtime.notify_message();

reset role;
