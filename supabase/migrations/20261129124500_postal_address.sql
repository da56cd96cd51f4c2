-- A firm can enter a postal address, which emails to its contacts show.

SET local check_function_bodies = off;

DROP FUNCTION "public"."claim_mail"(integer);

DROP FUNCTION "public"."update_org"(uuid, text, text, text, text, text);

ALTER TABLE "public"."orgs"
  ADD COLUMN "postal_address" text;

CREATE OR REPLACE FUNCTION public.claim_mail (
  max_rows integer DEFAULT 20
)
  RETURNS TABLE (
    mail_id           uuid,
    tries             integer,
    attempts          integer,
    kind              text,
    to_email          text,
    to_name           text,
    dedupe_key        text,
    org_name          text,
    org_slug          text,
    reply_email       text,
    time_zone         text,
    request_id        uuid,
    public_id         text,
    request_title     text,
    request_message   text,
    due_on            date,
    contact_id        uuid,
    user_id           uuid,
    account_id        uuid,
    account_confirmed boolean,
    data              jsonb,
    logo_path         text,
    brand_color       text,
    postal_address    text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  mail private.outbox;
  content jsonb;
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Emails that are cancelled here must not delay the due emails behind them.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- While the first email about a request is being sent, hold back the email about its end.
        -- If the first email is cancelled, the recipient gets neither.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- If an earlier run claimed this email and was interrupted, that counts as an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
        continue;
      end if;
      content := private.prepare_mail(mail);
      if content is null then
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, attempts = mail.attempts,
        lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color,
          case when mail.contact_id is not null then o.postal_address end
        from (values (mail.org_id)) claimed_mail (org_id)
        left join public.orgs o on o.id = claimed_mail.org_id
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$function$;

REVOKE ALL ON FUNCTION "public"."claim_mail"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.update_org (
  org_id         uuid,
  name           text,
  slug           text,
  reply_email    text,
  time_zone      text,
  logo_path      text DEFAULT NULL::text,
  postal_address text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  org public.orgs;
  old_zone text;
begin
  perform private.require_staff(update_org.org_id, '{owner,admin}');
  select o.time_zone into old_zone from public.orgs o
  where o.id = update_org.org_id for no key update;
  update public.orgs o set
    name = private.clean_name(update_org.name, 'name', 2, 80, true),
    slug = case o.slug when update_org.slug then o.slug
      else private.clean_slug(update_org.slug) end,
    reply_email = private.clean_email(update_org.reply_email, 'reply_email'),
    time_zone = private.clean_time_zone(update_org.time_zone),
    logo_path = nullif(update_org.logo_path, ''),
    postal_address = case when update_org.postal_address is null then o.postal_address
      else nullif(private.clean_name(update_org.postal_address, 'postal_address', 0, 200), '') end
  where o.id = update_org.org_id returning * into org;
  perform private.record_org(org.id, 'profile');
  if org.time_zone <> old_zone then
    perform private.replan_org(org.id);
  end if;
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception
  when unique_violation then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$function$;

REVOKE ALL ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."orgs"
  ADD CONSTRAINT "orgs_postal_address_check" CHECK (((char_length(postal_address) >= 1) AND (char_length(postal_address) <= 200)));

COMMENT ON COLUMN "public"."orgs"."postal_address" IS 'The address that emails to contacts show in their last lines; null for none.';

COMMENT ON FUNCTION "public"."claim_mail"(integer) IS 'System: claims due emails for two minutes and returns their content.';

COMMENT ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) IS 'Changes the name and contact details of a firm. If the slug changes, old links to staff pages stop working. Without a postal address, keeps the present one; an empty one removes it.';

REVOKE ALL ON FUNCTION "public"."claim_mail"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mail"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mail"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) TO "postgres";
