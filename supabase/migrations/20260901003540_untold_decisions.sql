-- What a contact was about to hear is not lost when its mail was taken back for a while: a waived
-- item that is wanted again, a request that closed and opened before its mails had left.

create function private.mail_decision_to(
  item public.items, request public.requests, contact public.contacts
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := item.org_id;
  mail.kind := 'decision_digest';
  mail.to_email := contact.email;
  mail.request_id := item.request_id;
  mail.contact_id := contact.id;
  mail.not_before := private.clock() + interval '5 minutes';
  mail.dedupe_key := concat_ws(':', item.version, request.version);
  perform private.add_digest_entry(mail, item.id);
end
$$;
comment on function private.mail_decision_to(public.items, public.requests, public.contacts) is
  'Tells one recipient, in five minutes, what is wanted again.';

create or replace function private.mail_decision(item public.items) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(item, r, c)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  join public.contacts c on c.id = rc.contact_id and c.status = 'active'
  where r.id = item.request_id
  order by c.id
$$;

create function private.mail_untold_decisions(
  request public.requests, contact public.contacts, item_id uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(i, request, contact)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = (
    select max(newest.no) from public.submissions newest
    where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = request.id and i.status in ('partial', 'returned')
    and (mail_untold_decisions.item_id is null or i.id = mail_untold_decisions.item_id)
    and not exists (
      select from private.outbox m
      where m.kind = 'decision_digest' and m.request_id = i.request_id
        and m.contact_id = contact.id and m.data -> 'item_ids' ? i.id::text
        and m.status <> 'cancelled' and m.updated_at >= s.decided_at)
  order by i.position
$$;
comment on function private.mail_untold_decisions(public.requests, public.contacts, uuid) is
  'Tells a recipient of decisions that stand and whose mail was taken back before it left.';

create or replace function private.reopen(request public.requests, actor private.actor)
returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status = 'queued'
    returning m.contact_id
  )
  select coalesce(array_agg(u.contact_id), '{}') into untold from unsent u;
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
    order by c.id
  loop
    if contact.id <> all (untold) then
      perform private.mail_recipient(request, contact, 'request_reopened', '0', '{}');
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The completion came before the request itself had left.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      perform private.mail_untold_decisions(request, contact);
    end if;
  end loop;
  perform private.schedule_reminders(request.id);
  return request;
end
$$;

create or replace function public.undo_decision(item_id uuid, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(undo_decision.item_id));
  request public.requests := private.lock_request(
    private.request_of(undo_decision.item_id), '{open,complete}');
  item public.items;
  newest public.submissions;
begin
  select * into item from public.items i where i.id = undo_decision.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  select * into newest from public.submissions s
  where s.item_id = item.id order by s.no desc limit 1;
  if item.status not in ('accepted', 'partial', 'returned', 'waived')
    or (item.status <> 'waived' and newest.status = 'draft') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  if item.status <> 'waived' then
    update public.submissions s set
      status = 'submitted', decision_note = null, decided_by = null, decided_at = null
    where s.id = newest.id;
    perform private.drop_digest_entry('decision_digest', item);
  end if;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.undone', 'item', item.id,
    jsonb_build_object('submission_id', newest.id, 'no', newest.no, 'status', item.status));
  if request.status = 'complete' then
    request := private.reopen(request, actor);
  else
    -- Waiving took the decision out of its digest; it stands again.
    perform private.mail_untold_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;
