-- Emails survive an outage of the email service: attempts over 72 hours, one pause for all emails, and
-- a list of those that were given up.

alter table private.outbox add column attempts int not null default 0;
alter table private.outbox drop constraint outbox_status_check;
update private.outbox set attempts = case status when 'failed' then 43 else tries end
where status in ('queued', 'sending', 'failed');
update private.outbox set status = 'dead' where status = 'failed';
alter table private.outbox add constraint outbox_status_check
  check (status in ('queued', 'sending', 'sent', 'dead', 'cancelled', 'bounced'));
comment on column private.outbox.status is
  'dead: given up, waits for the operator. cancelled: not wanted any more.';
comment on column private.outbox.tries is
  'Posts that may have reached the email service, the current one included; the number of the lease.';
comment on column private.outbox.attempts is
  'Failed attempts that count towards giving up; those of an outage of the email service do not.';
create index outbox_dead_idx on private.outbox (created_at) where status = 'dead';

create table private.email_pause (
  is_singleton boolean primary key default true check (is_singleton),
  ends_at timestamptz not null,
  rounds int not null default 1 check (rounds > 0),
  error text not null
);
comment on table private.email_pause is
  'One row while the email service refuses every email; the first accepted email deletes it.';
comment on column private.email_pause.rounds is 'Pauses since the last accepted email.';

revoke all on private.email_pause from public, anon, authenticated, service_role;
alter table private.email_pause enable row level security;
alter table private.email_pause force row level security;

create or replace function private.is_mail_paused() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.email_pause p where p.ends_at > private.clock()) $$;
comment on function private.is_mail_paused() is 'Whether no email may be posted for now.';

create or replace function private.end_mail_pause() returns void
language sql security definer set search_path = ''
as $$ delete from private.email_pause $$;
comment on function private.end_mail_pause() is 'Forgets the outage, because the service accepted an email.';

create or replace function public.pause_mail(error text, wait_seconds int default 0) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  pause private.email_pause;
begin
  insert into private.email_pause as p (ends_at, error)
  values (private.clock(), left(pause_mail.error, 200))
  on conflict (is_singleton) do update set rounds = p.rounds + 1, error = excluded.error
    -- Runs that end at the same time cause one pause.
    where p.ends_at <= private.clock()
  returning * into pause;
  update private.email_pause p
  set ends_at = private.clock() + interval '1 second'
    * greatest(least(wait_seconds, 900), least(60 * 2 ^ least(p.rounds - 1, 3), 300))
  where pause.is_singleton
  returning * into pause;
  return extract(epoch from pause.ends_at - private.clock())::int;
end
$$;
comment on function public.pause_mail(text, int) is
  'System: pauses all emails for one minute, doubling up to five until one is accepted, or for as long as the service asks, at most 15. Returns the seconds, or null when a pause runs already.';
grant execute on function public.pause_mail(text, int) to service_role;

create or replace function public.dead_emails() returns table (
  email_id uuid, org_name text, kind text, request_id uuid, created_at timestamptz,
  given_up_at timestamptz, last_error text)
language sql stable security definer set search_path = ''
as $$
  select m.id, o.name, m.kind, m.request_id, m.created_at, m.updated_at, m.last_error
  from private.outbox m
  join public.orgs o on o.id = m.org_id
  where m.status = 'dead' order by m.created_at, m.id
$$;
comment on function public.dead_emails() is 'System: emails of all firms that were given up, oldest first.';
grant execute on function public.dead_emails() to service_role;

create or replace function public.requeue_email(email_id uuid default null) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  requeued int := 0;
begin
  for mail in
    update private.outbox m set status = 'queued', attempts = 0, not_before = private.clock()
    where m.status = 'dead' and (requeue_email.email_id is null or m.id = requeue_email.email_id)
    returning *
  loop
    update public.reminders r set status = 'queued'
    where r.id = (mail.data ->> 'reminder_id')::uuid and r.status = 'failed';
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'mail.requeued', 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
    requeued := requeued + 1;
  end loop;
  return requeued;
