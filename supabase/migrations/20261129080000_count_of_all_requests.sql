-- The counts of the navigation also count the requests in every status.

DROP FUNCTION "public"."count_work"(uuid);

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
    drafts         integer,
    requests       integer
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
    private.count_open(count_work.org_id, null, null, null, 'draft'),
    (select count(*)::int from (
      select from public.requests r where r.org_id = count_work.org_id limit 10001) counted);
end
$function$;

REVOKE ALL ON FUNCTION "public"."count_work"(uuid) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."count_work"(uuid) IS 'Returns the counts that the navigation shows to staff, each at most 10,001.';

GRANT EXECUTE ON FUNCTION "public"."count_work"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."count_work"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."count_work"(uuid) TO "postgres";
