-- The inbox of a new firm shows the steps of setting it up until they are done or dismissed.

ALTER TABLE "public"."orgs"
  ADD COLUMN "setup_dismissed_at" timestamp WITH time zone;

-- Firms that exist already are not new.
UPDATE "public"."orgs" SET "setup_dismissed_at" = now();

CREATE OR REPLACE FUNCTION private.staff_emails (
  org_id uuid
)
  RETURNS text[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(lower(u.email)), '{}')
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = staff_emails.org_id and m.status = 'active'
$function$;

CREATE OR REPLACE FUNCTION public.dismiss_setup (
  org_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_staff(dismiss_setup.org_id, '{owner,admin}');
  update public.orgs o set setup_dismissed_at = private.clock()
  where o.id = dismiss_setup.org_id and o.setup_dismissed_at is null;
  return jsonb_build_object('id', dismiss_setup.org_id);
end
$function$;

REVOKE ALL ON FUNCTION "public"."dismiss_setup"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.get_setup (
  org_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  org public.orgs;
  staff text[];
  steps jsonb;
begin
  perform private.require_staff(get_setup.org_id, '{owner,admin}');
  select * into org from public.orgs o where o.id = get_setup.org_id;
  if org.setup_dismissed_at is not null then
    return null;
  end if;
  staff := private.staff_emails(org.id);
  steps := jsonb_build_object(
    'brand', org.logo_path is not null and org.brand_color is not null,
    'reply_email', org.reply_email <> all (staff),
    'team', cardinality(staff) > 1
      or exists (select from public.invitations i where i.org_id = org.id),
    'clients', exists (
      select from public.clients c
      where c.org_id = org.id and not exists (
        select from public.contacts k where k.client_id = c.id and k.email = any (staff))),
    'trial', exists (
      select from public.contacts k
      join public.request_contacts rc on rc.contact_id = k.id
      join public.requests r on r.id = rc.request_id and r.status <> 'draft'
      where k.org_id = org.id and k.email = any (staff)));
  return case when exists (select from jsonb_each(steps) step where step.value = 'false') then steps end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_setup"(uuid) FROM PUBLIC, "anon", "service_role";

COMMENT ON COLUMN "public"."orgs"."setup_dismissed_at" IS 'When an owner or admin hid the steps of setting up the firm.';

COMMENT ON FUNCTION "private"."staff_emails"(uuid) IS 'Returns the addresses of a firm''s active staff.';

COMMENT ON FUNCTION "public"."dismiss_setup"(uuid) IS 'Hides the steps of setting up a firm for all its owners and admins.';

COMMENT ON FUNCTION "public"."get_setup"(uuid) IS 'Returns which steps of setting up a firm are done; null once all are, or once someone dismissed them.';

REVOKE ALL ON FUNCTION "private"."staff_emails"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_emails"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_emails"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."dismiss_setup"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."dismiss_setup"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."dismiss_setup"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_setup"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_setup"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_setup"(uuid) TO "postgres";
