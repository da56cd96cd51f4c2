-- Five firms owned per user, however somebody becomes their owner.

create function private.check_owned_orgs(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock create_org takes: one at a time per user, so that the limit holds.
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
  'Refuses to make someone the owner of a sixth firm.';

create or replace function private.set_member(
  actor private.actor, member public.memberships, status text, role text, action text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if set_member.role = 'owner' and set_member.status = 'active'
    and (member.role, member.status) <> ('owner', 'active') then
    perform private.check_owned_orgs(member.user_id);
  end if;
  update public.memberships m set status = set_member.status, role = set_member.role
  where m.id = member.id returning * into member;
  perform private.record_event(
    actor, member.org_id, null, action, 'member', member.user_id,
    jsonb_build_object('role', member.role));
  return jsonb_build_object(
    'user_id', member.user_id, 'role', member.role, 'status', member.status);
end
$$;

create or replace function public.accept_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  invitation public.invitations;
  my_email text;
  org public.orgs;
begin
  select * into invitation from public.invitations i where i.id = accept_invitation.invitation_id;
  select * into org from public.orgs o where o.id = invitation.org_id and o.deleted_at is null;
  if org.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select lower(u.email) into my_email
  from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  if my_email is distinct from invitation.email::text or not private.has_recent_otp() then
    perform private.refuse(403, 'invitation_mismatch', jsonb_build_object(
      'email_masked', private.mask_email(invitation.email::text)));
  end if;
  invitation := private.pending_invitation(invitation.id);
  actor := row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
  if invitation.role = 'owner' then
    perform private.check_owned_orgs(actor.id);
  end if;
  insert into public.memberships (org_id, user_id, role)
  values (org.id, actor.id, invitation.role)
  on conflict on constraint memberships_org_id_user_id_key do update
    set role = excluded.role, status = 'active'
    where memberships.status = 'removed';
  if not found then
    perform private.refuse(409, 'already_member', jsonb_build_object('slug', org.slug));
  end if;
  update public.invitations i set status = 'accepted' where i.id = invitation.id;
  perform private.record_event(
    actor, org.id, null, 'invitation.accepted', 'invitation', invitation.id);
  perform private.record_event(
    actor, org.id, null, 'member.joined', 'member', actor.id,
    jsonb_build_object('role', invitation.role));
  return jsonb_build_object('org_id', org.id, 'slug', org.slug);
end
$$;
