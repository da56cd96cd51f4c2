-- A file that cannot be inspected must not keep the sweep from the others: it is tried again, each
-- time later, and not for ever.

create table private.inspections (
  file_id uuid primary key references public.files (id) on delete cascade,
  tries int not null,
  not_before timestamptz not null
);
comment on table private.inspections is
  'Files the sweep tried to inspect: how often, and when it may try again.';
revoke all on private.inspections from public, anon, authenticated, service_role;
alter table private.inspections enable row level security;
alter table private.inspections force row level security;

create or replace function public.files_to_inspect(max_rows int default 20)
returns table (file_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select f.id from public.files f join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and t.tries >= 8 and t.not_before <= private.clock()
    order by t.not_before, f.id limit 100 for update of f skip locked
  loop
    perform private.settle_inspection(lost.id, 'rejected', null, null, 'upload_incomplete');
  end loop;
  for lost in
    select f.id, coalesce(t.tries, 0) as tries
    from public.files f left join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
      and (t.file_id is null or (t.tries < 8 and t.not_before <= private.clock()))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Counted before the inspection, which may end with the process it runs in.
    insert into private.inspections (file_id, tries, not_before)
    values (lost.id, 1, private.clock() + interval '1 minute')
    on conflict on constraint inspections_pkey do update set
      tries = excluded.tries + lost.tries,
      not_before = private.clock() + interval '1 minute' * 2 ^ lost.tries;
    files_to_inspect.file_id := lost.id;
    return next;
  end loop;
end
$$;
comment on function public.files_to_inspect(int) is
  'System: files whose inspection got lost, each answer a try: a minute, doubling, eight tries; then the file is refused as upload_incomplete.';
