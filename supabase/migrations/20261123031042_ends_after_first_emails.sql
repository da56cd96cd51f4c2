-- An email about the end of a request waits for the first email of its reader.

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb)
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
  -- Mail that is cancelled here must not keep what is due behind it from leaving.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- The first email may still be cancelled right before its post; then its reader hears of no end.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- The run that held it broke off: that was an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        continue;
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
        select mail.id, mail.tries + 1, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content
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

-- Outcomes: "retry" may have arrived and "refused" has not; both count as attempts. "paused" may have
-- arrived and "limited" has not; neither counts, because the email service refuses every email.
create or replace function public.finish_mail(
  mail_id uuid, tries int, outcome text, provider_id text default null, error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  next_wait interval;
begin
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
    -- The service refused it for good, so its reader has not heard of the request by it.
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
      status = 'queued', lease_until = null, last_error = left(error, 200),
      attempts = mail.attempts, not_before = private.clock() + next_wait,
      tries = m.tries - (outcome in ('refused', 'limited'))::int
    where m.id = mail.id;
  end if;
  return true;
end
$$;
