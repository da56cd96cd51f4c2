-- Whom a version conflict names: of a request whoever saved it last, which saves of a draft do not
-- record as events; oneself, in another tab, is "You". And a draft that is put in place of a newer
-- one brings back the items that the newer one had dropped.

alter table public.requests add column saved_by uuid default auth.uid();
comment on column public.requests.saved_by is 'Who made its version; nobody when the system did.';

create function private.note_saver() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.saved_by := auth.uid();
  return new;
end
$$;
comment on function private.note_saver() is 'Notes who makes a new version.';

create trigger note_saver before update on public.requests
  for each row when (old.version is distinct from new.version)
  execute function private.note_saver();

create or replace function private.last_actor_name(
  entity_id uuid, org_id uuid, request_id uuid default null
) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select case when r.saved_by = auth.uid() then 'You' else private.user_name(r.saved_by) end
      from public.requests r
      where r.id = last_actor_name.entity_id and r.saved_by is not null),
    (select case when e.actor_id = auth.uid() then 'You' else e.actor_name end
      from public.events e
      where e.chain = coalesce(last_actor_name.request_id, last_actor_name.org_id)
        and e.entity_id = last_actor_name.entity_id
      order by e.no desc limit 1))
$$;

create or replace function private.set_items(request public.requests, items jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  item_id uuid;
  kept uuid[] := '{}';
  no int := 0;
begin
  if jsonb_typeof(coalesce(items, '[]')) <> 'array' then
    perform private.invalid('items', 'type');
  elsif jsonb_array_length(coalesce(items, '[]')) > 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  delete from public.items i
  where i.request_id = request.id and i.id::text not in (
    select value ->> 'id' from jsonb_array_elements(coalesce(items, '[]'))
    where value ->> 'id' is not null);
  for item in select value from jsonb_array_elements(coalesce(items, '[]')) loop
    if jsonb_typeof(item) <> 'object' then
      perform private.invalid('items', 'type');
    end if;
    item_id := case
      when item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (item ->> 'id')::uuid end;
    -- An item that exists nowhere any more is written anew; another request's stays refused.
    if not exists (select from public.items i where i.id = item_id) then
      item_id := null;
    end if;
    kept := kept || private.write_item(
      request.org_id, request.id, item_id, no + 1,
      private.clean_item(item, format('items.%s.', no), false));
    no := no + 1;
  end loop;
  return kept;
end
$$;
