-- What policies ask in every query, in PL/pgSQL: PostgreSQL 17 plans an SQL function anew for each
-- query that calls it, and keeps the plans of a PL/pgSQL function for the whole connection.
-- The caller's id stands in a variable, since auth.uid() in a condition reads the claims per row.

create or replace function private.clock() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if session_user in ('postgres', 'supabase_admin')
    and coalesce(current_setting('dossier.clock', true), '') <> '' then
    return current_setting('dossier.clock', true)::timestamptz;
  end if;
  return now();
end
$$;

create or replace function private.has_recent_otp() returns boolean
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

create or replace function private.my_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active');
end
$$;

create or replace function private.my_gated_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return '{}';
  end if;
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.require_mfa
    where m.user_id = my_id and m.status = 'active');
end
$$;

create or replace function private.my_admin_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active' and m.role in ('owner', 'admin'));
end
$$;

create or replace function private.my_colleague_ids() returns uuid[]
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

create or replace function private.my_contact_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
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

create or replace function private.my_request_ids() returns uuid[]
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

create or replace function private.may_store(object_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  file public.files;
begin
  select f.* into file
  from public.files f
  join public.items i on i.id = f.item_id and i.status in ('open', 'partial', 'returned')
  join public.requests r on r.id = f.request_id and r.status = 'open'
  where f.path = object_path and f.status = 'uploading' and f.uploader_id = my_id;
  return file.id is not null
    and file.org_id <> all (private.my_gated_org_ids())
    and case file.uploader_kind
      when 'staff' then file.org_id = any (private.my_org_ids())
      else file.request_id = any (private.my_request_ids()) end;
end
$$;

create or replace function private.may_read(object_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  file public.files;
begin
  select * into file from public.files f where f.path = object_path and f.status = 'ready';
  if file.id is null or file.org_id = any (private.my_gated_org_ids()) then
    return false;
  elsif (file.shared_at is not null or file.uploader_id = auth.uid())
    and file.org_id = any (private.my_org_ids()) then
    return true;
  end if;
  return file.request_id = any (private.my_request_ids());
end
$$;

create or replace function private.is_signing() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('storage.operation', true), '') like '%sign%';
end
$$;

create or replace function private.may_join(topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  named uuid;
begin
  if topic is null or topic !~ '^(org|request):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := split_part(topic, ':', 2)::uuid;
  if topic like 'request:%' then
    named := (select r.org_id from public.requests r where r.id = named);
  end if;
  return coalesce(
    named = any (private.my_org_ids()) and named <> all (private.my_gated_org_ids()), false);
end
$$;
