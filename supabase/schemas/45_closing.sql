-- A change to an item completes its request if no item waits for review and all required items are
-- accepted or waived. If no item is required, all items must be accepted or waived.

create function private.close_request(
  request public.requests, actor private.actor, status text, action text, reason text default null
) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set
    status = close_request.status, closed_at = private.clock(),
    close_reason = close_request.reason, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.cancel_mail(request.id, null, null);
  perform private.record_event(
    actor, request.org_id, request.id, action, 'request', request.id,
    jsonb_build_object('status', request.status));
  return request;
end
$$;
comment on function private.close_request(public.requests, private.actor, text, text, text) is
  'Closes a request and cancels its queued emails, including reminders. queue_reminders skips the '
  'planned reminders.';

create function private.reopen(
  request public.requests, actor private.actor, note text default '') returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  unnotified uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status in ('queued', 'deferred')
    returning m.contact_id
  )
  select coalesce(array_agg(u.contact_id), '{}') into unnotified from unsent u;
  update public.requests r set
    status = 'open', closed_at = null, close_reason = null, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.reopened', 'request', request.id,
    jsonb_build_object('status', request.status));
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active'
    order by lower(c.email::text)
  loop
    if private.is_unknown_to(request.id, contact.id) then
      -- The request ended before the contact got its first email. If that email is not queued
      -- anymore, queue it again.
      if not exists (
        select from private.outbox m
        where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
          and m.status in ('queued', 'deferred')
      ) then
        perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
      end if;
    elsif contact.id <> all (unnotified) then
      perform private.mail_recipient(
        request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The request was completed before the contact got its first email.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      -- The contact got no email about the completion, so notify them only if there is a note.
      if note <> '' then
        perform private.mail_recipient(
          request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
      end if;
      perform private.email_unsent_decisions(request, contact);
    end if;
  end loop;
  perform private.replan_reminders(request);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor, text) is
  'Reopens a complete request and emails its contacts. Without a note, only contacts who were '
  'notified of the completion are notified of the reopening.';

create function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- If no item is required, all items must be accepted or waived. If only required items
      -- counted, the first decision would complete such a request.
      and (i.required or not exists (
        select from public.items other where other.request_id = request.id and other.required))
  ) then
    return request;
  end if;
  request := private.close_request(
    request, private.system_actor(), 'complete', 'request.completed');
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return request;
end
$$;
comment on function private.settle_request(public.requests) is
  'Completes a request if its required items are accepted or waived and no item waits for '
  'review.';

create function public.complete_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(complete_request.request_id);
  request public.requests := private.lock_request(complete_request.request_id, '{open}');
  clean_reason text := private.clean_text(complete_request.reason, 'reason', 3, 1000);
  waiting uuid[];
  item public.items;
begin
  select array_agg(i.id order by i.position) into waiting
  from public.items i where i.request_id = request.id and i.status = 'submitted';
  if waiting is not null then
    perform private.refuse(
      409, 'items_waiting', jsonb_build_object('item_ids', to_jsonb(waiting)));
  end if;
  for item in
    select * from public.items i
    where i.request_id = request.id and i.status in ('open', 'partial', 'returned')
    order by i.position
  loop
    perform private.set_item_status(item.id, 'waived', clean_reason);
    perform private.record_event(
      actor, item.org_id, request.id, 'item.waived', 'item', item.id, '{"status":"waived"}');
  end loop;
  request := private.close_request(request, actor, 'complete', 'request.completed', clean_reason);
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return private.request_result(request);
end
$$;
comment on function public.complete_request(uuid, text) is
  'Completes a request early and waives the items that still need an answer. Refuses if an item '
  'waits for review.';
grant execute on function public.complete_request(uuid, text) to authenticated;

create function public.reopen_request(request_id uuid, note text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(reopen_request.request_id);
  request public.requests := private.lock_request(reopen_request.request_id, '{complete}');
  clean_note text := private.clean_text(reopen_request.note, 'note', 3, 1000);
begin
  return private.request_result(private.reopen(request, actor, clean_note));
end
$$;
comment on function public.reopen_request(uuid, text) is
  'Reopens a complete request and emails the note to its contacts.';
grant execute on function public.reopen_request(uuid, text) to authenticated;

create function public.cancel_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(cancel_request.request_id);
  request public.requests := private.lock_request(cancel_request.request_id, '{open}');
  clean_reason text := private.clean_text(cancel_request.reason, 'reason', 3, 1000);
begin
  request := private.close_request(
    request, actor, 'cancelled', 'request.cancelled', clean_reason);
  perform private.mail_recipients(
    request, 'request_cancelled', '0', jsonb_build_object('reason', clean_reason));
  return private.request_result(request);
end
$$;
comment on function public.cancel_request(uuid, text) is
  'Cancels a request and stores the reason.';
grant execute on function public.cancel_request(uuid, text) to authenticated;

create function public.archive_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(archive_request.request_id);
  request public.requests := private.lock_request(
    archive_request.request_id, '{complete,cancelled}');
begin
  update public.requests r set status = 'archived', version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.archived', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$$;
comment on function public.archive_request(uuid) is
  'Archives a closed request. Retention counts from the day on which it closed.';
grant execute on function public.archive_request(uuid) to authenticated;

create function public.restore_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(restore_request.request_id);
  request public.requests := private.lock_request(restore_request.request_id, '{archived}');
begin
  -- The sweep would archive an older request again.
  if request.closed_at <= private.clock() - interval '90 days' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  update public.requests r set
    -- A cancelled request cannot be reopened. If the request was ever cancelled, it was still
    -- cancelled when it was archived.
    status = case when exists (
      select from public.events e
      where e.request_id = request.id and e.action = 'request.cancelled'
    ) then 'cancelled' else 'complete' end,
    version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.restored', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$$;
comment on function public.restore_request(uuid) is
  'Restores an archived request that closed less than 90 days ago.';
grant execute on function public.restore_request(uuid) to authenticated;

create function public.get_request_end(public_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  request public.requests;
  org public.orgs;
  drafts jsonb;
begin
  select * into request from public.requests r
  where r.public_id = get_request_end.public_id and (
    r.status in ('cancelled', 'archived')
    or r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days');
  if request.id is null or not public.had_request_access(request.public_id) then
    return null;
  end if;
  select jsonb_agg(
      jsonb_build_object(
        'item_id', i.id, 'title', i.title, 'answer', s.answer ->> 'text', 'note', s.client_note)
      order by i.position)
    into drafts
  from public.submissions s
  join public.items i on i.id = s.item_id
  where s.request_id = request.id and s.status = 'draft' and s.saved_by = my_id
    and (coalesce(s.answer ->> 'text', '') <> '' or s.client_note <> '');
  -- A former recipient gets a result only if they had saved drafts.
  if drafts is null and not exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids()))
  then
    return null;
  end if;
  select * into org from public.orgs o where o.id = request.org_id;
  return jsonb_build_object(
    'title', request.title, 'closed_at', request.closed_at, 'time_zone', org.time_zone,
    'reply_email', org.reply_email, 'postal_address', org.postal_address,
    'reason', case when request.status = 'cancelled' then request.close_reason end,
    'drafts', coalesce(drafts, '[]'));
end
$$;
comment on function public.get_request_end(text) is
  'Returns the end of a request that its recipients can no longer open: its title, when it closed, '
  'why it was canceled, the firm''s addresses for questions, and the drafts that the caller had '
  'saved. Returns null to callers who are not its recipients, except a former recipient with '
  'drafts.';
grant execute on function public.get_request_end(text) to authenticated;
