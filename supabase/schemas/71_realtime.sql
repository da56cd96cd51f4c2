-- Live pings tell staff's open pages to load new data. Contacts' pages poll instead.

create function private.may_join(topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  named uuid;
begin
  if topic is null or topic !~ '^(org|request):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := split_part(topic, ':', 2)::uuid;
  if topic like 'request:%' then
    named := (select r.org_id from public.requests r where r.id = named);
  end if;
  return coalesce(
    named = any (private.my_org_ids()) and named <> all (private.my_gated_org_ids()), false);
end
$$;
comment on function private.may_join(text) is
  'Returns whether the caller is staff of the channel''s firm.';
grant execute on function private.may_join(text) to authenticated;

create policy "staff receive pings of their firms and requests" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence') and (select private.may_join((select realtime.topic()))));
create policy "staff send their presence to requests of their firms" on realtime.messages
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
comment on function private.ping(uuid, uuid, uuid, int) is
  'Broadcasts a change to staff on the channels of the firm and of the request.';
