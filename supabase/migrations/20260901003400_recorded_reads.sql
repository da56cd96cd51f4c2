-- A document is read only by a reading that is recorded: one of its own, or an export of its request.

create index events_exports_idx on public.events (request_id, at) where action = 'request.exported';

create function private.is_reading_recorded(file public.files, reader uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- open_file records once in five minutes; the sixth lets a reading that began then arrive.
  return exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = reader
      and e.at > private.clock() - interval '6 minutes'
  ) or exists (
    -- An export streams as long as its access token lives.
    select from public.events e
    where e.request_id = file.request_id and e.action = 'request.exported'
      and e.actor_id = reader and e.at > private.clock() - interval '1 hour');
end
$$;
comment on function private.is_reading_recorded(public.files, uuid) is
  'Whether open_file or begin_export has just recorded that someone reads this file.';

create or replace function private.may_read(object_path text) returns boolean
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
  'Whether the caller may select the ready files row of this path, and the reading is recorded.';
