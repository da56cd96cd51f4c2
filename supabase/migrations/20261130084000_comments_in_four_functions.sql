-- Corrects comments in functions. No function changes what it does.

create or replace function private.is_own_name(value text) returns boolean
language sql immutable set search_path = ''
as $$
  with folded as (
    -- Replace letters, digits and signs that look like a letter of "Dossier" with that letter.
    select translate(
      lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u200c\u200d]', '', 'g')),
      U&'\043E\03BF0\0435\03B53\0456\03B9\01311|l\0455$5\0501', 'oooeeeiiiiiisssd') as text
  )
  select f.text ~ '\mdossier\M' or regexp_replace(f.text, '[^[:alnum:]]', '', 'g') = 'dossier'
  from folded f
$$;

create or replace function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- If no item is required, all items must be accepted or waived. If only required items
      -- counted, the first decision would complete such a request.
      and (i.required or not exists (
        select from public.items other where other.request_id = request.id and other.required))
  ) then
    return request;
  end if;
  request := private.close_request(
    request, private.system_actor(), 'complete', 'request.completed');
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return request;
end
$$;

create or replace function private.mail_recipients(
  request public.requests, kind text, delay interval, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
begin
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active'
    -- Queuing an email may lock its address until the transaction ends. Locking the addresses in
    -- the order of lock_recipients prevents deadlocks.
    order by lower(c.email::text)
  loop
    perform private.mail_recipient(request, contact, mail_recipients.kind, delay, data);
  end loop;
end
$$;

create or replace function public.orphaned_objects(max_rows int default 100)
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
  -- Delete the marks of images that a profile or firm uses. A trigger marks an image again when it
  -- is no longer used. Check again under the lock, because that may have happened in the meantime.
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
