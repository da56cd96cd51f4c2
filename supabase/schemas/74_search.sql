-- Under row-level security, a LIKE condition cannot use an index, because LIKE is not leakproof.
-- These functions bypass row-level security and check the caller first.

-- A short query can match most rows of a large firm, so each branch of the union reads only a
-- limited number. Exact references and matches at the beginning have their own branches, so that
-- they are always found.
create function private.best_clients(org_id uuid, folded text)
returns table (client_id uuid, contact_id uuid, rank int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  inside text := private.containing(folded);
  beginning text := substr(inside, 2);
begin
  return query
    with found as (
      (select c.id as client_id, null::uuid as contact_id, 1 as rank from public.clients c
        where c.org_id = best_clients.org_id and split_part(c.search, E'\n', 2) = folded limit 100)
      union all
      (select c.id, null, 2 from public.clients c
        where c.org_id = best_clients.org_id and c.search like beginning limit 500)
      union all
      (select c.id, null, 2 from public.clients c
        where c.org_id = best_clients.org_id and split_part(c.search, E'\n', 2) like beginning
        limit 500)
      union all
      (select c.id, null, private.match_rank(c.search, folded) from public.clients c
        where c.org_id = best_clients.org_id and c.search like inside limit 1000)
      union all
      (select c.client_id, c.id, private.match_rank(c.search, folded) from public.contacts c
        where c.org_id = best_clients.org_id and c.search like inside and c.status <> 'removed'
        limit 1000)
    )
    select f.client_id, (array_agg(f.contact_id order by f.rank, f.contact_id))[1], min(f.rank)
    from found f group by f.client_id;
end
$$;
comment on function private.best_clients(uuid, text) is
  'Returns clients of a firm that match by name, reference or contact, with the contact that '
  'matches best and the rank.';

create function private.best_requests(org_id uuid, folded text)
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
comment on function private.best_requests(uuid, text) is
  'Returns requests of a firm that match by title or client, with the rank.';

create function public.search_org(org_id uuid, query text, max_rows int default 5)
returns table (
  kind text, id uuid, title text, client_id uuid, client_name text, ref text, contact_name text,
  contact_email text, status text, due_on date, last_activity_at timestamptz, total int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  folded text;
  most int := least(greatest(coalesce(max_rows, 5), 1), 20);
begin
  perform private.require_staff(search_org.org_id);
  folded := private.clean_query(query);
  if folded is null then
    return;
  end if;
  return query
    with found as materialized (
      select * from private.best_clients(search_org.org_id, folded)
    ), best as (
      -- The last activity takes several queries for each client, so compute it only for the best
      -- clients.
      select c.*, f.rank, f.contact_id
      from found f join public.clients c on c.id = f.client_id
      order by f.rank, c.archived_at is not null, c.updated_at desc, c.id limit 100
    ), ranked as (
      select b.*, private.client_activity_at(b.id) as active_at from best b
      order by b.rank, b.archived_at is not null, active_at desc, b.name, b.id limit most
    )
    select 'client', b.id, b.name, b.id, b.name, b.ref, contact.name, contact.email::text,
      case when b.archived_at is null then 'active' else 'archived' end, null::date, b.active_at,
      (select least(count(*), 1000)::int from found)
    from ranked b
    left join public.contacts contact
      on contact.id = coalesce(b.contact_id, private.main_contact_id(b.id))
    order by b.rank, b.archived_at is not null, b.active_at desc, b.name, b.id;
  return query
    with found as materialized (
      select * from private.best_requests(search_org.org_id, folded)
    ), best as materialized (
      select r.*, f.rank
      from found f join public.requests r on r.id = f.request_id
      order by f.rank, r.status <> 'open', r.updated_at desc, r.id limit 100
    ), ranked as (
      select b.*, active.active_at
      from best b
      join private.request_activity(array(select best.id from best)) active
        on active.request_id = b.id
      order by b.rank, active_at desc nulls last, b.title, b.id limit most
    )
    select 'request', b.id, b.title, c.id, c.name, c.ref, null::text, null::text, b.status, b.due_on,
      b.active_at, (select least(count(*), 1000)::int from found)
    from ranked b join public.clients c on c.id = b.client_id
    order by b.rank, b.active_at desc nulls last, b.title, b.id;
end
$$;
comment on function public.search_org(uuid, text, int) is
  'Finds clients by name, reference and contacts, and requests by title and client, for staff. '
  'Exact references come first, then matches at the start of a line, of a word, and inside one.';
grant execute on function public.search_org(uuid, text, int) to authenticated;
