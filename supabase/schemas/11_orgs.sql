-- Firms, which are the tenants.

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
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  brand_version int not null default 1,
  setup_dismissed_at timestamptz,
  postal_address text check (char_length(postal_address) between 1 and 200),
  check (logo_path ~ ('^logos/' || id || '/[0-9a-f-]{36}\.(png|jpg|webp)$'))
);
comment on table public.orgs is
  'A firm, which is a tenant. Every table with a tenant''s data contains its id.';
comment on column public.orgs.reminder_days is 'Days before (negative) or after the due date on which contacts are reminded.';
comment on column public.orgs.reminder_every is
  'Number of days between reminders after the last day in reminder_days.';
comment on column public.orgs.brand_color is
  'The color of contact pages and emails, such as #0d5f66. Null for Dossier''s color.';
comment on column public.orgs.brand_version is 'Counts the changes of the brand color.';
comment on column public.orgs.setup_dismissed_at is
  'When an owner or admin hid the steps of setting up the firm.';
comment on column public.orgs.postal_address is
  'The address that emails to contacts show in their last lines; null for none.';
comment on column public.orgs.deleted_at is
  'When the firm was deleted. Access ends immediately, and the rows are deleted 30 days later.';
create index orgs_deleted_at_idx on public.orgs (deleted_at) where deleted_at is not null;

revoke all on public.orgs from public, anon, authenticated, service_role;
grant select on public.orgs to authenticated;
alter table public.orgs enable row level security;
alter table public.orgs force row level security;

create policy "staff read their firms" on public.orgs for select to authenticated
  using (id = any ((select private.my_org_ids())::uuid[]));

create trigger touch before update on public.orgs
  for each row execute function private.touch();

-- In PL/pgSQL, because PostgreSQL then keeps the plan for the connection. PostgreSQL plans an SQL
-- function again for each query.
create function private.today(org_id uuid) returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select (private.clock() at time zone o.time_zone)::date
    from public.orgs o where o.id = today.org_id);
end
$$;
comment on function private.today(uuid) is 'Returns today''s date in the time zone of a firm.';

create function private.sunday(day date) returns date
language sql immutable set search_path = ''
as $$ select day + 7 - extract(isodow from day)::int $$;
comment on function private.sunday(date) is 'Returns the last day of the week of a day.';

create function private.clean_time_zone(value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Compares names, because `at time zone` also accepts zones that do not exist, such as
  -- Mars/Olympus+1.
  if octet_length(value) > 64
    or coalesce(value, '') !~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'
    or value ~ '^(posix|right)/'
    or not exists (select from pg_catalog.pg_timezone_names z where z.name = value) then
    perform private.invalid('time_zone', 'format');
  end if;
  return value;
end
$$;
comment on function private.clean_time_zone(text) is
  'Checks that the server knows an IANA time zone name.';

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
    perform private.refuse(409, 'slug_taken', '{"field":"slug","reserved":true}');
  end if;
  return value;
end
$$;
comment on function private.clean_slug(text) is
  'Checks the format of a firm''s slug and refuses reserved words.';

create function public.create_org(name text, slug text, time_zone text) returns jsonb
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
  -- Only one call per user runs at a time, so that the limit holds.
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
    private.clean_name(create_org.name, 'name', 2, 80, true),
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
comment on function public.create_org(text, text, text) is
  'Creates a firm and makes the caller its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;

create function private.orphan_logo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.logo_path);
  return null;
end
$$;
comment on function private.orphan_logo() is
  'Marks the old logo for deletion when a firm changes it or is deleted.';
create trigger orphan_replaced after update on public.orgs
  for each row when (old.logo_path is not null and old.logo_path is distinct from new.logo_path)
  execute function private.orphan_logo();
create trigger orphan_deleted after delete on public.orgs
  for each row when (old.logo_path is not null) execute function private.orphan_logo();
