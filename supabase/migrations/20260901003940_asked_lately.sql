-- Nobody is reminded by plan within a day of having been asked: of the request's mail, of word that it
-- is open again, or of another reminder. Where that moves a reminder, its new date is seen at once.

-- In plpgsql, whose plans outlast the call: a morning asks for 100,000 contacts.
create function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
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
      and m.status in ('queued', 'sending', 'sent'));
end
$$;
comment on function private.asked_until(public.requests, uuid) is
  'Until when a contact was asked too lately to be reminded by plan; null when no mail asked.';

create function private.next_reminder_of(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.next_reminder_at(
    request, greatest(private.clock(), private.asked_until(request, contact_id)));
end
$$;
comment on function private.next_reminder_of(public.requests, uuid) is
  'The next planned morning of a contact who was not asked lately; null when the plan has ended.';

create or replace function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
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
    select from public.contacts c where c.id = replan_reminder.contact_id and c.status = 'active'
  ) then
    perform private.schedule_reminder(request, replan_reminder.contact_id);
  end if;
end
$$;
comment on function private.replan_reminder(public.requests, uuid) is
  'Moves a contact''s next reminder to where dates, plan and the last mail put it now, or plans one.';

create or replace function private.replan_reminders(request public.requests) returns void
language sql security definer set search_path = ''
as $$
  select private.replan_reminder(request, rc.contact_id)
  from public.request_contacts rc where rc.request_id = request.id
  order by rc.contact_id
$$;

create or replace function public.queue_reminders(max_rows int default 100) returns int
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
    -- With the request held, nothing can close it between this look and the mail; one that
    -- somebody else holds has its turn in the next sweep.
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
        join public.contacts c on c.id = rc.contact_id and c.status = 'active'
        where rc.request_id = request.id and rc.contact_id = reminder.contact_id)
    then
      -- A mail that had to wait for the mail service may have asked after this was planned.
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
comment on function public.queue_reminders(int) is
  'System: queues or skips what is due, moves it out of quiet hours and away from a mail that just asked, and plans what follows.';

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
    where rc.request_id = request.id
    returning *
  loop
    perform private.queue_reminder(reminder, actor);
    perform private.replan_reminder(request, reminder.contact_id);
    queued := queued + 1;
  end loop;
  if queued = 0 then
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;

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
      and m.status = 'queued'
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
    order by c.id
  loop
    if contact.id <> all (untold) then
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

create or replace function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  request public.requests;
begin
  update private.outbox m set to_email = readdress_mail.email
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries = 0;
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
  select m.org_id, m.kind, readdress_mail.email, m.request_id, m.contact_id, m.data,
    m.dedupe_key || ':' || md5(readdress_mail.email), private.clock()
  from private.outbox m
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0
  on conflict (dedupe_key) do nothing;
  update private.outbox m set status = 'cancelled'
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0;
  select * into contact from public.contacts c where c.id = readdress_mail.contact_id;
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' and not exists (
      select from private.outbox m
      where m.request_id = r.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status = 'queued')
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
