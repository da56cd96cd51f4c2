-- Who may store and read objects. The buckets stand in config.toml and, for hosted, here.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 104857600,
    array(select distinct t.mime from private.file_types t order by 1)),
  ('images', 'images', true, 2097152, '{image/png,image/jpeg,image/webp}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.may_store(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files f
    join public.items i on i.id = f.item_id and i.status in ('open', 'partial', 'returned')
    join public.requests r on r.id = f.request_id and r.status = 'open'
    where f.path = object_path and f.status = 'uploading' and f.uploader_id = (select auth.uid())
      and f.org_id <> all ((select private.my_gated_org_ids())::uuid[])
      and case f.uploader_kind
        when 'staff' then f.org_id = any ((select private.my_org_ids())::uuid[])
        else f.request_id = any ((select private.my_request_ids())::uuid[]) end)
$$;
comment on function private.may_store(text) is
  'Whether begin_upload reserved this path for the caller and its item still takes files.';

create function private.may_read(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.files f
    where f.path = object_path and f.status = 'ready'
      and f.org_id <> all ((select private.my_gated_org_ids())::uuid[])
      and (
        f.request_id = any ((select private.my_request_ids())::uuid[])
        or (f.org_id = any ((select private.my_org_ids())::uuid[])
          and (f.shared_at is not null or f.uploader_id = (select auth.uid())))))
$$;
comment on function private.may_read(text) is 'Whether the caller may select the ready files row of this path.';

create function private.is_signing() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('storage.operation', true), '') like '%sign%' $$;
comment on function private.is_signing() is
  'Whether Storage is about to hand out a signed address: sign, sign_many, sign_upload_url.';

create function private.may_change_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select object_path ~ '^(avatars|logos)/[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'
    and case split_part(object_path, '/', 1)
      when 'avatars' then split_part(object_path, '/', 2) = auth.uid()::text
      else split_part(object_path, '/', 2)::uuid = any (private.my_admin_org_ids())
        and split_part(object_path, '/', 2)::uuid <> all (private.my_gated_org_ids()) end
$$;
comment on function private.may_change_image(text) is
  'Avatars are their user''s; logos belong to owners and admins.';

grant execute on function private.may_store(text), private.may_read(text), private.is_signing(),
  private.may_change_image(text) to authenticated;

create policy "uploaders store reserved documents" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'documents' and not (select private.is_signing()) and private.may_store(name));
create policy "readers of a file read its document" on storage.objects for select to authenticated
  using (
    bucket_id = 'documents' and not (select private.is_signing()) and private.may_read(name));
create policy "people store their images" on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and private.may_change_image(name));
create policy "people see their images" on storage.objects for select to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));
create policy "people delete their images" on storage.objects for delete to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));
