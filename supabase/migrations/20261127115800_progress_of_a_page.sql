-- Counts the items of all requests of a page in one call.

DROP FUNCTION "private"."request_progress"(uuid);

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
  pattern := private.containing(private.clean_query(query));
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

CREATE OR REPLACE FUNCTION private.request_progress (
  request_ids uuid[]
)
  RETURNS TABLE (
    request_id     uuid,
    progress       jsonb,
    optional_items integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 50
  SET search_path TO ''
  AS $function$
begin
  return query
    select asked.id,
      jsonb_build_object(
        'accepted', count(*) filter (where i.required and i.status = 'accepted'),
        'submitted', count(*) filter (where i.required and i.status = 'submitted'),
        'partial', count(*) filter (where i.required and i.status = 'partial'),
        'returned', count(*) filter (where i.required and i.status = 'returned'),
        'open', count(*) filter (where i.required and i.status = 'open'),
        'waived', count(*) filter (where i.required and i.status = 'waived')),
      (count(*) filter (where not i.required))::int
    from unnest(request_ids) asked (id)
    left join public.items i on i.request_id = asked.id
    group by asked.id;
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
  pattern := private.containing(private.clean_query(query));
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
      r.sent_at, coalesce(private.request_activity_at(r.id), r.updated_at),
      case when by_due then r.due_on::text
        else private.instant_text(r.created_at) end,
      page.total, page.skipped
    from unnest(page.ids) with ordinality listed (id, no)
    join public.requests r on r.id = listed.id
    join private.request_progress(page.ids) asked on asked.request_id = r.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by listed.no;
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
      case when r.assignee_id is not null then private.user_name(r.assignee_id) end, p.avatar_path,
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

CREATE OR REPLACE FUNCTION public.list_due (
  org_id      uuid,
  from_date   date,
  to_date     date,
  of_assignee uuid    DEFAULT NULL::uuid,
  overdue     boolean DEFAULT false
)
  RETURNS TABLE (
    request_id           uuid,
    title                text,
    client_id            uuid,
    client_name          text,
    due_on               date,
    days_late            integer,
    assignee_id          uuid,
    assignee_name        text,
    assignee_avatar_path text,
    progress             jsonb
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  today date;
begin
  perform private.require_staff(list_due.org_id);
  if from_date is null then
    perform private.invalid('from_date', 'required');
  elsif to_date is null then
    perform private.invalid('to_date', 'required');
  elsif to_date - from_date not between 0 and 62 then
    perform private.invalid('to_date', 'range', '{"min":0,"max":62}');
  end if;
  today := private.today(list_due.org_id);
  return query
    with due as materialized (
      select r.id, r.title, r.client_id, c.name as client_name, r.due_on, r.assignee_id
      from public.requests r
      join public.clients c on c.id = r.client_id
      where r.org_id = list_due.org_id and r.status = 'open' and r.due_on <= to_date
        and (list_due.overdue or r.due_on >= from_date)
        and (of_assignee is null or r.assignee_id = of_assignee)
      order by r.due_on, c.name, r.id limit 2000
    )
    select d.id, d.title, d.client_id, d.client_name, d.due_on, greatest(today - d.due_on, 0),
      d.assignee_id,
      case when d.assignee_id is not null then private.user_name(d.assignee_id) end, p.avatar_path,
      asked.progress
    from due d
    join private.request_progress(array(select id from due)) asked on asked.request_id = d.id
    left join public.profiles p on p.user_id = d.assignee_id
    order by d.due_on, d.client_name, d.id;
end
$function$;

COMMENT ON FUNCTION "private"."request_progress"(uuid[]) IS 'Returns the numbers of required items of requests in each status, and of optional items. One call for a page costs less than one for each row.';

REVOKE ALL ON FUNCTION "private"."request_progress"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_progress"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_progress"(uuid[]) TO "postgres";
