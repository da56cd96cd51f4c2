-- When the last complete sweep ran. If that was long ago, the schedule is not running or a task
-- keeps failing.

create table private.last_sweep (
  is_singleton boolean primary key default true check (is_singleton),
  completed_at timestamptz not null
);
comment on table private.last_sweep is
  'One row: the last run of the sweep in which every task succeeded. Empty before the first such '
  'run.';

revoke all on private.last_sweep from public, anon, authenticated, service_role;
alter table private.last_sweep enable row level security;
alter table private.last_sweep force row level security;

create function public.record_sweep() returns void
language sql security definer set search_path = ''
as $$
  insert into private.last_sweep (completed_at) values (private.clock())
  on conflict (is_singleton) do update set completed_at = excluded.completed_at
$$;
comment on function public.record_sweep() is
  'System: stores that every task of the sweep succeeded.';
grant execute on function public.record_sweep() to service_role;

create function public.get_sweep_age() returns int
language sql stable security definer set search_path = ''
as $$
  select extract(epoch from private.clock() - s.completed_at)::int from private.last_sweep s
$$;
comment on function public.get_sweep_age() is
  'Anyone: returns the seconds since the sweep last completed. Returns null before its first '
  'complete run.';
grant execute on function public.get_sweep_age() to anon;
