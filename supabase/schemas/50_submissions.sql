-- The answers to items. All submissions of an item together are its versions.

create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  item_id uuid not null,
  no int not null check (no > 0),
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'accepted', 'partial', 'returned')),
  answer jsonb check (jsonb_typeof(answer) = 'object'),
  not_applicable boolean not null default false,
  client_note text not null default '' check (char_length(client_note) <= 1000),
  decision_note text check (char_length(decision_note) <= 1000),
  author_id uuid not null,
  submitted_by uuid,
  submitted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  version int not null default 0,
  saved_by uuid,
  submitted_kind text check (submitted_kind in ('contact', 'staff')),
  unique (org_id, id),
  unique (item_id, no),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references public.items (org_id, id) on delete cascade,
  check ((status = 'draft') = (submitted_at is null)),
  check ((status in ('draft', 'submitted')) = (decided_at is null))
);
comment on table public.submissions is
  'The answers to items, from the first draft to the decision.';
comment on column public.submissions.answer is
  'text {"text"}, choice {"choices": []}, date {"date"}. Null for files.';
comment on column public.submissions.version is
  'Counts the saves that changed the draft. Changes to files do not count.';
comment on column public.submissions.saved_by is
  'The user who last changed the draft.';
comment on column public.submissions.submitted_kind is
  'The role of the person who submitted: contact, or staff on behalf of a contact.';
create unique index submissions_undecided_idx on public.submissions (item_id)
  where status in ('draft', 'submitted');
create index submissions_org_id_request_id_idx on public.submissions (org_id, request_id);
create index submissions_org_id_item_id_idx on public.submissions (org_id, item_id);
create index submissions_request_id_idx on public.submissions (request_id);

revoke all on public.submissions from public, anon, authenticated, service_role;
grant select on public.submissions to authenticated;
alter table public.submissions enable row level security;
alter table public.submissions force row level security;

create policy "staff read what was submitted and their own drafts" on public.submissions
  for select to authenticated
  using (
    org_id = any ((select private.my_org_ids())::uuid[])
    and (status <> 'draft' or author_id = (select auth.uid())));
create policy "contacts read the submissions of their requests" on public.submissions
  for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.submissions
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.submissions
  for each row execute function private.touch();

create function private.last_sent(item_id uuid) returns public.submissions
language sql stable security definer set search_path = ''
as $$
  select s.* from public.submissions s
  where s.item_id = last_sent.item_id and s.status <> 'draft' order by s.no desc limit 1
$$;
comment on function private.last_sent(uuid) is
  'Returns the newest submitted version of an answer.';

create function private.draft_of(item public.items, actor private.actor)
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
    -- The next draft starts with the returned answer. After a partial acceptance, it starts empty,
    -- because something else is needed.
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
  'Returns the item''s draft, and creates it if needed. After a return, a new draft contains the '
  'returned answer and note. Staff can never change a contact''s draft.';

create function private.clean_answer(item public.items, answer jsonb, strict boolean)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  choices text[];
  allowed text[];
begin
  if answer is null or answer = 'null' or item.kind = 'file' then
    if strict and item.kind <> 'file' then
      perform private.invalid('answer', 'required');
    end if;
    return null;
  elsif pg_column_size(answer) > 131072 then
    perform private.invalid('answer', 'length', '{"min":0,"max":4000}');
  elsif jsonb_typeof(answer) <> 'object' then
    perform private.invalid('answer', 'type');
  end if;
  case item.kind
    when 'text' then
      return jsonb_build_object('text', private.clean_text(
        answer ->> 'text', 'answer', case when strict then 1 else 0 end, 4000));
    when 'date' then
      if coalesce(answer ->> 'date', '') = '' and not strict then
        return null;
      elsif coalesce(answer ->> 'date', '') = '' then
        perform private.invalid('answer', 'required');
      elsif answer ->> 'date' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or not private.is_date(answer ->> 'date') then
        perform private.invalid('answer', 'format');
      end if;
      return jsonb_build_object('date', answer ->> 'date');
    else
      if jsonb_typeof(coalesce(answer -> 'choices', '[]')) <> 'array' then
        perform private.invalid('answer', 'type');
      end if;
      allowed := array(select jsonb_array_elements_text(item.options -> 'choices'));
      select coalesce(array_agg(value order by array_position(allowed, value)), '{}') into choices
      from (
        select distinct value
        from jsonb_array_elements_text(coalesce(answer -> 'choices', '[]')) value) chosen;
      if not choices <@ allowed then
        perform private.invalid('answer', 'format');
      elsif cardinality(choices) > 1 and item.options -> 'multiple' <> 'true' then
        perform private.invalid('answer', 'range', '{"min":1,"max":1}');
      elsif strict and cardinality(choices) = 0 then
        perform private.invalid('answer', 'required');
      end if;
      return jsonb_build_object('choices', to_jsonb(choices));
  end case;
