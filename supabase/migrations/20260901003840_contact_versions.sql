-- A contact is changed on the version that was seen, like everything else that two people may edit:
-- a corrected address is not written over by whoever opened the form before.

alter table public.contacts add column version int not null default 1;
comment on column public.contacts.version is 'Counts the changes of name and address.';

drop function public.save_contact(uuid, uuid, text, text, uuid);

create function public.save_contact(
  org_id uuid, client_id uuid, name text, email text, contact_id uuid default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_line(save_contact.name, 'name', 1, 120);
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
    -- Requests before contacts, as everywhere; nobody else plans for them meanwhile.
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
  'Adds a contact or changes one; a new address unlinks the user, lifts a bounce and is sent the open requests.';
grant execute on function public.save_contact(uuid, uuid, text, text, uuid, int) to authenticated;
