-- A report of waiting emails counts first emails, so that another email does not use up the report of
-- the day. The refusal of a reminder returns the time at which the first email is tried again.
-- Existing firms keep their templates.

CREATE OR REPLACE FUNCTION private.report_deferral (
  mail private.outbox
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  cause text := case mail.kind when 'invitation' then 'invitation' else 'request_sent' end;
  today timestamptz := private.org_midnight(mail.org_id);
  report private.outbox;
begin
  -- The report counts first emails. Another email must not use up the report of the day.
  if not private.is_first_email(mail) then
    return;
  end if;
  if private.counted(
    'deferrals', mail.org_id || ':' || cause, today, private.org_midnight(mail.org_id, -1)) > 0 then
    return;
  end if;
  perform private.count_up('deferrals', mail.org_id || ':' || cause, today);
  report.org_id := mail.org_id;
  report.kind := 'email_deferred';
  report.data := jsonb_build_object('cause', cause);
  report.not_before := private.clock();
  for report.to_email in
    select lower(u.email) from public.memberships m
    join auth.users u on u.id = m.user_id and u.email is not null
    where m.org_id = mail.org_id and m.role in ('owner', 'admin') and m.status = 'active'
    order by m.created_at, m.id
  loop
    report.dedupe_key := concat_ws(':', report.kind, mail.id, cause, report.not_before, md5(report.to_email));
    perform private.enqueue_mail(report);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.remind_contacts (
  request_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(remind_contacts.request_id);
  request public.requests := private.lock_request(remind_contacts.request_id, '{open}');
  last_at timestamptz;
  reminder public.reminders;
  queued int := 0;
begin
  if not private.has_work_left(request.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  select max(m.due_at) into last_at from public.reminders m
  where m.request_id = request.id and m.manual;
  if last_at > private.clock() - interval '24 hours' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object(
        'next_at', last_at + interval '24 hours',
        'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  end if;
  for reminder in
    insert into public.reminders (org_id, request_id, contact_id, seq, manual, due_at)
    select rc.org_id, rc.request_id, rc.contact_id,
      (select coalesce(max(m.seq), 0) + 1 from public.reminders m
      where m.request_id = rc.request_id and m.contact_id = rc.contact_id),
      true, private.clock()
    from public.request_contacts rc
    join public.contacts c
      on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
    where rc.request_id = request.id and not exists (
      select from private.outbox m
      where m.request_id = rc.request_id and m.contact_id = rc.contact_id
        and m.kind = 'request_sent' and m.status = 'deferred')
    returning *
  loop
    perform private.queue_reminder(reminder, actor);
    perform private.replan_reminder(request, reminder.contact_id);
    queued := queued + 1;
  end loop;
  if queued = 0 and exists (
    select from private.outbox m
    where m.request_id = request.id and m.kind = 'request_sent' and m.status = 'deferred'
  ) then
    perform private.refuse(409, 'email_budget', jsonb_build_object(
      'next_at', (
        select greatest(min(m.not_before), private.clock()) from private.outbox m
        where m.request_id = request.id and m.kind = 'request_sent' and m.status = 'deferred'),
      'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  elsif queued = 0 then
    perform private.refuse_stopped(array(
      select rc.contact_id from public.request_contacts rc where rc.request_id = request.id));
    perform private.refuse(409, 'contact_opted_out', jsonb_build_object(
      'contact_id', c.id, 'name', c.name, 'reminders', true))
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.email_pref = 'no_reminders'
    where rc.request_id = request.id order by c.name, c.id limit 1;
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$function$;

COMMENT ON FUNCTION "private"."deferral_mail_data"(private.outbox) IS 'Returns the number of deferred first emails and the firm''s limit for them; null if none are deferred, or if the reader is no longer an owner or admin.';

COMMENT ON FUNCTION "private"."may_record"(private.outbox) IS 'Locks the chain of an email''s events without waiting; false if someone else has the lock. Workers lock the email first, while others lock an email after they record an event.';

COMMENT ON FUNCTION "private"."release_mail"(private.outbox) IS 'Queues a deferred email if today''s limits allow it; else defers it until the next midnight.';

COMMENT ON FUNCTION "private"."report_deferral"(private.outbox) IS 'Queues an email to owners and admins that first emails wait because of a daily limit: once a day for requests and once for invitations.';

update private.starter_templates set items = replace(
  items::text, 'Sales invoices or till reports', 'Sales invoices or cash register reports')::jsonb
where position = 1;

update private.starter_templates set items = replace(replace(
  items::text, 'Passport or driving licence', 'Passport or driver’s license'),
  'Last three payslips', 'Last three pay stubs')::jsonb
where position = 2;
