-- The state of each file. The bytes are in storage.

create table public.files (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  item_id uuid not null,
  submission_id uuid not null,
  uploader_id uuid not null,
  uploader_kind text not null check (uploader_kind in ('staff', 'contact')),
  name text not null check (char_length(name) between 1 and 200),
  bytes bigint not null check (bytes between 1 and 104857600),
  mime text not null,
  detected_mime text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  status text not null default 'uploading'
    check (status in ('uploading', 'checking', 'ready', 'rejected', 'failed', 'removed')),
  scan text not null default 'unscanned' check (scan = 'unscanned'),
  reject_code text,
  shared_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references public.items (org_id, id) on delete cascade,
  foreign key (org_id, submission_id) references public.submissions (org_id, id) on delete cascade,
  check (status <> 'ready' or (sha256 is not null and detected_mime is not null)),
  check ((status = 'rejected') = (reject_code is not null))
);
comment on table public.files is
  'The files of items. The object is in the bucket documents at path.';
comment on column public.files.name is
  'The sender''s name for the file. Only display and export use it.';
comment on column public.files.shared_at is
  'When the file''s submission was submitted. Null in a draft, where staff can read only files '
  'that they uploaded.';
comment on column public.files.scan is 'This version of Dossier does not scan for viruses.';
comment on column public.files.detected_mime is
  'The type that the inspection found. For text, it includes the encoding (`; charset=utf-8` or '
  '`; charset=windows-1252`).';
create index files_request_id_idx on public.files (request_id);
create index files_org_id_request_id_idx on public.files (org_id, request_id);
create index files_org_id_item_id_idx on public.files (org_id, item_id);
create index files_org_id_submission_id_idx on public.files (org_id, submission_id);
create index files_submission_id_idx on public.files (submission_id);
create index files_pending_idx on public.files (updated_at)
  where status in ('uploading', 'checking');

revoke all on public.files from public, anon, authenticated, service_role;
grant select on public.files to authenticated;
alter table public.files enable row level security;
alter table public.files force row level security;

create policy "staff read shared files and their own" on public.files for select to authenticated
  using (
    org_id = any ((select private.my_org_ids())::uuid[])
    and (shared_at is not null or uploader_id = (select auth.uid())));
create policy "contacts read the files of their requests" on public.files
  for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.files
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.files
  for each row execute function private.touch();

create table private.file_types (
  extension text primary key,
  mime text not null,
  groups text[] not null
);
comment on table private.file_types is
  'The accepted files: the canonical type of each extension, and the groups to which it belongs.';

alter table private.file_types enable row level security;
alter table private.file_types force row level security;

