-- A sweep may run late: reminders still leave in the firm's daytime, on working days.

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
  'The moment itself between eight and twenty of a working day, else nine on the firm''s next working morning; null past 60 days after sending.';

create or replace function public.queue_reminders(max_rows int default 100) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
  request public.requests;
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
      send_at := private.awake_at(request, private.clock());
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
  'System: queues or skips what is due, moves it out of quiet hours, and plans what follows.';
