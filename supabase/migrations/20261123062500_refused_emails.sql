-- Emails that are refused give way to others, and look like an outage only once.

set check_function_bodies = off;

alter table private.outbox drop column priority;
alter table private.outbox add column priority smallint not null generated always as (
  case when last_error is null then 0 else 10 end
  + case when kind in ('account_notice', 'owner_joined', 'owner_left', 'owner_removed') then 0 else 1 end
) stored;
comment on column private.outbox.priority is
  'Due emails leave by priority: 0 for notices about an account or an owner, 1 for others; 10 more for those with an error.';
comment on column private.outbox.last_error is
  'Why this email, or an earlier one to the same address, was not sent; null when there was no reason but an outage or a limit.';
create index outbox_due_idx on private.outbox (priority, not_before) where status in ('queued', 'sending');
create index outbox_refused_idx on private.outbox (to_email)
  where status in ('queued', 'sending') and last_error is not null;

create or replace function private.enqueue_mail(mail private.outbox) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  queued private.outbox;
  refused private.outbox;
begin
  -- Ever new emails to an address that is refused must neither lead the queue nor look like an outage.
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
$$;

-- It returns the attempts, too.
drop function public.claim_mail(int);
create function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
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
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
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
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';
grant execute on function public.claim_mail(int) to service_role;

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
      status = 'queued', lease_until = null,
      last_error = coalesce(left(error, 200), m.last_error), attempts = mail.attempts,
      not_before = private.clock() + next_wait,
      tries = m.tries - (outcome in ('refused', 'limited'))::int
    where m.id = mail.id;
  end if;
  return true;
end
$$;
