-- Someone who was never sent a request is not told that it ended or opened again.

create or replace function private.is_unheard(request_id uuid, contact_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox m
    where m.request_id = is_unheard.request_id and m.contact_id = is_unheard.contact_id
      and m.kind = 'request_sent'
  ) and not exists (
    select from private.outbox m
    where m.request_id = is_unheard.request_id and m.contact_id = is_unheard.contact_id
      and (m.tries > 0 or m.status not in ('queued', 'cancelled'))
  ) and not exists (
    select from public.request_contacts rc
    where rc.request_id = is_unheard.request_id and rc.contact_id = is_unheard.contact_id
      and rc.opened_at is not null)
$$;
comment on function private.is_unheard(uuid, uuid) is
  'Whether a contact knows nothing of a request: no email about it was ever tried, and they never opened it.';

create or replace function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.orgs o where o.id = mail.org_id and (
      o.deleted_at is null or mail.kind in ('owner_joined', 'owner_left', 'owner_removed'))
  ) and (mail.request_id is null or exists (
    select from public.requests r
    where r.id = mail.request_id and r.status = any (case mail.kind
      when 'request_completed' then '{complete,archived}'
      when 'request_cancelled' then '{cancelled,archived}'
      else '{open}' end::text[])
  )) and (mail.contact_id is null or exists (
    select from public.contacts c where c.id = mail.contact_id and c.status = 'active'
  )) and (mail.contact_id is null or mail.request_id is null or exists (
    select from public.request_contacts rc
    where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
  )) and not (
    mail.kind in ('request_completed', 'request_cancelled')
    and private.is_unheard(mail.request_id, mail.contact_id))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked and heard of it.';

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
    if private.is_unheard(request.id, contact.id) then
      -- The request ended before its email had left; one that still waits leaves now.
      if not exists (
        select from private.outbox m
        where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
          and m.status = 'queued'
      ) then
        perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
      end if;
    elsif contact.id <> all (untold) then
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
  perform private.replan_reminders(request);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor) is
  'Opens a complete request again; contacts who never heard of the completion hear nothing.';

