-- config.toml defines the buckets for local projects. This file creates them on hosted Supabase.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 104857600,
    array(select distinct t.mime from private.file_types t order by 1)),
  ('images', 'images', true, 32768, '{image/png,image/webp}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.is_signing() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('storage.operation', true), '') like '%sign%';
end
$$;
comment on function private.is_signing() is
  'Returns whether Storage is creating a signed URL: sign, sign_many or sign_upload_url.';
grant execute on function private.is_signing() to authenticated;

create function private.is_reading() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- Storage prefixes some operations with its own name.
  return regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '')
    in (
      'object.get_authenticated', 'object.info_authenticated', 'object.get_authenticated_info',
      'object.head_authenticated_info', 'object.list', 'object.list_v2');
end
$$;
comment on function private.is_reading() is
  'Returns whether Storage is reading or listing an object for the caller. Copying, moving and '
  'signing do not count, because they would let others read the object without a record.';
grant execute on function private.is_reading() to authenticated;

create function private.may_store(object_path text) returns boolean
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
comment on function private.may_store(text) is
  'Returns whether begin_upload reserved this path for the caller and the item still accepts '
  'files.';
grant execute on function private.may_store(text) to authenticated;

create function private.may_read(object_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  file public.files;
begin
  select * into file from public.files f where f.path = object_path and f.status = 'ready';
  if file.id is null or file.org_id = any (private.my_gated_org_ids()) then
    return false;
  elsif not (
    ((file.shared_at is not null or file.uploader_id = my_id)
      and file.org_id = any (private.my_org_ids()))
    or file.request_id = any (private.my_request_ids())
  ) then
    return false;
  end if;
  return private.is_reading_recorded(file, my_id);
end
$$;
comment on function private.may_read(text) is
  'Returns whether the caller may select the row of this ready file and the reading is recorded.';
grant execute on function private.may_read(text) to authenticated;

create policy "uploaders store reserved documents" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'documents' and not (select private.is_signing()) and private.may_store(name));
create policy "readers of a file read its document" on storage.objects for select to authenticated
  using (
    bucket_id = 'documents' and (select private.is_reading()) and private.may_read(name));

create function private.check_size() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reserved bigint := (select f.bytes from public.files f where f.path = new.name);
begin
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint > reserved then
    raise exception 'the object is larger than % bytes, the size declared when the upload started',
      reserved using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.check_size() is
  'Refuses a document that is larger than begin_upload reserved. It is a trigger, because '
  'Storage writes the row as the table''s owner after the upload.';
create trigger check_size before insert or update of metadata on storage.objects
  for each row when (new.bucket_id = 'documents') execute function private.check_size();

create function private.may_change_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select object_path ~ '^(avatars|logos)/[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'
    and case split_part(object_path, '/', 1)
      when 'avatars' then split_part(object_path, '/', 2) = private.live_user_id()::text
      else split_part(object_path, '/', 2)::uuid = any (private.my_admin_org_ids())
        and split_part(object_path, '/', 2)::uuid <> all (private.my_gated_org_ids()) end
$$;
comment on function private.may_change_image(text) is
  'Returns whether the caller may change an image. Users may change their avatar, owners and '
  'admins the logo.';
grant execute on function private.may_change_image(text) to authenticated;

-- The web app makes pictures small before it stores them. Some email clients show no WebP, so a new
-- logo is a PNG. The folder of a user or firm may contain at most twenty pictures.
create function private.may_store_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_change_image(object_path)
    and object_path ~ '^(avatars/.*\.webp|.*\.png)$' and (
    select count(*) from storage.objects o, substring(object_path from '^[a-z]+/[0-9a-f-]+') folder
    where o.bucket_id = 'images'
      -- Reads one range of the index: '0' is the character after '/'.
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0') < 20
$$;
comment on function private.may_store_image(text) is
  'Returns whether the caller may store this image: they may change it, it is a PNG or the WebP of '
  'an avatar, and its folder has fewer than twenty images.';
grant execute on function private.may_store_image(text) to authenticated;

create policy "people store their images" on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and private.may_store_image(name));
create policy "people see their images" on storage.objects for select to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));
create policy "people delete their images" on storage.objects for delete to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));

-- A picture is stored before the row that refers to it is saved. The trigger schedules a check an
-- hour later, so that a picture without a row is deleted.
create function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Count again with a lock on the folder, because parallel uploads all pass the policy before the
  -- first of them is stored.
  perform pg_advisory_xact_lock(hashtextextended('images:' || folder, 0));
  if (
    select count(*) from storage.objects o
    where o.bucket_id = 'images'
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0'
  ) > 20 then
    raise exception 'a folder can contain at most twenty pictures' using errcode = '42501';
  end if;
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;
comment on function private.note_picture() is
  'Refuses the twenty-first image of a folder. Also marks an image for deletion if no row uses '
  'it after an hour.';
create trigger note_picture after insert on storage.objects
  for each row when (
    new.bucket_id = 'images'
    and new.name ~ '^(avatars|logos)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/')
  execute function private.note_picture();
