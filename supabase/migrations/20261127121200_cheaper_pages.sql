-- Lists cost less: one call for the activity of a page, plans that the connection keeps, and no count
-- of earlier rows for a first page.

DROP FUNCTION "private"."request_activity_at"(uuid);

CREATE OR REPLACE FUNCTION private.instant_text (
  instant timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end
$function$;

CREATE OR REPLACE FUNCTION private.today (
  org_id uuid
)
  RETURNS date
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select (private.clock() at time zone o.time_zone)::date
    from public.orgs o where o.id = today.org_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.client_activity_at (
  client_id uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return greatest(
    (select c.updated_at from public.clients c where c.id = client_activity_at.client_id),
    (select max(active.active_at)
    from private.request_activity(array(
      select r.id from public.requests r where r.client_id = client_activity_at.client_id
      order by r.status <> 'open', r.created_at desc limit 10)) active));
end
$function$;

CREATE OR REPLACE FUNCTION private.client_ids (
  org_id   uuid,
  status   text,
  pattern  text,
  key      text,
  key_id   uuid,
  backward boolean,
  max_rows integer,
  OUT      ids uuid[],
  OUT      total integer,
  OUT      skipped integer
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  -- Few matches are found by the search indexes. With many, the list is read in its order.
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
$function$;

CREATE OR REPLACE FUNCTION public.list_clients (
  org_id    uuid,
  query     text    DEFAULT NULL::text,
  in_status text    DEFAULT 'active'::text,
  page_key  text    DEFAULT NULL::text,
  page_id   uuid    DEFAULT NULL::uuid,
  backward  boolean DEFAULT false,
  max_rows  integer DEFAULT 50
)
  RETURNS TABLE (
    id                   uuid,
    name                 text,
    ref                  text,
    archived_at          timestamp with time zone,
    contact_id           uuid,
    contact_name         text,
    contact_email        text,
    contact_status       text,
    has_bounced          boolean,
    open_requests        integer,
    to_review            integer,
    next_request_id      uuid,
    next_title           text,
    next_due_on          date,
    next_progress        jsonb,
    assignee_id          uuid,
    assignee_name        text,
    assignee_avatar_path text,
    last_activity_at     timestamp with time zone,
    key                  text,
    total                integer,
    skipped              integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.request_activity (
  request_ids uuid[]
)
  RETURNS TABLE (
    request_id uuid,
    active_at  timestamp with time zone
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
begin
  return query
    select asked.id, (
      select e.at from public.events e
      where e.request_id = asked.id and e.action <> 'file.opened' and e.actor_kind <> 'system'
      order by e.id desc limit 1)
    from unnest(request_ids) asked (id);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_ids (
  org_id      uuid,
  status      text,
  due_from    date,
  due_to      date,
  assignee_id uuid,
  client_id   uuid,
  pattern     text,
  by_due      boolean,
  key         text,
  key_id      uuid,
  backward    boolean,
  max_rows    integer,
  OUT         ids uuid[],
  OUT         total integer,
  OUT         skipped integer
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  -- Few matches are found by the search indexes. With many, the list is read in its order.
  matches uuid[] := case when pattern is not null then array(
    select r.id from public.requests r
    where r.org_id = request_ids.org_id and r.search like pattern
    union
    select r.id from public.clients c join public.requests r on r.client_id = c.id
    where c.org_id = request_ids.org_id and c.search like pattern
    limit 2001) end;
  is_short constant boolean := cardinality(matches) <= 2000;
  -- The plan leaves out what these constants make unnecessary, so each list reads its own index.
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
$function$;

CREATE OR REPLACE FUNCTION public.list_requests (
  org_id      uuid,
  in_status   text    DEFAULT NULL::text,
  of_assignee uuid    DEFAULT NULL::uuid,
  of_client   uuid    DEFAULT NULL::uuid,
  query       text    DEFAULT NULL::text,
  sort        text    DEFAULT NULL::text,
  page_key    text    DEFAULT NULL::text,
  page_id     uuid    DEFAULT NULL::uuid,
  backward    boolean DEFAULT false,
  max_rows    integer DEFAULT 50
)
  RETURNS TABLE (
    id                   uuid,
    title                text,
    status               text,
    due_on               date,
    days_late            integer,
    client_id            uuid,
    client_name          text,
    client_ref           text,
    progress             jsonb,
    optional_items       integer,
    assignee_id          uuid,
    assignee_name        text,
    assignee_avatar_path text,
    sent_at              timestamp with time zone,
    last_activity_at     timestamp with time zone,
    key                  text,
    total                integer,
    skipped              integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.first_line (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return left(split_part(value, E'\n', 1), 120);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_inbox (
  org_id   uuid,
  mine     boolean DEFAULT false,
  page_key text    DEFAULT NULL::text,
  page_id  uuid    DEFAULT NULL::uuid,
  max_rows integer DEFAULT 20
)
  RETURNS TABLE (
    request_id           uuid,
    title                text,
    client_id            uuid,
    client_name          text,
    due_on               date,
    is_late              boolean,
    days_late            integer,
    assignee_id          uuid,
    assignee_name        text,
    assignee_avatar_path text,
    progress             jsonb,
    waiting              integer,
    oldest_at            timestamp with time zone,
    items                jsonb,
    key                  text,
    groups               integer,
    total                integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  actor private.actor := private.require_staff(list_inbox.org_id);
  today date := private.today(list_inbox.org_id);
  after_late boolean;
  after_at timestamptz;
begin
  if page_id is not null then
    if page_key !~ '^(late|due) ' then
      perform private.invalid('page_key', 'format');
    end if;
    after_late := page_key like 'late %';
    after_at := private.read_instant(split_part(page_key, ' ', 2), 'page_key');
  end if;
  return query
    with page as materialized (
      select * from private.inbox_page(
        list_inbox.org_id, case when mine then actor.id end, page_id is not null, after_late,
        after_at, page_id, least(greatest(coalesce(max_rows, 20), 1), 50))
    )
    select r.id, r.title, c.id, c.name, r.due_on, page.is_late, greatest(today - r.due_on, 0),
      r.assignee_id,
      case when p.name <> '' then p.name
        when r.assignee_id is not null then private.user_name(r.assignee_id) end,
      p.avatar_path,
      asked.progress, page.waiting, page.oldest_at,
      private.items_to_review(r.org_id, r.id, 5),
      case when page.is_late then 'late ' else 'due ' end || private.instant_text(page.oldest_at),
      page.groups, page.total
    from page
    join public.requests r on r.id = page.request_id
    join private.request_progress(array(select request_id from page)) asked
      on asked.request_id = r.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by not page.is_late, page.oldest_at, r.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_org (
  org_id   uuid,
  query    text,
  max_rows integer DEFAULT 5
)
  RETURNS TABLE (
    kind             text,
    id               uuid,
    title            text,
    client_id        uuid,
    client_name      text,
    ref              text,
    contact_name     text,
    contact_email    text,
    status           text,
    due_on           date,
    last_activity_at timestamp with time zone,
    total            integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
      -- Only the best are worth the search for their last activity.
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
$function$;

COMMENT ON FUNCTION "private"."first_line"(text) IS 'Returns the start of a text: its first line, at most 120 characters.';

COMMENT ON FUNCTION "private"."instant_text"(timestamp with time zone) IS 'Writes a time with microseconds, in UTC.';

COMMENT ON FUNCTION "private"."request_activity"(uuid[]) IS 'Returns when a person last did something in each request. Reading a file does not count.';

COMMENT ON FUNCTION "private"."today"(uuid) IS 'Returns the date in the time zone of a firm.';

REVOKE ALL ON FUNCTION "private"."first_line"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_line"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_line"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."instant_text"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."instant_text"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."instant_text"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_activity"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_activity"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_activity"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."today"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."today"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."today"(uuid) TO "postgres";
