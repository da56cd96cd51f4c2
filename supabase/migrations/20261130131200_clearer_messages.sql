-- Errors name the value or the limit, and comments are clearer. No function changes what it does.

CREATE OR REPLACE FUNCTION private.check_size()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reserved bigint := (select f.bytes from public.files f where f.path = new.name);
begin
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint > reserved then
    raise exception 'the object is larger than % bytes, the size declared when the upload started',
      reserved using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_events()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from public.orgs o
      where o.id = old.org_id and o.deleted_at < private.clock() - interval '30 days'
    ) then
      return old;
    end if;
  end if;
  raise exception 'events cannot be changed or deleted' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.note_picture()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Count again with a lock on the folder, because parallel uploads all pass the policy before the
  -- first of them is stored.
  perform pg_advisory_xact_lock(hashtextextended('images:' || folder, 0));
  if (
    select count(*) from storage.objects o
    where o.bucket_id = 'images'
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0'
  ) > 20 then
    raise exception 'a folder can contain at most twenty pictures' using errcode = '42501';
  end if;
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.spend_code (
  email   text,
  purpose text DEFAULT 'sign_in'::text
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  counter text := private.code_scope(spend_code.purpose);
  wait_seconds int;
begin
  if counter is null then
    raise exception 'unknown purpose "%": use "sign_in" or "email_change"', spend_code.purpose
      using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(counter || '_to:' || lower(spend_code.email), 0));
  wait_seconds := coalesce(private.code_wait(spend_code.email, spend_code.purpose), 0);
  if wait_seconds = 0 then
    perform private.count_up(
      counter, encode(sha256(convert_to(lower(spend_code.email), 'UTF8')), 'hex'), private.clock());
  end if;
  return wait_seconds;
end
$function$;

COMMENT ON COLUMN "public"."orgs"."brand_color" IS 'The color of contact pages and emails, such as #0d5f66. Null for Dossier''s color.';

COMMENT ON FUNCTION "private"."clean_query"(text) IS 'Checks and folds what a person typed into a search field. Returns null if it is blank.';

COMMENT ON FUNCTION "private"."end_reminders"(uuid, uuid) IS 'Skips the planned reminders of a request, or of one of its contacts. Queued reminders end when their email is canceled.';

COMMENT ON FUNCTION "private"."end_unsent_reminder"() IS 'Ends the reminder of an email that is not sent. A canceled email skips its reminder. An email that bounced before it was reported as sent fails its reminder. Records both.';

COMMENT ON FUNCTION "private"."end_waiting"() IS 'Removes the items of a canceled request from the inbox.';

COMMENT ON FUNCTION "private"."mail_untold_decisions"(public.requests, public.contacts, uuid) IS 'Queues an email about current decisions whose earlier email was canceled before it was sent.';

COMMENT ON FUNCTION "private"."today"(uuid) IS 'Returns today''s date in the time zone of a firm.';

COMMENT ON FUNCTION "public"."cancel_email"(uuid) IS 'System: cancels one queued, deferred or dead email. Returns false if it was sent, is being sent or was already canceled.';

COMMENT ON FUNCTION "public"."get_request_end"(text) IS 'Returns the end of a request that its recipients can no longer open: its title, when it closed, why it was canceled, the firm''s address for questions, and the drafts that the caller had saved. Returns null to callers who are not its recipients, except a former recipient with drafts.';
