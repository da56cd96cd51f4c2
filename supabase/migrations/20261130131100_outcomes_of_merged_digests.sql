-- The outcome of a merged digest is recorded for each request that it named. A digest that was claimed
-- before this migration has no list of these requests, so its outcome is recorded for the firm.

CREATE OR REPLACE FUNCTION private.mail_requests (
  mail private.outbox
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(r.id order by r.id), array[mail.request_id])
  from public.requests r
  where r.id in (select jsonb_array_elements_text(mail.data -> 'request_ids')::uuid)
$function$;

CREATE OR REPLACE FUNCTION private.may_record (
  mail private.outbox
)
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select mail.org_id is null or bool_and(pg_try_advisory_xact_lock(
    hashtextextended(coalesce(request.id, mail.org_id)::text, 0)))
  from unnest(private.mail_requests(mail)) request (id)
$function$;

CREATE OR REPLACE FUNCTION private.prepare_mail (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  is_wanted boolean := private.is_mail_wanted(mail);
  content jsonb := private.mail_data(mail);
begin
  if is_wanted and mail.kind = 'staff_digest' then
    perform private.pass_on_digest(mail);
  end if;
  if (case
    when content is null or not is_wanted then false
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.request_id is not null or mail.kind = 'staff_digest' then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    -- The outcome is recorded later, when the items of these requests may have been decided on.
    if mail.kind = 'staff_digest' and mail.request_id is null then
      update private.outbox m set data = m.data || jsonb_build_object(
        'request_ids', jsonb_path_query_array(content, '$.requests[*].id'))
      where m.id = mail.id;
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  -- Canceling a reminder records an event. If the chain is locked, a later run cancels it.
  if mail.kind <> 'reminder' or private.may_record(mail) then
    update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.record_mail_event (
  mail   private.outbox,
  action text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Emails about an account belong to no firm and are not recorded.
  if mail.org_id is not null then
    perform private.record_event(
      private.system_actor(), mail.org_id, request.id, record_mail_event.action, 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id))
    from unnest(private.mail_requests(mail)) request (id);
  end if;
end
$function$;

COMMENT ON FUNCTION "private"."mail_requests"(private.outbox) IS 'Returns the requests in whose chains an email''s events are recorded. They are ordered by id, so that no two transactions lock chains in a different order. For a merged digest, returns the requests that its last content named. For an email about no request, returns only null.';

COMMENT ON FUNCTION "private"."may_record"(private.outbox) IS 'Locks the chains in which the email''s events are recorded. Returns false if another transaction has one of the locks. Waiting could cause a deadlock: workers lock the email before the chains, but other transactions lock the chains first.';

COMMENT ON FUNCTION "private"."prepare_mail"(private.outbox) IS 'Returns the current content of an email. If the email is no longer needed, cancels it and returns null. Stores the requests that a merged digest names.';

COMMENT ON FUNCTION "private"."record_mail_event"(private.outbox, text) IS 'Records the outcome of an email in the chain of each request that it is about, or in the firm''s chain if it is about none.';

REVOKE ALL ON FUNCTION "private"."mail_requests"(private.outbox) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_requests"(private.outbox) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mail_requests"(private.outbox) TO "postgres";
