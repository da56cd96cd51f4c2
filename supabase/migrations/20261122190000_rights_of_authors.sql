-- An invitation loses its effect with its author's right to make it, and owners are told when an owner
-- joins, leaves or is removed.

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
    'decision_digest', 'staff_digest', 'invitation', 'reminder',
    'owner_joined', 'owner_left', 'owner_removed'));

create or replace function private.may_invite(user_id uuid, org_id uuid, role text) returns boolean
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
  'Whether someone may give this role in the firm now: owners every role, admins every other role.';

create or replace function private.revoke_invitations_of(actor private.actor, member public.memberships)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  for invitation in
    update public.invitations i set status = 'revoked'
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
  'Revokes the pending invitations that their author may not make any more.';

create or replace function private.mail_owners(
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
    -- One a minute about a person and a change, however often it is made and unmade.
    mail.dedupe_key := concat_ws(
      ':', kind, member.id, action, date_trunc('minute', mail.not_before), md5(mail.to_email));
    perform private.enqueue_mail(mail);
  end loop;
end
$$;
comment on function private.mail_owners(private.actor, public.memberships, text, text) is
  'Tells the owners that one joined, left or was removed; who was removed is told too.';

create or replace function private.set_member(
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
  -- Invitations are locked before the chain of events, as everywhere, or two changes could wait for
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
  'Stores a membership''s new state with what follows from it: event, revoked invitations, notices to owners.';

create or replace function private.pending_invitation(invitation_id uuid) returns public.invitations
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
comment on function private.pending_invitation(uuid) is 'Holds an invitation that can still be used. Call after the permission check.';

create or replace function public.create_invitation(org_id uuid, email text, role text) returns jsonb
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
  -- Asked again: the lock may have waited for the change that took the right away.
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
comment on function public.create_invitation(uuid, text, text) is 'Invites an address to join; owners are invited by owners.';
grant execute on function public.create_invitation(uuid, text, text) to authenticated;

create or replace function public.resend_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(resend_invitation.invitation_id);
  invitation public.invitations;
begin
  update public.invitations i set expires_at = private.clock() + interval '7 days'
  where i.id = resend_invitation.invitation_id and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
  returning * into invitation;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  end if;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.resent', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.resend_invitation(uuid) is 'Mails a pending invitation again; it lasts seven days more.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create or replace function public.get_invitation(invitation_id uuid) returns jsonb
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
comment on function public.get_invitation(uuid) is 'What anyone with the link may know about an invitation.';
grant execute on function public.get_invitation(uuid) to anon, authenticated;

create or replace function public.accept_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  invitation public.invitations;
  member public.memberships;
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
  'Joins the firm: the address must be the invited one, proven in this session by a typed code.';
grant execute on function public.accept_invitation(uuid) to authenticated;

create or replace function private.invitation_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'invitation_id', i.id, 'role', i.role, 'inviter_name', private.user_name(i.invited_by))
  from public.invitations i
  where i.id = (mail.data ->> 'invitation_id')::uuid and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
$$;
comment on function private.invitation_mail_data(private.outbox) is
  'What an invitation''s mail says; null once it is no longer pending or its author may not make it.';

create or replace function private.owner_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with person as (
    select case key when 'user_id' then 'name' else 'by' end as key, value::uuid as id
    from jsonb_each_text(mail.data) where key in ('user_id', 'actor_id')
  ), named as (
    -- A deleted account has no name any more, but the firm's record does.
    select person.key, case
      when exists (select from auth.users u where u.id = person.id) then private.user_name(person.id)
      else (
        select e.actor_name from public.events e
        where e.org_id = mail.org_id and e.actor_id = person.id order by e.id desc limit 1)
      end as name
    from person
  ), reader as (
    select m.role = 'owner' and m.status = 'active' as is_owner, o.deleted_at is null as is_open
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
    where m.org_id = mail.org_id and (
      (m.role = 'owner' and m.status = 'active') or m.user_id::text = mail.data ->> 'user_id')
  )
  select jsonb_object_agg(named.key, named.name) || jsonb_build_object(
    'action', mail.data ->> 'action', 'at', mail.created_at,
    'can_check', (select bool_and(reader.is_owner and reader.is_open) from reader))
  from named
  where exists (select from reader)
$$;
comment on function private.owner_mail_data(private.outbox) is
  'Who joined, left or was removed as owner, by whom and when; null for a reader who is no owner by now.';

create or replace function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  items jsonb;
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
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
$$;
comment on function private.mail_data(private.outbox) is
  'What a mail says, read fresh; null when there is nothing left to say.';


-- Invitations whose authors lost the right before.
update public.invitations i set status = 'revoked'
where i.status = 'pending' and not private.may_invite(i.invited_by, i.org_id, i.role);
