-- "Doesn't apply" is an answer of its own: no file of the draft keeps it from being submitted, and
-- none goes along. Staff hand in only what they sent themselves.

create or replace function private.check_answerable(item public.items, draft public.submissions)
returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  pending uuid[];
begin
  if draft.not_applicable then
    perform private.clean_text(draft.client_note, 'client_note', 3, 1000);
    return;
  end if;
  select array_agg(f.id) into pending from public.files f
  where f.submission_id = draft.id and f.status in ('uploading', 'checking');
  if pending is not null then
    perform private.refuse(
      409, 'files_pending', jsonb_build_object('file_ids', to_jsonb(pending)));
  elsif item.kind <> 'file' then
    perform private.clean_answer(item, draft.answer, true);
  elsif not exists (
    select from public.files f where f.submission_id = draft.id and f.status = 'ready'
  ) then
    perform private.invalid('files', 'required');
  end if;
end
$$;

create function private.drop_files(draft public.submissions, actor private.actor) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
begin
  for file in
    update public.files f set status = 'removed', reject_code = null
    where f.submission_id = draft.id and f.status not in ('failed', 'removed')
    returning f.*
  loop
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.removed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end loop;
end
$$;
comment on function private.drop_files(public.submissions, private.actor) is
  'Takes every file out of a draft, also those on their way: what ends later finds no place.';

create or replace function public.submit_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items := private.lock_answerable(submit_item.item_id);
  draft public.submissions;
begin
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and (draft.author_id <> actor.id or exists (
    select from public.files f
    where f.submission_id = draft.id and f.uploader_id <> actor.id
      and f.status in ('uploading', 'checking', 'ready')
  )) then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  perform private.check_answerable(item, draft);
  update public.submissions s
  set status = 'submitted', submitted_by = actor.id, submitted_kind = actor.kind,
    submitted_at = private.clock()
  where s.id = draft.id;
  if draft.not_applicable then
    perform private.drop_files(draft, actor);
  end if;
  update public.files f set shared_at = private.clock()
  where f.submission_id = draft.id and f.status = 'ready';
  item := private.set_item_status(item.id, 'submitted');
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.submitted', 'item', item.id,
    jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'status', item.status));
  perform private.mail_staff(item);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;
