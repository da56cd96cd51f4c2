-- The inspection of uploaded files by the Edge functions inspect-file and sweep.

-- The wait grows after each failed inspection, so that a broken file does not block other files.
create table private.inspections (
  file_id uuid primary key references public.files (id) on delete cascade,
  tries int not null,
  not_before timestamptz not null,
  claimed_until timestamptz
);
comment on table private.inspections is
  'Files that are being inspected or wait for another try: the number of tries, and the time of '
  'the next one.';
comment on column private.inspections.claimed_until is
  'Until this time, only one process may read the file. No process renews the lease, so a crash '
  'frees the file when the lease expires.';

revoke all on private.inspections from public, anon, authenticated, service_role;
alter table private.inspections enable row level security;
alter table private.inspections force row level security;

create function public.get_inspection(file_id uuid) returns table (
  file_id uuid, bucket text, path text, name text, mime text, bytes bigint, status text,
  reject_code text)
language sql stable security definer set search_path = ''
as $$
  select f.id, 'documents', f.path, f.name, f.mime, f.bytes, f.status, f.reject_code
  from public.files f where f.id = get_inspection.file_id
$$;
comment on function public.get_inspection(uuid) is
  'System: returns the claimed type and the location of a file.';
grant execute on function public.get_inspection(uuid) to service_role;

create function private.settle_inspection(
  file_id uuid, status text, detected_mime text, sha256 text, reject_code text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
begin
  if settle_inspection.status is null or settle_inspection.status not in ('ready', 'rejected') then
    perform private.invalid('status', 'format');
  end if;
  update public.files f set
    status = settle_inspection.status, detected_mime = settle_inspection.detected_mime,
    sha256 = settle_inspection.sha256, reject_code = settle_inspection.reject_code
  where f.id = settle_inspection.file_id and f.status = 'checking' returning * into file;
  if file.id is not null then
    delete from private.inspections t where t.file_id = file.id;
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.' || file.status, 'file',
      file.id, jsonb_build_object(
        'item_id', file.item_id, 'submission_id', file.submission_id,
        'reject_code', file.reject_code));
  end if;
end
$$;
comment on function private.settle_inspection(uuid, text, text, text, text) is
  'Stores the result of an inspection if the file is still being checked. A second result '
  'changes nothing.';

create function public.record_inspection(
  file_id uuid, status text, detected_mime text default null, sha256 text default null,
  reject_code text default null
) returns table (file_id uuid, status text, reject_code text)
language sql security definer set search_path = ''
as $$
  select private.settle_inspection($1, $2, $3, $4, $5);
  select f.id, f.status, f.reject_code from public.files f where f.id = $1;
$$;
comment on function public.record_inspection(uuid, text, text, text, text) is
  'System: stores the result of a file''s inspection and returns the file''s new state.';
grant execute on function public.record_inspection(uuid, text, text, text, text) to service_role;

create function public.claim_inspection(file_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.inspections as t (file_id, tries, not_before, claimed_until)
  select f.id, 0, f.updated_at + interval '1 minute', private.clock() + interval '2 minutes'
  from public.files f where f.id = claim_inspection.file_id and f.status = 'checking'
  on conflict on constraint inspections_pkey do update set claimed_until = excluded.claimed_until
  where t.claimed_until is null or t.claimed_until <= private.clock();
  return found;
end
$$;
comment on function public.claim_inspection(uuid) is
  'System: claims a file for inspection. For two minutes, no one else can claim it.';
grant execute on function public.claim_inspection(uuid) to service_role;

create function public.files_to_inspect(max_rows int default 20)
returns table (file_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select f.id from public.files f
    join private.inspections t on t.file_id = f.id
    join public.requests r on r.id = f.request_id
    where f.status = 'checking' and t.tries >= 8 and t.not_before <= private.clock()
    -- The next sweep handles files of requests that another transaction has locked.
    order by t.not_before, f.id limit 100
    for update of f skip locked for no key update of r skip locked
  loop
    perform private.settle_inspection(lost.id, 'rejected', null, null, 'upload_incomplete');
  end loop;
  for lost in
    select f.id, coalesce(t.tries, 0) as tries
    from public.files f left join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
      and (t.file_id is null or (
        t.tries < 8 and t.not_before <= private.clock()
        and coalesce(t.claimed_until <= private.clock(), true)))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Count the try before the inspection, because a crash may end the inspection.
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
  'System: returns files whose inspection did not finish, and counts a try for each. The first '
  'retry comes after one minute, and each wait doubles. After eight tries, the file is refused '
  'as upload_incomplete.';
grant execute on function public.files_to_inspect(int) to service_role;
