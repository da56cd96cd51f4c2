-- Looks for ready answers only in requests that have a draft.

set check_function_bodies = off;

create or replace function public.list_ready_items() returns table (
  request_id uuid, item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  -- First the requests with a draft: most have none, and each call of ready_items is a query of its own.
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
