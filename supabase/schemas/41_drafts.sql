-- Drafts are saved automatically. Only sending validates a draft completely.

create function private.set_recipients(request public.requests, contact_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted uuid[] := array(select distinct c from unnest(contact_ids) c where c is not null);
begin
  if cardinality(wanted) > 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  elsif (
    select count(*) from public.contacts c
    where c.id = any (wanted) and c.client_id = request.client_id and c.status <> 'removed'
  ) <> cardinality(wanted) then
    perform private.invalid('contact_ids', 'format');
  end if;
  delete from public.request_contacts rc
  where rc.request_id = request.id and rc.contact_id <> all (wanted);
  insert into public.request_contacts (org_id, request_id, contact_id)
  select request.org_id, request.id, c from unnest(wanted) c
  on conflict do nothing;
end
$$;
comment on function private.set_recipients(public.requests, uuid[]) is
  'Replaces the recipients of a draft with these contacts.';

create function private.set_items(request public.requests, items jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  item_id uuid;
  kept uuid[] := '{}';
  no int := 0;
begin
  if jsonb_typeof(coalesce(items, '[]')) <> 'array' then
    perform private.invalid('items', 'type');
  elsif jsonb_array_length(coalesce(items, '[]')) > 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  delete from public.items i
  where i.request_id = request.id and i.id::text not in (
    select value ->> 'id' from jsonb_array_elements(coalesce(items, '[]'))
    where value ->> 'id' is not null);
  for item in select value from jsonb_array_elements(coalesce(items, '[]')) loop
    if jsonb_typeof(item) <> 'object' then
      perform private.invalid('items', 'type');
    end if;
    item_id := case
      when item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (item ->> 'id')::uuid end;
    -- Create a deleted item again, but refuse an item of another request.
    if not exists (select from public.items i where i.id = item_id) then
      item_id := null;
    end if;
    kept := kept || private.write_item(
      request.org_id, request.id, item_id, no + 1,
      private.clean_item(item, format('items.%s.', no), false));
    no := no + 1;
  end loop;
  return kept;
end
$$;
comment on function private.set_items(public.requests, jsonb) is
  'Replaces the items of a draft with this ordered list and returns their ids.';

create function private.check_due_on(due_on date, time_zone text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  today date := (private.clock() at time zone time_zone)::date;
begin
  if due_on is null then
    perform private.invalid('due_on', 'required');
  elsif due_on not between today and (today + interval '2 years')::date then
    perform private.invalid('due_on', 'range', jsonb_build_object(
      'min', today, 'max', (today + interval '2 years')::date));
  end if;
end
$$;
comment on function private.check_due_on(date, text) is
  'Checks that a due date is between today and two years from now, in the firm''s time zone.';

create function private.check_assignee(org_id uuid, assignee_id uuid, current_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if check_assignee.assignee_id is not null
    and check_assignee.assignee_id is distinct from current_id
    and not exists (
      select from public.memberships m
      where m.org_id = check_assignee.org_id and m.user_id = check_assignee.assignee_id
        and m.status = 'active')
  then
    perform private.invalid('assignee_id', 'format');
  end if;
end
$$;
comment on function private.check_assignee(uuid, uuid, uuid) is
  'Checks that a new assignee is active staff of the firm. The current one may stay.';

create function public.save_draft(
  org_id uuid, client_id uuid, title text, message text, contact_ids uuid[], items jsonb,
  due_on date default null, request_id uuid default null, expected_version int default null,
  assignee_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_draft.org_id);
  request public.requests;
  client public.clients;
  clean_title text := private.clean_line(save_draft.title, 'title', 0, 120);
  clean_message text := private.clean_text(save_draft.message, 'message', 0, 2000);
  item_ids uuid[];
begin
  select * into client from public.clients c
  where c.id = save_draft.client_id and c.org_id = save_draft.org_id;
  if client.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  if save_draft.request_id is null then
    if client.archived_at is not null then
      perform private.invalid('client_id', 'format');
    end if;
    perform private.check_assignee(client.org_id, save_draft.assignee_id, null);
    insert into public.requests (
      org_id, client_id, title, message, due_on, assignee_id, created_by)
    values (
      client.org_id, client.id, clean_title, clean_message, save_draft.due_on,
      save_draft.assignee_id, actor.id)
    returning * into request;
    perform private.record_event(
      actor, request.org_id, request.id, 'request.drafted', 'request', request.id,
      jsonb_build_object('client_id', client.id));
  else
    if not exists (
      select from public.requests r
      where r.id = save_draft.request_id and r.org_id = save_draft.org_id
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    request := private.lock_request(save_draft.request_id, '{draft}');
    perform private.check_version(
      expected_version, request.version, request.id, request.org_id, request.id);
    perform private.check_assignee(
      request.org_id, save_draft.assignee_id, request.assignee_id);
    update public.requests r set
      client_id = client.id, title = clean_title, message = clean_message,
      due_on = save_draft.due_on, assignee_id = save_draft.assignee_id, version = r.version + 1
    where r.id = request.id returning * into request;
  end if;
  perform private.set_recipients(request, save_draft.contact_ids);
  item_ids := private.set_items(request, save_draft.items);
  return private.request_result(request) || jsonb_build_object('item_ids', to_jsonb(item_ids));
end
$$;
comment on function
  public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int, uuid) is
  'Saves a draft. Texts may be incomplete, but must not be too long. items is the complete '
  'ordered list.';
grant execute on function
  public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int, uuid) to authenticated;

create function public.delete_draft(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(delete_draft.request_id);
  request public.requests := private.lock_request(delete_draft.request_id, '{draft}');
begin
  delete from public.requests r where r.id = request.id;
  -- Record the deletion in the firm's chain, because the request no longer exists.
  perform private.record_event(
    actor, request.org_id, null, 'request.deleted', 'request', request.id);
  return jsonb_build_object('id', request.id);
end
$$;
comment on function public.delete_draft(uuid) is
  'Deletes a draft.';
grant execute on function public.delete_draft(uuid) to authenticated;

create function private.check_sendable(request public.requests) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  item public.items;
  contact_ids uuid[];
  active_count int;
begin
  perform private.clean_line(request.title, 'title', 3, 120);
  perform private.check_due_on(
    request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  select count(*) filter (where c.status = 'active'),
    array_agg(c.id)
  into active_count, contact_ids
  from public.request_contacts rc
  join public.contacts c on c.id = rc.contact_id
  where rc.request_id = request.id;
  perform private.refuse_stopped(contact_ids);
  if active_count = 0 then
    perform private.invalid('contact_ids', 'required');
  elsif active_count > 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  end if;
  for item in select * from public.items i where i.request_id = request.id order by i.position loop
    perform private.clean_item(
      private.item_definition(item), format('items.%s.', item.position - 1), true);
  end loop;
  if not found then
    perform private.invalid('items', 'required');
  end if;
end
$$;
comment on function private.check_sendable(public.requests) is
  'Validates a draft completely before it is sent.';

create function public.send_request(request_id uuid, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(send_request.request_id);
  request public.requests := private.lock_request(send_request.request_id, '{draft}');
begin
  perform private.check_version(
    expected_version, request.version, request.id, request.org_id, request.id);
  if exists (
    select from public.clients c where c.id = request.client_id and c.archived_at is not null
  ) then
    perform private.invalid('client_id', 'format');
  end if;
  perform private.check_sendable(request);
  update public.requests r
  set status = 'open', sent_at = private.clock(), version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.sent', 'request', request.id,
    jsonb_build_object('status', request.status));
  perform private.mail_recipients(request, 'request_sent', '0');
  perform private.schedule_reminders(request.id);
  return private.request_result(request);
end
$$;
comment on function public.send_request(uuid, int) is
  'Sends a draft: opens it for its contacts and queues their emails.';
grant execute on function public.send_request(uuid, int) to authenticated;
