-- The delivery of queued emails by the Edge functions deliver-email and sweep.

-- An email may no longer be wanted, because the firm, request or reader may have changed since it
-- was queued.
create function private.is_mail_wanted(mail private.outbox) returns boolean
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
comment on function private.is_mail_wanted(private.outbox) is
  'Returns whether an email is still needed: the firm exists, the request has the status that '
  'the email is about, and the contact is an active recipient. An email about the end of a request '
  'is needed only if the contact may know of the request.';

create function private.is_in_digest(item public.items, email text) returns boolean
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
comment on function private.is_in_digest(public.items, text) is
  'Returns whether this reader got, or will get, a digest about an item''s current answer.';

create function private.pass_on_digest(mail private.outbox) returns void
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
  -- Remove the moved items from this digest, so that is_in_digest returns false for them if the
  -- reader gets emails about these requests again.
  if moved <> '{}' then
    update private.outbox m
    set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - array(
      select i.id::text from public.items i where i.request_id = any (moved)))
    where m.id = mail.id;
  end if;
end
$$;
comment on function private.pass_on_digest(private.outbox) is
  'Removes those requests from a digest about which its reader gets no more emails, and queues '
  'digests for the staff who now get them.';

create function private.merge_digests(mail private.outbox) returns private.outbox
language plpgsql security definer set search_path = ''
as $$
declare
  merged jsonb;
begin
  select * into mail from private.outbox m where m.id = mail.id and m.status = 'queued';
  with others as (
    select m.id from private.outbox m
    where m.kind = 'staff_digest' and m.status = 'queued' and m.org_id = mail.org_id
      and m.to_email = mail.to_email and m.tries = 0 and m.attempts = 0 and m.id <> mail.id
    for update skip locked
  ), emptied as (
    update private.outbox m set status = 'cancelled'
    from others where m.id = others.id
    returning m.data -> 'item_ids' as item_ids
  )
  select jsonb_agg(distinct entry) into merged
  from emptied cross join jsonb_array_elements(emptied.item_ids) entry;
  if merged is not null then
    update private.outbox m
    set request_id = null, data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') || merged)
    where m.id = mail.id
    returning * into mail;
  end if;
  return mail;
end
$$;
comment on function private.merge_digests(private.outbox) is
  'Merges the firm''s other digests to the same reader into this one, even if they are not due yet. '
  'Leaves out digests with failed attempts, which have their own 72 hours. Returns null if this '
  'digest is no longer queued.';

create function private.follow_contact(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (
    select c.email::text from public.contacts c where c.id = mail.contact_id);
begin
  if address = lower(mail.to_email) then
    return false;
  end if;
  -- The request was sent to the new address when the address was corrected.
  if mail.kind <> 'request_sent' then
    mail.dedupe_key := mail.dedupe_key || ':' || md5(address);
    mail.to_email := address;
    mail.not_before := private.clock();
    perform private.enqueue_mail(mail);
  end if;
  return true;
end
$$;
comment on function private.follow_contact(private.outbox) is
  'Queues an email again for the contact''s current address. Returns false if it already goes to '
  'that address.';

create function private.record_mail_event(mail private.outbox, action text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Emails about an account belong to no firm and are not recorded.
  if mail.org_id is not null then
    perform private.record_event(
      private.system_actor(), mail.org_id, request.id, record_mail_event.action, 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id))
    from unnest(private.mail_requests(mail)) request (id);
  end if;
end
$$;
comment on function private.record_mail_event(private.outbox, text) is
  'Records the outcome of an email in the chain of each request that it is about, or in the '
  'firm''s chain if it is about none.';

create function private.settle_mail(mail private.outbox, status text, provider_id text, error text)
returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.settle_mail(private.outbox, text, text, text) is
  'Marks an email as sent or dead, and records the outcome.';

create function private.attempt_wait(attempts int) returns interval
language sql immutable set search_path = ''
as $$
  select case when attempts < 43 then interval '1 minute' * least(2 ^ (attempts - 1), 120) end
$$;
comment on function private.attempt_wait(int) is
  'Returns the wait after this many failed attempts: one minute, doubling up to two hours. '
  'Returns null after waits of 72 hours in total.';

create function private.prepare_mail(mail private.outbox) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.prepare_mail(private.outbox) is
  'Returns the current content of an email. If the email is no longer needed, cancels it and '
  'returns null. Stores the requests that a merged digest names.';

create function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb, logo_path text,
  brand_color text, postal_address text)
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.claim_mail(int) is
  'System: claims due emails for two minutes and returns their content.';
grant execute on function public.claim_mail(int) to service_role;

-- The previous version of the Edge function may still run during a deployment. That version sends
-- the email for any result except false and null.
create function public.check_mail(mail_id uuid, tries int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
begin
  select * into mail from private.outbox m
  where m.id = check_mail.mail_id and m.status = 'sending' and m.tries = check_mail.tries
  for update;
  if mail.id is null then
    return null;
  end if;
  content := private.prepare_mail(mail);
  if content is null then
    -- The email was not sent, so this try does not count.
    update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
  end if;
  return content;
end
$$;
comment on function public.check_mail(uuid, int) is
  'System: returns the current data of a claimed email. The other columns of claim_mail, such as '
  'the title of the request, are not read again. Returns null if the email may not be sent, and '
  'cancels it if it is no longer needed.';
grant execute on function public.check_mail(uuid, int) to service_role;

-- "failed": the service will never accept this email. The email becomes dead.
-- "retry" and "refused" count as failed attempts. After "retry", the email may have arrived.
-- "paused" and "limited" do not count, because the service accepts no emails at all. After
-- "paused", the email may have arrived.
-- The caller passes no error for an email that it did not try.
create function public.finish_mail(
  mail_id uuid, tries int, outcome text, provider_id text default null, error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: stores the outcome of an attempt to send: sent, failed, retry, refused, paused or '
  'limited. Retries continue for 72 hours. Only the holder of the lease may report an outcome.';
grant execute on function public.finish_mail(uuid, int, text, text, text) to service_role;

create function private.mail_runs() returns int
language sql stable security definer set search_path = ''
as $$
  select (count(*) / 500)::int from (
    select from private.outbox m
    where m.status = 'queued' and m.not_before <= private.clock()
      and not private.is_mail_paused() limit 4000
  ) due
$$;
comment on function private.mail_runs() is
  'Returns how many runs of deliver-email the outbox needs in addition to the sweep: one for '
  'every 500 emails, and at most 8.';
