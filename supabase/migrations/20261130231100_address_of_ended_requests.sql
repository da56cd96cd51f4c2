-- The page of a request that contacts can no longer open shows the firm's postal address, like their other pages.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_request_end (
  public_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  my_id uuid := private.require_user();
  request public.requests;
  org public.orgs;
  drafts jsonb;
begin
  select * into request from public.requests r
  where r.public_id = get_request_end.public_id and (
    r.status in ('cancelled', 'archived')
    or r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days');
  if request.id is null or not public.had_request_access(request.public_id) then
    return null;
  end if;
  select jsonb_agg(
      jsonb_build_object(
        'item_id', i.id, 'title', i.title, 'answer', s.answer ->> 'text', 'note', s.client_note)
      order by i.position)
    into drafts
  from public.submissions s
  join public.items i on i.id = s.item_id
  where s.request_id = request.id and s.status = 'draft' and s.saved_by = my_id
    and (coalesce(s.answer ->> 'text', '') <> '' or s.client_note <> '');
  -- A former recipient gets a result only if they had saved drafts.
  if drafts is null and not exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids()))
  then
    return null;
  end if;
  select * into org from public.orgs o where o.id = request.org_id;
  return jsonb_build_object(
    'title', request.title, 'closed_at', request.closed_at, 'time_zone', org.time_zone,
    'reply_email', org.reply_email, 'postal_address', org.postal_address,
    'reason', case when request.status = 'cancelled' then request.close_reason end,
    'drafts', coalesce(drafts, '[]'));
end
$function$;

COMMENT ON FUNCTION "public"."get_request_end"(text) IS 'Returns the end of a request that its recipients can no longer open: its title, when it closed, why it was canceled, the firm''s addresses for questions, and the drafts that the caller had saved. Returns null to callers who are not its recipients, except a former recipient with drafts.';
