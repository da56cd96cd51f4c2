create table private.opt_out_tokens (
  token text primary key default encode(extensions.gen_random_bytes(16), 'hex'),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  email text not null,
  constraint opt_out_tokens_key unique (contact_id, email)
);
comment on table private.opt_out_tokens is
  'Opt-out tokens, one for each contact and address. A token for an old address cannot stop '
  'emails to the new one. Staff cannot read tokens.';

revoke all on private.opt_out_tokens from public, anon, authenticated, service_role;
alter table private.opt_out_tokens enable row level security;
alter table private.opt_out_tokens force row level security;

create function private.opt_out_token(contact public.contacts) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.opt_out_tokens (contact_id, email)
  values (contact.id, contact.email::text) on conflict do nothing;
  return (
    select t.token from private.opt_out_tokens t
    where t.contact_id = contact.id and t.email = contact.email::text);
end
$$;
comment on function private.opt_out_token(public.contacts) is
  'Returns the token of a contact''s current address. Creates it on first use.';

create function private.contact_of_token(token text) returns public.contacts
language sql stable security definer set search_path = ''
as $$
  select c.* from private.opt_out_tokens t
  join public.contacts c on c.id = t.contact_id and c.email::text = t.email
    and c.status not in ('removed', 'account_deleted')
  join public.orgs o on o.id = c.org_id and o.deleted_at is null
  where t.token = contact_of_token.token
$$;
comment on function private.contact_of_token(text) is
  'Returns the contact of a token. Returns null if the contact was removed or has another '
  'address now.';

create function private.opt_out_state(contact public.contacts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'firm', o.name, 'logo_path', o.logo_path, 'brand_color', o.brand_color, 'client', client.name,
    'email_masked', private.mask_email(contact.email::text),
    'state', case
      when contact.status = 'opted_out' then contact.opt_out_reason
      else contact.email_pref end)
  from public.orgs o, public.clients client
  where o.id = contact.org_id and client.id = contact.client_id
$$;
comment on function private.opt_out_state(public.contacts) is
  'Returns the firm and the choice of a contact: all, no_reminders, firm, left or wrong_person.';

create function public.get_opt_out(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  contact public.contacts := private.contact_of_token(get_opt_out.token);
begin
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  return private.opt_out_state(contact);
end
$$;
comment on function public.get_opt_out(text) is
  'Returns the data of the opt-out page. Does not change anything.';
grant execute on function public.get_opt_out(text) to anon, authenticated;

create function private.stop_emails(contact public.contacts, choice text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := row('contact', contact.user_id, contact.name);
begin
  insert into private.email_stops (org_id, client_id, email, reason)
  values (
    contact.org_id, case when choice <> 'firm' then contact.client_id end, contact.email::text, choice)
  on conflict do nothing;
  if choice = 'no_reminders' then
    update public.contacts c set email_pref = 'no_reminders' where c.id = contact.id;
    perform private.cancel_mail(null, contact.id, '{reminder}');
    perform private.end_reminders(rc.request_id, rc.contact_id)
    from public.request_contacts rc where rc.contact_id = contact.id order by rc.request_id;
    perform private.record_event(
      actor, contact.org_id, null, 'contact.opted_out', 'contact', contact.id,
      jsonb_build_object('client_id', contact.client_id, 'change', choice));
  else
    update public.contacts c set opt_out_reason = choice where c.id = contact.id;
    perform private.stop_contact(
      contact, actor, 'opted_out', 'contact.opted_out', jsonb_build_object('change', choice));
  end if;
end
$$;
comment on function private.stop_emails(public.contacts, text) is
  'Stores a contact''s choice, and ends their reminders or all their email. The caller must have '
  'locked the requests.';

create function public.set_opt_out(token text, choice text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts := private.contact_of_token(set_opt_out.token);
  decided text := set_opt_out.choice;
  ids uuid[];
begin
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  elsif decided is null
    or decided not in ('no_reminders', 'firm', 'left', 'wrong_person', 'one_click') then
    perform private.invalid('choice', 'format');
  end if;
  select array_agg(c.id order by c.id) into ids
  from public.contacts c
  where c.id = contact.id or (
    c.org_id = contact.org_id and c.email::text = contact.email::text
    and c.status not in ('removed', 'account_deleted'));
  if decided = 'one_click' then
    decided := case when exists (
      select from public.request_contacts rc
      where rc.contact_id = any (ids) and rc.opened_at is not null
    ) then 'no_reminders' else 'firm' end;
  end if;
  if decided <> 'firm' then
    ids := array[contact.id];
  end if;
  perform private.lock_contact_requests(ids);
  for contact in
    select c.* from public.contacts c where c.id = any (ids)
      -- A link can only stop email: it may change one reason to another, but never allow email
      -- again.
      and case when decided = 'no_reminders' then c.status <> 'opted_out' and c.email_pref = 'all'
        else (c.status = 'opted_out' and c.opt_out_reason = decided) is not true end
    order by c.id for update
  loop
    perform private.stop_emails(contact, decided);
  end loop;
  return private.opt_out_state(private.contact_of_token(set_opt_out.token));
end
$$;
comment on function public.set_opt_out(text, text) is
  'Stops reminders or all email from a firm to the holder of a token. "one_click" stops all '
  'email to an address that never opened a request of the firm, and otherwise only reminders.';
grant execute on function public.set_opt_out(text, text) to anon, authenticated;

create function public.list_my_email_stops() returns table (
  contact_id uuid, firm text, client text, state text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_ids uuid[] := private.my_contact_ids();
begin
  return query
    select c.id, o.name, client.name,
      case when c.status = 'opted_out' then c.opt_out_reason else c.email_pref end
    from public.contacts c
    join public.orgs o on o.id = c.org_id
    join public.clients client on client.id = c.client_id
    where c.id = any (my_ids) and (c.status = 'opted_out' or c.email_pref <> 'all')
    order by o.name, client.name, c.id;
end
$$;
comment on function public.list_my_email_stops() is
  'Returns the firms from which the caller gets no email, or no reminders.';
grant execute on function public.list_my_email_stops() to authenticated;

create function public.opt_in(contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  old public.contacts;
  ids uuid[];
begin
  select c.* into contact from public.contacts c
  where c.id = opt_in.contact_id and c.id = any (private.my_contact_ids());
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select coalesce(array_agg(c.id order by c.id), '{}') into ids
  from public.contacts c
  where c.org_id = contact.org_id and c.email::text = contact.email::text
    and (c.status = 'opted_out' or c.email_pref <> 'all');
  perform private.lock_contact_requests(ids);
  delete from private.email_stops s
  where s.org_id = contact.org_id and s.email = contact.email::text
    and s.reason <> 'account_deleted'
    and (s.client_id is null or s.client_id = contact.client_id);
  for old in select c.* from public.contacts c where c.id = any (ids) order by c.id for update loop
    -- If another choice still applies, the trigger keep_email_stop restores it.
    update public.contacts c set status = 'active' where c.id = old.id returning * into contact;
    continue when contact.status = old.status and contact.email_pref = old.email_pref;
    perform private.record_event(
      row('contact', auth.uid(), contact.name)::private.actor, contact.org_id, null,
      'contact.opted_in', 'contact', contact.id,
      jsonb_build_object('client_id', contact.client_id));
    perform private.replan_reminder(r, contact.id)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open';
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open';
  end loop;
  return jsonb_build_object('id', opt_in.contact_id);
end
$$;
comment on function public.opt_in(uuid) is
  'Lets the signed-in contact get all email from a firm again. Nothing else can undo an opt-out.';
grant execute on function public.opt_in(uuid) to authenticated;
