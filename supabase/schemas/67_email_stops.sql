-- Addresses to which a firm may send no email or no reminders. The restriction remains if staff
-- remove the contact and add them again.

create table private.email_stops (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid,
  email text not null,
  reason text not null check (reason in (
    'account_deleted', 'no_reminders', 'firm', 'left', 'wrong_person')),
  created_at timestamptz not null default private.clock(),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade,
  constraint email_stops_key unique nulls not distinct (org_id, email, client_id, reason)
);
comment on table private.email_stops is
  'Addresses to which a firm may send no email, or no reminders. A row remains after the contact '
  'is removed, so adding the contact again does not resume email.';
comment on column private.email_stops.client_id is
  'The client to which the row applies. Null for the whole firm.';
create index email_stops_org_id_client_id_idx on private.email_stops (org_id, client_id);

revoke all on private.email_stops from public, anon, authenticated, service_role;
alter table private.email_stops enable row level security;
alter table private.email_stops force row level security;

create function private.contact_staff(contact public.contacts) returns table (email text)
language sql stable security definer set search_path = ''
as $$
  with readers as (
    select distinct reader.email
    from public.request_contacts rc
    join public.requests r on r.id = rc.request_id and r.status = 'open'
    cross join private.staff_readers(r.id) reader
    where rc.contact_id = contact.id
  )
  select r.email from readers r
  union all
  select lower(u.email::text)
  from public.memberships m
  join auth.users u on u.id = m.user_id and u.email is not null
  where m.org_id = contact.org_id and m.role = 'owner' and m.status = 'active'
    and not exists (select from readers)
$$;
comment on function private.contact_staff(public.contacts) is
  'Returns the staff who get emails about a contact: those of the contact''s open requests, or '
  'else the owners.';

create function private.notify_contact_staff(contact public.contacts) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reader record;
  mail private.outbox;
begin
  for reader in select * from private.contact_staff(contact) order by email loop
    update private.outbox m
    set data = jsonb_set(m.data, '{contact_ids}',
      (m.data -> 'contact_ids') - contact.id::text || to_jsonb(contact.id))
    where m.kind = 'staff_notice' and m.org_id = contact.org_id and m.to_email = reader.email
      and m.status = 'queued' and m.tries = 0;
    if not found then
      mail.org_id := contact.org_id;
      mail.kind := 'staff_notice';
      mail.to_email := reader.email;
      mail.data := jsonb_build_object('contact_ids', jsonb_build_array(contact.id));
      mail.not_before := private.clock() + interval '15 minutes';
      mail.dedupe_key := concat_ws(
        ':', mail.kind, contact.id, md5(reader.email), gen_random_uuid());
      perform private.enqueue_mail(mail);
    end if;
  end loop;
end
$$;
comment on function private.notify_contact_staff(public.contacts) is
  'Queues one email to the firm, to be sent in fifteen minutes, about all contacts who no longer '
  'get email.';

create function private.staff_notice_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('contacts', jsonb_agg(
    jsonb_build_object(
      'name', c.name, 'status', c.status, 'reason', c.opt_out_reason, 'client_id', c.client_id, 'client_name', client.name)
    order by c.name, c.id))
  from public.contacts c
  join public.clients client on client.id = c.client_id
  where c.org_id = mail.org_id and mail.data -> 'contact_ids' ? c.id::text
    and c.status in ('account_deleted', 'opted_out') and exists (
      select from public.memberships m
      join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
      where m.org_id = mail.org_id and m.status = 'active')
  having count(*) > 0
$$;
comment on function private.staff_notice_data(private.outbox) is
  'Returns the contacts who get no email now. Returns null if all of them get email again, or if '
  'the reader has left the firm.';

create function private.stop_contact(
  contact public.contacts, actor private.actor, status text, action text, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts c set
    status = stop_contact.status,
    user_id = case when stop_contact.status = 'account_deleted' then null else c.user_id end
  where c.id = contact.id;
  perform private.cancel_mail(null, contact.id, null);
  perform private.end_reminders(rc.request_id, rc.contact_id)
  from public.request_contacts rc where rc.contact_id = contact.id order by rc.request_id;
  perform private.record_event(
    actor, contact.org_id, null, action, 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id) || data);
  perform private.notify_contact_staff(contact);
  perform private.ping(r.org_id, r.id, null, r.version)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = contact.id and r.status = 'open';
