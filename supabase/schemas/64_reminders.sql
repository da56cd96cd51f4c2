-- Reminders are planned for 9:00 on working days in the firm's time zone: at most eight per contact
-- and request, and none more than 60 days after the request was sent. Staff can also send reminders
-- manually.

create table public.reminders (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  contact_id uuid not null,
  seq int not null check (seq > 0),
  manual boolean not null default false,
  due_at timestamptz not null,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'queued', 'sent', 'failed', 'skipped')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (request_id, contact_id, seq),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table public.reminders is
  'The reminders of each contact and request, one row for each time.';
comment on column public.reminders.manual is
  'True if staff sent the reminder, false if the plan did.';
create index reminders_due_idx on public.reminders (due_at) where status = 'scheduled';
create index reminders_org_id_request_id_idx on public.reminders (org_id, request_id);
create index reminders_org_id_contact_id_idx on public.reminders (org_id, contact_id);

revoke all on public.reminders from public, anon, authenticated, service_role;
grant select on public.reminders to authenticated;
alter table public.reminders enable row level security;
alter table public.reminders force row level security;

create policy "staff read reminders" on public.reminders for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.reminders
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.reminders
  for each row execute function private.touch();

create function private.record_reminder(actor private.actor, reminder public.reminders)
returns void
language sql security definer set search_path = ''
as $$
  select private.record_event(
    actor, reminder.org_id, reminder.request_id, 'reminder.' || reminder.status, 'reminder',
    reminder.id,
    jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq)
      || case when reminder.manual then '{}' else jsonb_build_object('due_at', reminder.due_at) end)
$$;
comment on function private.record_reminder(private.actor, public.reminders) is
  'Records the status of a reminder, with the time for which the plan scheduled it. A reminder that '
  'staff sent has no such time.';

create function private.next_reminder_at(request public.requests, after timestamptz)
returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with org as (
    select * from public.orgs o where o.id = request.org_id
  ), days as (
    select unnest(org.reminder_days) as day from org
    union
    select (select coalesce(max(d), 0) from unnest(org.reminder_days) d) + org.reminder_every * k
    from org, generate_series(1, 60) k where org.reminder_every > 0
  ), mornings as (
    -- Moves a reminder from the weekend to Friday if it is before the due date, so that it is not
    -- late.
    select request.due_on + days.day
      + case extract(isodow from request.due_on + days.day)
        when 6 then case when days.day < 0 then -1 else 2 end
        when 7 then case when days.day < 0 then -2 else 1 end
        else 0 end as day
    from days
  )
  select min((mornings.day + time '09:00') at time zone org.time_zone)
  from mornings, org
  where (mornings.day + time '09:00') at time zone org.time_zone > after
    and (mornings.day + time '09:00') at time zone org.time_zone
      <= request.sent_at + interval '60 days'
$$;
comment on function private.next_reminder_at(public.requests, timestamptz) is
  'Returns the next planned reminder time after a given time. Returns null if the plan has '
  'ended.';

