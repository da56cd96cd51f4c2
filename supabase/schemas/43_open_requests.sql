create function public.update_request(
  request_id uuid, title text, message text, due_on date default null,
  assignee_id uuid default null, reminders_paused boolean default false,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(update_request.request_id);
  request public.requests := private.lock_request(update_request.request_id, '{draft,open}');
  is_open boolean := request.status = 'open';
  old_due_on date := request.due_on;
begin
  perform private.check_version(
    expected_version, request.version, request.id, request.org_id, request.id);
  if is_open and update_request.due_on is distinct from old_due_on then
    perform private.check_due_on(
      update_request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  end if;
  perform private.check_assignee(
    request.org_id, update_request.assignee_id, request.assignee_id);
  update public.requests r set
    title = private.clean_line(
      update_request.title, 'title', case when is_open then 3 else 0 end, 120),
    message = private.clean_text(update_request.message, 'message', 0, 2000),
    due_on = update_request.due_on, assignee_id = update_request.assignee_id,
    reminders_paused = coalesce(update_request.reminders_paused, false),
    version = r.version + 1
  where r.id = request.id returning * into request;
  if is_open then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.updated', 'request', request.id,
      jsonb_build_object('status', request.status));
  end if;
  if is_open and request.due_on <> old_due_on then
    perform private.replan_reminders(request);
  end if;
  return private.request_result(request);
end
$$;
comment on function public.update_request(uuid, text, text, date, uuid, boolean, int) is
  'Changes the texts, due date, assignee and reminders of a draft or open request. A new due '
  'date moves the reminders.';
grant execute on function
  public.update_request(uuid, text, text, date, uuid, boolean, int) to authenticated;

create function private.change_recipients(
  request public.requests, actor private.actor, contact_id uuid, change text
) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'recipient.changed', 'contact',
    change_recipients.contact_id,
    jsonb_build_object('contact_id', change_recipients.contact_id, 'change', change));
  return request;
end
$$;
comment on function private.change_recipients(public.requests, private.actor, uuid, text) is
  'Stores a change of recipients as a new version of the request, and records it.';

create function public.add_recipient(request_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(add_recipient.request_id);
  request public.requests := private.lock_request(add_recipient.request_id, '{open}');
  contact public.contacts;
begin
  select * into contact from public.contacts c
  where c.id = add_recipient.contact_id and c.client_id = request.client_id
    and c.status <> 'removed'
  for share;
  if contact.id is null then
    perform private.invalid('contact_id', 'format');
  elsif exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = contact.id
  ) then
    return jsonb_build_object('id', contact.id, 'version', request.version);
  end if;
  perform private.refuse_stopped(array[contact.id]);
  if (select count(*) from public.request_contacts rc where rc.request_id = request.id) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  end if;
  insert into public.request_contacts (org_id, request_id, contact_id)
  values (request.org_id, request.id, contact.id);
  request := private.change_recipients(request, actor, contact.id, 'added');
  perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
  perform private.schedule_reminder(request, contact.id);
  return jsonb_build_object('id', contact.id, 'version', request.version);
end
$$;
comment on function public.add_recipient(uuid, uuid) is
  'Adds a contact of the client to a request and emails them. Repeating the call changes '
  'nothing.';
grant execute on function public.add_recipient(uuid, uuid) to authenticated;

create function public.add_recipients(request_id uuid, contact_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(add_recipients.request_id);
  contact_id uuid;
  added jsonb;
begin
  if coalesce(cardinality(contact_ids), 0) not between 1 and 5 then
    perform private.invalid('contact_ids', 'length');
  end if;
  foreach contact_id in array contact_ids loop
    added := public.add_recipient(add_recipients.request_id, contact_id);
  end loop;
  return jsonb_build_object('version', added -> 'version');
end
$$;
comment on function public.add_recipients(uuid, uuid[]) is
  'Adds one to five contacts of the client to a request and emails them. If one of them cannot be '
  'added, adds none.';
grant execute on function public.add_recipients(uuid, uuid[]) to authenticated;

create function public.remove_recipient(request_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(remove_recipient.request_id);
  request public.requests := private.lock_request(remove_recipient.request_id, '{open}');
begin
  if not exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = remove_recipient.contact_id
  ) then
    perform private.refuse(404, 'not_found');
  elsif not exists (
    select from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id and rc.contact_id <> remove_recipient.contact_id
  ) then
    perform private.refuse(409, 'sole_recipient', jsonb_build_object(
      'request_ids', jsonb_build_array(request.id)));
  end if;
  delete from public.request_contacts rc
  where rc.request_id = request.id and rc.contact_id = remove_recipient.contact_id;
  perform private.cancel_mail(request.id, remove_recipient.contact_id, null);
  perform private.end_reminders(request.id, remove_recipient.contact_id);
  request := private.change_recipients(request, actor, remove_recipient.contact_id, 'removed');
  return jsonb_build_object('id', remove_recipient.contact_id, 'version', request.version);
end
$$;
comment on function public.remove_recipient(uuid, uuid) is
  'Ends a contact''s access to one request. Refuses for the last active recipient.';
grant execute on function public.remove_recipient(uuid, uuid) to authenticated;
