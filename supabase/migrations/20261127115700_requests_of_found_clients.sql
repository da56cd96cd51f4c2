-- Finds the requests of a client that matches by name even if one of its contacts matches too.

create or replace function private.best_requests(org_id uuid, folded text)
returns table (request_id uuid, rank int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  inside text := private.containing(folded);
begin
  return query
    with found as (
      (select r.id as request_id, private.match_rank(r.search, folded) as rank
        from public.requests r
        where r.org_id = best_requests.org_id and r.search like inside limit 1000)
      union all
      (select r.id, 1
        from public.clients c join public.requests r on r.client_id = c.id
        where c.org_id = best_requests.org_id and split_part(c.search, E'\n', 2) = folded
        limit 1000)
      union all
      (select r.id, private.match_rank(c.search, folded)
        from public.clients c join public.requests r on r.client_id = c.id
        where c.org_id = best_requests.org_id and c.search like inside
        limit 1000)
    )
    select f.request_id, min(f.rank) from found f group by f.request_id;
end
$$;
