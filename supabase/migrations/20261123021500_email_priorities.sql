-- Priorities of emails, a report when a daily limit is reached, and one order of locks for its release.

set check_function_bodies = off;

alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
  'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
  'decision_digest', 'staff_digest', 'invitation', 'reminder',
  'owner_joined', 'owner_left', 'owner_removed', 'account_notice', 'staff_notice',
  'email_deferred'));

alter table private.outbox add column priority smallint not null generated always as (
  case when kind in ('account_notice', 'owner_joined', 'owner_left', 'owner_removed') then 0 else 1 end
) stored;
comment on column private.outbox.priority is
  'Due emails leave by priority: 0 for notices about an account or an owner, 1 for all others.';
drop index private.outbox_due_idx;
create index outbox_due_idx on private.outbox (priority, not_before) where status in ('queued', 'sending');

create or replace function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  items jsonb;
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind = 'account_notice' then
    return private.notice_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'email_deferred' then
    return private.deferral_mail_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  elsif mail.kind = 'reminder' then
    return mail.data || jsonb_build_object('ready', array(
      select ready.title from private.ready_items(mail.request_id) ready));
  else
    return mail.data;
  end if;
  if items is null then
    return null;
  end if;
  return jsonb_build_object('items', items, 'client_name', (
    select c.name from public.requests r
    join public.clients c on c.id = r.client_id where r.id = mail.request_id));
end
$$;
comment on function private.mail_data(private.outbox) is
  'What a mail says, read fresh; null when there is nothing left to say.';

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
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';

create function private.emails_waiting(org_id uuid, kind text, request_id uuid default null) returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int from private.outbox m
  where m.org_id = emails_waiting.org_id and m.status = 'deferred' and m.kind = emails_waiting.kind
    and m.not_before > private.clock()
    and (emails_waiting.request_id is null or m.request_id = emails_waiting.request_id)
$$;
comment on function private.emails_waiting(uuid, text, uuid) is
  'How many invitations, or requests, of a firm wait for its midnight.';

create function private.report_deferral(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  cause text := case mail.kind when 'invitation' then 'invitation' else 'request_sent' end;
  today timestamptz := private.org_midnight(mail.org_id);
  report private.outbox;
begin
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
$$;
comment on function private.report_deferral(private.outbox) is
  'Tells owners and admins that a daily limit is reached: once a day for requests and once for invitations.';

create function private.deferral_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'cause', mail.data ->> 'cause', 'waiting', waiting.n,
    'limit', case mail.data ->> 'cause'
      when 'invitation' then private.invitation_limit(mail.org_id)
      else private.first_email_limit(mail.org_id) end,
    'is_trusted', private.is_trusted_org(mail.org_id))
  from private.emails_waiting(mail.org_id, mail.data ->> 'cause') as waiting (n)
  where waiting.n > 0 and exists (
    select from public.memberships m
    join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
    where m.org_id = mail.org_id and m.role in ('owner', 'admin') and m.status = 'active')
$$;
comment on function private.deferral_mail_data(private.outbox) is
  'Which limit is reached and how many emails wait; null when none does or the reader is no owner or admin by now.';

create or replace function private.apply_budget(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_email_until timestamptz := private.first_email_until(mail);
begin
  if first_email_until is not null then
    perform private.defer_mail(mail, first_email_until);
  elsif private.is_first_email(mail) and exists (
    select from private.outbox m
    where m.org_id = mail.org_id and m.status = 'deferred' and m.not_before <= private.clock()
  ) then
    -- After midnight, what waited since yesterday leaves first.
    perform private.defer_mail(mail, private.clock());
  elsif not private.spend(mail) then
    perform private.defer_mail(mail, private.org_midnight(mail.org_id, 1));
    perform private.report_deferral(mail);
  end if;
end
$$;
comment on function private.apply_budget(private.outbox) is
  'Defers an email that was just queued when it is over budget or follows one that is.';

create or replace function private.release_mail(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.mail_data(mail) is null or not private.is_mail_wanted(mail) then
    update private.outbox m set status = 'cancelled' where m.id = mail.id;
  elsif private.first_email_until(mail) is null and private.spend(mail) then
    update private.outbox m set status = 'queued' where m.id = mail.id;
  else
    perform private.defer_mail(mail, private.org_midnight(mail.org_id, 1));
    perform private.report_deferral(mail);
  end if;
end
$$;
comment on function private.release_mail(private.outbox) is
  'Queues a deferred email that today''s budget covers; else it waits for the next midnight.';

create or replace function public.release_deferred_mail(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  org uuid;
  mail private.outbox;
  due private.outbox[];
begin
  delete from private.counters c where c.window_start < private.clock() - interval '3 days';
  -- One firm in one transaction, so that no transaction holds the locks of two firms.
  select waiting.org_id into org from (
    select m.org_id from private.outbox m
    where m.status = 'deferred' and m.not_before <= private.clock()
    group by m.org_id order by min(m.not_before), min(m.seq) offset 0
  ) waiting
  where pg_try_advisory_xact_lock(hashtextextended('release_of:' || waiting.org_id, 0)) limit 1;
  if org is null then
    return 0;
  end if;
  -- Requests before emails and budgets, as everywhere: a change of a request holds its row first, then
  -- takes its emails, its chain of events and the firm's budget in any order.
  perform from public.requests r
  where r.id in (
    select m.request_id from private.outbox m
    where m.org_id = org and m.status = 'deferred' and m.not_before <= private.clock())
  order by r.id for no key update;
  due := array(
    select m from private.outbox m
    where m.org_id = org and m.status = 'deferred' and m.not_before <= private.clock()
    order by m.created_at, m.seq limit max_rows for update skip locked);
  perform pg_advisory_xact_lock(hashtextextended('first_emails_of:' || org, 0));
  perform private.lock_recipients(array(select d.to_email from unnest(due) d));
  foreach mail in array due loop
    perform private.release_mail(mail);
  end loop;
  return cardinality(due);
end
$$;
comment on function public.release_deferred_mail(int) is
  'System: queues the deferred emails of one firm whose midnight has passed, in order; returns how many it looked at.';

create or replace function public.get_email_budget(org_id uuid, request_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(org_id);
  return jsonb_build_object(
    'is_trusted', private.is_trusted_org(org_id),
    'first_emails', private.first_email_limit(org_id),
    'requests_waiting', private.emails_waiting(org_id, 'request_sent', request_id),
    'invitations', private.invitation_limit(org_id),
    'invitations_waiting', private.emails_waiting(org_id, 'invitation', request_id),
    'next_at', private.org_midnight(org_id, 1));
end
$$;
comment on function public.get_email_budget(uuid, uuid) is
  'Staff: the firm''s level, its limits a day, and how many first emails, of the firm or of one request, wait for its midnight.';

create function public.cancel_email(email_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  update private.outbox m set status = 'cancelled'
  where m.id = cancel_email.email_id and m.status in ('queued', 'deferred', 'dead')
  returning * into mail;
  if mail.id is null then
    return false;
  end if;
  perform private.record_mail_event(mail, 'mail.cancelled');
  return true;
end
$$;
comment on function public.cancel_email(uuid) is
  'System: cancels one queued, deferred or dead email. False when it was sent, is being sent or was cancelled before.';
grant execute on function public.cancel_email(uuid) to service_role;
