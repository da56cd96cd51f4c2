-- A request is held without its key: rows that only refer to it are inserted meanwhile, so that
-- two transactions that did so first do not wait for each other.

create or replace function private.lock_request(request_id uuid, statuses text[]) returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  select * into request from public.requests r where r.id = lock_request.request_id
  for no key update;
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.status <> all (statuses) then
    perform private.refuse(
      409,
      case when 'open' = any (statuses) and request.status <> 'draft'
        then 'request_closed' else 'invalid_transition' end,
      jsonb_build_object('status', request.status));
  end if;
  return request;
end
$$;

create or replace function private.replan_org(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  for request in
    select * from public.requests r
    where r.org_id = replan_org.org_id and r.status = 'open'
    order by r.id for no key update
  loop
    perform private.replan_reminders(request);
  end loop;
end
$$;
