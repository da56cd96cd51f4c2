-- Whose deeds the record holds: not only who is there today.

create index events_org_id_actor_id_id_idx on public.events (org_id, actor_id, id desc)
  where actor_id is not null;

create function public.list_audit_people(org_id uuid, max_rows int default 500)
returns table (actor_id uuid, name text, kind text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_audit_people.org_id, '{owner,admin}');
  return query
    -- One step of the index for each person, however many events they have.
    with recursive newest as (
      (select e.actor_id, e.id from public.events e
      where e.org_id = list_audit_people.org_id and e.actor_id is not null
      order by e.actor_id, e.id desc limit 1)
      union all
      select next.actor_id, next.id
      from newest n, lateral (
        select e.actor_id, e.id from public.events e
        where e.org_id = list_audit_people.org_id and e.actor_id > n.actor_id
        order by e.actor_id, e.id desc limit 1) next
    ), people as (
      select n.actor_id, e.actor_name, n.id, case
        when m.status in ('active', 'suspended') then 'staff'
        when m.status is null and e.actor_kind = 'contact' then 'contact'
        else 'former'
      end as kind
      from newest n
      join public.events e on e.id = n.id
      left join public.memberships m
        on m.org_id = list_audit_people.org_id and m.user_id = n.actor_id
    )
    select p.actor_id, p.actor_name, p.kind from people p
    order by array_position('{staff,former,contact}', p.kind), p.id desc
    limit list_audit_people.max_rows;
end
$$;
comment on function public.list_audit_people(uuid, int) is
  'Everybody who did something in the firm, by the name they bore last: staff, who was staff, contacts; who acted last first.';
grant execute on function public.list_audit_people(uuid, int) to authenticated;
