-- Search ignores case and accents, and names and titles sort as people expect. Lists of clients and
-- requests, the inbox by request and the counts of the navigation are functions: under row-level
-- security, search cannot use an index. The new columns rewrite their tables.

create extension if not exists btree_gin with schema extensions;
create extension if not exists unaccent with schema extensions;

drop index public.clients_name_idx;
drop index public.clients_org_id_name_idx;
drop index public.items_submitted_idx;
drop index public.requests_org_id_status_due_on_id_idx;

-- The other indexes and the constraints of these columns are built again.
alter table public.clients alter column name type text collate "und-x-icu";
alter table public.contacts alter column name type text collate "und-x-icu";
alter table public.requests alter column title type text collate "und-x-icu";

CREATE OR REPLACE FUNCTION private.fold (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select translate(
    normalize(
      extensions.unaccent('extensions.unaccent'::regdictionary, regexp_replace(
        normalize(lower(normalize(value, nfkc) collate pg_catalog."und-x-icu"), nfkd),
        '[\u0300-\u036f]', '', 'g')),
      nfkc),
    'ς', 'σ')
$function$;

CREATE OR REPLACE FUNCTION private.clean_query (
  query text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  cleaned text := private.clean_line(query, 'query', 0, 80);
begin
  -- Folding can leave nothing of a query, such as an accent alone. It must not match everything.
  return coalesce(nullif(btrim(private.fold(cleaned)), ''), nullif(cleaned, ''));
end
$function$;

CREATE OR REPLACE FUNCTION private.containing (
  folded text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
$function$;

CREATE OR REPLACE FUNCTION private.match_rank (
  search text,
  folded text
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  breaks constant text := E'\n-/(&.,@_+''"’';
begin
  if starts_with(search, folded) or strpos(search, E'\n' || folded) > 0 then
    return 2;
  elsif strpos(
    ' ' || translate(search, breaks, repeat(' ', length(breaks))),
    ' ' || translate(folded, breaks, repeat(' ', length(breaks)))) > 0 then
    return 3;
  end if;
  return 4;
end
$function$;

CREATE OR REPLACE FUNCTION private.instant_text (
  instant timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $function$;

CREATE OR REPLACE FUNCTION private.read_instant (
  value text,
  field text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if value !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$' then
    perform private.invalid(field, 'format');
  end if;
  return value::timestamptz;
exception when datetime_field_overflow then
  perform private.invalid(field, 'format');
end
$function$;

CREATE OR REPLACE FUNCTION private.read_date (
  value text,
  field text
)
  RETURNS date
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  if value !~ '^\d{4}-\d\d-\d\d$' or not private.is_date(value) then
    perform private.invalid(field, 'format');
  end if;
  return value::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.today (
  org_id uuid
)
  RETURNS date
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select (private.clock() at time zone o.time_zone)::date
  from public.orgs o where o.id = today.org_id
$function$;

CREATE OR REPLACE FUNCTION private.sunday (
  day date
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select day + 7 - extract(isodow from day)::int $function$;

CREATE OR REPLACE FUNCTION private.main_contact_id (
  client_id uuid
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select c.id from public.contacts c
    where c.org_id = (select o.org_id from public.clients o where o.id = main_contact_id.client_id)
      and c.client_id = main_contact_id.client_id and c.status <> 'removed'
    order by c.created_at, c.name, c.id limit 1);
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
    (select max(private.request_activity_at(latest.id))
    from (
      select r.id from public.requests r where r.client_id = client_activity_at.client_id
      order by r.status <> 'open', r.created_at desc limit 10
    ) latest));
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
  ), first as (
    select p.id, p.name from page p order by p.name, p.id limit 1
  )
  select
    array(select p.id from page p order by p.name, p.id),
    (select count(*) from (select from listed limit 10001) counted),
    (select count(*) from (
      select from listed l where (l.name, l.id) < (
        (select f.name from first f), (select f.id from first f)) limit 10001) counted)
  into ids, total, skipped;
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
  pattern := private.containing(private.clean_query(query));
  page := private.client_ids(
    list_clients.org_id, in_status, pattern, case when page_id is not null then page_key end, page_id,
    coalesce(backward, false), least(greatest(coalesce(max_rows, 50), 1), 100));
  return query
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
      upcoming.id, upcoming.title, upcoming.due_on,
      case when upcoming.id is not null then private.request_progress(upcoming.id) end,
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
    left join lateral (
      select r.id, r.title, r.due_on, r.assignee_id from public.requests r
      where r.client_id = c.id and r.status = 'open' order by r.due_on, r.id limit 1
    ) upcoming on true
    order by listed.no;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_progress (
  request_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
      'accepted', count(*) filter (where i.status = 'accepted'),
      'submitted', count(*) filter (where i.status = 'submitted'),
      'partial', count(*) filter (where i.status = 'partial'),
      'returned', count(*) filter (where i.status = 'returned'),
      'open', count(*) filter (where i.status = 'open'),
      'waived', count(*) filter (where i.status = 'waived'))
    from public.items i where i.request_id = request_progress.request_id and i.required);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_activity_at (
  request_id uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select e.at from public.events e
    where e.request_id = request_activity_at.request_id and e.action <> 'file.opened'
      and e.actor_kind <> 'system'
    order by e.id desc limit 1);
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
  ), ordered as (
    select p.*, row_number() over (
      order by
        case when by_due then p.due_on end, case when not by_due then p.created_at end desc,
        case when by_due then p.id end, case when not by_due then p.id end desc) as no
    from page p
  ), first as (
    select * from ordered where no = 1
  )
  select
    array(select o.id from ordered o order by o.no),
    (select count(*) from (select from listed limit 10001) counted),
    (select count(*) from (
      select from listed l
      where case
        when by_due then (l.due_on, l.id) < (
          (select f.due_on from first f), (select f.id from first f))
        else (l.created_at, l.id) > (
          (select f.created_at from first f), (select f.id from first f)) end
      limit 10001) counted)
  into ids, total, skipped;
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
      private.request_progress(r.id),
      (select count(*)::int from public.items i where i.request_id = r.id and not i.required),
      r.assignee_id,
      case when r.assignee_id is not null then private.user_name(r.assignee_id) end, p.avatar_path,
      r.sent_at, coalesce(private.request_activity_at(r.id), r.updated_at),
      case when by_due then r.due_on::text
        else private.instant_text(r.created_at) end,
      page.total, page.skipped
    from unnest(page.ids) with ordinality listed (id, no)
    join public.requests r on r.id = listed.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by listed.no;
end
$function$;

CREATE OR REPLACE FUNCTION private.first_line (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select left(split_part(value, E'\n', 1), 120) $function$;

CREATE OR REPLACE FUNCTION private.sender_name (
  submission public.submissions
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if submission.submitted_kind = 'staff' then
    return private.user_name(submission.submitted_by);
  end if;
  return coalesce(
    (select c.name from public.contacts c
    join public.request_contacts rc
      on rc.contact_id = c.id and rc.request_id = submission.request_id
    where c.user_id = submission.submitted_by limit 1),
    -- The contact was removed since then.
    (select e.actor_name from public.events e
    where e.request_id = submission.request_id and e.entity_id = submission.item_id
      and e.action = 'item.submitted' order by e.id desc limit 1));
end
$function$;

CREATE OR REPLACE FUNCTION private.items_to_review (
  org_id     uuid,
  request_id uuid,
  max_items  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    with oldest as (
      select i.id, i.title, i.kind, i.submitted_at from public.items i
      where i.org_id = items_to_review.org_id and i.request_id = items_to_review.request_id
        and i.submitted_at is not null
      order by i.submitted_at, i.id limit max_items
    )
    select jsonb_agg(
      jsonb_build_object(
        'id', o.id, 'title', o.title, 'kind', o.kind, 'no', s.no, 'submitted_at', o.submitted_at,
        'sender_id', s.submitted_by, 'sender_kind', s.submitted_kind,
        'sender_name', private.sender_name(s),
        'not_applicable', s.not_applicable, 'note', private.first_line(s.client_note),
        'files', sent.files, 'bytes', sent.bytes, 'types', sent.types,
        'file_name', case when sent.files = 1 then sent.name end,
        'text', private.first_line(s.answer ->> 'text'), 'choices', s.answer -> 'choices',
        'date', s.answer ->> 'date')
      order by o.submitted_at, o.id)
    from oldest o
    join public.submissions s on s.item_id = o.id and s.status = 'submitted'
    cross join lateral (
      select count(*) as files, coalesce(sum(f.bytes), 0) as bytes, min(f.name) as name,
        to_jsonb((array_agg(distinct split_part(f.detected_mime, ';', 1))
          filter (where f.detected_mime is not null))[:5]) as types
      from public.files f where f.submission_id = s.id and f.status = 'ready'
    ) sent);
end
$function$;

CREATE OR REPLACE FUNCTION private.inbox_page (
  org_id      uuid,
  assignee_id uuid,
  is_after    boolean,
  after_late  boolean,
  after_at    timestamp with time zone,
  after_id    uuid,
  max_rows    integer
)
  RETURNS TABLE (
    request_id uuid,
    is_late    boolean,
    waiting    integer,
    oldest_at  timestamp with time zone,
    groups     integer,
    total      integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
#variable_conflict use_column
declare
  today date := private.today(inbox_page.org_id);
begin
  return query
    with waiting as (
      select i.request_id as id, count(*)::int as items, min(i.submitted_at) as oldest_at
      from public.items i
      where i.org_id = inbox_page.org_id and i.submitted_at is not null
      group by i.request_id
    ), grouped as materialized (
      select w.*, r.due_on < today as is_late
      from waiting w join public.requests r on r.id = w.id
      where inbox_page.assignee_id is null or r.assignee_id = inbox_page.assignee_id
    )
    select g.id, g.is_late, g.items, g.oldest_at, (select count(*)::int from grouped),
      (select sum(items)::int from grouped)
    from grouped g
    where not is_after or (not g.is_late, g.oldest_at, g.id) > (not after_late, after_at, after_id)
    order by not g.is_late, g.oldest_at, g.id limit max_rows;
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
    select r.id, r.title, c.id, c.name, r.due_on, page.is_late, greatest(today - r.due_on, 0),
      r.assignee_id,
      case when r.assignee_id is not null then private.user_name(r.assignee_id) end, p.avatar_path,
      private.request_progress(r.id), page.waiting, page.oldest_at,
      private.items_to_review(r.org_id, r.id, 5),
      case when page.is_late then 'late ' else 'due ' end || private.instant_text(page.oldest_at),
      page.groups, page.total
    from private.inbox_page(
      list_inbox.org_id, case when mine then actor.id end, page_id is not null, after_late, after_at,
      page_id, least(greatest(coalesce(max_rows, 20), 1), 50)
    ) page
    join public.requests r on r.id = page.request_id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by not page.is_late, page.oldest_at, r.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_to_review (
  org_id      uuid,
  assignee_id uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  if assignee_id is null then
    return (
      select count(*)::int from (
        select from public.items i
        where i.org_id = count_to_review.org_id and i.submitted_at is not null limit 10001
      ) counted);
  end if;
  return (
    select count(*)::int from (
      select from public.requests r
      join public.items i
        on i.org_id = r.org_id and i.request_id = r.id and i.submitted_at is not null
      where r.org_id = count_to_review.org_id and r.status = 'open'
        and r.assignee_id = count_to_review.assignee_id
      limit 10001
    ) counted);
end
$function$;

CREATE OR REPLACE FUNCTION public.count_inbox (
  org_id uuid,
  mine   boolean DEFAULT false
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_staff(count_inbox.org_id);
begin
  return private.count_to_review(count_inbox.org_id, case when mine then actor.id end);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_open (
  org_id      uuid,
  assignee_id uuid,
  due_from    date,
  due_to      date,
  wanted      text DEFAULT 'open'::text
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
begin
  return (
    select count(*)::int from (
      select from public.requests r
      where r.org_id = count_open.org_id and r.status = wanted
        and (count_open.assignee_id is null or r.assignee_id = count_open.assignee_id)
        and (due_from is null or r.due_on >= due_from) and (due_to is null or r.due_on <= due_to)
      limit 10001
    ) counted);
end
$function$;

CREATE OR REPLACE FUNCTION public.count_work (
  org_id uuid
)
  RETURNS TABLE (
    to_review      integer,
    to_review_mine integer,
    open_requests  integer,
    open_mine      integer,
    overdue        integer,
    due_this_week  integer,
    bounced        integer,
    drafts         integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_staff(count_work.org_id);
  today date := private.today(count_work.org_id);
begin
  return query select
    private.count_to_review(count_work.org_id, null),
    private.count_to_review(count_work.org_id, actor.id),
    private.count_open(count_work.org_id, null, null, null),
    private.count_open(count_work.org_id, actor.id, null, null),
    private.count_open(count_work.org_id, null, null, today - 1),
    private.count_open(count_work.org_id, null, today, private.sunday(today)),
    (select count(*)::int from (
      select from public.contacts c
      join public.clients owner on owner.id = c.client_id and owner.archived_at is null
      where c.org_id = count_work.org_id and c.status = 'bounced' limit 10001) counted),
    private.count_open(count_work.org_id, null, null, null, 'draft');
end
$function$;

CREATE OR REPLACE FUNCTION private.may_remind (
  request public.requests
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return request.status = 'open' and private.has_work_left(request.id)
    and not exists (
      select from public.reminders m
      where m.request_id = request.id and m.manual
        and m.due_at > private.clock() - interval '24 hours')
    and exists (
      select from public.request_contacts rc
      join public.contacts c
        on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
      where rc.request_id = request.id and not exists (
        select from private.outbox m
        where m.request_id = rc.request_id and m.contact_id = rc.contact_id
          and m.kind = 'request_sent' and m.status = 'deferred'));
end
$function$;

CREATE OR REPLACE FUNCTION private.overdue_requests (
  org_id   uuid,
  today    date,
  max_rows integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    with late as (
      select r.id from public.requests r
      where r.org_id = overdue_requests.org_id and r.status = 'open' and r.due_on < today
      order by r.due_on, r.id limit max_rows
    )
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'request_id', r.id, 'title', r.title, 'client_id', c.id, 'client_name', c.name,
        'due_on', r.due_on, 'days_late', today - r.due_on,
        'missing', (
          select count(*) from public.items i
          where i.request_id = r.id and i.required and i.status in ('open', 'partial', 'returned')),
        'reminded_today', exists (
          select from public.reminders m
          where m.org_id = r.org_id and m.request_id = r.id and m.status in ('queued', 'sent')
            and (m.due_at at time zone o.time_zone)::date = today),
        'may_remind', private.may_remind(r))
      order by r.due_on, r.id), '[]')
    from late l
    join public.requests r on r.id = l.id
    join public.orgs o on o.id = r.org_id
    join public.clients c on c.id = r.client_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.due_days (
  org_id    uuid,
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    with due as (
      select r.id, r.due_on, r.client_id from public.requests r
      where r.org_id = due_days.org_id and r.status = 'open'
        and r.due_on between first_day and last_day
      order by r.due_on, r.id limit 10001
    ), days as (
      select distinct on (d.due_on) d.due_on, d.id, c.id as client_id, c.name,
        count(*) over (partition by d.due_on) as total
      from due d join public.clients c on c.id = d.client_id
      order by d.due_on, c.name, d.id
    )
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'due_on', d.due_on, 'total', d.total, 'request_id', d.id, 'client_id', d.client_id,
        'client_name', d.name)
      order by d.due_on), '[]')
    from days d);
end
$function$;

CREATE OR REPLACE FUNCTION public.get_inbox_side (
  org_id   uuid,
  max_rows integer DEFAULT 5
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  most int := least(greatest(coalesce(max_rows, 5), 1), 20);
  today date;
begin
  perform private.require_staff(get_inbox_side.org_id);
  today := private.today(get_inbox_side.org_id);
  return jsonb_build_object(
    'overdue', private.overdue_requests(get_inbox_side.org_id, today, most),
    'due_this_week', private.due_days(get_inbox_side.org_id, today, private.sunday(today)),
    'bounced', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'contact_id', b.id, 'name', b.name, 'email', b.email, 'client_id', b.client_id,
          'client_name', b.client_name)
        order by b.name, b.id), '[]')
      from (
        select c.id, c.name, c.email, c.client_id, owner.name as client_name
        from public.contacts c
        join public.clients owner on owner.id = c.client_id and owner.archived_at is null
        where c.org_id = get_inbox_side.org_id and c.status = 'bounced'
        order by c.name, c.id limit most
      ) b),
    'drafts', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'request_id', d.id, 'title', d.title, 'client_id', d.client_id, 'client_name', d.name,
          'saved_at', d.updated_at)
        order by d.updated_at desc, d.id), '[]')
      from (
        select r.id, r.title, r.updated_at, c.id as client_id, c.name
        from public.requests r join public.clients c on c.id = r.client_id
        where r.org_id = get_inbox_side.org_id and r.status = 'draft'
        order by r.updated_at desc, r.id limit most
      ) d));
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
    with due as (
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
      private.request_progress(d.id)
    from due d
    left join public.profiles p on p.user_id = d.assignee_id
    order by d.due_on, d.client_name, d.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.best_clients (
  org_id uuid,
  folded text
)
  RETURNS TABLE (
    client_id  uuid,
    contact_id uuid,
    rank       integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.best_requests (
  org_id uuid,
  folded text
)
  RETURNS TABLE (
    request_id uuid,
    rank       integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
      (select r.id, f.rank
        from private.best_clients(best_requests.org_id, folded) f
        join public.requests r on r.client_id = f.client_id
        where f.contact_id is null limit 1000)
    )
    select f.request_id, min(f.rank) from found f group by f.request_id;
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
    ), best as (
      select r.*, f.rank
      from found f join public.requests r on r.id = f.request_id
      order by f.rank, r.status <> 'open', r.updated_at desc, r.id limit 100
    ), ranked as (
      select b.*, private.request_activity_at(b.id) as active_at from best b
      order by b.rank, active_at desc nulls last, b.title, b.id limit most
    )
    select 'request', b.id, b.title, c.id, c.name, c.ref, null::text, null::text, b.status, b.due_on,
      b.active_at, (select least(count(*), 1000)::int from found)
    from ranked b join public.clients c on c.id = b.client_id
    order by b.rank, b.active_at desc nulls last, b.title, b.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."count_inbox"(uuid, boolean) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."count_work"(uuid) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."get_inbox_side"(uuid, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_clients"(uuid, text, text, text, uuid, boolean, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_due"(uuid, date, date, uuid, boolean) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."list_requests"(uuid, text, uuid, uuid, text, text, text, uuid, boolean, integer) FROM PUBLIC, "anon", "service_role";

REVOKE ALL ON FUNCTION "public"."search_org"(uuid, text, integer) FROM PUBLIC, "anon", "service_role";

CREATE INDEX clients_org_id_name_idx ON public.clients USING btree (org_id, name, id) INCLUDE (archived_at);

CREATE INDEX contacts_bounced_idx ON public.contacts USING btree (org_id, name, id)
  WHERE (status = 'bounced'::text);

CREATE INDEX items_to_review_idx ON public.items USING btree (org_id, request_id, submitted_at, id)
  WHERE (submitted_at IS NOT NULL);

CREATE INDEX requests_org_id_status_due_on_id_idx ON public.requests USING btree (org_id, status, due_on, id) INCLUDE (assignee_id);

COMMENT ON FUNCTION "private"."best_clients"(uuid, text) IS 'Returns clients of a firm that match by name, reference or contact, with the contact that matches best and the rank.';

COMMENT ON FUNCTION "private"."best_requests"(uuid, text) IS 'Returns requests of a firm that match by title or client, with the rank.';

COMMENT ON FUNCTION "private"."clean_query"(text) IS 'Checks what a person typed into a search field, and folds it; null for a blank one.';

COMMENT ON FUNCTION "private"."client_activity_at"(uuid) IS 'Returns when a person last changed a client or did something in one of its ten latest requests.';

COMMENT ON FUNCTION "private"."client_ids"(uuid, text, text, text, uuid, boolean, integer) IS 'Returns one page of a list of clients by name: before or after a key, with the number of clients in the list and before the page, both at most 10,001.';

COMMENT ON FUNCTION "private"."containing"(text) IS 'Returns the LIKE pattern of texts that contain a folded query.';

COMMENT ON FUNCTION "private"."count_open"(uuid, uuid, date, date, text) IS 'Returns the number of requests in a status, by assignee and due date, at most 10,001.';

COMMENT ON FUNCTION "private"."count_to_review"(uuid, uuid) IS 'Returns the number of items to review, of one assignee or of all, at most 10,001.';

COMMENT ON FUNCTION "private"."due_days"(uuid, date, date) IS 'Returns the days on which open requests are due, each with their number and the first client.';

COMMENT ON FUNCTION "private"."first_line"(text) IS 'Returns the start of a text: its first line, at most 120 characters.';

COMMENT ON FUNCTION "private"."fold"(text) IS 'Folds a text for search: MÜLLER, Müller and muller are equal, and so are ß and ss, ﬁ and fi. Generated columns store it, so a change of this function has to rewrite them.';

COMMENT ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp with time zone, uuid, integer) IS 'Returns requests with items to review, late ones first, then by their oldest item; of one assignee or of all.';

COMMENT ON FUNCTION "private"."instant_text"(timestamp with time zone) IS 'Writes a time with microseconds, in UTC.';

COMMENT ON FUNCTION "private"."items_to_review"(uuid, uuid, integer) IS 'Returns the items of a request that wait for a decision, oldest first, and what was sent.';

COMMENT ON FUNCTION "private"."main_contact_id"(uuid) IS 'Returns the oldest contact of a client that was not removed.';

COMMENT ON FUNCTION "private"."match_rank"(text, text) IS 'Returns how a folded text of several lines matches: 2 at the start of a line, 3 at the start of a word, 4 inside a word. 1 is for exact references.';

COMMENT ON FUNCTION "private"."may_remind"(public.requests) IS 'Returns whether remind_contacts would send a reminder now.';

COMMENT ON FUNCTION "private"."overdue_requests"(uuid, date, integer) IS 'Returns the overdue requests of a firm, the latest first, with what is missing and whether contacts may be reminded.';

COMMENT ON FUNCTION "private"."read_date"(text, text) IS 'Reads an ISO date, or refuses the field.';

COMMENT ON FUNCTION "private"."read_instant"(text, text) IS 'Reads a time that instant_text wrote, or refuses the field.';

COMMENT ON FUNCTION "private"."request_activity_at"(uuid) IS 'Returns when a person last did something in a request. Reading a file does not count.';

COMMENT ON FUNCTION "private"."request_ids"(uuid, text, date, date, uuid, uuid, text, boolean, text, uuid, boolean, integer) IS 'Returns one page of a list of requests, by due date or newest first: before or after a key, with the number of requests in the list and before the page, both at most 10,001.';

COMMENT ON FUNCTION "private"."request_progress"(uuid) IS 'Returns the numbers of required items of a request in each status.';

COMMENT ON FUNCTION "private"."sender_name"(public.submissions) IS 'Returns the name of the person who submitted an answer.';

COMMENT ON FUNCTION "private"."sunday"(date) IS 'Returns the last day of the week of a day.';

COMMENT ON FUNCTION "private"."today"(uuid) IS 'Returns the date in the time zone of a firm.';

COMMENT ON FUNCTION "public"."count_inbox"(uuid, boolean) IS 'Returns how many items the staff of a firm, or the caller alone, have to review, at most 10,001.';

COMMENT ON FUNCTION "public"."count_work"(uuid) IS 'Returns the counts that the navigation shows to staff, each at most 10,001.';

COMMENT ON FUNCTION "public"."get_inbox_side"(uuid, integer) IS 'Returns the first overdue requests, bounced contacts and drafts of a firm to its staff, and the days of this week on which requests are due.';

COMMENT ON FUNCTION "public"."list_clients"(uuid, text, text, text, uuid, boolean, integer) IS 'Returns one page of a firm''s clients by name to its staff, each with its main contact, next request and last activity.';

COMMENT ON FUNCTION "public"."list_due"(uuid, date, date, uuid, boolean) IS 'Returns the open requests of a firm that are due between two days to its staff, at most 2,000, and on request all that were due before.';

COMMENT ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer) IS 'Returns a firm''s requests with items to review to its staff, with up to five items each: late requests first, then by the oldest item.';

