create function private.request_progress(request_ids uuid[])
returns table (request_id uuid, progress jsonb, optional_items int)
language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  return query
    select asked.id,
      jsonb_build_object(
        'accepted', count(*) filter (where i.required and i.status = 'accepted'),
        'submitted', count(*) filter (where i.required and i.status = 'submitted'),
        'partial', count(*) filter (where i.required and i.status = 'partial'),
        'returned', count(*) filter (where i.required and i.status = 'returned'),
        'open', count(*) filter (where i.required and i.status = 'open'),
        'waived', count(*) filter (where i.required and i.status = 'waived'),
        'optional', count(*) filter (where not i.required),
        'waiting', count(*) filter (where i.status = 'submitted')),
      (count(*) filter (where not i.required))::int
    from unnest(request_ids) asked (id)
    left join public.items i on i.request_id = asked.id
    group by asked.id;
end
$$;
comment on function private.request_progress(uuid[]) is
  'Returns, for each request, the number of required items in each status, of optional items, and '
  'of items that wait for review. One call for a page costs less than a call for each row.';

create function private.request_activity(request_ids uuid[])
returns table (request_id uuid, active_at timestamptz)
language plpgsql stable security definer set search_path = '' rows 50
as $$
begin
  return query
    select asked.id, (
      select e.at from public.events e
      where e.request_id = asked.id and e.action <> 'file.opened' and e.actor_kind <> 'system'
      order by e.id desc limit 1)
    from unnest(request_ids) asked (id);
end
$$;
comment on function private.request_activity(uuid[]) is
  'Returns when a person last did something in each request. Reading a file does not count.';

