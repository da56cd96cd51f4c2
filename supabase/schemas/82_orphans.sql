-- Objects in storage that no row refers to. Triggers fill the table, so that the sweep does not
-- have to search storage.

create table private.orphans (
  bucket text not null,
  path text not null,
  since timestamptz not null default private.clock(),
  primary key (bucket, path)
);
comment on table private.orphans is
  'Objects that the sweep deletes through Storage after the time in since, unless a row uses them '
  'by then.';
create index orphans_since_idx on private.orphans (since);

revoke all on private.orphans from public, anon, authenticated, service_role;
alter table private.orphans enable row level security;
alter table private.orphans force row level security;

create function private.note_orphan(bucket text, path text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.orphans (bucket, path) values (note_orphan.bucket, note_orphan.path)
  on conflict on constraint orphans_pkey do update set since = excluded.since
$$;
comment on function private.note_orphan(text, text) is 'Marks an object for deletion.';

create function private.is_kept(bucket text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when bucket = 'documents' then exists (
      select from public.files f
      where f.path = is_kept.path and f.status in ('uploading', 'checking', 'ready'))
    when path like 'logos/%' then exists (
      select from public.orgs o
      where o.id = split_part(is_kept.path, '/', 2)::uuid and o.logo_path = is_kept.path)
    else exists (
      select from public.profiles p
      where p.user_id = split_part(is_kept.path, '/', 2)::uuid and p.avatar_path = is_kept.path)
  end
$$;
comment on function private.is_kept(text, text) is
  'Returns whether a row uses the object, for example because a user chose a former avatar '
  'again.';

create function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Keep the rows of missing objects for two days, because an interrupted upload can still complete
  -- up to a day after the object was marked for deletion.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- Delete the marks of images that a profile or firm uses. Check again under the lock, because the
  -- profile or firm may have stopped using the image in the meantime.
  for noted in
    select p.bucket, p.path from private.orphans p
    where p.bucket = 'images' and p.since <= private.clock()
      and private.is_kept(p.bucket, p.path)
    order by p.since limit 1000 for update skip locked
  loop
    delete from private.orphans p
    where p.bucket = noted.bucket and p.path = noted.path and private.is_kept(p.bucket, p.path);
  end loop;
  return query
    select p.bucket, p.path from private.orphans p
    join storage.objects o on o.bucket_id = p.bucket and o.name = p.path
    where p.since <= private.clock() and not private.is_kept(p.bucket, p.path)
    order by p.since limit max_rows;
end
$$;
comment on function public.orphaned_objects(int) is
  'System: returns objects that no one may read anymore. The sweep deletes them through '
  'Storage.';
grant execute on function public.orphaned_objects(int) to service_role;