end
$$;
comment on function private.stop_contact(public.contacts, private.actor, text, text, jsonb) is
  'Ends the emails and reminders of a contact, records the reason and notifies the firm. The '
  'caller must have locked the requests.';

create function private.lock_contact_requests(contact_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.requests r
  where r.id in (
    select rc.request_id from public.request_contacts rc where rc.contact_id = any (contact_ids))
    and r.status = 'open'
  order by r.id for no key update;
end
$$;
comment on function private.lock_contact_requests(uuid[]) is
  'Locks the open requests of contacts. To avoid deadlocks, all functions lock requests before '
  'contacts.';

create function private.end_deleted_contacts(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
begin
  perform private.lock_contact_requests(array(
    select c.id from public.contacts c where c.user_id = end_deleted_contacts.user_id));
  for contact in
    select c.* from public.contacts c
    where c.user_id = end_deleted_contacts.user_id and c.status <> 'removed'
    -- Two transactions that lock the chains of firms in different orders could deadlock.
    order by c.org_id, c.id for update
  loop
    insert into private.email_stops (org_id, email, reason)
    values (contact.org_id, contact.email::text, 'account_deleted')
    on conflict do nothing;
    perform private.stop_contact(
      contact, row('contact', end_deleted_contacts.user_id, contact.name)::private.actor,
      'account_deleted', 'contact.account_deleted');
  end loop;
  update public.contacts c set user_id = null where c.user_id = end_deleted_contacts.user_id;
end
$$;
comment on function private.end_deleted_contacts(uuid) is
  'Ends all emails to the contacts of a user who deletes their account.';

create function private.refuse_stopped(contact_ids uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  bounced uuid[];
  stopped public.contacts;
begin
  select array_agg(c.id order by c.id) into bounced
  from public.contacts c where c.id = any (contact_ids) and c.status = 'bounced';
  if bounced is not null then
    perform private.refuse(
      409, 'contact_bounced', jsonb_build_object('contact_ids', to_jsonb(bounced)));
  end if;
  select c.* into stopped from public.contacts c
  where c.id = any (contact_ids) and c.status in ('account_deleted', 'opted_out')
  order by c.name, c.id limit 1;
  if stopped.id is not null then
    perform private.refuse(
      409, case stopped.status when 'opted_out' then 'contact_opted_out' else stopped.status end,
      jsonb_build_object('contact_id', stopped.id, 'name', stopped.name));
  end if;
end
$$;
comment on function private.refuse_stopped(uuid[]) is
  'Refuses contacts who cannot get email, and gives the reason.';

create function public.reinvite_contact(contact_id uuid, agreed boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(
    (select c.org_id from public.contacts c where c.id = reinvite_contact.contact_id));
  contact public.contacts;
  request public.requests;
begin
  perform private.lock_contact_requests(array[reinvite_contact.contact_id]);
  select * into contact from public.contacts c
  where c.id = reinvite_contact.contact_id and c.status <> 'removed' for update;
  if contact.id is null then
    perform private.refuse(404, 'not_found');
  elsif contact.status <> 'account_deleted' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', contact.status));
  elsif agreed is not true then
    perform private.invalid('agreed', 'required');
  end if;
  delete from private.email_stops s
  where s.org_id = contact.org_id and s.email = contact.email::text
    and s.reason = 'account_deleted';
  update public.contacts c set status = 'active', version = c.version + 1
  where c.id = contact.id returning * into contact;
  perform private.record_event(
    actor, contact.org_id, null, 'contact.reinvited', 'contact', contact.id,
    jsonb_build_object('client_id', contact.client_id));
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' order by r.id
  loop
    perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    perform private.replan_reminder(request, contact.id);
    perform private.ping(request.org_id, request.id, null, request.version);
  end loop;
  return jsonb_build_object('id', contact.id, 'version', contact.version);
end
$$;
comment on function public.reinvite_contact(uuid, boolean) is
  'Resumes email to a contact who deleted their account and has since agreed to get email. Starts '
  'with the open requests.';
grant execute on function public.reinvite_contact(uuid, boolean) to authenticated;
