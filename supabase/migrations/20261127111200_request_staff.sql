-- Contacts see the names of the people who sent a request or decided its answers. Emails about a
-- request list what it still needs.

CREATE OR REPLACE FUNCTION private.staff_name (
  user_id uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select nullif(p.name, '') from public.profiles p where p.user_id = staff_name.user_id
$function$;

CREATE OR REPLACE FUNCTION private.sender_of (
  request_id uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select e.actor_id from public.events e
  where e.request_id = sender_of.request_id and e.action = 'request.sent' order by e.id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.list_request_staff (
  request_id uuid
)
  RETURNS TABLE (
    user_id     uuid,
    name        text,
    avatar_path text,
    is_sender   boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with request as (
    select r.id, private.sender_of(r.id) as sender_id
    from public.requests r
    where r.id = list_request_staff.request_id
      and r.id = any ((select private.my_request_ids())::uuid[])
      and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  ), people as (
    select request.sender_id as id from request where request.sender_id is not null
    union
    select s.decided_by from request join public.submissions s on s.request_id = request.id
    where s.decided_by is not null
  )
  select people.id, private.staff_name(people.id), p.avatar_path,
    people.id is not distinct from request.sender_id
  from request
  cross join people
  left join public.profiles p on p.user_id = people.id
  order by 4 desc, 2, 1
$function$;

CREATE OR REPLACE FUNCTION private.mail_items (
  mail     private.outbox,
  statuses text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'title', i.title, 'status', i.status, 'note', s.decision_note,
      'staff_name', case when mail.kind = 'decision_digest' then private.staff_name(s.decided_by) end,
      'contact_name', case when mail.kind = 'staff_digest' then coalesce(
        (select c.name from public.contacts c
        join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
        where c.user_id = s.submitted_by limit 1),
        private.user_name(s.submitted_by)) end))
    order by i.position)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = i.status
    and s.no = (
      select max(newest.no) from public.submissions newest
      where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = mail.request_id and i.status = any (statuses)
    and mail.data -> 'item_ids' ? i.id::text
$function$;

CREATE OR REPLACE FUNCTION private.asked_items (
  request_id uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with needed as (
    select i.* from public.items i
    where i.request_id = asked_items.request_id and i.status in ('open', 'partial', 'returned')
  ), first as (
    select * from needed order by required desc, position limit 5
  )
  select jsonb_build_object(
    'client_name', c.name, 'sender_name', private.staff_name(private.sender_of(r.id)),
    'required', (select count(*) from needed where required),
    'optional', (select count(*) from needed where not required),
    'asked', coalesce(
      (select jsonb_agg(
        jsonb_build_object(
          'title', f.title, 'kind', f.kind, 'max_files', f.max_files, 'required', f.required,
          'status', f.status)
        order by f.required desc, f.position)
      from first f),
      '[]'))
  from public.requests r
  join public.clients c on c.id = r.client_id
  where r.id = asked_items.request_id
$function$;

CREATE OR REPLACE FUNCTION private.mail_data (
  mail private.outbox
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  items jsonb;
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind = 'account_notice' then
    return private.notice_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'email_deferred' then
    return private.deferral_mail_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  elsif mail.kind = 'reminder' then
    return mail.data || private.asked_items(mail.request_id) || jsonb_build_object('ready', array(
      select ready.title from private.ready_items(mail.request_id) ready));
  elsif mail.kind in ('request_sent', 'request_reopened') then
    return mail.data || private.asked_items(mail.request_id);
  else
    return mail.data;
  end if;
  if items is null then
    return null;
  end if;
  return jsonb_build_object('items', items, 'client_name', (
    select c.name from public.requests r
    join public.clients c on c.id = r.client_id where r.id = mail.request_id));
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_request_staff"(uuid) FROM PUBLIC, "anon", "service_role";

COMMENT ON FUNCTION "private"."asked_items"(uuid) IS 'Returns what a request still needs: numbers, up to five items, the client, and the name of the person who sent it.';

COMMENT ON FUNCTION "private"."sender_of"(uuid) IS 'Returns the user who sent a request.';

COMMENT ON FUNCTION "private"."staff_name"(uuid) IS 'Returns the name that a person set; null without one. Contacts must not see an address instead, as events do.';

COMMENT ON FUNCTION "public"."list_request_staff"(uuid) IS 'Returns who sent a request and who decided its answers, to its contacts only. The name is null if the person set none.';

REVOKE ALL ON FUNCTION "private"."asked_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."asked_items"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."asked_items"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sender_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sender_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sender_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_name"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_name"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_request_staff"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."list_request_staff"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_request_staff"(uuid) TO "postgres";
