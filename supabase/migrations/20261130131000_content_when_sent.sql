-- An email is sent with the content of that moment, not with that of its claim.

DROP FUNCTION "public"."check_mail"(uuid, integer);

CREATE OR REPLACE FUNCTION public.check_mail (
  mail_id uuid,
  tries   integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  content jsonb;
begin
  select * into mail from private.outbox m
  where m.id = check_mail.mail_id and m.status = 'sending' and m.tries = check_mail.tries
  for update;
  if mail.id is null then
    return null;
  end if;
  content := private.prepare_mail(mail);
  if content is null then
    -- The email was not sent, so this try does not count.
    update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
  end if;
  return content;
end
$function$;

REVOKE ALL ON FUNCTION "public"."check_mail"(uuid, integer) FROM PUBLIC, "anon", "authenticated";

COMMENT ON COLUMN "private"."outbox"."data" IS 'Contains ids, and short texts that belong to this email, such as a note or a reason. Titles are read when the email is claimed, and again before it is sent.';

COMMENT ON FUNCTION "public"."check_mail"(uuid, integer) IS 'System: returns the content with which a claimed email may be sent now. Returns null if it may not be sent, and cancels it if it is no longer needed.';

REVOKE ALL ON FUNCTION "public"."check_mail"(uuid, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_mail"(uuid, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."check_mail"(uuid, integer) TO "service_role";
