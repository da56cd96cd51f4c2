create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  email extensions.citext not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'revoked', 'expired')),
  invited_by uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  sent_at timestamptz not null default private.clock(),
  resent int not null default 0,
  ended_by_rights boolean not null default false,
  unique (org_id, id)
);
comment on table public.invitations is
  'Invitations to join a firm as staff. An invitation gives no access until the invited person '
  'enters a code.';
comment on column public.invitations.ended_by_rights is
  'True if the invitation was revoked because its author may no longer give that role. The team '
  'page shows it until someone invites the address again.';
create unique index invitations_pending_idx on public.invitations (org_id, email)
  where status = 'pending';
create index invitations_expires_at_idx on public.invitations (expires_at)
  where status = 'pending';

revoke all on public.invitations from public, anon, authenticated, service_role;
grant select on public.invitations to authenticated;
alter table public.invitations enable row level security;
alter table public.invitations force row level security;

create policy "owners and admins read invitations" on public.invitations
  for select to authenticated
  using (org_id = any ((select private.my_admin_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.invitations
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.invitations
  for each row execute function private.touch();

create function private.mail_invitation(invitation public.invitations) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := invitation.org_id;
  mail.kind := 'invitation';
  mail.to_email := invitation.email;
  mail.data := jsonb_build_object('invitation_id', invitation.id);
  mail.not_before := private.clock();
  mail.dedupe_key := concat_ws(':', 'invitation', invitation.id, extract(epoch from invitation.expires_at));
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.mail_invitation(public.invitations) is
  'Queues the email of an invitation.';

create function private.pending_invitation(invitation_id uuid) returns public.invitations
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations i
  where i.id = pending_invitation.invitation_id for update;
  if invitation.status <> 'pending' or invitation.expires_at <= private.clock() then
    perform private.refuse(
      409, 'invitation_closed', jsonb_build_object('status', invitation.status));
  elsif not private.may_invite(invitation.invited_by, invitation.org_id, invitation.role) then
    perform private.refuse(409, 'invitation_closed', '{"status":"revoked"}');
  end if;
  return invitation;
end
$$;
comment on function private.pending_invitation(uuid) is
  'Locks an invitation and returns it if it can still be used. Call it after the permission '
  'check.';

create function private.require_inviter(invitation_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  invitation public.invitations;
  actor private.actor;
begin
  select * into invitation from public.invitations i where i.id = require_inviter.invitation_id;
  actor := private.require_staff(
    invitation.org_id,
    case invitation.role when 'owner' then '{owner}' else '{owner,admin}' end::text[]);
  perform private.require_step_up(invitation.org_id);
  return actor;
end
$$;
comment on function private.require_inviter(uuid) is
  'Returns the caller. Refuses if they may not resend or revoke the invitation.';

create function public.create_invitation(org_id uuid, email text, role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(
    create_invitation.org_id,
    case create_invitation.role when 'owner' then '{owner}' else '{owner,admin}' end::text[]);
  invitation public.invitations;
  clean_email text := private.clean_email(create_invitation.email, 'email');
begin
  perform private.require_step_up(create_invitation.org_id);
  if create_invitation.role is null or create_invitation.role not in ('owner', 'admin', 'member') then
    perform private.invalid('role', 'format');
  end if;
  perform private.check_staff_limit(create_invitation.org_id);
  -- Check again whether the caller may invite, because the transaction that held the lock may have
  -- changed their role.
  if not private.may_invite(actor.id, create_invitation.org_id, create_invitation.role) then
    perform private.refuse(404, 'not_found');
  end if;
  if exists (
    select from public.memberships m join auth.users u on u.id = m.user_id
    where m.org_id = create_invitation.org_id and m.status <> 'removed'
      and lower(u.email) = clean_email
  ) then
    perform private.refuse(409, 'already_member');
  end if;
  insert into public.invitations (org_id, email, role, invited_by, expires_at)
  values (
    create_invitation.org_id, clean_email, create_invitation.role, actor.id,
    private.clock() + interval '7 days')
  returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.created', 'invitation', invitation.id,
    jsonb_build_object('role', invitation.role));
  return jsonb_build_object('id', invitation.id);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;
comment on function public.create_invitation(uuid, text, text) is
  'Invites an address to join a firm. Only owners may invite owners.';
grant execute on function public.create_invitation(uuid, text, text) to authenticated;

create function public.resend_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(resend_invitation.invitation_id);
  invitation public.invitations;
begin
  select * into invitation from public.invitations i
  where i.id = resend_invitation.invitation_id and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
  for update;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  elsif invitation.resent >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"resends"}');
  elsif invitation.sent_at > private.clock() - interval '10 minutes' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object(
        'next_at', invitation.sent_at + interval '10 minutes',
        'time_zone', (select o.time_zone from public.orgs o where o.id = invitation.org_id)));
  end if;
  -- Cancel the previous email if it is still queued, so that the invited person gets only one.
  update private.outbox m set status = 'cancelled'
  where m.org_id = invitation.org_id and m.kind = 'invitation'
    and m.status in ('queued', 'deferred') and m.tries = 0
    and m.data ->> 'invitation_id' = invitation.id::text;
  update public.invitations i set
    expires_at = private.clock() + interval '7 days', sent_at = private.clock(),
    resent = i.resent + 1
  where i.id = invitation.id returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.resent', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.resend_invitation(uuid) is
  'Resends a pending invitation, at the earliest after ten minutes and at most five times. The '
  'invitation is then valid for seven more days.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create function public.revoke_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(revoke_invitation.invitation_id);
  invitation public.invitations;
begin
  update public.invitations i set status = 'revoked'
  where i.id = revoke_invitation.invitation_id and i.status = 'pending' returning * into invitation;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  end if;
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.revoked', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.revoke_invitation(uuid) is
  'Revokes a pending invitation.';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.get_invitation(invitation_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', o.logo_path, 'role', i.role,
      'email_masked', private.mask_email(i.email::text),
      'state', case
        when i.status = 'pending' and i.expires_at <= private.clock() then 'expired'
        when i.status = 'pending' and not private.may_invite(i.invited_by, i.org_id, i.role)
        then 'revoked'
        else i.status end)
    from public.invitations i
    join public.orgs o on o.id = i.org_id and o.deleted_at is null
    where i.id = get_invitation.invitation_id),
    '{"firm":null,"logo_path":null,"role":null,"email_masked":null,"state":"missing"}')
