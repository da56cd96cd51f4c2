-- A returned item starts with its answer and note, and is not submitted unchanged.

create or replace function private.last_sent(item_id uuid) returns public.submissions
language sql stable security definer set search_path = ''
as $$
  select s.* from public.submissions s
  where s.item_id = last_sent.item_id and s.status <> 'draft' order by s.no desc limit 1
$$;
comment on function private.last_sent(uuid) is 'The newest version of an answer that was submitted.';

create or replace function private.draft_of(item public.items, actor private.actor)
returns public.submissions
language plpgsql security definer set search_path = ''
as $$
declare
  draft public.submissions;
  last public.submissions;
begin
  select * into draft from public.submissions s
  where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    last := private.last_sent(item.id);
    -- What was returned is corrected, not typed again; what was accepted in part asks for more.
    insert into public.submissions (
      org_id, request_id, item_id, no, author_id, answer, client_note, not_applicable)
    values (
      item.org_id, item.request_id, item.id, coalesce(last.no, 0) + 1, actor.id,
      case when last.status = 'returned' then last.answer end,
      case when last.status = 'returned' then last.client_note else '' end,
      last.status is not distinct from 'returned' and last.not_applicable)
    returning * into draft;
    perform private.record_event(
      actor, item.org_id, item.request_id, 'submission.started', 'submission', draft.id,
      jsonb_build_object('item_id', item.id, 'no', draft.no));
  elsif actor.kind = 'staff' and draft.author_id <> actor.id then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  return draft;
end
$$;
comment on function private.draft_of(public.items, private.actor) is
  'The item''s draft, begun when there is none; of a returned item with its answer and note. Staff never touch a contact''s draft.';

create or replace function private.check_changed(item public.items, draft public.submissions) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  last public.submissions := private.last_sent(item.id);
begin
  if item.status <> 'returned' then
    return;
  elsif (draft.answer, draft.not_applicable)
      is not distinct from (last.answer, last.not_applicable)
    and draft.client_note in ('', last.client_note)
    and (draft.not_applicable or not exists (
      (select f.sha256 from public.files f where f.submission_id = draft.id and f.status = 'ready'
        except
        select f.sha256 from public.files f where f.submission_id = last.id and f.status = 'ready')
      union all
      (select f.sha256 from public.files f where f.submission_id = last.id and f.status = 'ready'
        except
        select f.sha256 from public.files f where f.submission_id = draft.id and f.status = 'ready')))
  then
    perform private.refuse(422, 'nothing_changed');
  end if;
end
$$;
comment on function private.check_changed(public.items, public.submissions) is
  'A returned item is submitted with another answer, other files or a new note.';

create or replace function public.submit_item(
  item_id uuid, expected_version int default null, expected_no int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items;
  draft public.submissions;
begin
  -- Held before the look at what was submitted: a repeat waits for the call that it repeats.
  perform from public.requests r
  where r.id = private.request_of(submit_item.item_id) for no key update;
  select i.* into item
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = submit_item.expected_no
    and s.status <> 'draft' and s.submitted_by = actor.id
  where i.id = submit_item.item_id;
  if item.id is not null then
    return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
  end if;
  item := private.lock_answerable(submit_item.item_id);
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and (draft.author_id <> actor.id or exists (
    select from public.files f
    where f.submission_id = draft.id and f.uploader_id <> actor.id
      and f.status in ('uploading', 'checking', 'ready')
  )) then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  elsif expected_version <> draft.version or expected_no <> draft.no then
    perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
      'version', draft.version, 'name', private.saver_name(draft, actor))));
  end if;
  perform private.check_answerable(item, draft);
  perform private.check_changed(item, draft);
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
comment on function public.submit_item(uuid, int, int) is
  'Hands a draft to the firm; from now on staff see it. Refused when the draft is not the expected version. A repeat of the caller''s own submission with the same number changes nothing and succeeds.';
grant execute on function public.submit_item(uuid, int, int) to authenticated;

