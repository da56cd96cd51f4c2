-- Ending a membership or an account locks the requests that it changes before it records events, in the
-- order of their ids. To avoid deadlocks, all functions do this.

CREATE OR REPLACE FUNCTION private.assigned_requests (
  member public.memberships
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select r.id from public.requests r
    where r.org_id = member.org_id and r.assignee_id = member.user_id
      and r.status in ('draft', 'open'))
$function$;

CREATE OR REPLACE FUNCTION private.end_deleted_account()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  member public.memberships;
begin
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = old.id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  perform private.lock_user_requests(old.id);
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = old.id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.system_actor(), member);
  end loop;
  if old.email_confirmed_at is null then
    -- No one has confirmed this account's address. If an email to a contact created the account,
    -- the next email creates a new one.
    update public.contacts c set user_id = null where c.user_id = old.id;
  else
    perform private.end_deleted_contacts(old.id);
    perform private.enqueue_notice(old.email, 'account_deleted', old.id::text);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_membership (
  actor  private.actor,
  member public.memberships
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Without the locks, the update would lock the requests in the order of an index, and could
  -- deadlock.
  perform private.lock_requests(private.assigned_requests(member));
  update public.requests r set assignee_id = null, version = r.version + 1
  where r.org_id = member.org_id and r.assignee_id = member.user_id
    and r.status in ('draft', 'open');
  return private.set_member(actor, member, 'removed', member.role, 'member.removed');
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_user_requests (
  user_id uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_requests(array(
    select unnest(private.assigned_requests(m)) from public.memberships m
    where m.user_id = lock_user_requests.user_id and m.status <> 'removed'
    union
    select rc.request_id from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    join public.requests r on r.id = rc.request_id and r.status = 'open'
    where c.user_id = lock_user_requests.user_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.close_account()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  my_id uuid := auth.uid();
  orphaned uuid[];
  member public.memberships;
begin
  perform private.require_account_step_up();
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = my_id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  -- To avoid deadlocks, all functions lock requests before chains of events.
  perform private.lock_user_requests(my_id);
  select array_agg(m.org_id order by m.org_id) into orphaned
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.deleted_at is null
  where m.user_id = my_id and m.role = 'owner' and m.status = 'active' and not exists (
    select from public.memberships other
    where other.org_id = m.org_id and other.user_id <> my_id
      and other.role = 'owner' and other.status = 'active');
  if orphaned is not null then
    perform private.refuse(
      409, 'last_owner', jsonb_build_object('org_ids', to_jsonb(orphaned)));
  end if;
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.acting_staff(), member);
  end loop;
  perform private.end_deleted_contacts(my_id);
  perform private.enqueue_notice(
    (select u.email from auth.users u where u.id = my_id), 'account_deleted', my_id::text);
  return jsonb_build_object('user_id', my_id);
end
$function$;

COMMENT ON FUNCTION "private"."assigned_requests"(public.memberships) IS 'Returns the drafts and open requests that are assigned to a member.';

COMMENT ON FUNCTION "private"."lock_user_requests"(uuid) IS 'Locks the requests that change when an account ends: those assigned to the user, and those of their contacts.';

REVOKE ALL ON FUNCTION "private"."assigned_requests"(public.memberships) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."assigned_requests"(public.memberships) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."assigned_requests"(public.memberships) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_user_requests"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_user_requests"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_user_requests"(uuid) TO "postgres";
