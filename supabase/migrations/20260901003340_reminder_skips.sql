-- Closing and bouncing leave it to the cancelled mail to skip its reminder, with the event.

create or replace function private.close_request(
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

create or replace function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1 for update;
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
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = mail.contact_id and r.status = 'open';
  end if;
  return true;
end
$$;

create or replace function private.end_reminders(request_id uuid, contact_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  for reminder in
    update public.reminders m set status = 'skipped'
    where m.request_id = end_reminders.request_id
      and (end_reminders.contact_id is null or m.contact_id = end_reminders.contact_id)
      and m.status = 'scheduled'
    returning *
  loop
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.skipped',
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end loop;
end
$$;
comment on function private.end_reminders(uuid, uuid) is
  'Skips what is planned for a request or one of its contacts; what was queued ends with its mail.';

drop function private.skip_reminders(uuid);
