-- Staff can restore an archived request, until the day on which the sweep would archive it.

CREATE OR REPLACE FUNCTION public.restore_request (
  request_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(restore_request.request_id);
  request public.requests := private.lock_request(restore_request.request_id, '{archived}');
begin
  -- The sweep would archive an older request again.
  if request.closed_at <= private.clock() - interval '90 days' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  update public.requests r set
    -- A cancelled request is never reopened, so its cancellation says how it closed.
    status = case when exists (
      select from public.events e
      where e.request_id = request.id and e.action = 'request.cancelled'
    ) then 'cancelled' else 'complete' end,
    version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.restored', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$function$;

REVOKE ALL ON FUNCTION "public"."restore_request"(uuid) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."restore_request"(uuid) IS 'Restores an archived request that closed less than 90 days ago.';

GRANT EXECUTE ON FUNCTION "public"."restore_request"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."restore_request"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."restore_request"(uuid) TO "postgres";
