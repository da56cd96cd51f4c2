-- A request completes by whatever ends its last piece of work, not by decisions alone.

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
  update public.submissions s set status = 'draft', submitted_by = null, submitted_at = null
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

create or replace function public.remove_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(remove_item.item_id));
  item public.items := private.lock_item(remove_item.item_id);
begin
  -- Somebody's unsent draft counts as an answer: waiving keeps it, removing would not.
  if exists (select from public.submissions s where s.item_id = item.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  elsif not exists (
    select from public.items i where i.request_id = item.request_id and i.id <> item.id
  ) then
    perform private.invalid('items', 'required');
  end if;
  delete from public.items i where i.id = item.id;
  update public.items i set position = i.position - 1
  where i.request_id = item.request_id and i.position > item.position;
  perform private.record_item(actor, item, 'removed');
  perform private.ping(item.org_id, item.request_id, item.id, item.version + 1);
  perform private.settle_request(r) from public.requests r where r.id = item.request_id;
  return jsonb_build_object('id', item.id);
end
$$;

create or replace function public.save_item(
  request_id uuid, kind text, title text, item_id uuid default null, section text default '',
  help text default '', options jsonb default '{}', required boolean default true,
  max_files int default 20, accept text[] default '{}', expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(save_item.request_id);
  request public.requests := private.lock_request(save_item.request_id, '{open}');
  definition jsonb := private.clean_item(
    jsonb_build_object(
      'kind', save_item.kind, 'title', save_item.title, 'section', save_item.section,
      'help', save_item.help, 'options', save_item.options, 'required', save_item.required,
      'max_files', save_item.max_files, 'accept', to_jsonb(save_item.accept)),
    '', true);
  item public.items;
begin
  if save_item.item_id is null then
    return private.item_place(private.add_item(actor, request, definition));
  end if;
  item := private.change_item(actor, request, save_item.item_id, definition, expected_version);
  perform private.settle_request(request);
  return private.item_place(item);
end
$$;
