-- Adds several contacts to an open request in one transaction. If one is refused, none is added or
-- emailed.

CREATE OR REPLACE FUNCTION public.add_recipients (
  request_id  uuid,
  contact_ids uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  actor private.actor := private.require_request_staff(add_recipients.request_id);
  contact_id uuid;
  added jsonb;
begin
  if coalesce(cardinality(contact_ids), 0) not between 1 and 5 then
    perform private.invalid('contact_ids', 'length');
  end if;
  foreach contact_id in array contact_ids loop
    added := public.add_recipient(add_recipients.request_id, contact_id);
  end loop;
  return jsonb_build_object('version', added -> 'version');
end
$function$;

REVOKE ALL ON FUNCTION "public"."add_recipients"(uuid, uuid[]) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "public"."add_recipients"(uuid, uuid[]) IS 'Adds one to five contacts of the client to a request and emails them. If one of them cannot be added, adds none.';

GRANT EXECUTE ON FUNCTION "public"."add_recipients"(uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_recipients"(uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_recipients"(uuid, uuid[]) TO "postgres";
