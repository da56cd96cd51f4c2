-- Tables and functions of Supabase Storage, with the names, owners and grants of hosted Supabase.

create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to postgres, anon, authenticated, service_role;

set role supabase_storage_admin;

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text
);
-- Databases of older versions have this constraint, which a trigger below replaces.
alter table storage.buckets drop constraint if exists buckets_name_length;
create unique index if not exists bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Deprecated: use owner_id.';

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
comment on column storage.objects.owner is 'Deprecated: use owner_id.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to postgres with grant option;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select parts[1 : array_length(parts, 1) - 1] from string_to_array(name, '/') as parts
$$;
comment on function storage.foldername(text) is 'Returns the folders of an object''s path.';

create or replace function storage.filename(name text) returns text
language sql immutable
as $$ select parts[array_length(parts, 1)] from string_to_array(name, '/') as parts $$;
comment on function storage.filename(text) is 'Returns the last part of an object''s path.';

create or replace function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(parts[array_length(parts, 1)]), '.', 1))
  from string_to_array(name, '/') as parts
$$;
comment on function storage.extension(text) is 'Returns the extension of an object''s file name.';

create or replace function storage.operation() returns text
language sql stable
as $$ select current_setting('storage.operation', true) $$;
comment on function storage.operation() is
  'Returns the current operation of the Storage API, such as storage.object.upload. Null outside of it.';

create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable
as $$
  select exists (
    select 1
    from unnest(expected_operations) as expected
    where regexp_replace(expected, '^storage\.', '')
      = regexp_replace(storage.operation(), '^storage\.', '')
      and expected <> ''
  )
$$;
comment on function storage.allow_any_operation(text[]) is
  'Returns whether the current operation is one of these. The prefix storage. is optional.';

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
as $$ select storage.allow_any_operation(array[expected_operation]) $$;
comment on function storage.allow_only_operation(text) is
  'Returns whether the current operation is this one. The prefix storage. is optional.';

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select sum((metadata ->> 'size')::bigint)::bigint, o.bucket_id
  from storage.objects as o
  group by o.bucket_id
$$;
comment on function storage.get_size_by_bucket() is
  'Returns the total size of the objects in each bucket that the caller may select.';

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create or replace trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.update_updated_at_column();

create or replace function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501',
        hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
comment on function storage.protect_delete() is
  'Refuses deletes in SQL, because the files of the objects would remain.';

create or replace function storage.enforce_bucket_name_length() returns trigger
language plpgsql
as $$
begin
  if char_length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.',
      new.name, char_length(new.name);
  end if;
  return new;
end
$$;
comment on function storage.enforce_bucket_name_length() is 'Refuses names above 100 characters.';

create or replace trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
for each row execute function storage.enforce_bucket_name_length();

create or replace trigger protect_buckets_delete before delete on storage.buckets
for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
for each statement execute function storage.protect_delete();

reset role;
