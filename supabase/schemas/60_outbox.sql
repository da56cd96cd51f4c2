-- Each transaction queues the emails that it causes. The Edge functions deliver-email and sweep
-- send them later.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  org_id uuid references public.orgs (id) on delete cascade,
  kind text not null check (kind in (
    'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
    'decision_digest', 'staff_digest', 'invitation', 'reminder',
    'owner_joined', 'owner_left', 'owner_removed', 'account_notice', 'staff_notice',
    'email_deferred')),
  to_email text not null,
  request_id uuid,
  contact_id uuid,
  data jsonb not null default '{}',
  dedupe_key text not null unique,
  not_before timestamptz not null,
  status text not null default 'queued'
    check (status in (
      'queued', 'deferred', 'sending', 'sent', 'dead', 'cancelled', 'bounced')),
  tries int not null default 0,
  lease_until timestamptz,
  provider_id text,
  last_error text,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  attempts int not null default 0,
  seq bigint generated always as identity,
  priority smallint not null generated always as (
    case when last_error is null then 0 else 10 end
    + case when kind in ('account_notice', 'owner_joined', 'owner_left', 'owner_removed') then 0 else 1 end
  ) stored,
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table private.outbox is
  'Emails to send at least once. The dedupe key prevents a second email for the same cause.';
comment on column private.outbox.org_id is 'Null for emails about an account.';
comment on column private.outbox.seq is 'The order in which deferred emails are released.';
comment on column private.outbox.priority is
  'Due emails are sent in order of priority: 0 for notices about an account or an owner, 1 for '
  'all others, plus 10 after an error.';
comment on column private.outbox.last_error is
  'Why this email, or an earlier one to the same address, was not sent. Null if an outage or a '
  'limit was the only reason.';
comment on column private.outbox.data is
  'Contains ids, and short texts that belong to this email, such as a note or a reason. '
  'mail_data adds current content, such as the titles of items, when the email is claimed and '
  'again before it is sent.';
comment on column private.outbox.status is
  'dead: all attempts failed, so the operator decides what happens. cancelled: the email is no '
  'longer needed.';
comment on column private.outbox.tries is
  'How many attempts the email service may have accepted, including the current one. Also '
  'identifies the lease.';
comment on column private.outbox.attempts is
  'How many failed attempts count toward the status dead. Attempts during an outage of the email '
  'service do not count.';
create index outbox_due_idx on private.outbox (priority, not_before) where status in ('queued', 'sending');
create index outbox_refused_idx on private.outbox (to_email, attempts)
  where status in ('queued', 'sending') and last_error is not null;
create index outbox_deferred_idx on private.outbox (org_id, not_before) where status = 'deferred';
create index outbox_request_id_idx on private.outbox (request_id, status);
create index outbox_contact_id_idx on private.outbox (contact_id, status);
create index outbox_org_id_idx on private.outbox (org_id);
create index outbox_staff_digest_idx on private.outbox (org_id, to_email)
  where kind = 'staff_digest' and status = 'queued';
create index outbox_merged_digest_idx on private.outbox (org_id, to_email, updated_at)
  where kind = 'staff_digest' and request_id is null;
create index outbox_dead_idx on private.outbox (created_at) where status = 'dead';
create index outbox_provider_id_idx on private.outbox (provider_id);

revoke all on private.outbox from public, anon, authenticated, service_role;
alter table private.outbox enable row level security;
alter table private.outbox force row level security;

create trigger touch before update on private.outbox
  for each row execute function private.touch();

create function private.enqueue_mail(mail private.outbox) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.enqueue_mail(private.outbox) is
  'Queues an email within the firm''s budget. Returns null if an email with the same dedupe key '
  'exists.';

create function private.mail_requests(mail private.outbox) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(r.id order by r.id), array[mail.request_id])
  from public.requests r
  where r.id in (select jsonb_array_elements_text(mail.data -> 'request_ids')::uuid)
$$;
comment on function private.mail_requests(private.outbox) is
  'Returns the requests in whose chains an email''s events are recorded. For a merged digest, '
  'returns the requests that its last content named. For an email about no request, returns only '
  'null.';

create function private.may_record(mail private.outbox) returns boolean
language sql security definer set search_path = ''
as $$
  select mail.org_id is null or bool_and(pg_try_advisory_xact_lock(
    hashtextextended(coalesce(request.id, mail.org_id)::text, 0)))
  from unnest(private.mail_requests(mail)) request (id)
$$;
comment on function private.may_record(private.outbox) is
  'Locks the chains in which the email''s events are recorded. Returns false if another '
  'transaction has one of the locks. Waiting could cause a deadlock: workers lock the email before '
  'the chains, but other transactions lock the chains first.';

create function private.cancel_mail(request_id uuid, contact_id uuid, kinds text[]) returns int
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
  'Cancels the queued, deferred and dead emails of a request or a contact. Returns their number.';

create function private.is_unknown_to(request_id uuid, contact_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.outbox m
    where m.request_id = is_unknown_to.request_id and m.contact_id = is_unknown_to.contact_id
      and m.kind = 'request_sent'
  ) and not exists (
    select from private.outbox m
    where m.request_id = is_unknown_to.request_id and m.contact_id = is_unknown_to.contact_id
      and (m.tries > 0 or m.status not in ('queued', 'deferred', 'cancelled'))
  ) and not exists (
    select from public.request_contacts rc
    where rc.request_id = is_unknown_to.request_id and rc.contact_id = is_unknown_to.contact_id
      and rc.opened_at is not null)
$$;
comment on function private.is_unknown_to(uuid, uuid) is
  'Returns whether a contact cannot know of a request: no attempt was made to email them about '
  'it, and they never opened it.';

create function private.mail_recipient(
  request public.requests, contact public.contacts, kind text, delay interval, data jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.mail_recipient(public.requests, public.contacts, text, interval, jsonb) is
  'Queues an email to one recipient about this version of a request.';

create function private.mail_recipients(
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
    -- Queuing an email may lock its address until the transaction ends. Locking the addresses in
    -- the order of lock_recipients prevents deadlocks.
    order by lower(c.email::text)
  loop
    perform private.mail_recipient(request, contact, mail_recipients.kind, delay, data);
  end loop;
end
$$;
comment on function private.mail_recipients(public.requests, text, interval, jsonb) is
  'Queues an email to each active recipient of a request.';

-- Changes the address only in emails that were never tried. After a try, the email service may
-- already know the idempotency key, and would then ignore the new address.
create function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.readdress_mail(uuid, text) is
  'Redirects the queued emails and the open requests to a contact''s new address.';

create function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- If staff corrected the address, another email contains the reminder.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'deferred', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_reminder(private.system_actor(), reminder);
  end if;
  return new;
end
$$;
comment on function private.end_unsent_reminder() is
  'Ends the reminder of an email that is not sent. A canceled email skips its reminder. An '
  'email that bounced before it was reported as sent fails its reminder. Records both.';
create trigger end_unsent_reminder after update of status on private.outbox
  for each row when (
    new.kind = 'reminder' and new.status in ('cancelled', 'bounced') and new.status <> old.status)
  execute function private.end_unsent_reminder();
