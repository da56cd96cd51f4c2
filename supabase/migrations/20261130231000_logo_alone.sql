-- Changing the logo changes nothing else: the app no longer writes back the profile that it read before the image was
-- made small. Changing the profile keeps the logo unless a path is given.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.update_logo (
  org_id    uuid,
  logo_path text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.require_staff(update_logo.org_id, '{owner,admin}');
  update public.orgs o set logo_path = nullif(update_logo.logo_path, '')
  where o.id = update_logo.org_id;
  perform private.record_org(update_logo.org_id, 'profile');
  return jsonb_build_object('id', update_logo.org_id);
exception
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$function$;

REVOKE ALL ON FUNCTION "public"."update_logo"(uuid, text) FROM PUBLIC, "anon", "service_role";

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
    logo_path = case when update_org.logo_path is null then o.logo_path
      else nullif(update_org.logo_path, '') end,
    postal_address = case when update_org.postal_address is null then o.postal_address
      else nullif(private.clean_name(update_org.postal_address, 'postal_address', 0, 200), '') end
  where o.id = update_org.org_id returning * into org;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  if org.time_zone <> old_zone then
    perform private.replan_org(org.id);
  end if;
  perform private.record_org(org.id, 'profile');
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception
  when unique_violation then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$function$;

COMMENT ON FUNCTION "public"."update_logo"(uuid, text) IS 'Changes only the logo of a firm. Without a path, removes it.';

COMMENT ON FUNCTION "public"."update_org"(uuid, text, text, text, text, text, text) IS 'Changes the name and contact details of a firm. If the slug changes, old links to staff pages stop working. Without a logo or a postal address, keeps the present one; an empty one removes it.';

GRANT EXECUTE ON FUNCTION "public"."update_logo"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_logo"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_logo"(uuid, text) TO "postgres";
