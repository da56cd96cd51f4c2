-- Reminders: planned around the due date, at nine in the firm's morning, never without end.

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
comment on table public.reminders is 'One reminder of one contact about one request.';
comment on column public.reminders.manual is 'Sent because staff asked, not by plan.';
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
  using (org_id <> all ((select private.my_gated_org_ids())::uuid[]));
create trigger touch before update on public.reminders
  for each row execute function private.touch();

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
    select request.due_on + days.day
      + case extract(isodow from request.due_on + days.day)
        when 6 then 2 when 7 then 1 else 0 end as day
    from days
  )
  select min((mornings.day + time '09:00') at time zone org.time_zone)
  from mornings, org
  where (mornings.day + time '09:00') at time zone org.time_zone > after
    and (mornings.day + time '09:00') at time zone org.time_zone
      <= request.sent_at + interval '60 days'
$$;
comment on function private.next_reminder_at(public.requests, timestamptz) is
  'The next planned morning after a moment; null when the plan has ended.';

create function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_at(request, private.clock());
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or exists (
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
  perform private.record_event(
    private.system_actor(), request.org_id, request.id, 'reminder.scheduled', 'reminder',
    reminder.id, jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
end
$$;
comment on function private.schedule_reminder(public.requests, uuid) is
  'Plans a contact''s next reminder: at most eight, none 60 days after sending.';

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
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id order by rc.contact_id
  loop
    perform private.schedule_reminder(request, recipient.contact_id);
  end loop;
end
$$;
comment on function private.schedule_reminders(uuid) is 'Plans the next reminder of every active recipient.';

create function private.skip_reminders(request_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.reminders m set status = 'skipped'
  where m.request_id = skip_reminders.request_id and m.status = 'queued'
$$;
comment on function private.skip_reminders(uuid) is 'Marks reminders whose mail was just cancelled.';

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
  update public.reminders m set status = 'queued' where m.id = reminder.id;
  perform private.record_event(
    actor, reminder.org_id, reminder.request_id, 'reminder.queued', 'reminder', reminder.id,
    jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
end
$$;
comment on function private.queue_reminder(public.reminders, private.actor) is 'Hands a reminder to the outbox.';

create function private.has_work_left(request_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.items i
    where i.request_id = has_work_left.request_id and i.status in ('open', 'partial', 'returned')
      and (i.required or not exists (
        select from public.items other where other.request_id = i.request_id and other.required)))
$$;
comment on function private.has_work_left(uuid) is 'Whether the contacts still owe the firm something.';

create function public.queue_reminders(max_rows int default 100) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
  request public.requests;
  handled int := 0;
begin
  for reminder in
    select * from public.reminders m
    where m.status = 'scheduled' and m.due_at <= private.clock()
    order by m.due_at limit max_rows for update skip locked
  loop
    select * into request from public.requests r where r.id = reminder.request_id;
    if request.status = 'open' and not request.reminders_paused
      and private.has_work_left(request.id) and exists (
        select from public.request_contacts rc
        join public.contacts c on c.id = rc.contact_id and c.status = 'active'
        where rc.request_id = request.id and rc.contact_id = reminder.contact_id)
    then
      perform private.queue_reminder(reminder, private.system_actor());
    else
      update public.reminders m set status = 'skipped' where m.id = reminder.id;
      perform private.record_event(
        private.system_actor(), request.org_id, request.id, 'reminder.skipped', 'reminder',
        reminder.id, jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
    end if;
    perform private.schedule_reminder(request, reminder.contact_id);
    handled := handled + 1;
  end loop;
  return handled;
end
$$;
comment on function public.queue_reminders(int) is 'System: queues or skips what is due and plans what follows.';
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
  select max(m.due_at) into last_at from public.reminders m
  where m.request_id = request.id and m.manual;
  if last_at > private.clock() - interval '24 hours' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object('next_at', last_at + interval '24 hours'));
  end if;
  for reminder in
    insert into public.reminders (org_id, request_id, contact_id, seq, manual, due_at)
    select rc.org_id, rc.request_id, rc.contact_id,
      (select coalesce(max(m.seq), 0) + 1 from public.reminders m
      where m.request_id = rc.request_id and m.contact_id = rc.contact_id),
      true, private.clock()
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id
    returning *
  loop
    perform private.queue_reminder(reminder, actor);
    queued := queued + 1;
  end loop;
  if queued = 0 then
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is 'Reminds every active recipient now, once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;
