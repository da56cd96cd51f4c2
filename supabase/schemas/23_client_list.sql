create function private.main_contact_id(client_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from public.contacts c
    where c.org_id = (select o.org_id from public.clients o where o.id = main_contact_id.client_id)
      and c.client_id = main_contact_id.client_id and c.status <> 'removed'
    order by c.created_at, c.name, c.id limit 1);
end
$$;
comment on function private.main_contact_id(uuid) is
  'Returns the oldest contact of a client that was not removed.';

create function private.client_activity_at(client_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(
    (select c.updated_at from public.clients c where c.id = client_activity_at.client_id),
    (select max(active.active_at)
    from private.request_activity(array(
      select r.id from public.requests r where r.client_id = client_activity_at.client_id
      order by r.status <> 'open', r.created_at desc limit 10)) active));
end
$$;
comment on function private.client_activity_at(uuid) is
  'Returns when a person last changed a client or did something in one of its requests. Reads at '
  'most ten requests: open ones first, then the newest.';

create function private.client_ids(
  org_id uuid, status text, pattern text, key text, key_id uuid, backward boolean, max_rows int,
  out ids uuid[], out total int, out skipped int
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- If at most 2,000 clients match, find them with the search indexes. Otherwise, read the list in
  -- its sort order and filter it.
  matches uuid[] := case when pattern is not null then array(
    select c.id from public.clients c
    where c.org_id = client_ids.org_id and c.search like pattern
    union
    select c.client_id from public.contacts c
    where c.org_id = client_ids.org_id and c.search like pattern and c.status <> 'removed'
    limit 2001) end;
  is_short constant boolean := cardinality(matches) <= 2000;
begin
  with listed as not materialized (
    select c.id, c.name from public.clients c
    where c.org_id = client_ids.org_id
      and (status = 'all' or (c.archived_at is not null) = (status = 'archived'))
      and case
        when pattern is null then true
        when is_short then c.id = any (matches)
        else c.search like pattern or c.id in (
          select o.client_id from public.contacts o
          where o.org_id = client_ids.org_id and o.search like pattern and o.status <> 'removed')
        end
  ), page as (
    select l.id, l.name from listed l
    where key is null
      or (backward and (l.name, l.id) < (key, key_id))
      or (not backward and (l.name, l.id) > (key, key_id))
    order by
      case when not backward then l.name end, case when not backward then l.id end,
      case when backward then l.name end desc, case when backward then l.id end desc
    limit max_rows
  )
  select
    array(select p.id from page p),
    (select count(*) from (select from listed limit 10001) counted),
    case when key is null then 0 else (select count(*) from (
      select from listed l
      where (l.name, l.id) < (select p.name, p.id from page p order by p.name, p.id limit 1)
      limit 10001) counted) end
  into ids, total, skipped;
  if backward then
    ids := array(select id from unnest(ids) with ordinality listed (id, no) order by no desc);
  end if;
end
$$;
comment on function private.client_ids(uuid, text, text, text, uuid, boolean, int) is
  'Returns one page of a list of clients by name: before or after a key, with the number of '
  'clients in the list and before the page, both at most 10,001.';

create function public.list_clients(
  org_id uuid, query text default null, in_status text default 'active', page_key text default null,
  page_id uuid default null, backward boolean default false, max_rows int default 50
) returns table (
  id uuid, name text, ref text, archived_at timestamptz, contact_id uuid, contact_name text,
  contact_email text, contact_status text, has_bounced boolean, open_requests int, to_review int,
  next_request_id uuid, next_title text, next_due_on date, next_progress jsonb, assignee_id uuid,
  assignee_name text, assignee_avatar_path text, last_activity_at timestamptz, key text, total int,
  skipped int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text;
  page record;
begin
  perform private.require_staff(list_clients.org_id);
  if in_status is null or in_status not in ('active', 'archived', 'all') then
    perform private.invalid('in_status', 'format');
  end if;
  if query <> '' then
    pattern := private.containing(private.clean_query(query));
  end if;
  page := private.client_ids(
    list_clients.org_id, in_status, pattern, case when page_id is not null then page_key end, page_id,
    coalesce(backward, false), least(greatest(coalesce(max_rows, 50), 1), 100));
  return query
    with upcoming as materialized (
      select listed.id as client_id, r.* from unnest(page.ids) listed (id)
      cross join lateral (
        select r.id, r.title, r.due_on, r.assignee_id from public.requests r
        where r.client_id = listed.id and r.status = 'open' order by r.due_on, r.id limit 1
      ) r
    )
    select c.id, c.name, c.ref, c.archived_at, contact.id, contact.name, contact.email::text,
      contact.status,
      exists (
        select from public.contacts b
        where b.org_id = c.org_id and b.client_id = c.id and b.status = 'bounced'),
      (select count(*)::int from public.requests r where r.client_id = c.id and r.status = 'open'),
      (select count(*)::int from public.requests r
        join public.items i on i.org_id = r.org_id and i.request_id = r.id
          and i.submitted_at is not null
        where r.client_id = c.id and r.status = 'open'),
      upcoming.id, upcoming.title, upcoming.due_on, asked.progress,
      upcoming.assignee_id,
      case when upcoming.assignee_id is not null then private.user_name(upcoming.assignee_id) end,
      (select p.avatar_path from public.profiles p where p.user_id = upcoming.assignee_id),
      private.client_activity_at(c.id), c.name, page.total, page.skipped
    from unnest(page.ids) with ordinality listed (id, no)
    join public.clients c on c.id = listed.id
    left join public.contacts contact on contact.id = coalesce(
      (select m.id from public.contacts m
        where m.org_id = c.org_id and m.client_id = c.id and m.search like pattern
          and m.status <> 'removed'
        order by m.created_at, m.name, m.id limit 1),
      private.main_contact_id(c.id))
    left join upcoming on upcoming.client_id = c.id
    left join private.request_progress(array(select u.id from upcoming u)) asked
      on asked.request_id = upcoming.id
    order by listed.no;
end
$$;
comment on function public.list_clients(uuid, text, text, text, uuid, boolean, int) is
  'Returns one page of a firm''s clients by name to its staff, each with its main contact, next '
  'request and last activity.';
grant execute on function
  public.list_clients(uuid, text, text, text, uuid, boolean, int) to authenticated;
