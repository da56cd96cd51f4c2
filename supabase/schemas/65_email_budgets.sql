-- A first email is an invitation, or an email that sends a request to an address that has never
-- opened a request of the firm. A firm's budget limits its first emails in a day. An email over the
-- budget waits until midnight in the firm's time zone.

create table private.counters (
  scope text not null,
  key text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (scope, key, window_start)
);
comment on table private.counters is
  'Counts events of a key since a start time. Rows are deleted after three days.';
create index counters_window_start_idx on private.counters (window_start);

create table private.org_limits (
  org_id uuid primary key references public.orgs (id) on delete cascade,
  is_trusted boolean,
  first_emails int check (first_emails >= 0),
  invitations int check (invitations >= 0)
);
comment on table private.org_limits is
  'The operator''s settings for a firm: its level and daily limits. Null means the default.';

revoke all on private.counters from public, anon, authenticated, service_role;
revoke all on private.org_limits from public, anon, authenticated, service_role;
alter table private.counters enable row level security;
alter table private.counters force row level security;
alter table private.org_limits enable row level security;
alter table private.org_limits force row level security;

-- A window is one day of counting. A firm could change its time zone to start a new window, so
-- windows that began within the last 24 hours count too. On a day with 23 hours, these include the
-- window of the previous day, so callers exclude that window with day_before.
create function private.counted(
  scope text, key text, window_start timestamptz, day_before timestamptz default null)
returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(c.n), 0)::int from private.counters c
  where c.scope = counted.scope and c.key = counted.key and (
    c.window_start >= counted.window_start
    or (c.window_start > private.clock() - interval '24 hours'
      and c.window_start is distinct from counted.day_before))
$$;
comment on function private.counted(text, text, timestamptz, timestamptz) is
  'Returns the count of a key in the windows since window_start. Also counts other windows that '
  'began in the last 24 hours, except day_before.';

create function private.count_up(scope text, key text, window_start timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into private.counters as c (scope, key, window_start, n)
  values (count_up.scope, count_up.key, count_up.window_start, 1)
  on conflict on constraint counters_pkey do update set n = c.n + 1
$$;
comment on function private.count_up(text, text, timestamptz) is
  'Adds one to the counter of a key.';

create function private.org_midnight(org_id uuid, days int default 0) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (date_trunc('day', private.clock() at time zone o.time_zone) + make_interval(days => days))
    at time zone o.time_zone
  from public.orgs o where o.id = org_midnight.org_id
$$;
comment on function private.org_midnight(uuid, int) is
  'Returns when the firm''s current day began. With days, returns when the day that many days '
  'later begins.';

create function private.is_trusted_org(org_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select l.is_trusted from private.org_limits l where l.org_id = is_trusted_org.org_id),
    exists (
      select from public.orgs o where o.id = is_trusted_org.org_id
        and o.created_at <= private.clock() - interval '7 days')
    and (
      select count(*) from (
        select distinct rc.request_id from public.request_contacts rc
        where rc.org_id = is_trusted_org.org_id and rc.opened_at is not null limit 5) opened) = 5)
$$;
comment on function private.is_trusted_org(uuid) is
  'Returns whether a firm is trusted. Unless the operator decides otherwise, it is trusted when it '
  'is seven days old and five of its requests were opened.';

create function private.first_email_limit(org_id uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select l.first_emails from private.org_limits l where l.org_id = first_email_limit.org_id),
    case when private.is_trusted_org(first_email_limit.org_id) then 1000 else 50 end)
$$;
comment on function private.first_email_limit(uuid) is
  'Returns how many first emails a firm may send in a day.';

create function private.invitation_limit(org_id uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select l.invitations from private.org_limits l where l.org_id = invitation_limit.org_id), 20)
$$;
comment on function private.invitation_limit(uuid) is
  'Returns how many invitations a firm may send in a day.';

create function private.is_known_address(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.request_contacts rc
    where rc.org_id = mail.org_id and rc.opened_email = lower(mail.to_email))
$$;
comment on function private.is_known_address(private.outbox) is
  'Returns whether this address opened a request of the firm, and so expects its emails.';

