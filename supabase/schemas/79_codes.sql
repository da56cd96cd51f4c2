-- Only the times of the emailed codes are stored, not the codes.

create function private.code_scope(purpose text) returns text
language sql immutable set search_path = ''
as $$ select case purpose when 'sign_in' then 'codes' when 'email_change' then 'address_codes' end $$;
comment on function private.code_scope(text) is
  'Returns the counter of a purpose. Any user can enter any address as their new one, and this '
  'must not delay sign-in codes to that address.';

create function private.code_wait(email text, purpose text) returns int
language sql stable security definer set search_path = ''
as $$
  with codes as (
    select c.window_start as sent_at from private.counters c
    where c.scope = private.code_scope(code_wait.purpose)
      and c.key = encode(sha256(convert_to(lower(email), 'UTF8')), 'hex')
      and c.window_start > private.clock() - interval '1 hour'
  ), free_at as (
    select max(codes.sent_at)
      + case count(*) when 1 then interval '1 minute' else interval '2 minutes' end as at
    from codes
    union all
    select min(latest.sent_at) + interval '1 hour'
    from (select codes.sent_at from codes order by codes.sent_at desc limit 6) latest
    having count(*) = 6
  )
  select greatest(0, ceil(extract(epoch from max(free_at.at) - private.clock())))::int from free_at
$$;
comment on function private.code_wait(text, text) is
  'Returns the seconds until an address may get its next code for a purpose: one minute after '
  'the first code of an hour, two minutes after later ones, and at most six codes in an hour.';

-- The default of purpose is for the previous version of the Edge function, which may still run
-- during a deployment.
create function public.spend_code(email text, purpose text default 'sign_in') returns int
language plpgsql security definer set search_path = ''
as $$
declare
  counter text := private.code_scope(spend_code.purpose);
  wait_seconds int;
begin
  if counter is null then
    raise exception 'unknown purpose "%": use "sign_in" or "email_change"', spend_code.purpose
      using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(counter || '_to:' || lower(spend_code.email), 0));
  wait_seconds := coalesce(private.code_wait(spend_code.email, spend_code.purpose), 0);
  if wait_seconds = 0 then
    perform private.count_up(
      counter, encode(sha256(convert_to(lower(spend_code.email), 'UTF8')), 'hex'), private.clock());
  end if;
  return wait_seconds;
end
$$;
comment on function public.spend_code(text, text) is
  'System: counts a code and returns 0. If the address must wait for another code for this '
  'purpose (sign_in or email_change), returns the seconds instead.';
grant execute on function public.spend_code(text, text) to service_role;

create function public.return_code(email text, purpose text default 'sign_in') returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  counter text := private.code_scope(return_code.purpose);
  recipient text := encode(sha256(convert_to(lower(return_code.email), 'UTF8')), 'hex');
begin
  delete from private.counters c
  where c.scope = counter and c.key = recipient and c.window_start = (
    select max(latest.window_start) from private.counters latest
    where latest.scope = counter and latest.key = recipient);
  return found;
end
$$;
comment on function public.return_code(text, text) is
  'System: removes the count of a code that the email service did not accept.';
grant execute on function public.return_code(text, text) to service_role;

create function public.get_code_sender(public_id text, email text)
returns table (org_name text, reply_email text, logo_path text, brand_color text)
language sql stable security definer set search_path = ''
as $$
  select o.name, o.reply_email, o.logo_path, o.brand_color from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = get_code_sender.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = r.id and c.email::text = lower(get_code_sender.email))
$$;
comment on function public.get_code_sender(text, text) is
  'System: returns the firm that the email with a code for this request may name. Returns no row '
  'for an address that did not get the request.';
grant execute on function public.get_code_sender(text, text) to service_role;