end
$$;
comment on function public.requeue_email(uuid) is
  'System: tries one dead email again, or all of them. An email whose request was closed since is cancelled instead of sent.';
grant execute on function public.requeue_email(uuid) to service_role;

create or replace function private.cancel_mail(request_id uuid, contact_id uuid, kinds text[]) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  cancelled int;
begin
  update private.outbox m set status = 'cancelled'
  where m.status in ('queued', 'deferred', 'dead')
    and (cancel_mail.request_id is null or m.request_id = cancel_mail.request_id)
    and (cancel_mail.contact_id is null or m.contact_id = cancel_mail.contact_id)
    and (kinds is null or m.kind = any (kinds))
    and coalesce(cancel_mail.request_id, cancel_mail.contact_id) is not null;
  get diagnostics cancelled = row_count;
  return cancelled;
end
$$;
comment on function private.cancel_mail(uuid, uuid, text[]) is
  'Cancels the queued, deferred and dead emails of a request or a contact; returns how many.';

create or replace function private.settle_mail(mail private.outbox, status text, provider_id text, error text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder_id uuid := (mail.data ->> 'reminder_id')::uuid;
  result text := case settle_mail.status when 'dead' then 'failed' else settle_mail.status end;
begin
  update private.outbox m set
    status = settle_mail.status, provider_id = settle_mail.provider_id,
    last_error = left(settle_mail.error, 200), lease_until = null
  where m.id = mail.id;
  perform private.record_event(
    private.system_actor(), mail.org_id, mail.request_id, 'mail.' || result, 'mail', mail.id,
    jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  if reminder_id is not null then
    update public.reminders r set status = result where r.id = reminder_id;
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'reminder.' || result, 'reminder',
      reminder_id, jsonb_build_object('contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.settle_mail(private.outbox, text, text, text) is 'Ends an email as sent or dead and records it.';

create or replace function private.attempt_wait(attempts int) returns interval
language sql immutable set search_path = ''
as $$
  select case when attempts < 43 then interval '1 minute' * least(2 ^ (attempts - 1), 120) end
$$;
comment on function private.attempt_wait(int) is
  'How long to wait after so many failed attempts: one minute, doubling up to two hours; null after 72 hours of waits.';

create or replace function private.prepare_mail(mail private.outbox) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  content jsonb := private.mail_data(mail);
begin
  if (case
    when content is null or not private.is_mail_wanted(mail) then false
    when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    return content;
  end if;
  update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  return null;
end
$$;
comment on function private.prepare_mail(private.outbox) is
  'Returns what an email says; cancels it and returns null when it is not wanted any more.';

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
      where (m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0'))
      order by m.not_before, m.id limit max_rows - claimed for update skip locked
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
        from public.orgs o
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id
        where o.id = mail.org_id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';
grant execute on function public.claim_mail(int) to service_role;

create or replace function public.check_mail(mail_id uuid, tries int) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = check_mail.mail_id and m.status = 'sending' and m.tries = check_mail.tries
  for update;
  if mail.id is null then
    return false;
  elsif private.prepare_mail(mail) is not null then
    return true;
  end if;
  -- Its reader has not heard of the request by this email.
  update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
  return false;
end
$$;
comment on function public.check_mail(uuid, int) is
  'System: whether a claimed email may be posted now; cancels it when its request was closed or its reader left.';
grant execute on function public.check_mail(uuid, int) to service_role;

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
comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: result of a post: sent, failed, retry, refused, paused or limited. Attempts continue for 72 hours. Only the holder of the lease may report.';
grant execute on function public.finish_mail(uuid, int, text, text, text) to service_role;

create or replace function private.mail_runs() returns int
language sql stable security definer set search_path = ''
as $$
  select (count(*) / 500)::int from (
    select from private.outbox m
    where m.status = 'queued' and m.not_before <= private.clock()
      and not private.is_mail_paused() limit 4000
  ) due
$$;
comment on function private.mail_runs() is
  'How many runs of deliver-mail the outbox needs beside the sweep: one for every 500 mails, at most 8.';

