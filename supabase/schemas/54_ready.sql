-- Ready answers: drafts that the contact could submit without a change.

create function private.is_ready(item public.items, draft public.submissions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.check_answerable(item, draft);
  perform private.check_changed(item, draft);
  return true;
exception when sqlstate 'PT409' or sqlstate 'PT422' then
  return false;
end
$$;
comment on function private.is_ready(public.items, public.submissions) is
  'Returns whether submit_item would accept the draft now.';

create function private.ready_items(request_id uuid) returns table (
  item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.title, s.no, s.version
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = 'draft'
  join public.requests r on r.id = i.request_id and r.status = 'open'
  where i.request_id = ready_items.request_id and i.status in ('open', 'partial', 'returned')
    -- Leave out drafts of staff on behalf of a contact, because staff submit those.
    and not exists (
      select from public.memberships m where m.org_id = i.org_id and m.user_id = s.author_id)
    and private.is_ready(i, s)
  order by i.position
$$;
comment on function private.ready_items(uuid) is
  'Returns, in order, the items of an open request that have a contact''s complete draft which '
  'was not submitted.';

create function public.list_ready_items() returns table (
  request_id uuid, item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  -- First find the requests that have a draft, because each call of ready_items runs a query.
  with drafted as materialized (
    select r.id from public.requests r
    where r.id = any ((select private.my_request_ids())::uuid[]) and r.status = 'open'
      and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
      and exists (
        select from public.submissions s where s.request_id = r.id and s.status = 'draft')
  )
  select drafted.id, ready.item_id, ready.title, ready.no, ready.version
  from drafted
  cross join lateral private.ready_items(drafted.id) ready
$$;
comment on function public.list_ready_items() is
  'Returns the caller''s complete drafts that were not submitted, of all firms.';
grant execute on function public.list_ready_items() to authenticated;

create function public.list_ready_item_ids(request_id uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_request_staff(list_ready_item_ids.request_id);
  return array(
    select ready.item_id from private.ready_items(list_ready_item_ids.request_id) ready);
end
$$;
comment on function public.list_ready_item_ids(uuid) is
  'Returns, in order, the items of a request with complete drafts that were not submitted. Staff '
  'see which items these are, but never the drafts.';
grant execute on function public.list_ready_item_ids(uuid) to authenticated;
