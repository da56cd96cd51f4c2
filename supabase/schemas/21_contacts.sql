-- The people who answer for a client.

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid not null,
  user_id uuid,
  name text not null collate "und-x-icu" check (char_length(name) between 1 and 120),
  email extensions.citext not null,
  status text not null default 'active' check (status in (
    'active', 'bounced', 'removed', 'account_deleted', 'opted_out')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  version int not null default 1,
  address_given_up uuid,
  email_pref text not null default 'all' check (email_pref in ('all', 'no_reminders')),
  opt_out_reason text check (opt_out_reason in ('firm', 'left', 'wrong_person')),
  search text collate "C" not null
    generated always as (private.fold(name || E'\n' || email::text)) stored,
  unique (org_id, id),
  constraint contacts_client_id_email_key
    unique nulls not distinct (client_id, email, address_given_up),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade
);
comment on table public.contacts is
  'The people who answer for a client. They sign in with emailed codes.';
comment on column public.contacts.user_id is
  'The contact''s auth user. Linked just before the first email is sent.';
comment on column public.contacts.version is
  'Increases when staff change the name or address, or add or invite the contact again.';
comment on column public.contacts.address_given_up is
  'Null while this contact has its address. A unique value if the contact was removed and '
  'another contact then took the address.';
comment on column public.contacts.email_pref is
  '`all`, or `no_reminders` if the contact stopped reminders.';
comment on column public.contacts.opt_out_reason is
  'Why the contact opted out: they want no email from this firm, they no longer work for the '
  'client, or they were never the right person.';
comment on column public.contacts.search is 'Name and address as search compares them.';
create index contacts_search_idx on public.contacts
  using gin (org_id, search extensions.gin_trgm_ops);
create index contacts_bounced_idx on public.contacts (org_id, name, id) where status = 'bounced';
create index contacts_user_id_idx on public.contacts (user_id);
create index contacts_org_id_client_id_idx on public.contacts (org_id, client_id);
create index contacts_bad_name_idx on public.contacts (org_id) where private.is_bad_name(name, false);

revoke all on public.contacts from public, anon, authenticated, service_role;
grant select on public.contacts to authenticated;
alter table public.contacts enable row level security;
alter table public.contacts force row level security;

create policy "staff read contacts" on public.contacts for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read themselves" on public.contacts for select to authenticated
  using (coalesce((select private.my_contact_ids())::uuid[] @> array[id], false));
create policy "a required second factor comes first" on public.contacts
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.contacts
  for each row execute function private.touch();
create function private.keep_email_stop() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reasons text[] := array(
    select s.reason from private.email_stops s
    where s.org_id = new.org_id and s.email = new.email::text
      and (s.client_id is null or s.client_id = new.client_id)
    order by s.created_at desc, s.reason);
begin
  new.email_pref := case when 'no_reminders' = any (reasons) then 'no_reminders' else 'all' end;
  reasons := array_remove(reasons, 'no_reminders');
  new.status := case
    when 'account_deleted' = any (reasons) then 'account_deleted'
    when reasons <> '{}' then 'opted_out'
    else 'active' end;
  new.opt_out_reason := case when new.status = 'opted_out' then reasons[1] end;
  return new;
end
$$;
comment on function private.keep_email_stop() is
  'Keeps a contact from becoming active if their address may get no email, and restores their stop '
  'of reminders. It is a trigger, so that it applies to every statement.';
create trigger keep_email_stop before insert or update of email, status on public.contacts
  for each row when (new.status = 'active') execute function private.keep_email_stop();

