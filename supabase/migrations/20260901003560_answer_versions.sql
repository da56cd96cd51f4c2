-- An answer that was changed elsewhere meanwhile is not written over unseen: every save that changes
-- a draft counts, and one that was typed over an older state is refused. Choices stay in order.

alter table public.submissions
  add column version int not null default 0,
  add column saved_by uuid;
comment on column public.submissions.version is
  'Counts the saves that changed the draft; files do not count.';
comment on column public.submissions.saved_by is 'Who changed the draft last.';

create or replace function private.clean_answer(item public.items, answer jsonb, strict boolean)
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
        or not pg_input_is_valid(answer ->> 'date', 'date') then
        perform private.invalid('answer', 'format');
      end if;
      return jsonb_build_object('date', answer ->> 'date');
    else
      if jsonb_typeof(coalesce(answer -> 'choices', '[]')) <> 'array' then
        perform private.invalid('answer', 'type');
      end if;
      select coalesce(array_agg(value order by first_at), '{}') into choices
      from (
        select each.value, min(each.place) as first_at
        from jsonb_array_elements_text(coalesce(answer -> 'choices', '[]'))
          with ordinality as each (value, place)
        group by each.value) chosen;
      allowed := array(select jsonb_array_elements_text(item.options -> 'choices'));
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
  'Who changed a draft last, as far as the reader may know: contacts do not see each other''s names, and see the firm for its staff.';

drop function public.save_answer(uuid, jsonb, boolean, text);
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
  -- What stands there already needs no second save: the answer to the first one may have got lost.
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
  'Autosaves an answer; begins a draft when there is none. Refused when the draft was changed since the version it was typed over.';
grant execute on function public.save_answer(uuid, jsonb, boolean, text, int) to authenticated;
