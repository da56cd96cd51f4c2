-- The caller's sign-in methods, firms, contacts and requests.

-- The functions that policies of large tables call are in PL/pgSQL, because PostgreSQL 17 plans an
-- SQL function again for each query. They read the caller's id into a variable, because a condition
-- would read it again for each row.
--
-- coalesce() in a policy changes only the planner's estimate of the rows, never the result.
-- - Policies for staff use `org_id = any (ids)`, which can use an index.
-- - Policies for contacts use `coalesce(ids @> array[id], false)`. With `id = any (ids)`,
--   PostgreSQL would combine a bitmap of each of the two policies and sort the rows, although a
--   firm's list needs only the first rows of one index.
-- - The second-factor gate uses `coalesce(org_id <> all (ids), false)`. Without coalesce(),
--   PostgreSQL would expect that hardly any row passes. The table memberships is small and needs no
--   coalesce().

create function private.live_user_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  -- Tokens from Auth have a session id. Only the database owner may omit it, in seeds and tests.
  if session_id is null and session_user = 'postgres' then
    return my_id;
  end if;
  return (select s.user_id from auth.sessions s where s.id = session_id and s.user_id = my_id);
end
$$;
comment on function private.live_user_id() is
  'Returns the caller, or null if their session has ended. Policies and functions use it instead '
  'of auth.uid(): signing out deletes the session row, but the access token stays valid for up '
  'to an hour.';
grant execute on function private.live_user_id() to authenticated;

create function public.is_session_live() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.live_user_id() is not null
$$;
comment on function public.is_session_live() is
  'Returns whether the caller''s session still exists. Pages call it after a refusal or an empty '
  'result, to show the right reason.';
grant execute on function public.is_session_live() to authenticated;

create function private.require_user() returns uuid
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
comment on function private.require_user() is
  'Returns the caller. Refuses if their session has ended.';

-- PostgREST applies the time limit of the role, or of the called function. A function has a longer
-- limit if measurements showed that it needs more time.
alter role authenticated set statement_timeout = '3s';

create function private.has_recent_otp() returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  methods jsonb := auth.jwt() -> 'amr';
  method jsonb;
begin
  if jsonb_typeof(methods) = 'array' then
    for method in select value from jsonb_array_elements(methods) loop
      if method ->> 'method' = 'otp' and to_timestamp((method ->> 'timestamp')::double precision)
        > private.clock() - interval '30 days' then
        return true;
      end if;
    end loop;
  end if;
  return false;
end
$$;
comment on function private.has_recent_otp() is
  'Returns whether the user entered an emailed code in this session within the last 30 days. '
  'Contacts need this to open requests.';

create function private.has_recent_factor() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
    ) as entry
    where entry ->> 'method' in ('totp', 'mfa/totp', 'mfa/phone', 'mfa/webauthn')
      and to_timestamp((entry ->> 'timestamp')::double precision)
        > private.clock() - interval '15 minutes'
  )
$$;
comment on function private.has_recent_factor() is
  'Returns whether the user verified a second factor in this session within the last 15 minutes. '
  'Actions with step-up need this.';

create function private.is_factor_unshown() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors f where f.user_id = my_id and f.status = 'verified');
end
$$;
comment on function private.is_factor_unshown() is
  'Returns whether the caller has a verified factor that this session has not used.';

create function public.is_factor_due() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_factor_unshown()
$$;
comment on function public.is_factor_due() is
  'Returns whether pages must ask for the second factor before they show anything.';
grant execute on function public.is_factor_due() to authenticated;

create function private.my_org_ids() returns uuid[]
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
comment on function private.my_org_ids() is
  'Returns the firms in which the caller is active staff.';
grant execute on function private.my_org_ids() to authenticated;

create function private.my_gated_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  has_unshown_factor boolean;
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return '{}';
  end if;
  has_unshown_factor := private.is_factor_unshown();
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    where m.user_id = my_id and m.status = 'active' and (o.require_mfa or has_unshown_factor));
end
$$;
comment on function private.my_gated_org_ids() is
  'Returns the caller''s firms that stay closed until the session uses a second factor: the firm '
  'requires one, or the caller has one.';
grant execute on function private.my_gated_org_ids() to authenticated;

create function private.my_admin_org_ids() returns uuid[]
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
comment on function private.my_admin_org_ids() is
  'Returns the firms in which the caller is an active owner or admin.';
grant execute on function private.my_admin_org_ids() to authenticated;

create function private.my_member_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ungated_ids uuid[] := array(
    select unnest(private.my_org_ids()) except select unnest(private.my_gated_org_ids()));
begin
  return array(
    select distinct m.user_id from public.memberships m where m.org_id = any (ungated_ids));
end
$$;
comment on function private.my_member_ids() is
  'Returns the current and former members of the caller''s firms. Leaves out firms that stay '
  'closed until the session uses a second factor.';
grant execute on function private.my_member_ids() to authenticated;

create function private.my_contact_ids() returns uuid[]
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
  'Returns the caller''s contacts, if the user entered an emailed code in this session within '
  'the last 30 days.';
grant execute on function private.my_contact_ids() to authenticated;

create function private.my_request_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  contact_ids uuid[] := private.my_contact_ids();
  readable_since timestamptz := private.clock() - interval '90 days';
begin
  if contact_ids = '{}' then
    return '{}';
  end if;
  return array(
    select r.id
    from public.request_contacts rc
    join public.requests r on r.id = rc.request_id
    where rc.contact_id = any (contact_ids)
      and (r.status = 'open' or (r.status = 'complete' and r.closed_at > readable_since)));
end
$$;
comment on function private.my_request_ids() is
  'Returns the requests that the caller can read as a contact: open requests, and complete '
  'requests for 90 days.';
grant execute on function private.my_request_ids() to authenticated;

create function private.require_staff(org_id uuid, roles text[] default '{owner,admin,member}')
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
  'Returns the caller as staff of the firm. Refuses others as if the firm did not exist.';

create function private.require_step_up(org_id uuid) returns void
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
  'Requires a live session. If the user has a second factor or the firm requires one, the '
  'session must have verified it within the last 15 minutes.';
