-- Budgets of first emails (65_email_budgets.sql): a new firm sends 50 a day, a trusted one 1,000, and
-- what is over budget waits for the firm's midnight.

alter table private.outbox drop constraint outbox_status_check;
alter table private.outbox add constraint outbox_status_check check (status in (
  'queued', 'deferred', 'sending', 'sent', 'dead', 'cancelled', 'bounced'));
alter table private.outbox add column seq bigint generated always as identity;
comment on column private.outbox.seq is 'The order in which deferred emails are released.';
create index outbox_deferred_idx on private.outbox (org_id, not_before) where status = 'deferred';

alter table public.request_contacts add column opened_email extensions.citext;
comment on column public.request_contacts.opened_email is
  'The address that opened it last: a contact whose address was corrected since has not shown that they expect email.';
create index request_contacts_org_id_opened_email_idx
  on public.request_contacts (org_id, opened_email) where opened_email is not null;
-- Older rows do not say which address opened them; today's is the best guess.
update public.request_contacts rc set opened_email = c.email
from public.contacts c where c.id = rc.contact_id and rc.opened_at is not null;

alter table public.invitations add column sent_at timestamptz not null default private.clock();
alter table public.invitations add column resent int not null default 0;

create table private.counters (
  scope text not null,
  key text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (scope, key, window_start)
);
comment on table private.counters is 'How often something happened to one key since a moment. Rows go after three days.';
create index counters_window_start_idx on private.counters (window_start);

create table private.org_limits (
  org_id uuid primary key references public.orgs (id) on delete cascade,
  is_trusted boolean,
  first_emails int check (first_emails >= 0),
  invitations int check (invitations >= 0)
);
comment on table private.org_limits is
  'What the operator decided about a firm: its level and its limits a day; null leaves the rule.';

revoke all on private.counters from public, anon, authenticated, service_role;
revoke all on private.org_limits from public, anon, authenticated, service_role;
alter table private.counters enable row level security;
alter table private.counters force row level security;
alter table private.org_limits enable row level security;
alter table private.org_limits force row level security;

-- A firm that changes its time zone must not start a new day, so windows that began within 24 hours
-- count too. The day before may be one of them, when clocks went forward: it is left out by name.
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
comment on function private.counted(text, text, timestamptz, timestamptz) is 'How often it happened in this day.';

create function private.count_up(scope text, key text, window_start timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into private.counters as c (scope, key, window_start, n)
  values (count_up.scope, count_up.key, count_up.window_start, 1)
  on conflict on constraint counters_pkey do update set n = c.n + 1
$$;
comment on function private.count_up(text, text, timestamptz) is 'Counts one more.';

create function private.org_midnight(org_id uuid, days int default 0) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (date_trunc('day', private.clock() at time zone o.time_zone) + make_interval(days => days))
    at time zone o.time_zone
  from public.orgs o where o.id = org_midnight.org_id
$$;
comment on function private.org_midnight(uuid, int) is
  'When the firm''s day began, or the day so many days later begins.';

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
  'Whether a firm is seven days old and five of its requests were opened, or the operator says so.';

create function private.first_email_limit(org_id uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select l.first_emails from private.org_limits l where l.org_id = first_email_limit.org_id),
    case when private.is_trusted_org(first_email_limit.org_id) then 1000 else 50 end)
$$;
comment on function private.first_email_limit(uuid) is 'How many first emails a firm may send a day.';

create function private.invitation_limit(org_id uuid) returns int
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select l.invitations from private.org_limits l where l.org_id = invitation_limit.org_id), 20)
$$;
comment on function private.invitation_limit(uuid) is 'How many invitations a firm may send a day.';

create function private.is_known_address(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.request_contacts rc
    where rc.org_id = mail.org_id and rc.opened_email = mail.to_email::extensions.citext)
$$;
comment on function private.is_known_address(private.outbox) is
  'Whether this address opened a request of the firm, and so expects its emails.';