create function private.awake_at(request public.requests, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with local as (
    select moment at time zone o.time_zone as now, o.time_zone
    from public.orgs o where o.id = request.org_id
  ), candidate as (
    select l.*, l.now::date + case when l.now::time >= '08:00' then 1 else 0 end as day from local l
  ), decided as (
    select case
      when extract(isodow from c.now) < 6 and c.now::time >= '08:00' and c.now::time < '20:00'
      then moment
      else (c.day + case extract(isodow from c.day) when 6 then 2 when 7 then 1 else 0 end
        + time '09:00') at time zone c.time_zone end as at
    from candidate c
  )
  select d.at from decided d
  where d.at = moment or d.at <= request.sent_at + interval '60 days'
$$;
comment on function private.awake_at(public.requests, timestamptz) is
  'Returns the given time if it is between 8:00 and 20:00 on a working day in the firm''s time '
  'zone. Otherwise returns the next 9:00 on a working day. Returns null if that is more than 60 '
  'days after sending.';

-- In PL/pgSQL, because PostgreSQL then keeps the plans. One sweep may call this function for
-- 100,000 contacts.
create function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
comment on function private.asked_until(public.requests, uuid) is
  'Returns until when an earlier email about the request prevents a planned reminder. The time may '
  'be in the past. Returns null if there was no email.';

create function private.next_reminder_of(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.next_reminder_at(
    request, greatest(private.clock(), private.asked_until(request, contact_id)));
end
$$;
comment on function private.next_reminder_of(public.requests, uuid) is
  'Returns a contact''s next planned reminder time that no recent email prevents. Returns null '
  'if the plan has ended.';

create function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or not exists (
    select from public.contacts c
    where c.id = schedule_reminder.contact_id and c.status = 'active' and c.email_pref = 'all'
  ) or exists (
    select from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and m.status = 'scheduled'
  ) or (
    select count(*) from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and not m.manual and m.status <> 'skipped'
  ) >= 8 then
    return;
  end if;
  insert into public.reminders (org_id, request_id, contact_id, seq, due_at)
  values (
    request.org_id, request.id, schedule_reminder.contact_id,
    (select coalesce(max(m.seq), 0) + 1 from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id),
    next_at)
  returning * into reminder;
  perform private.record_reminder(private.system_actor(), reminder);
end
$$;
comment on function private.schedule_reminder(public.requests, uuid) is
  'Plans a contact''s next reminder: at most eight in total, and none later than 60 days after '
  'sending.';

create function private.schedule_reminders(request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  recipient public.request_contacts;
begin
  select * into request from public.requests r where r.id = schedule_reminders.request_id;
  for recipient in
    select rc.* from public.request_contacts rc
    join public.contacts c
      on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
    where rc.request_id = request.id order by rc.contact_id
  loop
    perform private.schedule_reminder(request, recipient.contact_id);
  end loop;
end
$$;
comment on function private.schedule_reminders(uuid) is 'Plans the next reminder of every active recipient.';

create function private.end_reminders(request_id uuid, contact_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  for reminder in
    update public.reminders m set status = 'skipped'
    where m.request_id = end_reminders.request_id
      and (end_reminders.contact_id is null or m.contact_id = end_reminders.contact_id)
      and m.status = 'scheduled'
    returning *
  loop
    perform private.record_reminder(private.system_actor(), reminder);
  end loop;
end
$$;
comment on function private.end_reminders(uuid, uuid) is
  'Skips the planned reminders of a request, or of one of its contacts. Queued reminders end '
  'when their email is canceled.';

create function private.replan_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, replan_reminder.contact_id);
begin
  if next_at is null then
    perform private.end_reminders(request.id, replan_reminder.contact_id);
    return;
  end if;
  update public.reminders m set due_at = next_at
  where m.request_id = request.id and m.contact_id = replan_reminder.contact_id
    and m.status = 'scheduled' and m.due_at <> next_at;
  if not found and exists (
    select from public.contacts c
    where c.id = replan_reminder.contact_id and c.status = 'active' and c.email_pref = 'all'
  ) then
    perform private.schedule_reminder(request, replan_reminder.contact_id);
  end if;
end
$$;
comment on function private.replan_reminder(public.requests, uuid) is
  'Moves or plans a contact''s next reminder to match the due date, the plan and the last email.';

create function private.replan_reminders(request public.requests) returns void
language sql security definer set search_path = ''
as $$
  select private.replan_reminder(request, rc.contact_id)
  from public.request_contacts rc where rc.request_id = request.id
  order by rc.contact_id
$$;
comment on function private.replan_reminders(public.requests) is
  'Moves the next reminders of an open request to match its due date and the firm''s plan.';

create function private.replan_org(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  for request in
    select * from public.requests r
    where r.org_id = replan_org.org_id and r.status = 'open'
    order by r.id for no key update
  loop
    perform private.replan_reminders(request);
  end loop;
end
$$;
comment on function private.replan_org(uuid) is
  'Moves the next reminders of all open requests of a firm.';

create function private.has_work_left(request_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.items i
    where i.request_id = has_work_left.request_id and i.status in ('open', 'partial', 'returned')
      and (i.required or not exists (
        select from public.items other where other.request_id = i.request_id and other.required)))
$$;
comment on function private.has_work_left(uuid) is
  'Returns whether the contacts still have required items to answer, or any items if none is '
  'required.';

create function private.queue_reminder(reminder public.reminders, actor private.actor) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select c.email into mail.to_email from public.contacts c where c.id = reminder.contact_id;
  mail.org_id := reminder.org_id;
  mail.kind := 'reminder';
  mail.request_id := reminder.request_id;
  mail.contact_id := reminder.contact_id;
  mail.data := jsonb_build_object('reminder_id', reminder.id);
  mail.not_before := private.clock();
  mail.dedupe_key := 'reminder:' || reminder.id;
  perform private.enqueue_mail(mail);
  update public.reminders m set status = 'queued' where m.id = reminder.id
  returning * into reminder;
  perform private.record_reminder(actor, reminder);
end
$$;
comment on function private.queue_reminder(public.reminders, private.actor) is
  'Queues the email of a reminder.';

create function public.queue_reminders(max_rows int default 100) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
  request public.requests;
  asked_until timestamptz;
  send_at timestamptz;
  handled int := 0;
begin
  for reminder in
    -- The lock keeps the request open until its email is queued. The next sweep handles requests
    -- that another transaction has locked.
    select m.* from public.reminders m
    join public.requests r on r.id = m.request_id
    where m.status = 'scheduled' and m.due_at <= private.clock()
    order by m.due_at limit max_rows
    for update of m skip locked for no key update of r skip locked
  loop
    select * into request from public.requests r where r.id = reminder.request_id;
    send_at := null;
    if request.status = 'open' and not request.reminders_paused
      and private.has_work_left(request.id) and exists (
        select from public.request_contacts rc
        join public.contacts c
          on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
        where rc.request_id = request.id and rc.contact_id = reminder.contact_id)
    then
      -- An email that was delayed by an outage may have been sent after this reminder was planned.
      asked_until := private.asked_until(request, reminder.contact_id);
      send_at := case when asked_until >= private.clock()
        then private.next_reminder_at(request, asked_until)
        else private.awake_at(request, private.clock()) end;
    end if;
    if send_at > private.clock() then
      update public.reminders m set due_at = send_at where m.id = reminder.id;
    elsif send_at is not null then
      perform private.queue_reminder(reminder, private.system_actor());
    else
      update public.reminders m set status = 'skipped' where m.id = reminder.id
      returning * into reminder;
      perform private.record_reminder(private.system_actor(), reminder);
    end if;
    perform private.schedule_reminder(request, reminder.contact_id);
    handled := handled + 1;
  end loop;
  return handled;
end
$$;
comment on function public.queue_reminders(int) is
  'System: queues or skips due reminders. Moves them if they fall into quiet hours or follow a '
  'recent email too closely. Plans the next ones.';
grant execute on function public.queue_reminders(int) to service_role;

create function public.remind_contacts(request_id uuid) returns jsonb
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
    join public.contacts c
      on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
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
      'next_at', (
        select greatest(min(m.not_before), private.clock()) from private.outbox m
        where m.request_id = request.id and m.kind = 'request_sent' and m.status = 'deferred'),
      'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  elsif queued = 0 then
    perform private.refuse_stopped(array(
      select rc.contact_id from public.request_contacts rc where rc.request_id = request.id));
    perform private.refuse(409, 'contact_opted_out', jsonb_build_object(
      'contact_id', c.id, 'name', c.name, 'reminders', true))
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.email_pref = 'no_reminders'
    where rc.request_id = request.id order by c.name, c.id limit 1;
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is
  'Reminds every active recipient who accepts reminders, unless their first email is deferred. '
  'Allowed once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;
