-- Makes comments in functions clearer. No function changes what it does.

CREATE OR REPLACE FUNCTION private.asked_until (
  request    public.requests,
  contact_id uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select max(m.not_before + case
      -- Planned reminders may be on consecutive days, so the wait is two hours shorter than a day.
      -- The two hours allow for a delayed email and a clock change.
      when r.manual = false then interval '22 hours'
      else interval '24 hours' end)
    from private.outbox m
    left join public.reminders r on r.id = (m.data ->> 'reminder_id')::uuid
    where m.request_id = request.id and m.contact_id = asked_until.contact_id
      and m.kind in ('request_sent', 'request_reopened', 'reminder')
      and m.status in ('queued', 'deferred', 'sending', 'sent'));
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_text (
  value      text,
  field      text,
  min_length integer,
  max_length integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  cleaned text;
begin
  -- Check the length before normalizing, which is slow for a long text. A letter that is typed with
  -- its marks has at most 12 bytes.
  if octet_length(value) > 12 * max_length + 64 then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  cleaned := normalize(private.strip_format(replace(coalesce(value, ''), E'\r\n', E'\n')), nfc);
  cleaned := regexp_replace(cleaned, '^[\s\u00a0]+|[\s\u00a0]+$', '', 'g');
  if regexp_replace(cleaned, '[\n\t]', '', 'g') ~ '[\u0001-\u001f\u007f-\u009f]' then
    perform private.invalid(field, 'format');
  elsif cleaned = '' and min_length > 0 then
    perform private.invalid(field, 'required');
  elsif char_length(cleaned) not between min_length and max_length then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  return cleaned;
end
$function$;

CREATE OR REPLACE FUNCTION private.enqueue_mail (
  mail private.outbox
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  queued private.outbox;
  refused private.outbox;
begin
  -- If an earlier email to this address was refused, start with its error and at most one attempt.
  -- Otherwise, repeated emails to the address would block the queue or look like an outage.
  select * into refused from private.outbox m
  where m.to_email = mail.to_email and m.status in ('queued', 'sending') and m.last_error is not null
  order by m.attempts desc limit 1;
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before, attempts,
    last_error)
  values (
    mail.org_id, mail.kind, mail.to_email, mail.request_id, mail.contact_id,
    coalesce(mail.data, '{}'), mail.dedupe_key, mail.not_before,
    least(coalesce(refused.attempts, 0), 1), refused.last_error)
  on conflict (dedupe_key) do nothing
  returning * into queued;
  if queued.id is not null then
    perform private.apply_budget(queued);
  end if;
  return queued.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_reading_recorded (
  file   public.files,
  reader uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- open_file records at most one event in five minutes. The sixth minute is for a download that
  -- begins at the end of the five minutes.
  return exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = reader
      and e.at > private.clock() - interval '6 minutes'
  ) or exists (
    -- An export may stream until its access token expires.
    select from public.events e
    where e.request_id = file.request_id and e.action = 'request.exported'
      and e.actor_id = reader and e.at > private.clock() - interval '1 hour');
end
$function$;

CREATE OR REPLACE FUNCTION private.live_user_id()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  my_id uuid := auth.uid();
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  -- Tokens from Auth have a session id. Only the database owner may omit it, in seeds and tests.
  if session_id is null and session_user = 'postgres' then
    return my_id;
  end if;
  return (select s.user_id from auth.sessions s where s.id = session_id and s.user_id = my_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_owners (
  actor  private.actor,
  member public.memberships,
  kind   text,
  action text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
begin
  mail.org_id := member.org_id;
  mail.kind := mail_owners.kind;
  mail.data := jsonb_build_object(
    'user_id', member.user_id, 'actor_id', actor.id, 'action', action);
  mail.not_before := private.clock();
  for mail.to_email in
    select lower(u.email) from public.memberships m
    join auth.users u on u.id = m.user_id and u.email is not null
    where m.org_id = member.org_id and case
      when m.user_id = member.user_id then mail_owners.kind = 'owner_removed'
      else m.role = 'owner' and m.status = 'active' end
    order by m.created_at, m.id
  loop
    -- Queue at most one email a minute about a person and a change, even if the change is repeated.
    mail.dedupe_key := concat_ws(
      ':', kind, member.id, action, date_trunc('minute', mail.not_before), md5(mail.to_email));
    perform private.enqueue_mail(mail);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_recipient (
  request public.requests,
  contact public.contacts,
  kind    text,
  delay   interval,
  data    jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- The key contains the contact's version, because a contact may get a former address again.
  mail.dedupe_key := concat_ws(
    ':', mail.kind, request.id, request.version, contact.id, contact.version);
  perform private.enqueue_mail(mail);
end
$function$;

CREATE OR REPLACE FUNCTION private.pass_on_digest (
  mail private.outbox
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  -- Remove the moved items from this digest, so that is_in_digest returns false for them if the
  -- reader gets emails about these requests again.
  if moved <> '{}' then
    update private.outbox m
    set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - array(
      select i.id::text from public.items i where i.request_id = any (moved)))
    where m.id = mail.id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_mail (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_wanted boolean := private.is_mail_wanted(mail);
  content jsonb := private.mail_data(mail);
begin
  if is_wanted and mail.kind = 'staff_digest' then
    perform private.pass_on_digest(mail);
  end if;
  if (case
    when content is null or not is_wanted then false
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.request_id is not null or mail.kind = 'staff_digest' then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    -- Store the requests now. When the outcome is recorded, the answers may no longer wait for a
    -- decision.
    if mail.kind = 'staff_digest' and mail.request_id is null then
      update private.outbox m set data = m.data || jsonb_build_object(
        'request_ids', jsonb_path_query_array(content, '$.requests[*].id'))
      where m.id = mail.id;
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  -- Cancelling a reminder records an event. If another transaction has locked the chain, a later
  -- run cancels the reminder.
  if mail.kind <> 'reminder' or private.may_record(mail) then
    update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.readdress_mail (
  contact_id uuid,
  email      text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  contact public.contacts;
  request public.requests;
  mail private.outbox;
  waiting private.outbox[] := '{}';
begin
  -- Check the budget again, because the new address may never have opened a request.
  for mail in
    update private.outbox m set to_email = readdress_mail.email
    where m.contact_id = readdress_mail.contact_id and m.status in ('queued', 'deferred')
      and m.tries = 0
    returning *
  loop
    waiting := waiting || mail;
  end loop;
  for mail in
    insert into private.outbox (
      org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
    select m.org_id, m.kind, readdress_mail.email, m.request_id, m.contact_id, m.data,
      m.dedupe_key || ':' || md5(readdress_mail.email), private.clock()
    from private.outbox m
    where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0
    order by m.seq
    on conflict (dedupe_key) do nothing
    returning *
  loop
    waiting := waiting || mail;
  end loop;
  for mail in select * from unnest(waiting) w where w.status = 'queued' order by w.seq loop
    perform private.apply_budget(mail);
  end loop;
  update private.outbox m set status = 'cancelled'
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0;
  select * into contact from public.contacts c where c.id = readdress_mail.contact_id;
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' and not exists (
      select from private.outbox m
      where m.request_id = r.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status in ('queued', 'deferred'))
    order by r.id
  loop
    perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
  end loop;
  perform private.replan_reminder(r, contact.id)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = contact.id and r.status = 'open';
end
$function$;

CREATE OR REPLACE FUNCTION private.reopen (
  request public.requests,
  actor   private.actor,
  note    text            DEFAULT ''::text
)
  RETURNS public.requests
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      -- The request ended before the contact got its first email. If that email is not queued
      -- anymore, queue it again.
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
      -- The request was completed before the contact got its first email.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      -- The contact got no email about the completion, so notify them only if there is a note.
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
$function$;

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
  -- Only first emails cause a report. Another email must not use up the report of the day.
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

CREATE OR REPLACE FUNCTION private.spend_share (
  mail private.outbox
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  utc_day timestamptz := date_trunc('day', private.clock(), 'UTC');
  -- Counters store a hash instead of the address.
  recipient text := encode(sha256(convert_to(lower(mail.to_email), 'UTF8')), 'hex');
begin
  if private.is_trusted_org(mail.org_id) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('first_emails_of:' || mail.org_id, 0));
  perform private.lock_recipients(array[mail.to_email]);
  if private.counted('emails_to', recipient, utc_day) >= 5 then
    return false;
  end if;
  perform private.count_up('emails_to', recipient, utc_day);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.staff_digest_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with waiting as materialized (
    select i.request_id, jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'title', i.title,
        'contact_name', coalesce(
          (select c.name from public.contacts c
          join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
          where c.user_id = s.submitted_by limit 1),
          private.user_name(s.submitted_by))))
      order by i.position) as items
    from public.items i
    join public.submissions s on s.item_id = i.id and s.status = i.status
      and s.no = (
        select max(newest.no) from public.submissions newest
        where newest.item_id = i.id and newest.status <> 'draft')
    where i.id = any (private.digest_items(mail)) and i.status = 'submitted'
    group by i.request_id
  ), listed as (
    select
      jsonb_agg(
        jsonb_build_object('id', r.id, 'title', r.title, 'client_name', c.name, 'items', w.items)
        order by c.name, r.title, r.id) as requests,
      case when count(distinct c.name) = 1 then min(c.name) end as client_name
    from waiting w
    join public.requests r on r.id = w.request_id and r.status = 'open'
    join public.clients c on c.id = r.client_id
    where exists (
      select from private.staff_readers(r.id) reader where reader.email = mail.to_email)
  )
  select jsonb_build_object(
    'requests', l.requests,
    -- A deliver-email from before migration 20261129233000 reads these two keys, and runs until the
    -- new functions are deployed after the migrations. Remove both keys in the next release.
    'client_name', l.client_name,
    'items', jsonb_path_query_array(l.requests, '$[*].items[*]'))
  from listed l
  where l.requests is not null
$function$;

CREATE OR REPLACE FUNCTION public.claim_mail (
  max_rows integer DEFAULT 20
)
  RETURNS TABLE (
    mail_id           uuid,
    tries             integer,
    attempts          integer,
    kind              text,
    to_email          text,
    to_name           text,
    dedupe_key        text,
    org_name          text,
    org_slug          text,
    reply_email       text,
    time_zone         text,
    request_id        uuid,
    public_id         text,
    request_title     text,
    request_message   text,
    due_on            date,
    contact_id        uuid,
    user_id           uuid,
    account_id        uuid,
    account_confirmed boolean,
    data              jsonb,
    logo_path         text,
    brand_color       text,
    postal_address    text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  content jsonb;
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Look again if emails were cancelled here, because they took the places of other due emails.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- While the first email about a request is being sent, hold back the email about its end.
        -- If the first email is cancelled, the recipient gets neither.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- If an earlier run claimed this email and was interrupted, that counts as an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
        continue;
      end if;
      if mail.kind = 'staff_digest' and mail.tries = 0 and mail.attempts = 0 then
        mail := private.merge_digests(mail);
        -- The digest was merged into an earlier digest of this run.
        continue when mail.id is null;
      end if;
      content := private.prepare_mail(mail);
      if content is null then
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, attempts = mail.attempts,
        lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color,
          case when mail.contact_id is not null then o.postal_address end
        from (values (mail.org_id)) claimed_mail (org_id)
        left join public.orgs o on o.id = claimed_mail.org_id
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
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
  -- This update may record events, so it follows the locks on the requests. Emails to owners about
  -- a change of owners are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object(
      'org_id', delete_org.org_id, 'by', private.user_name(auth.uid()),
      'by_reader', u.id = auth.uid()))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so remove it now. A trigger on orgs marks the object for deletion.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
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
    -- The service refused this email, so it did not reach the recipient and this try does not
    -- count.
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

CREATE OR REPLACE FUNCTION public.had_request_access (
  public_id text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  my_id uuid := private.live_user_id();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- Reveal nothing without a recent emailed code, which proves that the address is the caller's.
  if request.id is null or my_id is null or not private.has_recent_otp()
    or request.org_id = any (private.my_gated_org_ids()) then
    return false;
  end if;
  return exists (
    select from public.events e
    where e.request_id = request.id and e.actor_kind = 'contact' and e.actor_id = my_id
  ) or exists (
    select from public.contacts c
    join auth.users u on u.id = my_id and lower(u.email) = lower(c.email::text)
    where c.client_id = request.client_id and (
      exists (
        select from public.request_contacts rc
        where rc.request_id = request.id and rc.contact_id = c.id)
      or exists (
        select from public.events e
        where e.request_id = request.id and e.action = 'recipient.changed'
          and e.entity_id = c.id)));
end
$function$;

CREATE OR REPLACE FUNCTION public.import_clients (
  org_id uuid,
  rows   jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET statement_timeout TO '10s'
  AS $function$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- known has the existing client of each row. ids maps each row key to its client, existing or
  -- new.
  known jsonb;
  ids jsonb;
  key text;
  owner_id uuid;
  added_id uuid;
  is_new boolean;
  clients int := 0;
  contacts int := 0;
  skipped jsonb := '[]';
begin
  if jsonb_typeof(coalesce(import_clients.rows, 'null')) <> 'array' then
    perform private.invalid('rows', 'type');
  elsif jsonb_array_length(import_clients.rows) = 0 then
    perform private.invalid('rows', 'required');
  elsif jsonb_array_length(import_clients.rows) > 1000
    or octet_length(import_clients.rows::text) > 1048576 then
    perform private.invalid('rows', 'length', '{"min":1,"max":1000,"max_bytes":1048576}');
  end if;
  -- A firm runs one import at a time. If a file is sent twice, the second call finds the rows of
  -- the first.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import_clients.org_id, 0));
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object(
      'created', 0, 'contacts', 0, 'skipped', skipped, 'errors', checked.errors);
  end if;
  select jsonb_agg(private.known_client(import_clients.org_id, element) order by place) into known
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  -- jsonb_object_agg keeps the last of equal keys. In descending order, that is the first row's
  -- client.
  select coalesce(
    jsonb_object_agg(private.client_row_key(element), known ->> (place::int - 1) order by place desc)
      filter (where known ->> (place::int - 1) is not null), '{}') into ids
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  for client_row, row_no in
    select element, place from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place)
    order by place
  loop
    key := private.client_row_key(client_row);
    is_new := false;
    owner_id := coalesce(known ->> (row_no - 1), ids ->> key)::uuid;
    if owner_id is null then
      insert into public.clients (org_id, name, ref)
      values (import_clients.org_id, client_row ->> 'name', client_row ->> 'ref')
      returning id into owner_id;
      ids := ids || jsonb_build_object(key, owner_id);
      clients := clients + 1;
      is_new := true;
      perform private.record_event(
        actor, import_clients.org_id, null, 'client.saved', 'client', owner_id);
    end if;
    if client_row ->> 'contact_email' is not null then
      insert into public.contacts (org_id, client_id, name, email)
      values (
        import_clients.org_id, owner_id, client_row ->> 'contact_name',
        client_row ->> 'contact_email')
      on conflict on constraint contacts_client_id_email_key do nothing
      returning id into added_id;
      if found then
        contacts := contacts + 1;
        is_new := true;
        perform private.record_event(
          actor, import_clients.org_id, null, 'contact.saved', 'contact', added_id,
          jsonb_build_object('client_id', owner_id));
      end if;
    end if;
    if not is_new then
      skipped := skipped || to_jsonb(row_no);
    end if;
  end loop;
  return jsonb_build_object(
    'created', clients, 'contacts', contacts, 'skipped', skipped, 'errors', '[]'::jsonb);
exception when unique_violation then
  -- Another transaction used a reference after the check.
  perform private.invalid('rows', 'unique');
end
$function$;

CREATE OR REPLACE FUNCTION public.orphaned_objects (
  max_rows integer DEFAULT 100
)
  RETURNS TABLE (
    bucket text,
    path   text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  noted record;
begin
  -- Keep the rows of missing objects for two days, because an interrupted upload can still complete
  -- up to a day after the object was marked for deletion.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- Delete the marks of images that a profile or firm uses. Check again under the lock, because the
  -- profile or firm may have stopped using the image in the meantime.
  for noted in
    select p.bucket, p.path from private.orphans p
    where p.bucket = 'images' and p.since <= private.clock()
      and private.is_kept(p.bucket, p.path)
    order by p.since limit 1000 for update skip locked
  loop
    delete from private.orphans p
    where p.bucket = noted.bucket and p.path = noted.path and private.is_kept(p.bucket, p.path);
  end loop;
  return query
    select p.bucket, p.path from private.orphans p
    join storage.objects o on o.bucket_id = p.bucket and o.name = p.path
    where p.since <= private.clock() and not private.is_kept(p.bucket, p.path)
    order by p.since limit max_rows;
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
  -- transaction ends, no other transaction can plan reminders.
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

CREATE OR REPLACE FUNCTION public.remove_item (
  item_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(private.request_of(remove_item.item_id));
  item public.items := private.lock_item(remove_item.item_id);
begin
  -- Drafts count as answers, because removing the item would delete them. Waiving the item keeps
  -- them.
  if exists (select from public.submissions s where s.item_id = item.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  elsif not exists (
    select from public.items i where i.request_id = item.request_id and i.id <> item.id
  ) then
    perform private.invalid('items', 'required');
  end if;
  delete from public.items i where i.id = item.id;
  update public.items i set position = i.position - 1
  where i.request_id = item.request_id and i.position > item.position;
  perform private.record_item(actor, item, 'removed');
  perform private.ping(item.org_id, item.request_id, item.id, item.version + 1);
  perform private.settle_request(r) from public.requests r where r.id = item.request_id;
  return jsonb_build_object('id', item.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_member (
  org_id  uuid,
  user_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  my_id uuid := private.require_user();
  member public.memberships;
begin
  if remove_member.user_id = my_id then
    -- Leaving needs no second factor. Otherwise, requiring one could keep people from leaving.
    if not exists (
      select from public.memberships m join public.orgs o on o.id = m.org_id
      where m.org_id = remove_member.org_id and m.user_id = my_id
        and m.status <> 'removed' and o.deleted_at is null
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    member := private.lock_member(remove_member.org_id, my_id, '{active,suspended}');
  else
    member := private.manage_member(
      remove_member.org_id, remove_member.user_id, '{active,suspended}');
  end if;
  perform private.keep_an_owner(member);
  return private.end_membership(private.acting_staff(), member);
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_request (
  request_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(restore_request.request_id);
  request public.requests := private.lock_request(restore_request.request_id, '{archived}');
begin
  -- The sweep would archive an older request again.
  if request.closed_at <= private.clock() - interval '90 days' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  update public.requests r set
    -- A cancelled request cannot be reopened. If the request was ever cancelled, it was still
    -- cancelled when it was archived.
    status = case when exists (
      select from public.events e
      where e.request_id = request.id and e.action = 'request.cancelled'
    ) then 'cancelled' else 'complete' end,
    version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.restored', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$function$;

CREATE OR REPLACE FUNCTION public.save_answer (
  item_id          uuid,
  answer           jsonb   DEFAULT NULL::jsonb,
  not_applicable   boolean DEFAULT false,
  client_note      text    DEFAULT ''::text,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_item_party(save_answer.item_id);
  item public.items := private.lock_answerable(save_answer.item_id);
  draft public.submissions;
  clean_answer jsonb := private.clean_answer(item, save_answer.answer, false);
  clean_note text := private.clean_text(save_answer.client_note, 'client_note', 0, 1000);
  applies_not boolean := coalesce(save_answer.not_applicable, false);
begin
  draft := private.draft_of(item, actor);
  -- Accept a repeated save of the same content, because the caller may have missed the response to
  -- the first save.
  if draft.version = 0 or (draft.answer, draft.client_note, draft.not_applicable)
    is distinct from (clean_answer, clean_note, applies_not) then
    if save_answer.expected_version <> draft.version then
      perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
        'version', draft.version, 'name', private.saver_name(draft, actor))));
    end if;
    update public.submissions s set
      answer = clean_answer, client_note = clean_note, not_applicable = applies_not,
      version = s.version + 1, saved_by = actor.id
    where s.id = draft.id returning * into draft;
  end if;
  return jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'version', draft.version);
end
$function$;

CREATE OR REPLACE FUNCTION public.save_contact (
  org_id           uuid,
  client_id        uuid,
  name             text,
  email            text,
  contact_id       uuid    DEFAULT NULL::uuid,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_name(save_contact.name, 'name', 1, 120);
  clean_email text := private.clean_email(save_contact.email, 'email');
  is_moved boolean;
begin
  if not exists (
    select from public.clients c
    where c.id = save_contact.client_id and c.org_id = save_contact.org_id
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if save_contact.contact_id is null then
    insert into public.contacts (org_id, client_id, name, email)
    values (save_contact.org_id, save_contact.client_id, clean_name, clean_email)
    on conflict on constraint contacts_client_id_email_key do update
      set name = excluded.name, status = 'active', user_id = null, version = contacts.version + 1
      where contacts.status = 'removed'
    returning * into contact;
    if contact.id is null then
      perform private.invalid('email', 'unique');
    end if;
  else
    -- To avoid deadlocks, all functions lock requests before contacts. Until this transaction ends,
    -- no other transaction can plan reminders for these requests.
    perform from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = save_contact.contact_id and r.org_id = save_contact.org_id
      and r.status = 'open'
    order by r.id for no key update of r;
    select * into contact from public.contacts c
    where c.id = save_contact.contact_id and c.client_id = save_contact.client_id
      and c.org_id = save_contact.org_id and c.status <> 'removed' for update;
    if contact.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(expected_version, contact.version, contact.id, contact.org_id);
    is_moved := contact.email::text <> clean_email;
    if is_moved then
      update public.contacts c set address_given_up = gen_random_uuid()
      where c.client_id = contact.client_id and c.email::text = clean_email
        and c.status = 'removed' and c.address_given_up is null;
    end if;
    update public.contacts c
    set name = clean_name, email = clean_email, version = c.version + 1,
      status = case when is_moved then 'active' else c.status end,
      user_id = case when is_moved then null else c.user_id end
    where c.id = contact.id returning * into contact;
    if is_moved then
      perform private.readdress_mail(contact.id, clean_email);
      perform private.schedule_reminder(r, contact.id)
      from public.requests r
      join public.request_contacts rc on rc.request_id = r.id
      where rc.contact_id = contact.id and r.status = 'open';
    end if;
  end if;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.saved', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id, 'version', contact.version);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$function$;

CREATE OR REPLACE FUNCTION public.search_org (
  org_id   uuid,
  query    text,
  max_rows integer DEFAULT 5
)
  RETURNS TABLE (
    kind             text,
    id               uuid,
    title            text,
    client_id        uuid,
    client_name      text,
    ref              text,
    contact_name     text,
    contact_email    text,
    status           text,
    due_on           date,
    last_activity_at timestamp with time zone,
    total            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  folded text;
  most int := least(greatest(coalesce(max_rows, 5), 1), 20);
begin
  perform private.require_staff(search_org.org_id);
  folded := private.clean_query(query);
  if folded is null then
    return;
  end if;
  return query
    with found as materialized (
      select * from private.best_clients(search_org.org_id, folded)
    ), best as (
      -- The last activity takes several queries for each client, so compute it only for the best
      -- clients.
      select c.*, f.rank, f.contact_id
      from found f join public.clients c on c.id = f.client_id
      order by f.rank, c.archived_at is not null, c.updated_at desc, c.id limit 100
    ), ranked as (
      select b.*, private.client_activity_at(b.id) as active_at from best b
      order by b.rank, b.archived_at is not null, active_at desc, b.name, b.id limit most
    )
    select 'client', b.id, b.name, b.id, b.name, b.ref, contact.name, contact.email::text,
      case when b.archived_at is null then 'active' else 'archived' end, null::date, b.active_at,
      (select least(count(*), 1000)::int from found)
    from ranked b
    left join public.contacts contact
      on contact.id = coalesce(b.contact_id, private.main_contact_id(b.id))
    order by b.rank, b.archived_at is not null, b.active_at desc, b.name, b.id;
  return query
    with found as materialized (
      select * from private.best_requests(search_org.org_id, folded)
    ), best as materialized (
      select r.*, f.rank
      from found f join public.requests r on r.id = f.request_id
      order by f.rank, r.status <> 'open', r.updated_at desc, r.id limit 100
    ), ranked as (
      select b.*, active.active_at
      from best b
      join private.request_activity(array(select best.id from best)) active
        on active.request_id = b.id
      order by b.rank, active_at desc nulls last, b.title, b.id limit most
    )
    select 'request', b.id, b.title, c.id, c.name, c.ref, null::text, null::text, b.status, b.due_on,
      b.active_at, (select least(count(*), 1000)::int from found)
    from ranked b join public.clients c on c.id = b.client_id
    order by b.rank, b.active_at desc nulls last, b.title, b.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_item (
  item_id          uuid,
  expected_version integer DEFAULT NULL::integer,
  expected_no      integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items;
  draft public.submissions;
begin
  -- Lock before reading the submission, so that a repeated call waits for the first call.
  perform from public.requests r
  where r.id = private.request_of(submit_item.item_id) for no key update;
  select i.* into item
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = submit_item.expected_no
    and s.status <> 'draft' and s.submitted_by = actor.id
  where i.id = submit_item.item_id;
  if item.id is not null then
    return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
  end if;
  item := private.lock_answerable(submit_item.item_id);
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and (draft.author_id <> actor.id or exists (
    select from public.files f
    where f.submission_id = draft.id and f.uploader_id <> actor.id
      and f.status in ('uploading', 'checking', 'ready')
  )) then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  elsif expected_version <> draft.version or expected_no <> draft.no then
    perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
      'version', draft.version, 'name', private.saver_name(draft, actor))));
  end if;
  perform private.check_answerable(item, draft);
  perform private.check_changed(item, draft);
  update public.submissions s
  set status = 'submitted', submitted_by = actor.id, submitted_kind = actor.kind,
    submitted_at = private.clock()
  where s.id = draft.id;
  if draft.not_applicable then
    perform private.drop_files(draft, actor);
  end if;
  update public.files f set shared_at = private.clock()
  where f.submission_id = draft.id and f.status = 'ready';
  item := private.set_item_status(item.id, 'submitted');
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.submitted', 'item', item.id,
    jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'status', item.status));
  perform private.mail_staff(item);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$function$;
