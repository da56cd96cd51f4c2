-- Whoever has a second factor shows it before a firm opens, whether the firm requires one or not.

create function private.is_factor_unshown() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors f where f.user_id = my_id and f.status = 'verified');
end
$$;
comment on function private.is_factor_unshown() is
  'Whether the caller has a verified factor that this session has not shown.';

create or replace function private.my_gated_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  has_unshown_factor boolean;
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return '{}';
  end if;
  has_unshown_factor := private.is_factor_unshown();
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    where m.user_id = my_id and m.status = 'active' and (o.require_mfa or has_unshown_factor));
end
$$;
comment on function private.my_gated_org_ids() is
  'Firms of the caller that wait for a second factor: required there, or owned and not shown.';

create function public.is_factor_due() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_factor_unshown()
$$;
comment on function public.is_factor_due() is
  'Whether pages ask the caller for the second factor before they show anything.';
grant execute on function public.is_factor_due() to authenticated;
