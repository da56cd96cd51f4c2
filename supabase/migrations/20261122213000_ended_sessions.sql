-- A session that was ended elsewhere reads and changes nothing, although its access token is still valid.

create or replace function private.live_user_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  -- Auth names a session in every token. Only the database owner may do without: seed and tests.
  if session_id is null and session_user = 'postgres' then
    return my_id;
  end if;
  return (select s.user_id from auth.sessions s where s.id = session_id and s.user_id = my_id);
end
$$;
comment on function private.live_user_id() is
  'The caller, unless their session was ended: signing out deletes its row, while the access token stays valid for up to an hour. Policies and functions ask this instead of auth.uid().';
grant execute on function private.live_user_id() to authenticated;

create or replace function public.is_session_live() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.live_user_id() is not null
$$;
comment on function public.is_session_live() is
  'Whether the caller''s session still exists. Pages that are refused or read nothing ask it, to say why.';
grant execute on function public.is_session_live() to authenticated;

create or replace function private.require_user() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
begin
  if my_id is null then
    perform private.refuse(403, 'session_ended');
  end if;
  return my_id;
end
$$;
comment on function private.require_user() is 'Returns the caller, or refuses a session that was ended.';

create or replace function private.my_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active');
end
$$;
comment on function private.my_org_ids() is 'Firms where the caller is active staff.';
grant execute on function private.my_org_ids() to authenticated;

create or replace function private.my_admin_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active' and m.role in ('owner', 'admin'));
end
$$;
comment on function private.my_admin_org_ids() is 'Firms where the caller is an active owner or admin.';
grant execute on function private.my_admin_org_ids() to authenticated;

create or replace function private.my_contact_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
begin
  if not private.has_recent_otp() then
    return '{}';
  end if;
  return array(
    select c.id
    from public.contacts c
    join public.orgs o on o.id = c.org_id and o.deleted_at is null
    where c.user_id = my_id and c.status <> 'removed');
end
$$;
comment on function private.my_contact_ids() is
  'Contacts the caller is, when this session typed an e-mailed code within 30 days.';
grant execute on function private.my_contact_ids() to authenticated;

create or replace function private.require_staff(org_id uuid, roles text[] default '{owner,admin,member}')
returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
begin
  if not exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.org_id = require_staff.org_id and m.user_id = my_id
      and m.status = 'active' and m.role = any (roles)
  ) then
    perform private.refuse(404, 'not_found');
  elsif require_staff.org_id = any (private.my_gated_org_ids()) then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  return row('staff', my_id, private.user_name(my_id))::private.actor;
end
$$;
comment on function private.require_staff(uuid, text[]) is
  'Answers the caller as staff of the firm, or refuses as if the firm did not exist.';

create or replace function private.require_step_up(org_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_user();
  if not private.has_recent_factor() and (
    exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
    or exists (
      select from public.orgs o where o.id = require_step_up.org_id and o.require_mfa)
  ) then
    perform private.refuse(403, 'insufficient_aal', '{"level":"step_up"}');
  end if;
end
$$;
comment on function private.require_step_up(uuid) is
  'Asks for a live session and, where the user has a factor or the firm requires one, its use within 15 minutes.';

create or replace function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
  my_id uuid := private.require_user();
begin
  select u.email into confirmed_email
  from auth.users u where u.id = my_id and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  elsif private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  -- One at a time per user, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || my_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_line(create_org.name, 'name', 2, 80),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, my_id, 'owner');
  actor := row('staff', my_id, private.user_name(my_id))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;
comment on function public.create_org(text, text, text) is 'Founds a firm; the caller becomes its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;

create or replace function public.remove_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  member public.memberships;
begin
  if remove_member.user_id = my_id then
    -- Leaving asks for no second factor, or a firm could keep people by requiring one.
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
  return private.end_membership(private.acting_staff(), member);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Takes someone off the staff, or oneself: leaving is open to everybody but the last owner.';
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create or replace function public.accept_invitation(invitation_id uuid) returns jsonb
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
  'Joins the firm: the address must be the invited one, proven in this session by a typed code.';
grant execute on function public.accept_invitation(uuid) to authenticated;

create or replace function public.had_request_access(public_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- A typed code proves the address; without one nothing is told about it.
  if request.id is null or my_id is null or not private.has_recent_otp()
    or request.org_id = any (private.my_gated_org_ids()) then
    return false;
  end if;
  return exists (
    select from public.events e
    where e.request_id = request.id and e.actor_kind = 'contact' and e.actor_id = my_id
  ) or exists (
    select from public.contacts c
    join auth.users u on u.id = my_id and lower(u.email) = lower(c.email::text)
    where c.client_id = request.client_id and (
      exists (
        select from public.request_contacts rc
        where rc.request_id = request.id and rc.contact_id = c.id)
      or exists (
        select from public.events e
        where e.request_id = request.id and e.action = 'recipient.changed'
          and e.entity_id = c.id)));
end
$$;
comment on function public.had_request_access(text) is
  'Whether the caller is or was a recipient: opened it once, or typed a code for an address that it was sent to.';
grant execute on function public.had_request_access(text) to authenticated;

create or replace function public.open_request(public_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  request public.requests;
  opened uuid;
begin
  perform private.require_user();
  select * into request from public.requests r
  where r.public_id = open_request.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    where rc.request_id = r.id and rc.contact_id = any (private.my_contact_ids()));
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.id <> all (private.my_request_ids()) then
    perform private.refuse(
      409, 'request_closed', jsonb_build_object('status', request.status));
  end if;
  actor := private.require_party(request.id);
  update public.request_contacts rc set opened_at = private.clock()
  where rc.request_id = request.id and rc.opened_at is null
    and rc.contact_id = any (private.my_contact_ids())
  returning rc.contact_id into opened;
  if opened is not null then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.opened', 'request', request.id,
      jsonb_build_object('contact_id', opened));
    perform private.ping(request.org_id, request.id, null, request.version);
  end if;
  return jsonb_build_object(
    'request_id', request.id, 'public_id', request.public_id, 'status', request.status);
end
$$;
comment on function public.open_request(text) is 'A recipient arrives by the link; the first time is recorded.';
grant execute on function public.open_request(text) to authenticated;

create or replace function private.may_change_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select object_path ~ '^(avatars|logos)/[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'
    and case split_part(object_path, '/', 1)
      when 'avatars' then split_part(object_path, '/', 2) = private.live_user_id()::text
      else split_part(object_path, '/', 2)::uuid = any (private.my_admin_org_ids())
        and split_part(object_path, '/', 2)::uuid <> all (private.my_gated_org_ids()) end
$$;
comment on function private.may_change_image(text) is
  'Avatars are their user''s; logos belong to owners and admins.';
grant execute on function private.may_change_image(text) to authenticated;

alter policy "users read themselves" on public.profiles
  using (user_id = (select private.live_user_id()));
alter policy "users change themselves" on public.profiles
  using (user_id = (select private.live_user_id()))
  with check (user_id = (select private.live_user_id()));
alter policy "users read their own memberships" on public.memberships
  using (user_id = (select private.live_user_id()));
alter policy "a required second factor comes first" on public.memberships
  using (
    user_id = (select private.live_user_id())
    or org_id <> all ((select private.my_gated_org_ids())::uuid[]));
