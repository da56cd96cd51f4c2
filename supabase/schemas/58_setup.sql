-- The setup steps of a new firm. The inbox shows them until all are done or a user dismisses the
-- list.

create function private.staff_emails(org_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(lower(u.email)), '{}')
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = staff_emails.org_id and m.status = 'active'
$$;
comment on function private.staff_emails(uuid) is 'Returns the addresses of a firm''s active staff.';

create function public.get_setup(org_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  org public.orgs;
  staff text[];
  steps jsonb;
begin
  perform private.require_staff(get_setup.org_id, '{owner,admin}');
  select * into org from public.orgs o where o.id = get_setup.org_id;
  if org.setup_dismissed_at is not null then
    return null;
  end if;
  staff := private.staff_emails(org.id);
  steps := jsonb_build_object(
    'brand', org.logo_path is not null and org.brand_color is not null,
    'reply_email', org.reply_email <> all (staff),
    'team', cardinality(staff) > 1
      or exists (select from public.invitations i where i.org_id = org.id),
    'clients', exists (
      select from public.clients c
      where c.org_id = org.id and not exists (
        select from public.contacts k where k.client_id = c.id and k.email = any (staff))),
    'trial', exists (
      select from public.contacts k
      join public.request_contacts rc on rc.contact_id = k.id
      join public.requests r on r.id = rc.request_id and r.status <> 'draft'
      where k.org_id = org.id and k.email = any (staff)));
  return case when exists (select from jsonb_each(steps) step where step.value = 'false') then steps end;
end
$$;
comment on function public.get_setup(uuid) is
  'Returns which steps of setting up a firm are done; null once all are, or once someone '
  'dismissed them.';
grant execute on function public.get_setup(uuid) to authenticated;

create function public.dismiss_setup(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff(dismiss_setup.org_id, '{owner,admin}');
  update public.orgs o set setup_dismissed_at = private.clock()
  where o.id = dismiss_setup.org_id and o.setup_dismissed_at is null;
  return jsonb_build_object('id', dismiss_setup.org_id);
end
$$;
comment on function public.dismiss_setup(uuid) is
  'Hides the steps of setting up a firm for all its owners and admins.';
grant execute on function public.dismiss_setup(uuid) to authenticated;
