-- Firms get a color. Contact pages and emails get it together with the logo.

DROP FUNCTION "public"."claim_mail"(integer);

DROP FUNCTION "public"."get_code_sender"(text, text);

DROP FUNCTION "public"."list_my_requests"();

ALTER TABLE "public"."orgs"
  ADD COLUMN "brand_color" text;

ALTER TABLE "public"."orgs"
  ADD COLUMN "brand_version" integer NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION private.opt_out_state (
  contact public.contacts
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'firm', o.name, 'logo_path', o.logo_path, 'brand_color', o.brand_color, 'client', client.name,
    'email_masked', private.mask_email(contact.email::text),
    'state', case
      when contact.status = 'opted_out' then contact.opt_out_reason
      else contact.email_pref end)
  from public.orgs o, public.clients client
  where o.id = contact.org_id and client.id = contact.client_id
$function$;

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
    brand_color       text
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
        -- The first email may still be cancelled just before its post. Then its reader gets no
        -- email about the end.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- The run that claimed it was interrupted, which counts as an attempt.
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
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color
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

CREATE OR REPLACE FUNCTION public.get_code_sender (
  public_id text,
  email     text
)
  RETURNS TABLE (
    org_name    text,
    reply_email text,
    logo_path   text,
    brand_color text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.name, o.reply_email, o.logo_path, o.brand_color from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = get_code_sender.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = r.id and c.email::text = lower(get_code_sender.email))
$function$;

REVOKE ALL ON FUNCTION "public"."get_code_sender"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.get_public_request (
  public_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', case when o.deleted_at is null then o.logo_path end,
      'brand_color', case when o.deleted_at is null then o.brand_color end,
      'state', case
        when o.deleted_at is not null then 'firm_deleted'
        when r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days'
        then 'archived' else r.status end)
    from public.requests r
    join public.orgs o on o.id = r.org_id
    where r.public_id = get_public_request.public_id and r.status <> 'draft'),
    '{"firm":null,"logo_path":null,"brand_color":null,"state":"missing"}')
$function$;

CREATE OR REPLACE FUNCTION public.list_my_requests()
  RETURNS TABLE (
    request_id     uuid,
    public_id      text,
    firm           text,
    logo_path      text,
    reply_email    text,
    time_zone      text,
    title          text,
    status         text,
    due_on         date,
    sent_at        timestamp with time zone,
    closed_at      timestamp with time zone,
    items_total    integer,
    items_done     integer,
    required_total integer,
    required_done  integer,
    brand_color    text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.id, r.public_id, o.name, o.logo_path, o.reply_email, o.time_zone, r.title, r.status,
    r.due_on, r.sent_at, r.closed_at,
    count(i.id)::int,
    (count(i.id) filter (where i.status in ('submitted', 'accepted', 'waived')))::int,
    (count(i.id) filter (where i.required))::int,
    (count(i.id) filter (
      where i.required and i.status in ('submitted', 'accepted', 'waived')))::int,
    o.brand_color
  from public.requests r
  join public.orgs o on o.id = r.org_id
  left join public.items i on i.request_id = r.id
  where r.id = any ((select private.my_request_ids())::uuid[])
    and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  group by r.id, o.id
  order by r.status = 'complete', r.due_on, r.id
$function$;

REVOKE ALL ON FUNCTION "public"."list_my_requests"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.update_brand (
  org_id           uuid,
  brand_color      text    DEFAULT NULL::text,
  expected_version integer DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  org public.orgs;
  color text := nullif(lower(left(update_brand.brand_color, 8)), '');
begin
  perform private.require_staff(update_brand.org_id, '{owner,admin}');
  if color !~ '^#[0-9a-f]{6}$' then
    perform private.invalid('brand_color', 'format');
  end if;
  select * into org from public.orgs o where o.id = update_brand.org_id for no key update;
  perform private.check_version(expected_version, org.brand_version, org.id, org.id);
  update public.orgs o set brand_color = color, brand_version = o.brand_version + 1
  where o.id = org.id returning * into org;
  perform private.record_org(org.id, 'brand');
  return jsonb_build_object('id', org.id, 'brand_version', org.brand_version);
end
$function$;

REVOKE ALL ON FUNCTION "public"."update_brand"(uuid, text, integer) FROM PUBLIC, "anon", "service_role";

ALTER TABLE "public"."orgs"
  ADD CONSTRAINT "orgs_brand_color_check" CHECK ((brand_color ~ '^#[0-9a-f]{6}$'::text));

COMMENT ON COLUMN "public"."orgs"."brand_color" IS 'The color of contact pages and emails, such as #0d5f66; null for the one of Dossier.';

COMMENT ON COLUMN "public"."orgs"."brand_version" IS 'Counts the changes of the brand color.';

COMMENT ON FUNCTION "public"."claim_mail"(integer) IS 'System: claims due emails for two minutes and returns them with their content.';

COMMENT ON FUNCTION "public"."get_code_sender"(text, text) IS 'System: returns the firm that a code for this request names; null for an address that did not get the request.';

COMMENT ON FUNCTION "public"."list_my_requests"() IS 'Returns the caller''s requests as a contact of any firm, with progress and the firm''s address for questions.';

COMMENT ON FUNCTION "public"."update_brand"(uuid, text, integer) IS 'Sets the color that contacts see on pages and in emails; null for none.';

REVOKE ALL ON FUNCTION "public"."claim_mail"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mail"(integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_mail"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_code_sender"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_code_sender"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_code_sender"(text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_my_requests"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_my_requests"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_my_requests"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_brand"(uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_brand"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_brand"(uuid, text, integer) TO "postgres";
