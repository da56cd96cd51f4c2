-- The web app stores images that it made small, so the bucket accepts no large ones anymore. Images
-- that are already stored stay, and their owners can still delete them.

update storage.buckets set file_size_limit = 32768, allowed_mime_types = '{image/png,image/webp}'
where id = 'images';

create or replace function private.may_store_image(object_path text) returns boolean
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
