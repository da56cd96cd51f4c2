-- The events of a planned reminder contain the time for which it was planned.

CREATE OR REPLACE FUNCTION private.end_reminders (
  request_id uuid,
  contact_id uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    perform private.record_reminder(private.system_actor(), reminder);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_unsent_reminder()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- If staff corrected the address, another email contains the reminder.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'deferred', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_reminder(private.system_actor(), reminder);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_reminder (
  reminder public.reminders,
  actor    private.actor
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
begin
  select c.email into mail.to_email from public.contacts c where c.id = reminder.contact_id;
  mail.org_id := reminder.org_id;
  mail.kind := 'reminder';
  mail.request_id := reminder.request_id;
  mail.contact_id := reminder.contact_id;
  mail.data := jsonb_build_object('reminder_id', reminder.id);
  mail.not_before := private.clock();
  mail.dedupe_key := 'reminder:' || reminder.id;
  perform private.enqueue_mail(mail);
  update public.reminders m set status = 'queued' where m.id = reminder.id
  returning * into reminder;
  perform private.record_reminder(actor, reminder);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_reminder (
  actor    private.actor,
  reminder public.reminders
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select private.record_event(
    actor, reminder.org_id, reminder.request_id, 'reminder.' || reminder.status, 'reminder',
    reminder.id,
    jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq)
      || case when reminder.manual then '{}' else jsonb_build_object('due_at', reminder.due_at) end)
$function$;

CREATE OR REPLACE FUNCTION private.schedule_reminder (
  request    public.requests,
  contact_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or not exists (
    select from public.contacts c
    where c.id = schedule_reminder.contact_id and c.status = 'active' and c.email_pref = 'all'
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
  perform private.record_reminder(private.system_actor(), reminder);
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail (
  mail        private.outbox,
  status      text,
  provider_id text,
  error       text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reminder public.reminders;
  result text := case settle_mail.status when 'dead' then 'failed' else settle_mail.status end;
begin
  update private.outbox m set
    status = settle_mail.status, provider_id = settle_mail.provider_id,
    last_error = left(settle_mail.error, 200), lease_until = null
  where m.id = mail.id;
  perform private.record_mail_event(mail, 'mail.' || result);
  update public.reminders r set status = result
  where r.id = (mail.data ->> 'reminder_id')::uuid returning * into reminder;
  if reminder.id is not null then
    perform private.record_reminder(private.system_actor(), reminder);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.queue_reminders (
  max_rows integer DEFAULT 100
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reminder public.reminders;
  request public.requests;
  asked_until timestamptz;
  send_at timestamptz;
  handled int := 0;
begin
  for reminder in
    -- The lock keeps the request open until its email is queued. The next sweep handles requests
    -- that another transaction has locked.
    select m.* from public.reminders m
    join public.requests r on r.id = m.request_id
    where m.status = 'scheduled' and m.due_at <= private.clock()
    order by m.due_at limit max_rows
    for update of m skip locked for no key update of r skip locked
  loop
    select * into request from public.requests r where r.id = reminder.request_id;
    send_at := null;
    if request.status = 'open' and not request.reminders_paused
      and private.has_work_left(request.id) and exists (
        select from public.request_contacts rc
        join public.contacts c
          on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
        where rc.request_id = request.id and rc.contact_id = reminder.contact_id)
    then
      -- An email that was delayed by an outage may have been sent after this reminder was planned.
      asked_until := private.asked_until(request, reminder.contact_id);
      send_at := case when asked_until >= private.clock()
        then private.next_reminder_at(request, asked_until)
        else private.awake_at(request, private.clock()) end;
    end if;
    if send_at > private.clock() then
      update public.reminders m set due_at = send_at where m.id = reminder.id;
    elsif send_at is not null then
      perform private.queue_reminder(reminder, private.system_actor());
    else
      update public.reminders m set status = 'skipped' where m.id = reminder.id
      returning * into reminder;
      perform private.record_reminder(private.system_actor(), reminder);
    end if;
    perform private.schedule_reminder(request, reminder.contact_id);
    handled := handled + 1;
  end loop;
  return handled;
end
$function$;

COMMENT ON FUNCTION "private"."record_reminder"(private.actor, public.reminders) IS 'Records the status of a reminder, with the time for which the plan scheduled it. A reminder that staff sent has no such time.';

REVOKE ALL ON FUNCTION "private"."record_reminder"(private.actor, public.reminders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_reminder"(private.actor, public.reminders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_reminder"(private.actor, public.reminders) TO "postgres";
