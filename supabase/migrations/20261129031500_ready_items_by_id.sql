-- Staff see which answers are ready, and not only how many, so that they can name them to the client.

DROP FUNCTION public.count_ready_items(uuid);

CREATE FUNCTION public.list_ready_item_ids (
  request_id uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_request_staff(list_ready_item_ids.request_id);
  return array(
    select ready.item_id from private.ready_items(list_ready_item_ids.request_id) ready);
end
$function$;

COMMENT ON FUNCTION public.list_ready_item_ids(uuid) IS
  'Returns, in order, the items of a request with complete drafts that were not submitted. Staff '
  'see which items these are, but never the drafts.';

GRANT EXECUTE ON FUNCTION public.list_ready_item_ids(uuid) TO authenticated;
