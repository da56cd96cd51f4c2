-- Gives three functions and a policy names that say what they do. Renaming a function keeps its grants
-- and its comment. The functions that use the new names are replaced.

alter function private.is_unheard(uuid, uuid) rename to is_unknown_to;
alter function private.is_told(public.items, text) rename to is_in_digest;
alter function private.mail_untold_decisions(public.requests, public.contacts, uuid)
  rename to email_unsent_decisions;

-- On Supabase, only the owner of realtime.messages may rename its policies.
drop policy "staff show themselves beside a request" on realtime.messages;
create policy "staff send their presence to requests of their firms" on realtime.messages
  for insert to authenticated
  with check (
    extension = 'presence' and (select realtime.topic()) like 'request:%'
    and (select private.may_join((select realtime.topic()))));

create or replace function private.is_unknown_to(request_id uuid, contact_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox m
    where m.request_id = is_unknown_to.request_id and m.contact_id = is_unknown_to.contact_id
      and m.kind = 'request_sent'
  ) and not exists (
    select from private.outbox m
    where m.request_id = is_unknown_to.request_id and m.contact_id = is_unknown_to.contact_id
      and (m.tries > 0 or m.status not in ('queued', 'deferred', 'cancelled'))
  ) and not exists (
    select from public.request_contacts rc
    where rc.request_id = is_unknown_to.request_id and rc.contact_id = is_unknown_to.contact_id
      and rc.opened_at is not null)
$$;

create or replace function private.is_in_digest(item public.items, email text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox m
    where m.kind = 'staff_digest' and m.to_email = is_in_digest.email
      and m.request_id = item.request_id and m.data -> 'item_ids' ? item.id::text
      and m.status <> 'cancelled' and m.updated_at >= item.submitted_at
  ) or exists (
    -- A merged digest has no request.
    select from private.outbox m
    where m.kind = 'staff_digest' and m.to_email = is_in_digest.email
      and m.request_id is null and m.org_id = item.org_id and m.data -> 'item_ids' ? item.id::text
      and m.status <> 'cancelled' and m.updated_at >= item.submitted_at)
$$;

create or replace function private.email_unsent_decisions(
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
    and (email_unsent_decisions.item_id is null or i.id = email_unsent_decisions.item_id)
    and not exists (
      select from private.outbox m
      where m.kind = 'decision_digest' and m.request_id = i.request_id
        and m.contact_id = contact.id and m.data -> 'item_ids' ? i.id::text
        and m.status <> 'cancelled' and m.updated_at >= s.decided_at)
  order by i.position
$$;

create or replace function private.reopen(
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
      -- The request ended before its email was sent. An email that is still queued is sent now.
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
      -- The request was completed before its first email was sent.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      -- The contact got no email about the completion, but gets the note about reopening.
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
    -- Waiving removed the earlier decision from its digest, so add it again.
    perform private.email_unsent_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;

create or replace function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (mail.org_id is null or exists (
    select from public.orgs o where o.id = mail.org_id and (
      o.deleted_at is null or mail.kind in ('owner_joined', 'owner_left', 'owner_removed'))
  )) and (mail.request_id is null or exists (
    select from public.requests r
    where r.id = mail.request_id and r.status = any (case mail.kind
      when 'request_completed' then '{complete,archived}'
      when 'request_cancelled' then '{cancelled,archived}'
      else '{open}' end::text[])
  )) and (mail.contact_id is null or exists (
    select from public.contacts c
    where c.id = mail.contact_id and c.status = 'active'
      and (mail.kind <> 'reminder' or c.email_pref = 'all')
  )) and (mail.contact_id is null or mail.request_id is null or exists (
    select from public.request_contacts rc
    where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
  )) and not (
    mail.kind in ('request_completed', 'request_cancelled')
    and private.is_unknown_to(mail.request_id, mail.contact_id))
$$;

create or replace function private.pass_on_digest(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moved uuid[] := array(
    select r.id from public.requests r
    where r.status = 'open' and r.id in (
      select i.request_id from public.items i where i.id = any (private.digest_items(mail)))
      and not exists (
        select from private.staff_readers(r.id) reader where reader.email = mail.to_email));
  entry record;
  digest private.outbox;
begin
  for entry in
    select reader.email, i.request_id, i.id
    from unnest(moved) as request (id)
    cross join private.staff_readers(request.id) reader
    join public.items i on i.request_id = request.id
      and i.status = 'submitted' and i.id = any (private.digest_items(mail))
    where not private.is_in_digest(i, reader.email)
    order by reader.email, i.request_id, i.position
  loop
    digest.org_id := mail.org_id;
    digest.kind := mail.kind;
    digest.to_email := entry.email;
    digest.request_id := entry.request_id;
    digest.not_before := private.clock();
    digest.dedupe_key := mail.id;
    perform private.add_digest_entry(digest, entry.id);
  end loop;
  -- Remove the moved items from this digest. If its reader gets emails about these requests again,
  -- is_in_digest must return false for these items.
  if moved <> '{}' then
    update private.outbox m
    set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - array(
      select i.id::text from public.items i where i.request_id = any (moved)))
    where m.id = mail.id;
  end if;
end
$$;
