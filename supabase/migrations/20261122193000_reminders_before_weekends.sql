-- A reminder before the due date never comes after it: off a weekend it moves back to Friday.

create or replace function private.next_reminder_at(request public.requests, after timestamptz)
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
    -- Off the weekend: back to Friday before the due date, so that no reminder of it comes too late.
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
  'The next planned morning after a moment; null when the plan has ended.';

