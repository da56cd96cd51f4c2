-- Who was asked once and is no longer reads so at the door, instead of being asked for the address again.

create function public.had_request_access(public_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- A typed code proves the address; without one nothing is told about it.
  if request.id is null or not private.has_recent_otp() then
    return false;
  end if;
  return exists (
    select from public.events e
    where e.request_id = request.id and e.actor_kind = 'contact' and e.actor_id = my_id
  ) or exists (
    select from public.contacts c
    join auth.users u on u.id = my_id and lower(u.email) = lower(c.email::text)
    where c.client_id = request.client_id and (
      exists (
        select from public.request_contacts rc
        where rc.request_id = request.id and rc.contact_id = c.id)
      or exists (
        select from public.events e
        where e.request_id = request.id and e.action = 'recipient.changed'
          and e.entity_id = c.id)));
end
$$;
comment on function public.had_request_access(text) is
  'Whether the caller is or was a recipient: opened it once, or typed a code for an address that it was sent to.';
revoke all on function public.had_request_access(text) from public, anon;
grant execute on function public.had_request_access(text) to authenticated;
