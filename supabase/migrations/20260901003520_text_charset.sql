-- The encoding that inspection found in a text file travels with it: `text/csv; charset=…`.

comment on column public.files.detected_mime is
  'What inspection found; of a text file with its encoding (`; charset=utf-8` or `; charset=windows-1252`).';

create or replace function public.open_file(file_id uuid) returns jsonb
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
  -- A viewer reads in ranges: one event per person, file and five minutes.
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
comment on function public.open_file(uuid) is 'Where a file lies, for one recorded reading.';
