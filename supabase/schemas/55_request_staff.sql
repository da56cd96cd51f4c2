-- The staff members whose names contacts see.

create function private.staff_name(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select nullif(p.name, '') from public.profiles p where p.user_id = staff_name.user_id
$$;
comment on function private.staff_name(uuid) is
  'Returns the name that a person chose, or null. Events fall back to the address, which '
  'contacts must not see.';

create function private.sender_of(request_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select e.actor_id from public.events e
  where e.request_id = sender_of.request_id and e.action = 'request.sent' order by e.id limit 1
$$;
comment on function private.sender_of(uuid) is 'Returns the user who sent a request.';

create function public.list_request_staff(request_id uuid)
returns table (user_id uuid, name text, avatar_path text, is_sender boolean)
language sql stable security definer set search_path = ''
as $$
  with request as (
    select r.id, private.sender_of(r.id) as sender_id
    from public.requests r
    where r.id = list_request_staff.request_id
      and r.id = any ((select private.my_request_ids())::uuid[])
      and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  ), people as (
    select request.sender_id as id from request where request.sender_id is not null
    union
    select s.decided_by from request join public.submissions s on s.request_id = request.id
    where s.decided_by is not null
  )
  select people.id, private.staff_name(people.id), p.avatar_path,
    people.id is not distinct from request.sender_id
  from request
  cross join people
  left join public.profiles p on p.user_id = people.id
  order by 4 desc, 2, 1
$$;
comment on function public.list_request_staff(uuid) is
  'Returns who sent a request and who decided on its answers. Only its contacts may call it. A '
  'name is null if the person chose none.';
grant execute on function public.list_request_staff(uuid) to authenticated;