COMMENT ON FUNCTION "public"."list_requests"(uuid, text, uuid, uuid, text, text, text, uuid, boolean, integer) IS 'Returns one page of a firm''s requests to its staff, each with its client, progress and assignee: open ones by due date, others newest first.';

COMMENT ON FUNCTION "public"."search_org"(uuid, text, integer) IS 'Finds clients by name, reference and contacts, and requests by title and client, for staff. Exact references come first, then matches at the start of a line, of a word, and inside one.';

REVOKE ALL ON FUNCTION "private"."best_clients"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_clients"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_clients"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."best_requests"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."best_requests"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."best_requests"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."clean_query"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clean_query"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_query"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."client_activity_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_activity_at"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_activity_at"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."client_ids"(uuid, text, text, text, uuid, boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."client_ids"(uuid, text, text, text, uuid, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."client_ids"(uuid, text, text, text, uuid, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."containing"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."containing"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."containing"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_open"(uuid, uuid, date, date, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_open"(uuid, uuid, date, date, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_open"(uuid, uuid, date, date, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_to_review"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_to_review"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_to_review"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_days"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."due_days"(uuid, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."due_days"(uuid, date, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_line"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_line"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_line"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fold"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fold"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fold"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."instant_text"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."instant_text"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."instant_text"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."items_to_review"(uuid, uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."items_to_review"(uuid, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."items_to_review"(uuid, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."main_contact_id"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."main_contact_id"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."main_contact_id"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_rank"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_rank"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."match_rank"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_remind"(public.requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_remind"(public.requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_remind"(public.requests) TO "postgres";

REVOKE ALL ON FUNCTION "private"."overdue_requests"(uuid, date, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."overdue_requests"(uuid, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."overdue_requests"(uuid, date, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_date"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_date"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_date"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_instant"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_instant"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_instant"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_activity_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_activity_at"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_activity_at"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_ids"(uuid, text, date, date, uuid, uuid, text, boolean, text, uuid, boolean, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_ids"(uuid, text, date, date, uuid, uuid, text, boolean, text, uuid, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_ids"(uuid, text, date, date, uuid, uuid, text, boolean, text, uuid, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_progress"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_progress"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_progress"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sender_name"(public.submissions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sender_name"(public.submissions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sender_name"(public.submissions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sunday"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sunday"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sunday"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."today"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."today"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."today"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_inbox"(uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_inbox"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_inbox"(uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_work"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_work"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_work"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_inbox_side"(uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_inbox_side"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_inbox_side"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(uuid, text, text, text, uuid, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_clients"(uuid, text, text, text, uuid, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_clients"(uuid, text, text, text, uuid, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_due"(uuid, date, date, uuid, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_due"(uuid, date, date, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_due"(uuid, date, date, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requests"(uuid, text, uuid, uuid, text, text, text, uuid, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_requests"(uuid, text, uuid, uuid, text, text, text, uuid, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_requests"(uuid, text, uuid, uuid, text, text, text, uuid, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_org"(uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."search_org"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_org"(uuid, text, integer) TO "postgres";

ALTER TABLE "public"."clients"
  ADD COLUMN "search" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.fold(((name || E'\n') || COALESCE(ref, ''::text)))) STORED NOT NULL;

COMMENT ON COLUMN "public"."clients"."search" IS 'Name and reference as search compares them.';

ALTER TABLE "public"."contacts"
  ADD COLUMN "search" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.fold(((name || E'\n') || (email)::text))) STORED NOT NULL;

COMMENT ON COLUMN "public"."contacts"."search" IS 'Name and address as search compares them.';

ALTER TABLE "public"."requests"
  ADD COLUMN "search" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.fold(title)) STORED NOT NULL;

COMMENT ON COLUMN "public"."requests"."search" IS 'The title as search compares it.';

CREATE INDEX clients_org_id_reference_idx ON public.clients USING btree (org_id, split_part(search, E'\n', 2));

CREATE INDEX clients_org_id_search_idx ON public.clients USING btree (org_id, search);

CREATE INDEX clients_search_idx ON public.clients USING gin (org_id, search extensions.gin_trgm_ops);

CREATE INDEX contacts_search_idx ON public.contacts USING gin (org_id, search extensions.gin_trgm_ops);

CREATE INDEX requests_search_idx ON public.requests USING gin (org_id, search extensions.gin_trgm_ops);
