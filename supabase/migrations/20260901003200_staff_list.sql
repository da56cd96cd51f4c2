-- Who works in a firm, as those see it who answer for the team.

create function public.list_staff(org_id uuid)
returns table (user_id uuid, email text, factors int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_staff.org_id, '{owner,admin}');
  return query
    select m.user_id, u.email::text, (
      select count(*)::int from auth.mfa_factors f
      where f.user_id = m.user_id and f.status = 'verified')
    from public.memberships m
    join auth.users u on u.id = m.user_id
    where m.org_id = list_staff.org_id and m.status <> 'removed'
    order by m.created_at, m.user_id;
end
$$;
comment on function public.list_staff(uuid) is
  'Address and number of verified second factors of each member. Nothing of the factors themselves.';
grant execute on function public.list_staff(uuid) to authenticated;