$$;
comment on function public.get_invitation(uuid) is
  'Returns the public facts about an invitation to anyone who has its link.';
grant execute on function public.get_invitation(uuid) to anon, authenticated;

create function public.accept_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  invitation public.invitations;
  member public.memberships;
  my_email text;
  my_id uuid := private.require_user();
  org public.orgs;
begin
  select * into invitation from public.invitations i where i.id = accept_invitation.invitation_id;
  select * into org from public.orgs o where o.id = invitation.org_id and o.deleted_at is null;
  if org.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select lower(u.email) into my_email
  from auth.users u where u.id = my_id and u.email_confirmed_at is not null;
  if my_email is distinct from invitation.email::text or not private.has_recent_otp() then
    perform private.refuse(403, 'invitation_mismatch', jsonb_build_object(
      'email_masked', private.mask_email(invitation.email::text)));
  end if;
  invitation := private.pending_invitation(invitation.id);
  actor := row('staff', my_id, private.user_name(my_id))::private.actor;
  if invitation.role = 'owner' then
    perform private.check_owned_orgs(actor.id);
  end if;
  insert into public.memberships (org_id, user_id, role)
  values (org.id, actor.id, invitation.role)
  on conflict on constraint memberships_org_id_user_id_key do update
    set role = excluded.role, status = 'active'
    where memberships.status = 'removed'
  returning * into member;
  if not found then
    perform private.refuse(409, 'already_member', jsonb_build_object('slug', org.slug));
  end if;
  update public.invitations i set status = 'accepted' where i.id = invitation.id;
  perform private.record_event(
    actor, org.id, null, 'invitation.accepted', 'invitation', invitation.id);
  perform private.record_event(
    actor, org.id, null, 'member.joined', 'member', actor.id,
    jsonb_build_object('role', invitation.role));
  if member.role = 'owner' then
    perform private.mail_owners(
      row('staff', invitation.invited_by, null)::private.actor, member, 'owner_joined',
      'member.joined');
  end if;
  return jsonb_build_object('org_id', org.id, 'slug', org.slug);
end
$$;
comment on function public.accept_invitation(uuid) is
  'Makes the caller a member of the firm. The caller must have entered a code sent to the '
  'invited address in this session.';
grant execute on function public.accept_invitation(uuid) to authenticated;
