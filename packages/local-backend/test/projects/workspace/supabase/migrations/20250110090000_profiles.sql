-- Auth stores the accounts. The application stores its own data about users in `public.profiles`.
create extension if not exists citext with schema extensions;
create extension if not exists moddatetime schema extensions;

create type public.workspace_role as enum ('owner', 'admin', 'member', 'guest');
create domain public.handle as extensions.citext
  check (value ~ '^[a-z0-9_]{3,30}$');

create table public.profiles (
  id uuid not null references auth.users on delete cascade primary key,
  handle public.handle unique,
  full_name text,
  avatar_url text,
  created_at timestamptz not null default timezone('utc', now()),
  updated_at timestamptz not null default timezone('utc', now())
);
alter table public.profiles enable row level security;
grant select, insert, update on public.profiles to authenticated;
grant select on public.profiles to anon;
grant all on public.profiles to service_role;

create policy "Public profiles are viewable by everyone." on public.profiles
  for select using (true);
create policy "Users can insert their own profile." on public.profiles
  for insert with check ((select auth.uid()) = id);
create policy "Users can update own profile." on public.profiles
  for update using ((select auth.uid()) = id);

create trigger handle_updated_at before update on public.profiles
  for each row execute procedure extensions.moddatetime (updated_at);

-- Runs as its owner, because the role of Auth, which inserts the user, may not write to
-- `public.profiles`.
create function public.handle_new_user()
returns trigger
set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, avatar_url)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'avatar_url');
  return new;
end;
$$ language plpgsql security definer;

create trigger on_auth_user_created
  after insert on auth.users
  for each row execute procedure public.handle_new_user();