create function public.save_contact(
  org_id uuid, client_id uuid, name text, email text, contact_id uuid default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_name(save_contact.name, 'name', 1, 120);
  clean_email text := private.clean_email(save_contact.email, 'email');
  is_moved boolean;
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
      set name = excluded.name, status = 'active', user_id = null, version = contacts.version + 1
      where contacts.status = 'removed'
    returning * into contact;
    if contact.id is null then
      perform private.invalid('email', 'unique');
    end if;
  else
    -- To avoid deadlocks, all functions lock requests before contacts. Until this transaction ends,
    -- no other transaction can plan reminders for these requests.
    perform from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = save_contact.contact_id and r.org_id = save_contact.org_id
      and r.status = 'open'
    order by r.id for no key update of r;
    select * into contact from public.contacts c
    where c.id = save_contact.contact_id and c.client_id = save_contact.client_id
      and c.org_id = save_contact.org_id and c.status <> 'removed' for update;
    if contact.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(expected_version, contact.version, contact.id, contact.org_id);
    is_moved := contact.email::text <> clean_email;
    if is_moved then
      update public.contacts c set address_given_up = gen_random_uuid()
      where c.client_id = contact.client_id and c.email::text = clean_email
        and c.status = 'removed' and c.address_given_up is null;
    end if;
    update public.contacts c
    set name = clean_name, email = clean_email, version = c.version + 1,
      status = case when is_moved then 'active' else c.status end,
      user_id = case when is_moved then null else c.user_id end
    where c.id = contact.id returning * into contact;
    if is_moved then
      perform private.readdress_mail(contact.id, clean_email);
      perform private.schedule_reminder(r, contact.id)
      from public.requests r
      join public.request_contacts rc on rc.request_id = r.id
      where rc.contact_id = contact.id and r.status = 'open';
    end if;
  end if;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.saved', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id, 'version', contact.version);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;
comment on function public.save_contact(uuid, uuid, text, text, uuid, int) is
  'Adds a contact, or changes one. A new address unlinks the user, clears a bounce and gets the '
  'emails of the open requests.';
grant execute on function public.save_contact(uuid, uuid, text, text, uuid, int) to authenticated;

create function public.remove_contact(contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  contact public.contacts;
  request public.requests;
  alone uuid[];
begin
  actor := private.require_staff(
    (select c.org_id from public.contacts c where c.id = remove_contact.contact_id));
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = remove_contact.contact_id and r.status in ('draft', 'open')
  order by r.id for no key update of r;
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
  perform private.cancel_mail(null, contact.id, null);
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status in ('draft', 'open') order by r.id
  loop
    delete from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = contact.id;
    if request.status = 'open' then
      perform private.end_reminders(request.id, contact.id);
      perform private.change_recipients(request, actor, contact.id, 'removed');
    end if;
  end loop;
  update public.contacts c set status = 'removed', user_id = null where c.id = contact.id;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.archived', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  return jsonb_build_object('id', contact.id);
end
$$;
comment on function public.remove_contact(uuid) is
  'Ends a contact''s access. Refuses if an open request has no other active recipient.';
grant execute on function public.remove_contact(uuid) to authenticated;

create function public.link_contact(contact_id uuid, email text, user_id uuid) returns boolean
language sql security definer set search_path = ''
as $$
  update public.contacts c set user_id = link_contact.user_id
  where c.id = link_contact.contact_id and c.email::text = lower(link_contact.email)
    and c.user_id is null and c.status = 'active';
  select exists (
    select from public.contacts c
    where c.id = link_contact.contact_id and c.email::text = lower(link_contact.email)
      and c.user_id = link_contact.user_id and c.status = 'active');
$$;
comment on function public.link_contact(uuid, text, uuid) is
  'System: links a contact to the auth user of its address, if the address is still the same.';
grant execute on function public.link_contact(uuid, text, uuid) to service_role;

-- A firm sends a request to an address, so a user who changes their address loses the contacts with
-- the old address.
create function private.unlink_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts c set user_id = null
  where c.user_id = new.id and lower(c.email::text) is distinct from lower(new.email);
  return new;
end
$$;
comment on function private.unlink_contacts() is
  'Unlinks an account from contacts that have other addresses. The next email to a contact links '
  'it again.';
create trigger unlink_contacts after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.unlink_contacts();
