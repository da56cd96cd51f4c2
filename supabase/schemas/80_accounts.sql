create function private.require_account_step_up() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  strict_org_id uuid := (
    select o.id from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null and o.require_mfa
    where m.user_id = auth.uid() and m.status = 'active'
    limit 1);
begin
  -- If no firm requires a factor, this still requires a live session and the user's own factor.
  perform private.require_step_up(strict_org_id);
end
$$;
comment on function private.require_account_step_up() is
  'Requires step-up for account actions: the session must have used a second factor recently if '
  'the user has one or any of their firms requires it.';

create function private.lock_user_requests(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.lock_user_requests(uuid) is
  'Locks the requests that change when an account ends: those assigned to the user, and those of '
  'their contacts.';

create function public.close_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function public.close_account() is
  'Ends all memberships and contacts of the caller. delete-account then deletes the user.';
grant execute on function public.close_account() to authenticated;

create function public.check_factor_reset(org_id uuid, user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(check_factor_reset.org_id, '{owner}');
  perform private.require_step_up(check_factor_reset.org_id);
  if not exists (
    select from public.memberships m
    where m.org_id = check_factor_reset.org_id and m.user_id = check_factor_reset.user_id
      and m.status <> 'removed'
  ) then
    perform private.refuse(404, 'not_found');
  elsif exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_factor_reset.user_id and m.org_id <> check_factor_reset.org_id
      and m.status <> 'removed'
  ) then
    -- Refuse, because the factor also protects the member's other firm.
    perform private.refuse(409, 'member_elsewhere');
  end if;
  return jsonb_build_object('user_id', check_factor_reset.user_id);
end
$$;
comment on function public.check_factor_reset(uuid, uuid) is
  'Checks that the caller is an owner who may remove the factors of this member. Refuses if the '
  'member belongs to another firm.';
grant execute on function public.check_factor_reset(uuid, uuid) to authenticated;

create function public.record_factor_reset(org_id uuid, user_id uuid, actor_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_event(
    row('staff', actor_id, private.user_name(actor_id))::private.actor,
    record_factor_reset.org_id, null, 'member.factors_reset', 'member',
    record_factor_reset.user_id);
  perform private.enqueue_notice(
    (select u.email from auth.users u where u.id = record_factor_reset.user_id), 'factors_reset',
    gen_random_uuid()::text,
    jsonb_build_object(
      'org_id', record_factor_reset.org_id, 'by', private.user_name(record_factor_reset.actor_id)));
  return true;
end
$$;
comment on function public.record_factor_reset(uuid, uuid, uuid) is
  'System: records that an owner resets a member''s factors. Call it before the reset.';
grant execute on function public.record_factor_reset(uuid, uuid, uuid) to service_role;

-- A stranger may have signed up with the address, so confirming it deletes the earlier password and
-- name. A new password from the same update stays.
create function private.drop_prepared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only administrators create and confirm a user in one transaction. Keep what they set.
  if current_setting('dossier.new_user', true) = new.id::text then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := '';
  end if;
  update public.profiles p set name = '' where p.user_id = new.id and p.name <> '';
  return new;
end
$$;
comment on function private.drop_prepared() is
  'Deletes the password and name that were set before the user proved the address.';
create trigger drop_prepared before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_prepared();

-- Administrators can delete users through Auth's API or the dashboard, which do not call
-- close_account().
create function private.end_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.end_deleted_account() is
  'Does the work of close_account() if that function has not run. It also removes the last owner '
  'of a firm, because an administrator decided to delete the user.';
create trigger end_deleted_account before delete on auth.users
  for each row execute function private.end_deleted_account();
create trigger end_hidden_account before update on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.end_deleted_account();