create function private.is_first_email(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select mail.kind = 'invitation'
    or (mail.kind = 'request_sent' and not private.is_known_address(mail))
$$;
comment on function private.is_first_email(private.outbox) is
  'Whether an email costs the firm''s budget: any invitation, or a request to an address that opened none of this firm.';

create function private.lock_recipients(addresses text[]) returns void
language sql security definer set search_path = ''
as $$
  -- In one order, so that two firms that write to the same people never wait for each other.
  select pg_advisory_xact_lock(hashtextextended('first_emails_to:' || address, 0))
  from (select distinct lower(a) as address from unnest(addresses) a order by 1) sorted
$$;
comment on function private.lock_recipients(text[]) is
  'Holds the counts of these addresses until the transaction ends. Take the firm''s lock first.';

-- A stranger's firms must not use up what an address may get from firms that earned trust.
create function private.spend_share(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  utc_day timestamptz := date_trunc('day', private.clock(), 'UTC');
  -- No address is stored for a count.
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
  'Takes one of the five emails a day that an address gets from firms below trusted whose requests it never opened; false when they are used up.';

-- The firm's lock makes the count exact while many emails are queued at once.
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
  'Takes one first email from the firm''s budget and the address''s share; false when one is used up.';

-- Reminders are left out: their plan limits them, and one call queues those of many firms.
create function private.spend(mail private.outbox) returns boolean
language sql security definer set search_path = ''
as $$
  select case
    when private.is_first_email(mail) then private.spend_first_email(mail)
    when mail.contact_id is null or mail.kind = 'reminder' or private.is_known_address(mail) then true
    else private.spend_share(mail) end
$$;
comment on function private.spend(private.outbox) is
  'Takes an email from the budgets it counts against; false when it has to wait.';

create function private.defer_mail(mail private.outbox, until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m set
    status = 'deferred', not_before = greatest(m.not_before, defer_mail.until)
  where m.id = mail.id;
  if mail.status <> 'deferred' then
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'email.deferred', 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.defer_mail(private.outbox, timestamptz) is
  'Holds an email back until a moment; recorded the first time.';

create function private.first_email_until(mail private.outbox) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(m.not_before) from private.outbox m
  where m.request_id = mail.request_id and m.contact_id = mail.contact_id and m.id <> mail.id
    and m.kind = 'request_sent' and m.status = 'deferred' and mail.kind <> 'request_sent'
$$;
comment on function private.first_email_until(private.outbox) is
  'Until when the request''s own email waits: nothing about a request arrives before it. Null when it has left.';

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
    -- After midnight, what waited since yesterday leaves first.
    perform private.defer_mail(mail, private.clock());
  elsif not private.spend(mail) then
    perform private.defer_mail(mail, private.org_midnight(mail.org_id, 1));
  end if;
end
$$;
comment on function private.apply_budget(private.outbox) is
  'Defers an email that was just queued when it is over budget or follows one that is.';

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
  end if;
end
$$;
comment on function private.release_mail(private.outbox) is
  'Queues a deferred email that today''s budget covers; else it waits for the next midnight.';

create function public.release_deferred_mail(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  org uuid;
  mail private.outbox;
  due private.outbox[];
begin
  delete from private.counters c where c.window_start < private.clock() - interval '3 days';
  -- One firm in one transaction, so that no transaction holds the locks of two firms.
  select m.org_id into org from private.outbox m
  where m.status = 'deferred' and m.not_before <= private.clock()
  order by m.not_before, m.created_at, m.seq limit 1 for update skip locked;
  if org is null then
    return 0;
  end if;
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
grant execute on function public.release_deferred_mail(int) to service_role;

create function public.get_email_budget(org_id uuid, request_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  requests int;
  invitations int;
begin
  perform private.require_staff(get_email_budget.org_id);
  select count(*) filter (where m.kind = 'request_sent'), count(*) filter (where m.kind = 'invitation')
  into requests, invitations
  from private.outbox m
  where m.org_id = get_email_budget.org_id and m.status = 'deferred'
    and m.not_before > private.clock()
    and (get_email_budget.request_id is null or m.request_id = get_email_budget.request_id);
  return jsonb_build_object(
    'first_emails', private.first_email_limit(get_email_budget.org_id), 'requests_waiting', requests,
    'invitations', private.invitation_limit(get_email_budget.org_id), 'invitations_waiting', invitations,
    'next_at', private.org_midnight(get_email_budget.org_id, 1));
end
$$;
comment on function public.get_email_budget(uuid, uuid) is
  'Staff: the firm''s limits a day, and how many first emails, of the firm or of one request, wait for its midnight.';
grant execute on function public.get_email_budget(uuid, uuid) to authenticated;

create or replace function public.resend_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(resend_invitation.invitation_id);
  invitation public.invitations;
begin
  select * into invitation from public.invitations i
  where i.id = resend_invitation.invitation_id and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
  for update;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  elsif invitation.resent >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"resends"}');
  elsif invitation.sent_at > private.clock() - interval '10 minutes' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object(
        'next_at', invitation.sent_at + interval '10 minutes',
        'time_zone', (select o.time_zone from public.orgs o where o.id = invitation.org_id)));
  end if;
  -- One that still waits would arrive twice.
  update private.outbox m set status = 'cancelled'
  where m.org_id = invitation.org_id and m.kind = 'invitation'
    and m.status in ('queued', 'deferred') and m.tries = 0
    and m.data ->> 'invitation_id' = invitation.id::text;
  update public.invitations i set
    expires_at = private.clock() + interval '7 days', sent_at = private.clock(),
    resent = i.resent + 1
  where i.id = invitation.id returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.resent', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.resend_invitation(uuid) is 'Mails a pending invitation again, ten minutes later at the earliest and at most five times; it lasts seven days more.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- The firm before its chain of events, as changes of staff lock them.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  -- What tells owners of a change among them still leaves.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  -- The logo is public, so it goes at once; the trigger on orgs hands it to the sweep.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;
comment on function public.delete_org(uuid) is
  'Ends a firm: access, emails, reminders, invitations and logo at once, its rows after 30 days.';
grant execute on function public.delete_org(uuid) to authenticated;

create or replace function public.open_request(public_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  request public.requests;
  opened uuid;
begin
  perform private.require_user();
  select * into request from public.requests r
  where r.public_id = open_request.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    where rc.request_id = r.id and rc.contact_id = any (private.my_contact_ids()));
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.id <> all (private.my_request_ids()) then
    perform private.refuse(
      409, 'request_closed', jsonb_build_object('status', request.status));
  end if;
  actor := private.require_party(request.id);
  update public.request_contacts rc
  set opened_at = coalesce(rc.opened_at, private.clock()), opened_email = c.email
  from public.contacts c
  where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids())
    and c.id = rc.contact_id
    and (rc.opened_at is null or rc.opened_email is distinct from c.email)
  returning rc.contact_id into opened;
  if opened is not null then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.opened', 'request', request.id,
      jsonb_build_object('contact_id', opened));
    perform private.ping(request.org_id, request.id, null, request.version);
  end if;
  return jsonb_build_object(
    'request_id', request.id, 'public_id', request.public_id, 'status', request.status);
end
$$;
comment on function public.open_request(text) is 'A recipient arrives by the link; the first time of each address is recorded.';
grant execute on function public.open_request(text) to authenticated;

create or replace function private.reopen(request public.requests, actor private.actor)
returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status in ('queued', 'deferred')
    returning m.contact_id
  )
  select coalesce(array_agg(u.contact_id), '{}') into untold from unsent u;
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
    if private.is_unheard(request.id, contact.id) then
      -- The request ended before its email had left; one that still waits leaves now.
      if not exists (
        select from private.outbox m
        where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
          and m.status in ('queued', 'deferred')
      ) then
        perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
      end if;
    elsif contact.id <> all (untold) then
      perform private.mail_recipient(request, contact, 'request_reopened', '0', '{}');
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The completion came before the request itself had left.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      perform private.mail_untold_decisions(request, contact);
    end if;
  end loop;
  perform private.replan_reminders(request);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor) is
  'Opens a complete request again; contacts who never heard of the completion hear nothing.';

