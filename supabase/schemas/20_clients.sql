-- The companies and people that a firm serves.

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  name text not null collate "und-x-icu" check (char_length(name) between 1 and 120),
  ref text check (char_length(ref) between 1 and 40),
  version int not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  search text collate "C" not null
    generated always as (private.fold(name || E'\n' || coalesce(ref, ''))) stored,
  unique (org_id, id),
  unique (org_id, ref)
);
comment on table public.clients is 'A company or person that the firm serves.';
comment on column public.clients.ref is 'The firm''s own number for the client.';
comment on column public.clients.search is 'Name and reference as search compares them.';
create index clients_search_idx on public.clients
  using gin (org_id, search extensions.gin_trgm_ops);
-- These indexes serve searches by the first characters of a name or reference.
create index clients_org_id_search_idx on public.clients (org_id, search);
create index clients_org_id_reference_idx
  on public.clients (org_id, split_part(search, E'\n', 2));
-- With archived_at, PostgreSQL can count a list without reading the table.
create index clients_org_id_name_idx on public.clients (org_id, name, id) include (archived_at);
create index clients_org_id_lower_name_idx on public.clients (org_id, lower(name));
create index clients_bad_name_idx on public.clients (org_id) where private.is_bad_name(name, false);

revoke all on public.clients from public, anon, authenticated, service_role;
grant select on public.clients to authenticated;
alter table public.clients enable row level security;
alter table public.clients force row level security;

create policy "staff read clients" on public.clients for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.clients
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.clients
  for each row execute function private.touch();

create function public.save_client(
  org_id uuid, name text, client_id uuid default null, ref text default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_client.org_id);
  client public.clients;
  clean_name text := private.clean_name(save_client.name, 'name', 1, 120);
  clean_ref text := nullif(private.clean_line(save_client.ref, 'ref', 0, 40), '');
begin
  if save_client.client_id is null then
    insert into public.clients (org_id, name, ref)
    values (save_client.org_id, clean_name, clean_ref) returning * into client;
  else
    select * into client from public.clients c
    where c.id = save_client.client_id and c.org_id = save_client.org_id for update;
    if client.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(expected_version, client.version, client.id, client.org_id);
    update public.clients c set name = clean_name, ref = clean_ref, version = c.version + 1
    where c.id = client.id returning * into client;
  end if;
  perform private.record_event(actor, client.org_id, null, 'client.saved', 'client', client.id);
  return jsonb_build_object('id', client.id, 'version', client.version);
exception when unique_violation then
  perform private.invalid('ref', 'unique');
end
$$;
comment on function public.save_client(uuid, text, uuid, text, int) is
  'Adds a client, or changes one.';
grant execute on function public.save_client(uuid, text, uuid, text, int) to authenticated;

create function public.archive_client(client_id uuid, archived boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  client public.clients;
begin
  actor := private.require_staff(
    (select c.org_id from public.clients c where c.id = archive_client.client_id));
  select * into client from public.clients c where c.id = archive_client.client_id for update;
  if archived and exists (
    select from public.requests r where r.client_id = client.id and r.status in ('draft', 'open')
  ) then
    perform private.refuse(409, 'has_open_requests');
  end if;
  update public.clients c
  set archived_at = case when archived then private.clock() end, version = c.version + 1
  where c.id = client.id returning * into client;
  perform private.record_event(
    actor, client.org_id, null, 'client.archived', 'client', client.id,
    jsonb_build_object('archived', archived));
  return jsonb_build_object('id', client.id, 'version', client.version);
end
$$;
comment on function public.archive_client(uuid, boolean) is
  'Archives or restores a client.';
grant execute on function public.archive_client(uuid, boolean) to authenticated;
