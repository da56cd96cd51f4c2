create schema if not exists private;
create schema reporting;
grant usage on schema reporting to authenticated, service_role;

create table public.workspaces (
  id uuid primary key default extensions.uuid_generate_v4(),
  name text not null check (char_length(name) between 1 and 80),
  slug text generated always as (
    lower(regexp_replace(regexp_replace(name, '[^a-zA-Z0-9]+', '-', 'g'), '(^-|-$)', '', 'g'))
  ) stored,
  settings jsonb not null default '{}'::jsonb,
  created_by uuid not null default auth.uid() references auth.users (id)
);

create table public.memberships (
  workspace_id uuid not null references public.workspaces on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role public.workspace_role not null default 'member',
  primary key (workspace_id, user_id)
);
create index on public.memberships (user_id);

alter table public.workspaces enable row level security;
alter table public.memberships enable row level security;
grant select, insert, update, delete on public.workspaces, public.memberships to authenticated;
grant all on public.workspaces, public.memberships to service_role;

-- Runs as its owner, because the policy on `memberships` would otherwise call itself through this
-- function.
create or replace function private.has_role(workspace uuid, roles public.workspace_role[])
returns boolean
language sql
security definer
stable
set search_path = ''
as $$
  select exists (
    select 1 from public.memberships
    where workspace_id = workspace and user_id = (select auth.uid()) and role = any (roles)
  );
$$;
grant usage on schema private to authenticated;
revoke execute on function private.has_role from public;
grant execute on function private.has_role to authenticated;

create policy "members see their workspaces" on public.workspaces for select to authenticated
  using (private.has_role(id, array['owner', 'admin', 'member', 'guest']::public.workspace_role[]));
create policy "admins change their workspaces" on public.workspaces for update to authenticated
  using (private.has_role(id, '{owner,admin}')) with check (private.has_role(id, '{owner,admin}'));
create policy "members see members" on public.memberships for select to authenticated
  using (private.has_role(workspace_id, '{owner,admin,member,guest}'));
create policy "owners invite" on public.memberships for insert to authenticated
  with check (private.has_role(workspace_id, '{owner}') and role <> 'owner');

create function public.create_workspace(name text)
returns public.workspaces
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  made workspaces;
begin
  if auth.uid() is null then
    raise exception 'not signed in' using errcode = '42501', hint = 'Sign in first.';
  end if;
  insert into workspaces (name) values (create_workspace.name) returning * into made;
  insert into memberships (workspace_id, user_id, role) values (made.id, auth.uid(), 'owner');
  return made;
end;
$$;
revoke execute on function public.create_workspace(text) from public, anon;
grant execute on function public.create_workspace(text) to authenticated;

create view reporting.members_per_workspace
with (security_invoker = true) as
  select w.id, w.name, count(m.user_id) as members
  from public.workspaces w
  join public.memberships m on m.workspace_id = w.id
  group by w.id, w.name;
grant select on reporting.members_per_workspace to authenticated, service_role;

create policy "Avatar images are publicly accessible." on storage.objects
  for select using (bucket_id = 'avatars');
create policy "Anyone can upload an avatar." on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "members read files of their workspace" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'workspace-files'
    and private.has_role(((storage.foldername(name))[1])::uuid, '{owner,admin,member}')
  );
create policy "members add files of their workspace" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'workspace-files'
    and private.has_role(((storage.foldername(name))[1])::uuid, '{owner,admin,member}')
  );
