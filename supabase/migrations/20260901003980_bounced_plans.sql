-- No reminder is promised to a contact whose mail came back: what was planned ends with the bounce, and
-- nothing is planned until the address is corrected.

create or replace function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- Requests before mails and contacts, as everywhere; nobody else plans for them meanwhile.
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = mail.contact_id order by r.id for no key update of r;
  select * into mail from private.outbox m where m.id = mail.id for update;
  if mail.id is null then
    return false;
  elsif mail.status = 'bounced' then
    return true;
  end if;
  update private.outbox m set
    status = 'bounced', lease_until = null,
    provider_id = coalesce(m.provider_id, record_bounce.provider_id)
  where m.id = mail.id;
  perform private.record_event(
    private.system_actor(), mail.org_id, mail.request_id, 'mail.bounced', 'mail', mail.id,
    jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  update public.contacts c set status = 'bounced'
  where c.id = mail.contact_id and c.status = 'active' and c.email::text = lower(mail.to_email);
  if found then
    perform private.cancel_mail(null, mail.contact_id, null);
    perform private.end_reminders(rc.request_id, rc.contact_id)
    from public.request_contacts rc where rc.contact_id = mail.contact_id
    order by rc.request_id;
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = mail.contact_id and r.status = 'open';
  end if;
  return true;
end
$$;

create or replace function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or not exists (
    select from public.contacts c
    where c.id = schedule_reminder.contact_id and c.status = 'active'
  ) or exists (
    select from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and m.status = 'scheduled'
  ) or (
    select count(*) from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and not m.manual and m.status <> 'skipped'
  ) >= 8 then
    return;
  end if;
  insert into public.reminders (org_id, request_id, contact_id, seq, due_at)
  values (
    request.org_id, request.id, schedule_reminder.contact_id,
    (select coalesce(max(m.seq), 0) + 1 from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id),
    next_at)
  returning * into reminder;
  perform private.record_event(
    private.system_actor(), request.org_id, request.id, 'reminder.scheduled', 'reminder',
    reminder.id, jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
end
$$;

-- What is planned for contacts that have bounced already ends as well.
select private.end_reminders(planned.request_id, planned.contact_id)
from (
  select distinct m.request_id, m.contact_id
  from public.reminders m
  join public.contacts c on c.id = m.contact_id and c.status = 'bounced'
  where m.status = 'scheduled'
) planned;
