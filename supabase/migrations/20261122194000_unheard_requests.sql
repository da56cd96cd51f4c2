-- Someone who was never sent a request is not told that it ended.

create or replace function private.is_unheard(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select max(sent.tries) = 0 from private.outbox sent
    where sent.request_id = mail.request_id and sent.contact_id = mail.contact_id
      and sent.kind = 'request_sent'), false)
    and not exists (
      select from public.request_contacts rc
      where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
        and rc.opened_at is not null)
$$;
comment on function private.is_unheard(private.outbox) is
  'Whether a contact knows nothing of a request: its email was queued but never tried, and they never opened it.';

create or replace function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.orgs o where o.id = mail.org_id and o.deleted_at is null
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
    mail.kind in ('request_completed', 'request_cancelled') and private.is_unheard(mail))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked and heard of it.';