create function private.request_ids(
  org_id uuid, status text, due_from date, due_to date, assignee_id uuid, client_id uuid,
  pattern text, by_due boolean, key text, key_id uuid, backward boolean, max_rows int,
  out ids uuid[], out total int, out skipped int
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- If at most 2,000 requests match, find them with the search indexes. Otherwise, read the list in
  -- its sort order and filter it.
  matches uuid[] := case when pattern is not null then array(
    select r.id from public.requests r
    where r.org_id = request_ids.org_id and r.search like pattern
    union
    select r.id from public.clients c join public.requests r on r.client_id = c.id
    where c.org_id = request_ids.org_id and c.search like pattern
    limit 2001) end;
  is_short constant boolean := cardinality(matches) <= 2000;
  -- PostgreSQL plans the query again for each call (plan_cache_mode) and drops the branches that
  -- these constants rule out. Each sort order can then use its own index.
  is_up constant boolean := by_due <> backward;
  due_key constant date := case when by_due then private.read_date(key, 'page_key') end;
  new_key constant timestamptz := case
    when not by_due then private.read_instant(key, 'page_key') end;
begin
  with listed as not materialized (
    select r.id, r.due_on, r.created_at from public.requests r
    where r.org_id = request_ids.org_id
      and (request_ids.status is null or r.status = request_ids.status)
      and (request_ids.assignee_id is null or r.assignee_id = request_ids.assignee_id)
      and (request_ids.client_id is null or r.client_id = request_ids.client_id)
      and (due_from is null or r.due_on >= due_from)
      and (due_to is null or r.due_on <= due_to)
      and case
        when pattern is null then true
        when is_short then r.id = any (matches)
        else r.search like pattern or r.client_id in (
          select c.id from public.clients c
          where c.org_id = request_ids.org_id and c.search like pattern)
        end
  ), page as (
    select l.* from listed l
    where case
      when due_key is not null and is_up then (l.due_on, l.id) > (due_key, key_id)
      when due_key is not null then (l.due_on, l.id) < (due_key, key_id)
      when new_key is not null and is_up then (l.created_at, l.id) > (new_key, key_id)
      when new_key is not null then (l.created_at, l.id) < (new_key, key_id)
      else true end
    order by
      case when by_due and is_up then l.due_on end,
      case when by_due and not is_up then l.due_on end desc,
      case when not by_due and is_up then l.created_at end,
      case when not by_due and not is_up then l.created_at end desc,
      case when is_up then l.id end,
      case when not is_up then l.id end desc
    limit max_rows
  )
  select
    array(select p.id from page p),
    (select count(*) from (select from listed limit 10001) counted),
    case
      when key is null then 0
      when by_due then (select count(*) from (
        select from listed l
        where (l.due_on, l.id) < (
          select p.due_on, p.id from page p order by p.due_on, p.id limit 1)
        limit 10001) counted)
      else (select count(*) from (
        select from listed l
        where (l.created_at, l.id) > (
          select p.created_at, p.id from page p order by p.created_at desc, p.id desc limit 1)
        limit 10001) counted) end
  into ids, total, skipped;
  if backward then
    ids := array(select id from unnest(ids) with ordinality listed (id, no) order by no desc);
  end if;
end
$$;
comment on function private.request_ids(
  uuid, text, date, date, uuid, uuid, text, boolean, text, uuid, boolean, int) is
  'Returns one page of a list of requests, by due date or newest first: before or after a key, '
  'with the number of requests in the list and before the page, both at most 10,001.';

create function public.list_requests(
  org_id uuid, in_status text default null, of_assignee uuid default null,
  of_client uuid default null, query text default null, sort text default null,
  page_key text default null, page_id uuid default null, backward boolean default false,
  max_rows int default 50
) returns table (
  id uuid, title text, status text, due_on date, days_late int, client_id uuid, client_name text,
  client_ref text, progress jsonb, optional_items int, assignee_id uuid, assignee_name text,
  assignee_avatar_path text, sent_at timestamptz, last_activity_at timestamptz, key text,
  total int, skipped int)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  today date;
  is_open boolean := coalesce(in_status, '') in ('open', 'overdue', 'due_this_week');
  by_due boolean := coalesce(sort = 'due', is_open);
  pattern text;
  page record;
begin
  perform private.require_staff(list_requests.org_id);
  if in_status not in (
    'draft', 'open', 'complete', 'cancelled', 'archived', 'overdue', 'due_this_week') then
    perform private.invalid('in_status', 'format');
  elsif sort not in ('due', 'newest') or (by_due and not is_open) then
    perform private.invalid('sort', 'format');
  end if;
  if query <> '' then
    pattern := private.containing(private.clean_query(query));
  end if;
  today := private.today(list_requests.org_id);
  page := private.request_ids(
    list_requests.org_id, case when is_open then 'open' else in_status end,
    case when in_status = 'due_this_week' then today end,
    case in_status
      when 'overdue' then today - 1 when 'due_this_week' then private.sunday(today) end,
    of_assignee, of_client, pattern, by_due,
    case when page_id is not null then page_key end, page_id, coalesce(backward, false),
    least(greatest(coalesce(max_rows, 50), 1), 100));
  return query
    select r.id, r.title, r.status, r.due_on,
      case when r.status = 'open' then greatest(today - r.due_on, 0) else 0 end, c.id, c.name, c.ref,
      asked.progress, asked.optional_items, r.assignee_id,
      case when p.name <> '' then p.name
        when r.assignee_id is not null then private.user_name(r.assignee_id) end,
      p.avatar_path,
      r.sent_at, coalesce(active.active_at, r.updated_at),
      case when by_due then r.due_on::text
        else private.instant_text(r.created_at) end,
      page.total, page.skipped
    from unnest(page.ids) with ordinality listed (id, no)
    join public.requests r on r.id = listed.id
    join private.request_progress(page.ids) asked on asked.request_id = r.id
    join private.request_activity(page.ids) active on active.request_id = r.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by listed.no;
end
$$;
comment on function public.list_requests(
  uuid, text, uuid, uuid, text, text, text, uuid, boolean, int) is
  'Returns one page of a firm''s requests to its staff, each with its client, progress and '
  'assignee. By default, open requests are sorted by due date and others newest first.';
grant execute on function
  public.list_requests(uuid, text, uuid, uuid, text, text, text, uuid, boolean, int)
  to authenticated;
