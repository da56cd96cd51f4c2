-- The inbox also returns the page before a row, and the position of its first request.

DROP FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer);

DROP FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer);

CREATE OR REPLACE FUNCTION private.inbox_page (
  org_id      uuid,
  assignee_id uuid,
  has_key     boolean,
  key_late    boolean,
  key_at      timestamp with time zone,
  key_id      uuid,
  max_rows    integer,
  backward    boolean
)
  RETURNS TABLE (
    request_id uuid,
    is_late    boolean,
    waiting    integer,
    oldest_at  timestamp with time zone,
    groups     integer,
    total      integer,
    skipped    integer
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
      select w.*, r.due_on < today as is_late,
        row_number() over (order by r.due_on >= today, w.oldest_at, w.id)::int as no
      from waiting w join public.requests r on r.id = w.id
      where inbox_page.assignee_id is null or r.assignee_id = inbox_page.assignee_id
    ), page as (
      select g.* from grouped g
      where not has_key
        or not backward and (not g.is_late, g.oldest_at, g.id) > (not key_late, key_at, key_id)
        or backward and (not g.is_late, g.oldest_at, g.id) < (not key_late, key_at, key_id)
      order by case when has_key and backward then -g.no else g.no end limit max_rows
    )
    select p.id, p.is_late, p.items, p.oldest_at, (select count(*)::int from grouped),
      (select sum(items)::int from grouped), (min(p.no) over ()) - 1
    from page p order by p.no;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_inbox (
  org_id   uuid,
  mine     boolean DEFAULT false,
  page_key text    DEFAULT NULL::text,
  page_id  uuid    DEFAULT NULL::uuid,
  max_rows integer DEFAULT 20,
  backward boolean DEFAULT false
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
  actor private.actor := private.require_staff(list_inbox.org_id);
  today date := private.today(list_inbox.org_id);
  key_late boolean;
  key_at timestamptz;
begin
  if page_id is not null then
    if page_key !~ '^(late|due) ' then
      perform private.invalid('page_key', 'format');
    end if;
    key_late := page_key like 'late %';
    key_at := private.read_instant(split_part(page_key, ' ', 2), 'page_key');
  end if;
  return query
    with page as materialized (
      select * from private.inbox_page(
        list_inbox.org_id, case when mine then actor.id end, page_id is not null, key_late,
        key_at, page_id, least(greatest(coalesce(max_rows, 20), 1), 50), backward)
    )
    select r.id, r.title, c.id, c.name, r.due_on, page.is_late, greatest(today - r.due_on, 0),
      r.assignee_id,
      case when p.name <> '' then p.name
        when r.assignee_id is not null then private.user_name(r.assignee_id) end,
      p.avatar_path,
      asked.progress, page.waiting, page.oldest_at,
      private.items_to_review(r.org_id, r.id, 5),
      case when page.is_late then 'late ' else 'due ' end || private.instant_text(page.oldest_at),
      page.groups, page.total, page.skipped
    from page
    join public.requests r on r.id = page.request_id
    join private.request_progress(array(select request_id from page)) asked
      on asked.request_id = r.id
    join public.clients c on c.id = r.client_id
    left join public.profiles p on p.user_id = r.assignee_id
    order by not page.is_late, page.oldest_at, r.id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer, boolean) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp with time zone, uuid, integer, boolean) IS 'Returns requests with items to review, late ones first, then by their oldest item; of one assignee or of all. Starts after a key, or ends before it if backward is true.';

COMMENT ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer, boolean) IS 'Returns a firm''s requests with items to review to its staff, with up to five items each: late requests first, then by the oldest item. Starts after the key of a row, or ends before it if backward is true.';

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."inbox_page"(uuid, uuid, boolean, boolean, timestamp WITH time zone, uuid, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_inbox"(uuid, boolean, text, uuid, integer, boolean) TO "postgres";