end
$$;
comment on function private.clean_answer(public.items, jsonb, boolean) is
  'Checks an answer against its item. If not strict, the answer may be incomplete.';

create function private.saver_name(draft public.submissions, reader private.actor) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when draft.saved_by = reader.id then 'You'
    when reader.kind = 'contact' and exists (
      select from public.memberships m
      where m.org_id = draft.org_id and m.user_id = draft.saved_by
    ) then (select o.name from public.orgs o where o.id = draft.org_id)
    when reader.kind = 'contact' then null
    else (select c.name from public.contacts c
      join public.request_contacts rc on rc.contact_id = c.id
      where rc.request_id = draft.request_id and c.user_id = draft.saved_by limit 1)
  end
$$;
comment on function private.saver_name(public.submissions, private.actor) is
  'Returns the name of the last person who changed a draft. A contact does not see the names of '
  'other contacts, and sees the firm''s name instead of its staff''s.';

create function public.save_answer(
  item_id uuid, answer jsonb default null, not_applicable boolean default false,
  client_note text default '', expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(save_answer.item_id);
  item public.items := private.lock_answerable(save_answer.item_id);
  draft public.submissions;
  clean_answer jsonb := private.clean_answer(item, save_answer.answer, false);
  clean_note text := private.clean_text(save_answer.client_note, 'client_note', 0, 1000);
  applies_not boolean := coalesce(save_answer.not_applicable, false);
begin
  draft := private.draft_of(item, actor);
  -- Accept a repeated save of the same content, because the caller may have missed the response to
  -- the first save.
  if draft.version = 0 or (draft.answer, draft.client_note, draft.not_applicable)
    is distinct from (clean_answer, clean_note, applies_not) then
    if save_answer.expected_version <> draft.version then
      perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
        'version', draft.version, 'name', private.saver_name(draft, actor))));
    end if;
    update public.submissions s set
      answer = clean_answer, client_note = clean_note, not_applicable = applies_not,
      version = s.version + 1, saved_by = actor.id
    where s.id = draft.id returning * into draft;
  end if;
  return jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'version', draft.version);
end
$$;
comment on function public.save_answer(uuid, jsonb, boolean, text, int) is
  'Saves an answer, and creates a draft if needed. Refuses if the draft has changed since the '
  'caller''s version.';
grant execute on function public.save_answer(uuid, jsonb, boolean, text, int) to authenticated;

create function private.check_answerable(item public.items, draft public.submissions)
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
comment on function private.check_answerable(public.items, public.submissions) is
  'Checks that a draft can be submitted. It needs a valid answer, or at least one ready file and '
  'none pending, or a reason why the item does not apply.';

create function private.check_changed(item public.items, draft public.submissions) returns void
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
  'Checks that the new submission of a returned item has another answer, other files or a new '
  'note.';

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
  'Removes all files of a draft. Uploads that are still running are then refused.';

create function public.submit_item(
  item_id uuid, expected_version int default null, expected_no int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items;
  draft public.submissions;
begin
  -- Lock before reading the submission, so that a repeated call waits for the first call.
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
  'Submits a draft, so that staff see it. Refuses a draft that is not the expected version. If '
  'the caller repeats their own submission with the same number, the call succeeds and changes '
  'nothing.';
grant execute on function public.submit_item(uuid, int, int) to authenticated;

create function public.withdraw_item(item_id uuid) returns jsonb
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
  -- Count each person separately, so that one contact cannot use up the withdrawals of the others.
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
comment on function public.withdraw_item(uuid) is
  'Withdraws an undecided answer, which becomes a draft again.';
grant execute on function public.withdraw_item(uuid) to authenticated;