create function private.is_first_email(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select mail.kind = 'invitation'
    or (mail.kind = 'request_sent' and not private.is_known_address(mail))
$$;
comment on function private.is_first_email(private.outbox) is
  'Returns whether an email counts against the firm''s budget: it is an invitation, or it is '
  'about a request and goes to an address that opened none of the firm''s requests.';

create function private.lock_recipients(addresses text[]) returns void
language sql security definer set search_path = ''
as $$
  -- Lock addresses in a fixed order, so that two firms with the same contacts never wait for each
  -- other.
  select pg_advisory_xact_lock(hashtextextended('first_emails_to:' || address, 0))
  from (select distinct lower(a) as address from unnest(addresses) a order by 1) sorted
$$;
comment on function private.lock_recipients(text[]) is
  'Locks the counters of these addresses until the transaction ends. Lock the firm before them.';

-- Each address has a separate daily limit for emails from untrusted firms, so that these firms
-- cannot use up the emails that trusted firms may send to the address.
create function private.spend_share(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.spend_share(private.outbox) is
  'Counts one of the five emails a day that an address may get from untrusted firms whose '
  'requests it never opened. Returns false if all five are used.';

-- The lock on the firm keeps the count exact when several transactions queue emails.
create function private.spend_first_email(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  today timestamptz := private.org_midnight(mail.org_id);
  yesterday timestamptz := private.org_midnight(mail.org_id, -1);
begin
  perform pg_advisory_xact_lock(hashtextextended('first_emails_of:' || mail.org_id, 0));
  if private.counted('first_emails', mail.org_id::text, today, yesterday)
    >= private.first_email_limit(mail.org_id) then
    return false;
  elsif mail.kind = 'invitation' and private.counted('invitations', mail.org_id::text, today, yesterday)
    >= private.invitation_limit(mail.org_id) then
    return false;
  elsif not private.spend_share(mail) then
    return false;
  end if;
  perform private.count_up('first_emails', mail.org_id::text, today);
  if mail.kind = 'invitation' then
    perform private.count_up('invitations', mail.org_id::text, today);
  end if;
  return true;
end
$$;
comment on function private.spend_first_email(private.outbox) is
  'Counts one first email against the firm''s budget and the address''s limit. Returns false if '
  'either is used up.';

-- Reminders do not count, because they have their own limits: eight planned reminders for each
-- contact of a request, and one manual reminder a day. Counting them would also make one call of
-- queue_reminders lock the budgets of many firms.
create function private.spend(mail private.outbox) returns boolean
language sql security definer set search_path = ''
as $$
  select case
    when private.is_first_email(mail) then private.spend_first_email(mail)
    when mail.contact_id is null or mail.kind = 'reminder' or private.is_known_address(mail) then true
    else private.spend_share(mail) end
$$;
comment on function private.spend(private.outbox) is
  'Counts an email against its budgets. Returns false if the email must wait.';

create function private.defer_mail(mail private.outbox, until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m set
    status = 'deferred', not_before = greatest(m.not_before, defer_mail.until)
  where m.id = mail.id;
  if mail.status <> 'deferred' then
    perform private.record_mail_event(mail, 'email.deferred');
  end if;
end
$$;
comment on function private.defer_mail(private.outbox, timestamptz) is
  'Defers an email until a given time. Records the first deferral.';

create function private.first_email_until(mail private.outbox) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(m.not_before) from private.outbox m
  where m.request_id = mail.request_id and m.contact_id = mail.contact_id and m.id <> mail.id
    and m.kind = 'request_sent' and m.status = 'deferred' and mail.kind <> 'request_sent'
$$;
comment on function private.first_email_until(private.outbox) is
  'Returns until when the first email of a request is deferred, because no other email about the '
  'request may arrive earlier. Returns null if the first email is not deferred.';

create function private.emails_waiting(org_id uuid, kind text, request_id uuid default null) returns int
language sql stable security definer set search_path = ''
as $$
  select count(*)::int from private.outbox m
  where m.org_id = emails_waiting.org_id and m.status = 'deferred' and m.kind = emails_waiting.kind
    and m.not_before > private.clock()
    and (emails_waiting.request_id is null or m.request_id = emails_waiting.request_id)
$$;
comment on function private.emails_waiting(uuid, text, uuid) is
  'Returns how many invitations or requests of a firm are deferred until the firm''s midnight.';

-- Counts days in the same way as the budgets, so that a change of the time zone causes no second
-- report. The caller must have locked the firm.
create function private.report_deferral(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.report_deferral(private.outbox) is
  'Queues an email that tells owners and admins that first emails wait because of a daily limit. '
  'Sends at most one a day for requests and one for invitations.';

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
  'Returns how many first emails are deferred, and the firm''s limit for them. Returns null if '
  'none are deferred, or if the reader is no longer an owner or admin.';

create function private.apply_budget(mail private.outbox) returns void
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
    -- After midnight, emails that were deferred yesterday are sent first.
    perform private.defer_mail(mail, private.clock());
  elsif not private.spend(mail) then
    perform private.defer_mail(mail, private.org_midnight(mail.org_id, 1));
    perform private.report_deferral(mail);
  end if;
end
$$;
comment on function private.apply_budget(private.outbox) is
  'Defers a new email if it exceeds the budget or follows a deferred one.';

create function private.release_mail(mail private.outbox) returns void
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
  'Queues a deferred email if today''s limits allow it. Otherwise defers it until the next '
  'midnight. Cancels it if it is no longer needed.';

create function public.release_deferred_mail(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  org uuid;
  mail private.outbox;
  due private.outbox[];
begin
  delete from private.counters c where c.window_start < private.clock() - interval '3 days';
  -- Handles one firm per transaction, so that no transaction has the locks of two firms.
  select waiting.org_id into org from (
    select m.org_id from private.outbox m
    where m.status = 'deferred' and m.not_before <= private.clock()
    group by m.org_id order by min(m.not_before), min(m.seq) offset 0
  ) waiting
  where pg_try_advisory_xact_lock(hashtextextended('release_of:' || waiting.org_id, 0)) limit 1;
  if org is null then
    return 0;
  end if;
  -- All functions lock requests before emails and budgets: a change locks its request first, then
  -- its emails, its chain of events and the firm's budget in any order.
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
  'System: queues, in order, the deferred emails of one firm whose midnight has passed. Returns '
  'how many emails it checked.';
grant execute on function public.release_deferred_mail(int) to service_role;

create function public.get_email_budget(org_id uuid, request_id uuid default null) returns jsonb
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
  'Staff: returns the firm''s level and daily limits, and how many first emails of the firm or '
  'of one request are deferred until the firm''s midnight.';
grant execute on function public.get_email_budget(uuid, uuid) to authenticated;
