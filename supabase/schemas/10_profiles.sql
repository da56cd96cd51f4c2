create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 120 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
  avatar_path text check (avatar_path ~ ('^avatars/' || user_id || '/[0-9a-f-]{36}\.(png|jpg|webp)$')),
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 4096),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock()
);
comment on table public.profiles is
  'The name and preferences of a user. Users update only this row directly.';
comment on column public.profiles.preferences is
  'Display preferences, such as the theme and single-key shortcuts.';

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (name, avatar_path, preferences) on public.profiles to authenticated;
alter table public.profiles enable row level security;
alter table public.profiles force row level security;

create policy "users read themselves" on public.profiles for select to authenticated
  using (user_id = (select private.live_user_id()));
create policy "users change themselves" on public.profiles for update to authenticated
  using (user_id = (select private.live_user_id()))
  with check (user_id = (select private.live_user_id()));
create policy "members read each other" on public.profiles for select to authenticated
  using (user_id = any ((select private.my_member_ids())::uuid[]));

create trigger touch before update on public.profiles
  for each row execute function private.touch();

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, name)
  select new.id, case when private.is_bad_name(typed.name, false) then '' else typed.name end
  from (
    select left(btrim(private.strip_format(regexp_replace(
      coalesce(new.raw_user_meta_data ->> 'name', ''),
      '[\u0001-\u001f\u007f-\u009f]', '', 'g'))), 120) as name
  ) typed
  on conflict on constraint profiles_pkey do nothing;
  perform set_config('dossier.new_user', new.id::text, true);
  return new;
end
$$;
comment on function private.create_profile() is
  'Creates the profile of a new auth user. Leaves out a name that is not allowed, so that it '
  'never refuses a sign-up.';
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.require_shown_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  return new;
end
$$;
comment on function private.require_shown_factor() is
  'Refuses a change by a user who has a second factor and has not used it in this session.';
create trigger require_shown_factor before update on public.profiles
  for each row when (
    old.name is distinct from new.name or old.avatar_path is distinct from new.avatar_path)
  execute function private.require_shown_factor();

create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_name(new.name, 'name', 0, 120);
  return new;
end
$$;
comment on function private.clean_profile() is 'Checks the name that users give themselves.';
create trigger clean_profile before update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.clean_profile();

-- In PL/pgSQL, because PostgreSQL then keeps the plan for the connection. Nearly every call by a
-- member reads a name.
create function private.user_name(user_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select nullif(p.name, '') from public.profiles p where p.user_id = user_name.user_id),
    (select split_part(u.email, '@', 1) from auth.users u where u.id = user_name.user_id),
    'Former user');
end
$$;
comment on function private.user_name(uuid) is
  'Returns the name that events store for a user.';

create function private.orphan_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.avatar_path);
  return null;
end
$$;
comment on function private.orphan_avatar() is
  'Marks the old avatar for deletion when a user changes it or is deleted.';
create trigger orphan_replaced after update on public.profiles
  for each row when (
    old.avatar_path is not null and old.avatar_path is distinct from new.avatar_path)
  execute function private.orphan_avatar();
create trigger orphan_deleted after delete on public.profiles
  for each row when (old.avatar_path is not null) execute function private.orphan_avatar();