create or replace function private.enqueue_mail(mail private.outbox) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  queued private.outbox;
begin
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
  values (
    mail.org_id, mail.kind, mail.to_email, mail.request_id, mail.contact_id,
    coalesce(mail.data, '{}'), mail.dedupe_key, mail.not_before)
  on conflict (dedupe_key) do nothing
  returning * into queued;
  if queued.id is not null then
    perform private.apply_budget(queued);
  end if;
  return queued.id;
end
$$;
comment on function private.enqueue_mail(private.outbox) is
  'Queues a mail within the firm''s budget, unless its dedupe key has been seen; returns null then.';

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

create or replace function private.is_unheard(request_id uuid, contact_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox m
    where m.request_id = is_unheard.request_id and m.contact_id = is_unheard.contact_id
      and m.kind = 'request_sent'
  ) and not exists (
    select from private.outbox m
    where m.request_id = is_unheard.request_id and m.contact_id = is_unheard.contact_id
      and (m.tries > 0 or m.status not in ('queued', 'deferred', 'cancelled'))
  ) and not exists (
    select from public.request_contacts rc
    where rc.request_id = is_unheard.request_id and rc.contact_id = is_unheard.contact_id
      and rc.opened_at is not null)
$$;
comment on function private.is_unheard(uuid, uuid) is
  'Whether a contact knows nothing of a request: no email about it was ever tried, and they never opened it.';

