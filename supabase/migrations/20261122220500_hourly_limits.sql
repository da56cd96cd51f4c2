-- One process at a time reads a file to inspect it, and nobody writes a request's record without end:
-- an answer is withdrawn, and files are added to an item, so many times an hour.

alter table private.inspections add column claimed_until timestamptz;
comment on table private.inspections is
  'Files that are being inspected, or that the sweep tried to: how often, and when it may try again.';
comment on column private.inspections.claimed_until is
  'One process reads the file until then. Nobody renews it: a process that crashed gives the file back.';

create or replace function private.settle_inspection(
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
  'System: whether the caller may read the file to inspect it; for two minutes nobody else may.';
grant execute on function public.claim_inspection(uuid) to service_role;

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
      and (t.file_id is null or (
        t.tries < 8 and t.not_before <= private.clock()
        and coalesce(t.claimed_until <= private.clock(), true)))
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

create index events_withdrawals_idx on public.events (entity_id, at) where action = 'item.withdrawn';

create function private.limit_per_hour(
  item public.items, what text, max_times int, latest timestamptz[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(latest) >= max_times then
    perform private.refuse(409, 'too_soon', jsonb_build_object(
      'what', what, 'limit', max_times, 'next_at', latest[max_times] + interval '1 hour',
      'time_zone', (select o.time_zone from public.orgs o where o.id = item.org_id)));
  end if;
end
$$;
comment on function private.limit_per_hour(public.items, text, int, timestamptz[]) is
  'Refuses what one person did to an item max_times within the last hour; latest holds when, newest first.';

create or replace function public.withdraw_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(withdraw_item.item_id);
  item public.items;
  submission public.submissions;
  request public.requests;
begin
  request := private.lock_request(
    (select i.request_id from public.items i where i.id = withdraw_item.item_id), '{open}');
  select * into item from public.items i where i.id = withdraw_item.item_id;
  select * into submission from public.submissions s
  where s.item_id = item.id and s.status = 'submitted';
  if item.status <> 'submitted' or submission.id is null
    or (actor.kind = 'staff' and submission.submitted_by <> actor.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  -- Each person for themselves, so that nobody uses up the withdrawals of the other contacts.
  perform private.limit_per_hour(item, 'withdrawals', 20, (
    select array_agg(e.at order by e.at desc) from public.events e
    where e.entity_id = item.id and e.action = 'item.withdrawn' and e.actor_id = actor.id
      and e.at > private.clock() - interval '1 hour'));
  update public.submissions s set
    status = 'draft', submitted_by = null, submitted_kind = null, submitted_at = null
  where s.id = submission.id;
  update public.files f set shared_at = null where f.submission_id = submission.id;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.drop_digest_entry('staff_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.withdrawn', 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.settle_request(request);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;

create or replace function public.begin_upload(item_id uuid, name text, bytes bigint, mime text)
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