insert into private.file_types (extension, mime, groups) values
  ('pdf', 'application/pdf', '{pdf,document}'),
  ('jpg', 'image/jpeg', '{image}'),
  ('jpeg', 'image/jpeg', '{image}'),
  ('png', 'image/png', '{image}'),
  ('webp', 'image/webp', '{image}'),
  ('heic', 'image/heic', '{image}'),
  ('heif', 'image/heif', '{image}'),
  ('tif', 'image/tiff', '{image}'),
  ('tiff', 'image/tiff', '{image}'),
  ('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', '{document}'),
  ('xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '{spreadsheet}'),
  ('pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', '{document}'),
  ('odt', 'application/vnd.oasis.opendocument.text', '{document}'),
  ('ods', 'application/vnd.oasis.opendocument.spreadsheet', '{spreadsheet}'),
  ('csv', 'text/csv', '{spreadsheet,text}'),
  ('txt', 'text/plain', '{text}');

create function private.clean_file_name(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
  extension text;
begin
  if octet_length(name) > 8192 then
    perform private.invalid('name', 'length', '{"min":1,"max":200}');
  end if;
  cleaned := normalize(coalesce(name, ''), nfc);
  cleaned := regexp_replace(cleaned, '^.*[/\\]', '');
  cleaned := regexp_replace(
    cleaned, '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g');
  cleaned := btrim(cleaned);
  extension := coalesce(substring(cleaned from '\.[A-Za-z0-9]{1,10}$'), '');
  if cleaned in ('', '.', '..') then
    perform private.invalid('name', 'required');
  end if;
  return left(
    left(cleaned, char_length(cleaned) - char_length(extension)), 200 - char_length(extension)
  ) || extension;
end
$$;
comment on function private.clean_file_name(text) is
  'Returns a file name without path, control and bidi characters. Limits it to 200 characters '
  'and keeps the extension.';

create function private.check_file(item public.items, name text, bytes bigint, mime text)
returns private.file_types
language plpgsql stable security definer set search_path = ''
as $$
declare
  type private.file_types;
  ending text := lower(coalesce(substring(name from '\.([A-Za-z0-9]{1,10})$'), ''));
begin
  select * into type from private.file_types t where t.extension = ending;
  if type.extension is null or type.mime is distinct from lower(check_file.mime)
    or (cardinality(item.accept) > 0 and not type.groups && item.accept) then
    perform private.refuse(415, 'file_type', jsonb_build_object(
      'extension', ending, 'accept', to_jsonb(item.accept)));
  elsif coalesce(bytes, 0) < 1 then
    perform private.refuse(422, 'file_empty');
  elsif bytes > 104857600 then
    perform private.refuse(413, 'file_size', '{"max_bytes":104857600}');
  end if;
  return type;
end
$$;
comment on function private.check_file(public.items, text, bigint, text) is
  'Refuses a file because of its type or size before the upload starts.';

create function public.begin_upload(item_id uuid, name text, bytes bigint, mime text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(begin_upload.item_id);
  item public.items := private.lock_answerable(begin_upload.item_id);
  clean_name text := private.clean_file_name(begin_upload.name);
  type private.file_types;
  draft public.submissions;
  file public.files;
begin
  if item.kind <> 'file' then
    perform private.invalid('item_id', 'type');
  end if;
  type := private.check_file(item, clean_name, begin_upload.bytes, begin_upload.mime);
  draft := private.draft_of(item, actor);
  if (
    select count(*) from public.files f
    where f.submission_id = draft.id and f.status in ('uploading', 'checking', 'ready')
  ) >= item.max_files then
    perform private.refuse(409, 'limit_reached', jsonb_build_object(
      'limit', item.max_files, 'what', 'files'));
  elsif (
    select coalesce(sum(f.bytes), 0) + begin_upload.bytes from public.files f
    where f.request_id = item.request_id and f.status in ('uploading', 'checking', 'ready')
  ) > 5368709120 then
    perform private.refuse(409, 'request_full', '{"max_bytes":5368709120}');
  end if;
  perform private.limit_per_hour(item, 'uploads', 200, (
    select array_agg(f.created_at order by f.created_at desc) from public.files f
    where f.org_id = item.org_id and f.item_id = item.id and f.uploader_id = actor.id
      and f.created_at > private.clock() - interval '1 hour'));
  file.id := gen_random_uuid();
  insert into public.files (
    id, org_id, request_id, item_id, submission_id, uploader_id, uploader_kind, name, bytes,
    mime, path)
  values (
    file.id, item.org_id, item.request_id, item.id, draft.id, actor.id, actor.kind, clean_name,
    begin_upload.bytes, type.mime,
    format('%s/%s/%s/%s.%s', item.org_id, item.request_id, item.id, file.id, type.extension))
  returning * into file;
  perform private.record_event(
    actor, file.org_id, file.request_id, 'file.started', 'file', file.id,
    jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  return jsonb_build_object('file_id', file.id, 'path', file.path, 'bucket', 'documents');
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Reserves a path in storage at which only the caller may store this file.';
grant execute on function public.begin_upload(uuid, text, bigint, text) to authenticated;

create function private.require_uploader(file_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  file public.files;
  actor private.actor;
begin
  select * into file from public.files f where f.id = require_uploader.file_id;
  actor := private.require_party(file.request_id);
  if actor.kind = 'staff' and file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  end if;
  return actor;
end
$$;
comment on function private.require_uploader(uuid) is
  'Returns the caller if they are a contact of the request or the staff member who uploaded the '
  'file. Refuses all others. Does not check whether the file was submitted.';

create function public.finish_upload(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_uploader(finish_upload.file_id);
  file public.files;
begin
  select * into file from public.files f where f.id = finish_upload.file_id;
  if file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  elsif file.status in ('checking', 'ready', 'rejected') then
    return jsonb_build_object('file_id', file.id, 'status', file.status);
  end if;
  perform private.lock_answerable(file.item_id);
  if not exists (
    select from storage.objects o
    where o.bucket_id = 'documents' and o.name = file.path
      and (o.metadata ->> 'size')::bigint = file.bytes
  ) then
    perform private.refuse(409, 'upload_incomplete');
  end if;
  update public.files f set status = 'checking'
  where f.id = file.id and f.status = 'uploading' returning * into file;
  if file.id is null then
    perform private.refuse(409, 'invalid_transition');
  end if;
  perform private.record_event(
    actor, file.org_id, file.request_id, 'file.uploaded', 'file', file.id,
    jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  return jsonb_build_object('file_id', file.id, 'status', file.status);
end
$$;
comment on function public.finish_upload(uuid) is
  'Reports that the upload is complete, so that the file can be inspected. Repeating the call '
  'changes nothing.';
grant execute on function public.finish_upload(uuid) to authenticated;

create function public.remove_file(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_uploader(remove_file.file_id);
  file public.files;
begin
  perform private.lock_request(
    (select f.request_id from public.files f where f.id = remove_file.file_id), '{open}');
  select f.* into file from public.files f
  join public.submissions s on s.id = f.submission_id
  where f.id = remove_file.file_id and s.status = 'draft';
  if file.id is null then
    perform private.refuse(409, 'item_closed');
  elsif file.status <> 'removed' then
    update public.files f set status = 'removed', reject_code = null where f.id = file.id;
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.removed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end if;
  return jsonb_build_object('file_id', file.id);
end
$$;
comment on function public.remove_file(uuid) is
  'Removes a file from a draft. The sweep then deletes its object.';
grant execute on function public.remove_file(uuid) to authenticated;

create function public.open_file(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
  actor private.actor;
begin
  select * into file from public.files f
  where f.id = open_file.file_id and f.status = 'ready';
  actor := private.require_party(file.request_id);
  if actor.kind = 'staff' and file.shared_at is null and file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  end if;
  -- A viewer reads a file in ranges, so record at most one event per person and file in five
  -- minutes.
  if not exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = actor.id
      and e.at > private.clock() - interval '5 minutes'
  ) then
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.opened', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end if;
  return jsonb_build_object(
    'bucket', 'documents', 'path', file.path, 'name', file.name, 'mime', file.mime,
    'charset', substring(file.detected_mime from '; charset=([a-z0-9-]+)$'),
    'bytes', file.bytes, 'sha256', file.sha256);
end
$$;
comment on function public.open_file(uuid) is
  'Records that the caller opens a file, and returns the file''s location.';
grant execute on function public.open_file(uuid) to authenticated;

create function private.is_reading_recorded(file public.files, reader uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- open_file records at most one event in five minutes. The sixth minute is for a download that
  -- begins at the end of the five minutes.
  return exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = reader
      and e.at > private.clock() - interval '6 minutes'
  ) or exists (
    -- An export may stream until its access token expires.
    select from public.events e
    where e.request_id = file.request_id and e.action = 'request.exported'
      and e.actor_id = reader and e.at > private.clock() - interval '1 hour');
end
$$;
comment on function private.is_reading_recorded(public.files, uuid) is
  'Returns whether open_file or begin_export recently recorded that the caller reads this file.';

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
    -- The next sweep handles files of requests that another transaction has locked.
    order by f.id limit 500 for update of f skip locked for no key update of r skip locked
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
comment on function public.fail_uploads() is
  'System: marks uploads as failed that are older than 48 hours or belong to closed items.';
grant execute on function public.fail_uploads() to service_role;

create function private.orphan_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('documents', old.path);
  return null;
end
$$;
comment on function private.orphan_file() is
  'Marks the object of a refused, failed, removed or purged file for deletion.';
create trigger orphan_removed after update on public.files
  for each row when (
    old.status is distinct from new.status and new.status in ('removed', 'rejected', 'failed'))
  execute function private.orphan_file();
create trigger orphan_deleted after delete on public.files
  for each row execute function private.orphan_file();

create function private.ping_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(
    new.org_id, new.request_id, new.item_id,
    (select i.version from public.items i where i.id = new.item_id));
  return null;
end
$$;
comment on function private.ping_file() is
  'Broadcasts that the status of a file that staff uploaded has changed.';
create trigger ping_update after update on public.files
  for each row when (old.status is distinct from new.status and new.uploader_kind = 'staff')
  execute function private.ping_file();
