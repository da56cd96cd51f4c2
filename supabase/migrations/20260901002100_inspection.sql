-- What inspect-file and sweep call about files. Service role only.

create function public.get_inspection(file_id uuid) returns table (
  file_id uuid, bucket text, path text, name text, mime text, bytes bigint, status text,
  reject_code text)
language sql stable security definer set search_path = ''
as $$
  select f.id, 'documents', f.path, f.name, f.mime, f.bytes, f.status, f.reject_code
  from public.files f where f.id = get_inspection.file_id
$$;
comment on function public.get_inspection(uuid) is 'System: what a file claims to be and where it lies.';

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
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.' || file.status, 'file',
      file.id, jsonb_build_object(
        'item_id', file.item_id, 'submission_id', file.submission_id,
        'reject_code', file.reject_code));
  end if;
end
$$;
comment on function private.settle_inspection(uuid, text, text, text, text) is
  'Stores the verdict on a file that is being checked; a second verdict changes nothing.';

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
  'System: gives the verdict on a file and answers its state afterwards.';

create function public.files_to_inspect(max_rows int default 20) returns table (file_id uuid)
language sql stable security definer set search_path = ''
as $$
  select f.id from public.files f
  where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
  order by f.updated_at limit max_rows
$$;
comment on function public.files_to_inspect(int) is 'System: files whose inspection got lost.';

create function public.fail_uploads() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
  failed int := 0;
begin
  for file in
    select f.* from public.files f
    join public.items i on i.id = f.item_id
    join public.requests r on r.id = f.request_id
    where f.status = 'uploading' and (
      f.updated_at < private.clock() - interval '48 hours' or r.status <> 'open'
      or i.status not in ('open', 'partial', 'returned'))
    order by f.id limit 500 for update of f skip locked
  loop
    update public.files f set status = 'failed' where f.id = file.id;
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.failed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
    failed := failed + 1;
  end loop;
  return failed;
end
$$;
comment on function public.fail_uploads() is 'System: gives up uploads of 48 hours and of closed items.';

create function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language sql stable security definer set search_path = ''
as $$
  select o.bucket_id, o.name
  from storage.objects o
  left join public.files f on f.path = o.name
  where o.bucket_id = 'documents' and (
    f.status in ('removed', 'rejected', 'failed')
    or (f.id is null and o.created_at < private.clock() - interval '1 day'))
  limit max_rows
$$;
comment on function public.orphaned_objects(int) is
  'System: objects nobody may read any more; sweep deletes them through Storage.';

grant execute on function public.get_inspection(uuid),
  public.record_inspection(uuid, text, text, text, text), public.files_to_inspect(int),
  public.fail_uploads(), public.orphaned_objects(int) to service_role;
