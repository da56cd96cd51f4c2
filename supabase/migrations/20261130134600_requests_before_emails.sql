-- Recording the outcome of a merged digest waits for the chains of several requests. To avoid
-- deadlocks, functions that add events to several chains lock the requests first.

CREATE OR REPLACE FUNCTION private.lock_requests (
  request_ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform from public.requests r
  where r.id = any (lock_requests.request_ids) order by r.id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_email (
  email_id uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
begin
  -- To avoid deadlocks, all functions lock requests before emails.
  perform private.lock_requests(private.mail_requests(m))
  from private.outbox m where m.id = cancel_email.email_id;
  update private.outbox m set status = 'cancelled'
  where m.id = cancel_email.email_id and m.status in ('queued', 'deferred', 'dead')
  returning * into mail;
  if mail.id is null then
    return false;
  end if;
  perform private.record_mail_event(mail, 'mail.cancelled');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_org (
  org_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Lock the firm before its chain of events, in the same order as changes of staff do.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  -- Canceling a reminder records an event, and the requests must be locked before that. Emails to
  -- owners about a change among them are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object('org_id', delete_org.org_id, 'by', private.user_name(auth.uid())))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so remove it now. A trigger on orgs marks the object for deletion.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.fail_uploads()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  file public.files;
  failed int := 0;
begin
  for file in
    select f.* from public.files f
    join public.items i on i.id = f.item_id
    join public.requests r on r.id = f.request_id
    where f.status = 'uploading' and (
      f.updated_at < private.clock() - interval '48 hours' or r.status <> 'open'
      or i.status not in ('open', 'partial', 'returned'))
    -- The next sweep handles files of requests that another transaction has locked.
    order by f.id limit 500 for update of f skip locked for no key update of r skip locked
  loop
    update public.files f set status = 'failed' where f.id = file.id;
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.failed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
    failed := failed + 1;
  end loop;
  return failed;
end
$function$;

CREATE OR REPLACE FUNCTION public.files_to_inspect (
  max_rows integer DEFAULT 20
)
  RETURNS TABLE (
    file_id uuid
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  lost record;
begin
  for lost in
    select f.id from public.files f
    join private.inspections t on t.file_id = f.id
    join public.requests r on r.id = f.request_id
    where f.status = 'checking' and t.tries >= 8 and t.not_before <= private.clock()
    -- The next sweep handles files of requests that another transaction has locked.
    order by t.not_before, f.id limit 100
    for update of f skip locked for no key update of r skip locked
  loop
    perform private.settle_inspection(lost.id, 'rejected', null, null, 'upload_incomplete');
  end loop;
  for lost in
    select f.id, coalesce(t.tries, 0) as tries
    from public.files f left join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
      and (t.file_id is null or (
        t.tries < 8 and t.not_before <= private.clock()
        and coalesce(t.claimed_until <= private.clock(), true)))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Count the try before the inspection, because a crash may end the inspection.
    insert into private.inspections (file_id, tries, not_before)
    values (lost.id, 1, private.clock() + interval '1 minute')
    on conflict on constraint inspections_pkey do update set
      tries = excluded.tries + lost.tries,
      not_before = private.clock() + interval '1 minute' * 2 ^ lost.tries;
    files_to_inspect.file_id := lost.id;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_mail (
  mail_id     uuid,
  tries       integer,
  outcome     text,
  provider_id text    DEFAULT NULL::text,
  error       text    DEFAULT NULL::text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  next_wait interval;
begin
  -- To avoid deadlocks, all functions lock requests before emails.
  perform private.lock_requests(private.mail_requests(m))
  from private.outbox m where m.id = finish_mail.mail_id;
  select * into mail from private.outbox m
  where m.id = finish_mail.mail_id and m.status = 'sending' and m.tries = finish_mail.tries
  for update;
  if mail.id is null then
    return false;
  end if;
  if outcome = 'sent' then
    perform private.settle_mail(mail, 'sent', finish_mail.provider_id, null);
    perform private.end_mail_pause();
    return true;
  elsif outcome = 'failed' then
    perform private.settle_mail(mail, 'dead', null, finish_mail.error);
    -- The service refused this email permanently. It did not reach the recipient, so this try does
    -- not count.
    update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
    return true;
  elsif outcome in ('retry', 'refused') then
    mail.attempts := mail.attempts + 1;
    next_wait := private.attempt_wait(mail.attempts);
  elsif outcome in ('paused', 'limited') then
    next_wait := interval '1 minute';
  else
    perform private.invalid('outcome', 'format');
  end if;
  if next_wait is null then
    perform private.settle_mail(mail, 'dead', null, finish_mail.error);
  else
    update private.outbox m set
      status = 'queued', lease_until = null,
      last_error = coalesce(left(error, 200), m.last_error), attempts = mail.attempts,
      not_before = private.clock() + next_wait,
      tries = m.tries - (outcome in ('refused', 'limited'))::int
    where m.id = mail.id;
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_bounce (
  provider_id text,
  mail_id     uuid DEFAULT NULL::uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- To avoid deadlocks, all functions lock requests before emails and contacts. Until this
  -- transaction ends, no other one can plan reminders.
  perform private.lock_requests(private.mail_requests(mail) || array(
    select rc.request_id from public.request_contacts rc where rc.contact_id = mail.contact_id));
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
  perform private.record_mail_event(mail, 'mail.bounced');
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
$function$;

CREATE OR REPLACE FUNCTION public.requeue_email (
  email_id uuid DEFAULT NULL::uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  dead uuid[] := array(
    select m.id from private.outbox m
    where m.status = 'dead' and (requeue_email.email_id is null or m.id = requeue_email.email_id));
  requeued int := 0;
begin
  -- To avoid deadlocks, all functions lock requests before emails.
  perform private.lock_requests(array(
    select unnest(private.mail_requests(m)) from private.outbox m where m.id = any (dead)));
  for mail in
    update private.outbox m set status = 'queued', attempts = 0, not_before = private.clock()
    where m.status = 'dead' and m.id = any (dead)
    returning *
  loop
    update public.reminders r set status = 'queued'
    where r.id = (mail.data ->> 'reminder_id')::uuid and r.status = 'failed';
    perform private.record_mail_event(mail, 'mail.requeued');
    requeued := requeued + 1;
  end loop;
  return requeued;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_reminder_policy (
  org_id         uuid,
  reminder_days  integer[],
  reminder_every integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  days int[] := coalesce(set_reminder_policy.reminder_days, '{}');
begin
  perform private.require_staff(set_reminder_policy.org_id, '{owner,admin}');
  if cardinality(days) > 8 then
    perform private.invalid('reminder_days', 'length', '{"min":0,"max":8}');
  elsif exists (select from unnest(days) day where day is null or day not between -60 and 60) then
    perform private.invalid('reminder_days', 'range', '{"min":-60,"max":60}');
  elsif cardinality(days) <> (select count(distinct day) from unnest(days) day) then
    perform private.invalid('reminder_days', 'unique');
  elsif reminder_every is null or reminder_every not between 0 and 30 then
    perform private.invalid('reminder_every', 'range', '{"min":0,"max":30}');
  end if;
  update public.orgs o set
    reminder_days = array(select day from unnest(days) day order by day),
    reminder_every = set_reminder_policy.reminder_every
  where o.id = set_reminder_policy.org_id;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  perform private.replan_org(set_reminder_policy.org_id);
  perform private.record_org(set_reminder_policy.org_id, 'reminders');
  return jsonb_build_object('id', set_reminder_policy.org_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_org (
  org_id         uuid,
  name           text,
  slug           text,
  reply_email    text,
  time_zone      text,
  logo_path      text DEFAULT NULL::text,
  postal_address text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  org public.orgs;
  old_zone text;
begin
  perform private.require_staff(update_org.org_id, '{owner,admin}');
  select o.time_zone into old_zone from public.orgs o
  where o.id = update_org.org_id for no key update;
  update public.orgs o set
    name = private.clean_name(update_org.name, 'name', 2, 80, true),
    slug = case o.slug when update_org.slug then o.slug
      else private.clean_slug(update_org.slug) end,
    reply_email = private.clean_email(update_org.reply_email, 'reply_email'),
    time_zone = private.clean_time_zone(update_org.time_zone),
    logo_path = nullif(update_org.logo_path, ''),
    postal_address = case when update_org.postal_address is null then o.postal_address
      else nullif(private.clean_name(update_org.postal_address, 'postal_address', 0, 200), '') end
  where o.id = update_org.org_id returning * into org;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  if org.time_zone <> old_zone then
    perform private.replan_org(org.id);
  end if;
  perform private.record_org(org.id, 'profile');
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception
  when unique_violation then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$function$;

COMMENT ON FUNCTION "private"."lock_requests"(uuid[]) IS 'Locks several requests. A transaction that records events in several of their chains calls it before it locks an email or a chain. Otherwise, two such transactions could deadlock.';

COMMENT ON FUNCTION "private"."mail_requests"(private.outbox) IS 'Returns the requests in whose chains an email''s events are recorded. For a merged digest, returns the requests that its last content named. For an email about no request, returns only null.';

REVOKE ALL ON FUNCTION "private"."lock_requests"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_requests"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_requests"(uuid[]) TO "postgres";
