-- Live pings to staff: something changed, load it again. Contacts poll.

create function private.may_join(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when topic !~ '^(org|request):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
    else coalesce((
      select org_id = any (private.my_org_ids()) and org_id <> all (private.my_gated_org_ids())
      from (
        select case split_part(topic, ':', 1)
          when 'org' then split_part(topic, ':', 2)::uuid
          else (select r.org_id from public.requests r where r.id = split_part(topic, ':', 2)::uuid)
        end as org_id
      ) as named), false)
    end
$$;
comment on function private.may_join(text) is 'Whether the caller is staff of the firm a channel belongs to.';
grant execute on function private.may_join(text) to authenticated;

create policy "staff receive pings of their firms and requests" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence') and (select private.may_join((select realtime.topic()))));
create policy "staff show themselves beside a request" on realtime.messages
  for insert to authenticated
  with check (
    extension = 'presence' and (select realtime.topic()) like 'request:%'
    and (select private.may_join((select realtime.topic()))));

create function private.ping(org_id uuid, request_id uuid, item_id uuid, version int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payload jsonb := jsonb_build_object(
    'request_id', request_id, 'item_id', item_id, 'version', version);
begin
  perform realtime.send(payload, 'changed', 'org:' || org_id, true);
  perform realtime.send(payload, 'changed', 'request:' || request_id, true);
end
$$;
comment on function private.ping(uuid, uuid, uuid, int) is 'Tells staff on both channels that something changed.';

create function private.ping_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(new.org_id, new.id, null, new.version);
  return null;
end
$$;
comment on function private.ping_request() is 'Pings after a request changed.';
create trigger ping_insert after insert on public.requests
  for each row execute function private.ping_request();
create trigger ping_update after update on public.requests
  for each row when (old.version is distinct from new.version)
  execute function private.ping_request();

create function private.ping_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(new.org_id, new.request_id, new.id, new.version);
  return null;
end
$$;
comment on function private.ping_item() is 'Pings after an item moved on.';
create trigger ping_update after update on public.items
  for each row when (old.version is distinct from new.version)
  execute function private.ping_item();

create function private.ping_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(
    new.org_id, new.request_id, new.item_id,
    (select i.version from public.items i where i.id = new.item_id));
  return null;
end
$$;
comment on function private.ping_file() is 'Pings staff who upload on behalf when a file was inspected.';
create trigger ping_update after update on public.files
  for each row when (old.status is distinct from new.status and new.uploader_kind = 'staff')
  execute function private.ping_file();
