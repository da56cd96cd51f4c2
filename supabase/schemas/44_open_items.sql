create function private.record_item(actor private.actor, item public.items, change text)
returns void
language sql security definer set search_path = ''
as $$
  select private.record_event(
    actor, item.org_id, item.request_id, 'item.changed', 'item', item.id,
    jsonb_build_object('change', change))
$$;
comment on function private.record_item(private.actor, public.items, text) is
  'Records that an item was added, changed, moved or removed.';

create function private.lock_item(item_id uuid) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
begin
  perform private.lock_request(private.request_of(lock_item.item_id), '{open}');
  select * into item from public.items i where i.id = lock_item.item_id;
  if item.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  return item;
end
$$;
comment on function private.lock_item(uuid) is
  'Locks the open request of an item and returns the item. Call it after the permission check.';

create function private.item_place(item public.items) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', item.id, 'version', item.version, 'position', item.position)
$$;
comment on function private.item_place(public.items) is
  'Builds the result of functions that edit items.';

create function private.change_item(
  actor private.actor, request public.requests, item_id uuid, definition jsonb,
  expected_version int
) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
begin
  select * into item from public.items i
  where i.id = change_item.item_id and i.request_id = request.id;
  if item.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.kind <> definition ->> 'kind' then
    perform private.invalid('kind', 'format');
  end if;
  perform private.write_item(item.org_id, request.id, item.id, item.position, definition);
  update public.items i set version = i.version + 1 where i.id = item.id returning * into item;
  perform private.record_item(actor, item, 'changed');
  return item;
end
$$;
comment on function private.change_item(private.actor, public.requests, uuid, jsonb, int) is
  'Changes the definition of an item, except its kind.';

create function private.add_item(
  actor private.actor, request public.requests, definition jsonb
) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
  last_position int := (
    select coalesce(max(i.position), 0) from public.items i where i.request_id = request.id);
begin
  if (select count(*) from public.items i where i.request_id = request.id) >= 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  item.id := private.write_item(request.org_id, request.id, null, last_position + 1, definition);
  select * into item from public.items i where i.id = item.id;
  perform private.record_item(actor, item, 'added');
  perform private.ping(item.org_id, item.request_id, item.id, item.version);
  return item;
end
$$;
comment on function private.add_item(private.actor, public.requests, jsonb) is
  'Adds an item at the end of an open request.';

create function public.save_item(
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
comment on function public.save_item(
  uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) is
  'Adds an item at the end of an open request, or changes an item. The kind of an item cannot '
  'change.';
grant execute on function
  public.save_item(uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) to authenticated;

create function public.move_item(item_id uuid, "position" int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(move_item.item_id));
  item public.items := private.lock_item(move_item.item_id);
  last_position int := (
    select max(i.position) from public.items i where i.request_id = item.request_id);
begin
  if move_item.position is null or move_item.position not between 1 and last_position then
    perform private.invalid(
      'position', 'range', jsonb_build_object('min', 1, 'max', last_position));
  elsif move_item.position = item.position then
    return private.item_place(item);
  end if;
  update public.items i set position = i.position + case
    when i.position < item.position then 1 else -1 end
  where i.request_id = item.request_id and i.id <> item.id
    and i.position between least(item.position, move_item.position)
      and greatest(item.position, move_item.position);
  update public.items i set position = move_item.position, version = i.version + 1
  where i.id = item.id returning * into item;
  perform private.record_item(actor, item, 'moved');
  return private.item_place(item);
end
$$;
comment on function public.move_item(uuid, int) is
  'Moves an item to another position.';
grant execute on function public.move_item(uuid, int) to authenticated;

create function public.remove_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(remove_item.item_id));
  item public.items := private.lock_item(remove_item.item_id);
begin
  -- Drafts count as answers, because removing the item would delete them. Waiving the item keeps
  -- them.
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
comment on function public.remove_item(uuid) is
  'Removes an item without answers from an open request. Refuses for the last item.';
grant execute on function public.remove_item(uuid) to authenticated;
