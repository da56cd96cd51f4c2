-- The notice about a deleted firm says whether its reader deleted the firm. Names cannot tell, because two owners may
-- have the same name.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.notice_mail_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'notice', mail.data ->> 'notice', 'at', mail.created_at,
    'firm', (select o.name from public.orgs o where o.id = (mail.data ->> 'org_id')::uuid),
    'by', mail.data ->> 'by',
    'by_reader', coalesce((mail.data -> 'by_reader')::boolean, false))
$function$;

CREATE OR REPLACE FUNCTION public.delete_org (
  org_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Lock the firm before its chain of events, in the same order as changes of staff do.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  -- Canceling a reminder records an event, and the requests must be locked before that. Emails to
  -- owners about a change among them are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object(
      'org_id', delete_org.org_id, 'by', private.user_name(auth.uid()),
      'by_reader', u.id = auth.uid()))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so remove it now. A trigger on orgs marks the object for deletion.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$function$;

COMMENT ON FUNCTION "private"."notice_mail_data"(private.outbox) IS 'Returns the change and its time. For a change of a firm, also returns the firm''s name, the person who made the change, and whether the recipient is that person.';
