-- Firms and who works in them; the id lists that every policy asks for.

create table public.orgs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,40}$'),
  logo_path text,
  reply_email text not null check (char_length(reply_email) <= 254),
  time_zone text not null,
  require_mfa boolean not null default false,
  retention_days int not null default 730 check (retention_days between 30 and 3650),
  reminder_days int[] not null default '{-7,-3,-1,1}',
  reminder_every int not null default 4,
  deleted_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  check (logo_path ~ ('^logos/' || id || '/[0-9a-f-]{36}\.(png|jpg|webp)$'))
);
comment on table public.orgs is 'A firm: the tenant. Every tenant table carries its id.';
comment on column public.orgs.reminder_days is 'Days before (negative) or after the due date on which contacts are reminded.';
comment on column public.orgs.reminder_every is 'After the last of reminder_days, every so many days.';
comment on column public.orgs.deleted_at is 'Access ends at once; rows go 30 days later.';

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
comment on table public.memberships is 'Staff of a firm. user_id has no foreign key, so history outlives the account.';
create index memberships_user_id_status_idx on public.memberships (user_id, status);

revoke all on public.orgs, public.memberships from public, anon, authenticated, service_role;
grant select on public.orgs, public.memberships to authenticated;
alter table public.orgs enable row level security;
alter table public.orgs force row level security;
alter table public.memberships enable row level security;
alter table public.memberships force row level security;
create trigger touch before update on public.orgs
  for each row execute function private.touch();
create trigger touch before update on public.memberships
  for each row execute function private.touch();

create function private.my_org_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.org_id), '{}')
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.deleted_at is null
  where m.user_id = (select auth.uid()) and m.status = 'active'
$$;
comment on function private.my_org_ids() is 'Firms where the caller is active staff.';

create function private.my_gated_org_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.org_id), '{}')
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.require_mfa
  where m.user_id = (select auth.uid()) and m.status = 'active'
    and coalesce((select auth.jwt()) ->> 'aal', 'aal1') <> 'aal2'
$$;
comment on function private.my_gated_org_ids() is
  'Firms of the caller that require a second factor which this session has not shown.';

create function private.my_admin_org_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.org_id), '{}')
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.deleted_at is null
  where m.user_id = (select auth.uid()) and m.status = 'active' and m.role in ('owner', 'admin')
$$;
comment on function private.my_admin_org_ids() is 'Firms where the caller is an active owner or admin.';

create function private.my_colleague_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct m.user_id), '{}')
  from public.memberships m
  where m.org_id = any (private.my_org_ids())
    and m.org_id <> all (private.my_gated_org_ids())
$$;
comment on function private.my_colleague_ids() is
  'Users who are or were staff beside the caller, in firms that do not gate this session.';

grant execute on function private.my_org_ids(), private.my_gated_org_ids(),
  private.my_admin_org_ids(), private.my_colleague_ids() to authenticated;

create policy "staff read their firms" on public.orgs for select to authenticated
  using (id = any ((select private.my_org_ids())::uuid[]));
create policy "staff read memberships of their firms" on public.memberships
  for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "users read their own memberships" on public.memberships
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a required second factor comes first" on public.memberships
  as restrictive for select to authenticated
  using (
    user_id = (select auth.uid())
    or org_id <> all ((select private.my_gated_org_ids())::uuid[]));
create policy "colleagues read each other" on public.profiles for select to authenticated
  using (user_id = any ((select private.my_colleague_ids())::uuid[]));

create function private.require_staff(org_id uuid, roles text[] default '{owner,admin,member}')
returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.org_id = require_staff.org_id and m.user_id = auth.uid()
      and m.status = 'active' and m.role = any (roles)
  ) then
    perform private.refuse(404, 'not_found');
  elsif require_staff.org_id = any (private.my_gated_org_ids()) then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  return row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
end
$$;
comment on function private.require_staff(uuid, text[]) is
  'Answers the caller as staff of the firm, or refuses as if the firm did not exist.';

create function private.require_step_up(org_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
  ) then
    perform private.refuse(403, 'session_not_found');
  elsif not private.has_recent_factor() and (
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

create function private.clean_time_zone(value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(value, '') !~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    perform private.invalid('time_zone', 'format');
  end if;
  perform now() at time zone value;
  return value;
exception when invalid_parameter_value then
  perform private.invalid('time_zone', 'format');
end
$$;
comment on function private.clean_time_zone(text) is 'Checks an IANA zone name against the server''s data.';

create function private.clean_slug(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(value, '') = '' then
    perform private.invalid('slug', 'required');
  elsif value !~ '^[a-z0-9-]{3,40}$' then
    perform private.invalid('slug', 'format', '{"min":3,"max":40}');
  elsif value in ('new', 'admin', 'api', 'app', 'auth', 'account', 'settings', 'join', 'files',
    'help', 'support', 'sign-in', 'sign-up', 'static', 'assets', 'www', 'mail') then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  end if;
  return value;
end
$$;
comment on function private.clean_slug(text) is 'Checks a firm''s address: form and reserved words.';

create function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
begin
  select u.email into confirmed_email
  from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  end if;
  -- One at a time per user, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || auth.uid(), 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active'
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
  insert into public.memberships (org_id, user_id, role) values (org.id, auth.uid(), 'owner');
  actor := row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;
comment on function public.create_org(text, text, text) is 'Founds a firm; the caller becomes its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;
