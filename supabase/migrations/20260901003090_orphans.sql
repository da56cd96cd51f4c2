-- Objects nobody may read any more, noted when their row lets go of them: no search over storage.

create table private.orphans (
  bucket text not null,
  path text not null,
  since timestamptz not null default private.clock(),
  primary key (bucket, path)
);
comment on table private.orphans is 'Objects to delete through Storage; sweep does it within minutes.';
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

create function private.orphan_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('documents', old.path);
  return null;
end
$$;
comment on function private.orphan_file() is 'A file that is refused, given up, taken back or purged leaves its object.';
create trigger orphan_removed after update on public.files
  for each row when (
    old.status is distinct from new.status and new.status in ('removed', 'rejected', 'failed'))
  execute function private.orphan_file();
create trigger orphan_deleted after delete on public.files
  for each row execute function private.orphan_file();

create function private.orphan_logo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.logo_path);
  return null;
end
$$;
comment on function private.orphan_logo() is 'A firm that changes its logo, or goes, leaves the old one.';
create trigger orphan_replaced after update on public.orgs
  for each row when (old.logo_path is not null and old.logo_path is distinct from new.logo_path)
  execute function private.orphan_logo();
create trigger orphan_deleted after delete on public.orgs
  for each row when (old.logo_path is not null) execute function private.orphan_logo();

create function private.orphan_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.avatar_path);
  return null;
end
$$;
comment on function private.orphan_avatar() is 'A person who changes their avatar, or goes, leaves the old one.';
create trigger orphan_replaced after update on public.profiles
  for each row when (
    old.avatar_path is not null and old.avatar_path is distinct from new.avatar_path)
  execute function private.orphan_avatar();
create trigger orphan_deleted after delete on public.profiles
  for each row when (old.avatar_path is not null) execute function private.orphan_avatar();

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
  'Whether a row holds on to the object, for example an avatar that was chosen again.';

create or replace function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two days: an interrupted upload may end after its row did, but not after one day.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  return query
    select p.bucket, p.path from private.orphans p
    join storage.objects o on o.bucket_id = p.bucket and o.name = p.path
    where not private.is_kept(p.bucket, p.path)
    order by p.since limit max_rows;
end
$$;
comment on function public.orphaned_objects(int) is
  'System: objects nobody may read any more; sweep deletes them through Storage.';

-- What the former search would have found.
insert into private.orphans (bucket, path)
select o.bucket_id, o.name
from storage.objects o
left join public.files f on f.path = o.name
where o.bucket_id = 'documents' and (f.id is null or f.status in ('removed', 'rejected', 'failed'))
on conflict do nothing;
