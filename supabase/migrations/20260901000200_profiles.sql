-- A person's name and preferences, one row per auth user.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 120 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
  avatar_path text check (avatar_path ~ ('^avatars/' || user_id || '/[0-9a-f-]{36}\.(png|jpg|webp)$')),
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 4096),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock()
);
comment on table public.profiles is 'Name and preferences of a user. The only row a user updates directly.';
comment on column public.profiles.preferences is 'Display choices, such as theme and single-key shortcuts.';

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (name, avatar_path, preferences) on public.profiles to authenticated;
alter table public.profiles enable row level security;
alter table public.profiles force row level security;

create policy "users read themselves" on public.profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "users change themselves" on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create trigger touch before update on public.profiles
  for each row execute function private.touch();

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, name)
  values (
    new.id,
    left(btrim(regexp_replace(
      coalesce(new.raw_user_meta_data ->> 'name', ''), '[\u0001-\u001f\u007f-\u009f]', '', 'g')), 120))
  on conflict on constraint profiles_pkey do nothing;
  return new;
end
$$;
comment on function private.create_profile() is 'Gives every new auth user a profile; never refuses a sign-up.';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.has_recent_otp() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
    ) as entry
    where entry ->> 'method' = 'otp'
      and to_timestamp((entry ->> 'timestamp')::double precision)
        > private.clock() - interval '30 days'
  )
$$;
comment on function private.has_recent_otp() is
  'Whether this session typed an e-mailed code within 30 days: what opens a contact''s requests.';

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
  'Whether this session used a second factor within 15 minutes: the step-up rule.';

create function private.user_name(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select nullif(p.name, '') from public.profiles p where p.user_id = user_name.user_id),
    (select split_part(u.email, '@', 1) from auth.users u where u.id = user_name.user_id),
    'Former user')
$$;
comment on function private.user_name(uuid) is 'The name written into history for a user.';
