-- What waits for a decision waits in an open request only. With that in the row itself, a large firm's
-- inbox is read and counted from its index alone, without asking each item's request.

alter table public.items drop constraint items_submitted_at_check;
comment on column public.items.submitted_at is
  'When the answer that waits was submitted; null unless the item is submitted and its request open.';

create function private.end_waiting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.items i set submitted_at = null
  where i.org_id = new.org_id and i.request_id = new.id and i.submitted_at is not null;
  return new;
end
$$;
comment on function private.end_waiting() is
  'Takes the items of a request that is cancelled with answers in it out of the inbox.';
revoke all on function private.end_waiting() from public, anon, authenticated, service_role;

create trigger end_waiting after update of status on public.requests
  for each row when (old.status = 'open' and new.status <> 'open')
  execute function private.end_waiting();

update public.items i set submitted_at = null
from public.requests r
where r.id = i.request_id and r.status <> 'open' and i.submitted_at is not null;
