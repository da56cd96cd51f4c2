create table public.memberships (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (org_id, user_id)
);
comment on table public.memberships is
  'Staff of a firm. user_id has no foreign key, so that rows of former members remain after '
  'their account is deleted.';
create index memberships_user_id_status_idx on public.memberships (user_id, status);

revoke all on public.memberships from public, anon, authenticated, service_role;
grant select on public.memberships to authenticated;
alter table public.memberships enable row level security;
alter table public.memberships force row level security;

create policy "staff read memberships of their firms" on public.memberships
  for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "users read their own memberships" on public.memberships
  for select to authenticated
  using (user_id = (select private.live_user_id()));
create policy "a required second factor comes first" on public.memberships
  as restrictive for select to authenticated
  using (
    user_id = (select private.live_user_id())
    or org_id <> all ((select private.my_gated_org_ids())::uuid[]));

create trigger touch before update on public.memberships
  for each row execute function private.touch();

create function private.check_staff_limit(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orgs o where o.id = check_staff_limit.org_id for update;
  if (
    select count(*) from public.memberships m
    where m.org_id = check_staff_limit.org_id and m.status <> 'removed'
  ) + (
    select count(*) from public.invitations i
    where i.org_id = check_staff_limit.org_id and i.status = 'pending'
  ) >= 50 then
    perform private.refuse(409, 'limit_reached', '{"limit":50,"what":"staff"}');
  end if;
end
$$;
comment on function private.check_staff_limit(uuid) is
  'Locks the firm. Refuses if it has 50 members and pending invitations in total.';

create function private.check_owned_orgs(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Takes the same lock as create_org. Only one call per user runs at a time, so that the limit
  -- holds.
  perform pg_advisory_xact_lock(
    hashtextextended('create_org:' || check_owned_orgs.user_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_owned_orgs.user_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
end
$$;
comment on function private.check_owned_orgs(uuid) is
  'Refuses to make a user the owner of a sixth firm.';

create function private.lock_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  -- Only one change of staff runs at a time. Otherwise, two owners could remove each other.
  perform from public.orgs o where o.id = lock_member.org_id for no key update;
  select * into member from public.memberships m
  where m.org_id = lock_member.org_id and m.user_id = lock_member.user_id;
  if member.id is null then
    perform private.refuse(404, 'not_found');
  elsif member.status <> all (statuses) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', member.status));
  end if;
  return member;
end
$$;
comment on function private.lock_member(uuid, uuid, text[]) is
  'Locks the firm''s staff and returns a membership that has one of these statuses. Call it '
  'after a permission check.';

create function private.manage_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  perform private.require_staff(manage_member.org_id, '{owner,admin}');
  perform private.require_step_up(manage_member.org_id);
  member := private.lock_member(manage_member.org_id, manage_member.user_id, statuses);
  if member.role = 'owner' then
    perform private.require_staff(manage_member.org_id, '{owner}');
  end if;
  return member;
end
$$;
comment on function private.manage_member(uuid, uuid, text[]) is
  'Returns a membership if the caller may change it. Owners may change all memberships, admins '
  'all except those of owners.';

create function private.keep_an_owner(member public.memberships) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if member.role = 'owner' and member.status = 'active' and not exists (
    select from public.memberships m
    where m.org_id = member.org_id and m.user_id <> member.user_id
      and m.role = 'owner' and m.status = 'active'
  ) then
    perform private.refuse(
      409, 'last_owner', jsonb_build_object('org_ids', jsonb_build_array(member.org_id)));
  end if;
end
$$;
comment on function private.keep_an_owner(public.memberships) is
  'Refuses to remove the last active owner of a firm.';

create function private.may_invite(user_id uuid, org_id uuid, role text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    join auth.users u on u.id = m.user_id
    where m.org_id = may_invite.org_id and m.user_id = may_invite.user_id and m.status = 'active'
      and (m.role = 'owner' or (m.role = 'admin' and may_invite.role <> 'owner')))
$$;
comment on function private.may_invite(uuid, uuid, text) is
  'Returns whether a user may now invite people to this role in the firm. Owners may give every '
  'role, admins every role except owner.';

create function private.revoke_invitations_of(actor private.actor, member public.memberships)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  for invitation in
    update public.invitations i set status = 'revoked', ended_by_rights = true
    where i.org_id = member.org_id and i.invited_by = member.user_id and i.status = 'pending'
      and not private.may_invite(member.user_id, member.org_id, i.role)
    returning i.*
  loop
    perform private.record_event(
      actor, invitation.org_id, null, 'invitation.revoked', 'invitation', invitation.id,
      jsonb_build_object('role', invitation.role, 'reason', 'author'));
  end loop;
end
$$;
comment on function private.revoke_invitations_of(private.actor, public.memberships) is
  'Revokes pending invitations whose author may no longer give their role.';

create function private.mail_owners(
  actor private.actor, member public.memberships, kind text, action text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := member.org_id;
  mail.kind := mail_owners.kind;
  mail.data := jsonb_build_object(
    'user_id', member.user_id, 'actor_id', actor.id, 'action', action);
  mail.not_before := private.clock();
  for mail.to_email in
    select lower(u.email) from public.memberships m
    join auth.users u on u.id = m.user_id and u.email is not null
    where m.org_id = member.org_id and case
      when m.user_id = member.user_id then mail_owners.kind = 'owner_removed'
      else m.role = 'owner' and m.status = 'active' end
    order by m.created_at, m.id
  loop
    -- Queue at most one email a minute about a person and a change, even if the change is repeated.
    mail.dedupe_key := concat_ws(
      ':', kind, member.id, action, date_trunc('minute', mail.not_before), md5(mail.to_email));
    perform private.enqueue_mail(mail);
  end loop;
end
$$;
comment on function private.mail_owners(private.actor, public.memberships, text, text) is
  'Queues an email to the owners about a change of owners. The person who was removed also gets '
  'one.';

create function private.set_member(
  actor private.actor, member public.memberships, status text, role text, action text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was_owner boolean := (member.role, member.status) = ('owner', 'active');
  is_owner boolean := (set_member.role, set_member.status) = ('owner', 'active');
begin
  if is_owner and not was_owner then
    perform private.check_owned_orgs(member.user_id);
  end if;
  update public.memberships m set status = set_member.status, role = set_member.role
  where m.id = member.id returning * into member;
  -- All functions lock invitations before the chain of events, so that two changes never wait for
  -- each other.
  perform private.revoke_invitations_of(actor, member);
  perform private.record_event(
    actor, member.org_id, null, action, 'member', member.user_id,
    jsonb_build_object('role', member.role));
  if is_owner <> was_owner then
    perform private.mail_owners(actor, member, case
      when is_owner then 'owner_joined'
      when member.user_id = actor.id then 'owner_left'
      else 'owner_removed' end, action);
  end if;
  return jsonb_build_object(
    'user_id', member.user_id, 'role', member.role, 'status', member.status);
end
$$;
comment on function private.set_member(private.actor, public.memberships, text, text, text) is
  'Stores the new state of a membership. Also records the event, revokes invitations and '
  'notifies owners.';

create function private.assigned_requests(member public.memberships) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select r.id from public.requests r
    where r.org_id = member.org_id and r.assignee_id = member.user_id
      and r.status in ('draft', 'open'))
$$;
comment on function private.assigned_requests(public.memberships) is
  'Returns the drafts and open requests that are assigned to a member.';

create function private.end_membership(actor private.actor, member public.memberships)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without the locks, the update would lock the requests in the order of an index, and could
  -- deadlock.
  perform private.lock_requests(private.assigned_requests(member));
  update public.requests r set assignee_id = null, version = r.version + 1
  where r.org_id = member.org_id and r.assignee_id = member.user_id
    and r.status in ('draft', 'open');
  return private.set_member(actor, member, 'removed', member.role, 'member.removed');
end
$$;
comment on function private.end_membership(private.actor, public.memberships) is
  'Ends a membership and unassigns its requests. The caller must check that an owner remains.';

create function private.acting_staff() returns private.actor
language sql stable security definer set search_path = ''
as $$
  select row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor
$$;
comment on function private.acting_staff() is
  'Returns the caller as staff, for events. Checks no permission, so check it first.';

create function public.suspend_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    suspend_member.org_id, suspend_member.user_id, '{active}');
begin
  perform private.keep_an_owner(member);
  return private.set_member(
    private.acting_staff(), member, 'suspended', member.role, 'member.suspended');
end
$$;
comment on function public.suspend_member(uuid, uuid) is
  'Suspends a member until someone restores them.';
grant execute on function public.suspend_member(uuid, uuid) to authenticated;

create function public.restore_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    restore_member.org_id, restore_member.user_id, '{suspended}');
begin
  return private.set_member(
    private.acting_staff(), member, 'active', member.role, 'member.restored');
end
$$;
comment on function public.restore_member(uuid, uuid) is
  'Restores a suspended member.';
grant execute on function public.restore_member(uuid, uuid) to authenticated;

create function public.remove_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  member public.memberships;
begin
  if remove_member.user_id = my_id then
    -- Leaving needs no second factor. Otherwise, requiring one could keep people from leaving.
    if not exists (
      select from public.memberships m join public.orgs o on o.id = m.org_id
      where m.org_id = remove_member.org_id and m.user_id = my_id
        and m.status <> 'removed' and o.deleted_at is null
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    member := private.lock_member(remove_member.org_id, my_id, '{active,suspended}');
  else
    member := private.manage_member(
      remove_member.org_id, remove_member.user_id, '{active,suspended}');
  end if;
  perform private.keep_an_owner(member);
  return private.end_membership(private.acting_staff(), member);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member, or lets the caller leave. The last owner cannot leave.';
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.change_role(org_id uuid, user_id uuid, role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    change_role.org_id, change_role.user_id, '{active,suspended}');
begin
  if change_role.role is null or change_role.role not in ('owner', 'admin', 'member') then
    perform private.invalid('role', 'format');
  elsif change_role.role = 'owner' then
    perform private.require_staff(change_role.org_id, '{owner}');
  else
    perform private.keep_an_owner(member);
  end if;
  return private.set_member(
    private.acting_staff(), member, member.status, change_role.role, 'member.role_changed');
end
$$;
comment on function public.change_role(uuid, uuid, text) is
  'Changes a member''s role. Only owners may make someone an owner or change an owner''s role.';
grant execute on function public.change_role(uuid, uuid, text) to authenticated;

create function public.list_staff(org_id uuid)
returns table (user_id uuid, email text, factors int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_staff.org_id, '{owner,admin}');
  return query
    select m.user_id, u.email::text, (
      select count(*)::int from auth.mfa_factors f
      where f.user_id = m.user_id and f.status = 'verified')
    from public.memberships m
    join auth.users u on u.id = m.user_id
    where m.org_id = list_staff.org_id and m.status <> 'removed'
    order by m.created_at, m.user_id;
end
$$;
comment on function public.list_staff(uuid) is
  'Returns each member''s email address and number of verified factors, and nothing else about '
  'the factors.';
grant execute on function public.list_staff(uuid) to authenticated;