create or replace function private.mail_recipients(
  request public.requests, kind text, delay interval, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
begin
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active'
    -- The order in which budgets lock addresses.
    order by lower(c.email::text)
  loop
    perform private.mail_recipient(request, contact, mail_recipients.kind, delay, data);
  end loop;
end
$$;
comment on function private.mail_recipients(public.requests, text, interval, jsonb) is
  'Mails every active recipient of a request.';

create or replace function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  request public.requests;
  mail private.outbox;
  waiting private.outbox[] := '{}';
begin
  -- The new address may be one that never opened a request, so the budget is asked again.
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
$$;
comment on function private.readdress_mail(uuid, text) is
  'A contact''s new address gets the waiting mail and the open requests.';

create or replace function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- A corrected address moves a reminder to another mail.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'deferred', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.' || reminder.status,
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end if;
  return new;
end
$$;
comment on function private.end_unsent_reminder() is
  'Skips the reminder whose mail is cancelled, fails the one whose mail came back before it was told as sent, and records it.';

create or replace function private.add_digest_entry(mail private.outbox, item_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m
  set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item_id::text || to_jsonb(item_id))
  where m.kind = mail.kind and m.request_id = mail.request_id and m.to_email = mail.to_email
    and m.status in ('queued', 'deferred') and m.tries = 0;
  if not found then
    mail.data := jsonb_build_object('item_ids', jsonb_build_array(item_id));
    mail.dedupe_key := concat_ws(
      ':', mail.kind, mail.request_id, md5(mail.to_email), item_id, mail.dedupe_key);
    perform private.enqueue_mail(mail);
  end if;
end
$$;
comment on function private.add_digest_entry(private.outbox, uuid) is
  'Adds an item to the reader''s waiting digest that was never tried, or begins one.';

create or replace function private.drop_digest_entry(kind text, item public.items) returns void
language sql security definer set search_path = ''
as $$
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text),
    status = case when (m.data -> 'item_ids') - item.id::text = '[]' then 'cancelled' else m.status end
  where m.kind = drop_digest_entry.kind and m.request_id = item.request_id
    and m.status in ('queued', 'deferred')
    and m.data -> 'item_ids' ? item.id::text
$$;
comment on function private.drop_digest_entry(text, public.items) is
  'Takes an item out of waiting digests; an empty digest is cancelled.';

create or replace function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(m.not_before + case
      -- A plan may name two days in a row: a busy morning and a change of clocks take two hours.
      when r.manual = false then interval '22 hours'
      else interval '24 hours' end)
    from private.outbox m
    left join public.reminders r on r.id = (m.data ->> 'reminder_id')::uuid
    where m.request_id = request.id and m.contact_id = asked_until.contact_id
      and m.kind in ('request_sent', 'request_reopened', 'reminder')
      and m.status in ('queued', 'deferred', 'sending', 'sent'));
end
$$;
comment on function private.asked_until(public.requests, uuid) is
  'Until when a contact was asked too lately to be reminded by plan; null when no mail asked.';

create or replace function public.remind_contacts(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
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
      'limit', private.first_email_limit(request.org_id),
      'next_at', private.org_midnight(request.org_id, 1),
      'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  elsif queued = 0 then
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is 'Reminds every active recipient whose first email has left, once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;

