-- After a bounce: the reminder that came back has ended, whenever the webhook calls, and an address
-- that turns out to be right is mailed anew.

drop trigger end_cancelled_reminder on private.outbox;
drop function private.end_cancelled_reminder();

create function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- A corrected address moves a reminder to another mail.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.' || reminder.status,
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end if;
  return new;
end
$$;
comment on function private.end_unsent_reminder() is
  'Skips the reminder whose mail is cancelled, fails the one whose mail came back before it was told as sent, and records it.';

create trigger end_unsent_reminder after update of status on private.outbox
  for each row when (
    new.kind = 'reminder' and new.status in ('cancelled', 'bounced') and new.status <> old.status)
  execute function private.end_unsent_reminder();

create or replace function private.mail_recipient(
  request public.requests, contact public.contacts, kind text, delay interval, data jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := request.org_id;
  mail.kind := mail_recipient.kind;
  mail.to_email := contact.email;
  mail.request_id := request.id;
  mail.contact_id := contact.id;
  mail.data := mail_recipient.data;
  mail.not_before := private.clock() + delay;
  -- The version, not the address: one that was left and is right after all is a correction too.
  mail.dedupe_key := concat_ws(
    ':', mail.kind, request.id, request.version, contact.id, contact.version);
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.mail_recipient(public.requests, public.contacts, text, interval, jsonb) is
  'Mails one recipient, as they are, about this version of a request.';
