drop function public.list_my_requests();

create function public.list_my_requests() returns table (
  request_id uuid, public_id text, firm text, logo_path text, reply_email text, time_zone text,
  title text, status text, due_on date, sent_at timestamptz, closed_at timestamptz,
  items_total int, items_done int, required_total int, required_done int, brand_color text,
  client_name text, postal_address text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.public_id, o.name, o.logo_path, o.reply_email, o.time_zone, r.title, r.status,
    r.due_on, r.sent_at, r.closed_at,
    count(i.id)::int,
    (count(i.id) filter (where i.status in ('submitted', 'accepted', 'waived')))::int,
    (count(i.id) filter (where i.required))::int,
    (count(i.id) filter (
      where i.required and i.status in ('submitted', 'accepted', 'waived')))::int,
    o.brand_color, c.name, o.postal_address
  from public.requests r
  join public.orgs o on o.id = r.org_id
  join public.clients c on c.org_id = r.org_id and c.id = r.client_id
  left join public.items i on i.request_id = r.id
  where r.id = any ((select private.my_request_ids())::uuid[])
    and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  group by r.id, o.id, c.id
  order by r.status = 'complete', r.due_on, r.id
$$;
comment on function public.list_my_requests() is
  'Returns the requests of which the caller is a contact, at any firm. Includes progress, the '
  'client''s name, and the firm''s reply address and postal address.';
revoke all on function public.list_my_requests() from public, anon, service_role;
grant execute on function public.list_my_requests() to authenticated;
