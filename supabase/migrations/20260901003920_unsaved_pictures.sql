-- A picture is stored first and saved afterwards: one that was never saved has no row to let go of
-- it, so each is noted when it is stored, and looked at an hour later.

create function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;
comment on function private.note_picture() is
  'A picture that no row has taken an hour after it was stored is an orphan.';
create trigger note_picture after insert on storage.objects
  for each row when (
    new.bucket_id = 'images'
    and new.name ~ '^(avatars|logos)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/')
  execute function private.note_picture();

create or replace function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Two days: an interrupted upload may end after its row did, but not after one day.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- What a row took is noted again when it lets go. Looked at twice, before and under the lock:
  -- a row may let go in between.
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
  'System: objects nobody may read any more; sweep deletes them through Storage.';

-- Pictures stored before they were noted have their hour from now.
insert into private.orphans (bucket, path, since)
select o.bucket_id, o.name, private.clock() + interval '1 hour'
from storage.objects o
where o.bucket_id = 'images'
  and o.name ~ '^(avatars|logos)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
on conflict do nothing;

-- Within that hour twenty may lie beside each other: pictures are public and two megabytes large.
create function private.may_store_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_change_image(object_path) and (
    select count(*) from storage.objects o, substring(object_path from '^[a-z]+/[0-9a-f-]+') folder
    where o.bucket_id = 'images'
      -- As one range of the index: '0' is the character after '/'.
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0') < 20
$$;
comment on function private.may_store_image(text) is
  'Whether the caller may change this image, and fewer than twenty lie beside it.';
grant execute on function private.may_store_image(text) to authenticated;
alter policy "people store their images" on storage.objects
  with check (bucket_id = 'images' and private.may_store_image(name));
