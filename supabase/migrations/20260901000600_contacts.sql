-- People who answer for a client.

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid not null,
  user_id uuid,
  name text not null check (char_length(name) between 1 and 120),
  email extensions.citext not null,
  status text not null default 'active' check (status in ('active', 'bounced', 'removed')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (client_id, email),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade
);
comment on table public.contacts is 'Someone who answers for a client, signed in by e-mailed codes.';
comment on column public.contacts.user_id is 'Auth user, linked when the first mail is delivered.';
create index contacts_user_id_idx on public.contacts (user_id);
create index contacts_org_id_client_id_idx on public.contacts (org_id, client_id);

revoke all on public.contacts from public, anon, authenticated, service_role;
grant select on public.contacts to authenticated;
alter table public.contacts enable row level security;
alter table public.contacts force row level security;
create trigger touch before update on public.contacts
  for each row execute function private.touch();

create function private.my_contact_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(c.id), '{}')
  from public.contacts c
  join public.orgs o on o.id = c.org_id and o.deleted_at is null
  where c.user_id = (select auth.uid()) and c.status <> 'removed'
    and (select private.has_recent_otp())
$$;
comment on function private.my_contact_ids() is
  'Contacts the caller is, when this session typed an e-mailed code within 30 days.';
grant execute on function private.my_contact_ids() to authenticated;

create policy "staff read contacts" on public.contacts for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read themselves" on public.contacts for select to authenticated
  using (id = any ((select private.my_contact_ids())::uuid[]));
create policy "a required second factor comes first" on public.contacts
  as restrictive for select to authenticated
  using (org_id <> all ((select private.my_gated_org_ids())::uuid[]));

create function public.save_contact(
  org_id uuid, client_id uuid, name text, email text, contact_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_line(save_contact.name, 'name', 1, 120);
  clean_email text := private.clean_email(save_contact.email, 'email');
begin
  if not exists (
    select from public.clients c
    where c.id = save_contact.client_id and c.org_id = save_contact.org_id
  ) then
    perform private.refuse(404, 'not_found');
  end if;
  if save_contact.contact_id is null then
    insert into public.contacts (org_id, client_id, name, email)
    values (save_contact.org_id, save_contact.client_id, clean_name, clean_email)
    on conflict on constraint contacts_client_id_email_key do update
      set name = excluded.name, status = 'active', user_id = null
      where contacts.status = 'removed'
    returning * into contact;
    if contact.id is null then
      perform private.invalid('email', 'unique');
    end if;
  else
    select * into contact from public.contacts c
    where c.id = save_contact.contact_id and c.client_id = save_contact.client_id
      and c.org_id = save_contact.org_id and c.status <> 'removed' for update;
    if contact.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    if contact.email::text = clean_email then
      update public.contacts c set name = clean_name where c.id = contact.id;
    else
      update public.contacts c
      set name = clean_name, email = clean_email, status = 'active', user_id = null
      where c.id = contact.id;
      perform private.readdress_mail(contact.id, clean_email);
    end if;
  end if;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.saved', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;
comment on function public.save_contact(uuid, uuid, text, text, uuid) is
  'Adds a contact or changes one; a new address unlinks the user, lifts a bounce and is sent the open requests.';
grant execute on function public.save_contact(uuid, uuid, text, text, uuid) to authenticated;

create function public.remove_contact(contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  contact public.contacts;
  alone uuid[];
begin
  actor := private.require_staff(
    (select c.org_id from public.contacts c where c.id = remove_contact.contact_id));
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = remove_contact.contact_id and r.status in ('draft', 'open')
  order by r.id for update of r;
  select * into contact from public.contacts c
  where c.id = remove_contact.contact_id and c.status <> 'removed' for update;
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select array_agg(r.id) into alone
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id and rc.contact_id = contact.id
  where r.status = 'open' and not exists (
    select from public.request_contacts other
    join public.contacts c on c.id = other.contact_id and c.status = 'active'
    where other.request_id = r.id and other.contact_id <> contact.id);
  if alone is not null then
    perform private.refuse(
      409, 'sole_recipient', jsonb_build_object('request_ids', to_jsonb(alone)));
  end if;
  delete from public.request_contacts rc using public.requests r
  where rc.contact_id = contact.id and r.id = rc.request_id and r.status in ('draft', 'open');
  update public.contacts c set status = 'removed', user_id = null where c.id = contact.id;
  perform private.cancel_mail(null, contact.id, null);
  perform private.record_event(
    actor, contact.org_id, null, 'contact.archived', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id);
end
$$;
comment on function public.remove_contact(uuid) is
  'Ends a contact''s access; refused while an open request has no other active recipient.';
grant execute on function public.remove_contact(uuid) to authenticated;
