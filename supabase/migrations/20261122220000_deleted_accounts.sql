-- A contact who deletes the account gets no email any more, and the firm is told.

alter table public.contacts drop constraint contacts_status_check;
alter table public.contacts add constraint contacts_status_check
  check (status in ('active', 'bounced', 'removed', 'account_deleted'));
alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
    'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
    'decision_digest', 'staff_digest', 'invitation', 'reminder',
    'owner_joined', 'owner_left', 'owner_removed', 'staff_notice'));

create table private.email_stops (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid,
  email text not null,
  reason text not null check (reason in ('account_deleted')),
  created_at timestamptz not null default private.clock(),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade,
  constraint email_stops_key unique nulls not distinct (org_id, email, client_id, reason)
);
comment on table private.email_stops is
  'Addresses a firm may not send email to. Outlives the contact, so that adding it again changes nothing.';
comment on column private.email_stops.client_id is 'The one client it is about; null for the whole firm.';
create index email_stops_org_id_client_id_idx on private.email_stops (org_id, client_id);

revoke all on private.email_stops from public, anon, authenticated, service_role;
alter table private.email_stops enable row level security;
alter table private.email_stops force row level security;

create or replace function private.keep_email_stop() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.email_stops s
    where s.org_id = new.org_id and s.email = new.email::text
      and (s.client_id is null or s.client_id = new.client_id)
  ) then
    new.status := 'account_deleted';
  end if;
  return new;
end
$$;
comment on function private.keep_email_stop() is
  'Keeps a contact whose address is stopped from becoming active, whatever adds or changes it.';

create or replace function private.contact_staff(contact public.contacts) returns table (email text)
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
  'Staff who read about a contact: those of their open requests, else the owners.';

create or replace function private.notify_contact_staff(contact public.contacts) returns void
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
  'Tells the firm, in fifteen minutes and several contacts at once, who gets no email any more.';

create or replace function private.staff_notice_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('contacts', jsonb_agg(
    jsonb_build_object(
      'name', c.name, 'status', c.status, 'client_id', c.client_id, 'client_name', client.name)
    order by c.name, c.id))
  from public.contacts c
  join public.clients client on client.id = c.client_id
  where c.org_id = mail.org_id and mail.data -> 'contact_ids' ? c.id::text
    and c.status = 'account_deleted' and exists (
      select from public.memberships m
      join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
      where m.org_id = mail.org_id and m.status = 'active')
  having count(*) > 0
$$;
comment on function private.staff_notice_data(private.outbox) is
  'Who gets no email as of now; null when everyone gets it again or the reader has left.';

create or replace function private.stop_contact(
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
  'Ends the emails and reminders of a contact, records why and tells the firm. The caller locks the requests.';

create or replace function private.lock_contact_requests(contact_ids uuid[]) returns void
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
  'Locks the open requests of contacts: requests before contacts, as everywhere.';

create or replace function private.end_deleted_contacts(user_id uuid) returns void
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
    order by c.id for update
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
  'Ends what every firm sends to the contacts of a user who deletes the account.';

create or replace function private.refuse_stopped(contact_ids uuid[]) returns void
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
  where c.id = any (contact_ids) and c.status = 'account_deleted'
  order by c.name, c.id limit 1;
  if stopped.id is not null then
    perform private.refuse(
      409, 'account_deleted', jsonb_build_object('contact_id', stopped.id, 'name', stopped.name));
  end if;
end
$$;
comment on function private.refuse_stopped(uuid[]) is
  'Refuses contacts who cannot be sent email, and says why.';

create or replace function public.reinvite_contact(contact_id uuid, agreed boolean) returns jsonb
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
  'Sends email again to a contact who deleted the account and has agreed since, and the open requests anew.';
grant execute on function public.reinvite_contact(uuid, boolean) to authenticated;

create or replace function private.mail_data(mail private.outbox) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  items jsonb;
begin
  if mail.kind = 'decision_digest' then
    items := private.mail_items(mail, '{partial,returned}');
  elsif mail.kind = 'staff_digest' then
    items := private.mail_items(mail, '{submitted}');
  elsif mail.kind = 'invitation' then
    return private.invitation_mail_data(mail);
  elsif mail.kind in ('owner_joined', 'owner_left', 'owner_removed') then
    return private.owner_mail_data(mail);
  elsif mail.kind = 'staff_notice' then
    return private.staff_notice_data(mail);
  elsif mail.kind = 'reminder' and not (
    private.has_work_left(mail.request_id) and exists (
      select from public.requests r where r.id = mail.request_id and r.status = 'open')
  ) then
    return null;
  else
    return mail.data;
  end if;
  if items is null then
    return null;
  end if;
  return jsonb_build_object('items', items, 'client_name', (
    select c.name from public.requests r
    join public.clients c on c.id = r.client_id where r.id = mail.request_id));
end
$$;
comment on function private.mail_data(private.outbox) is
  'What a mail says, read fresh; null when there is nothing left to say.';

create or replace function private.check_sendable(request public.requests) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  item public.items;
  contact_ids uuid[];
  active_count int;
begin
  perform private.clean_line(request.title, 'title', 3, 120);
  perform private.check_due_on(
    request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  select count(*) filter (where c.status = 'active'),
    array_agg(c.id)
  into active_count, contact_ids
  from public.request_contacts rc
  join public.contacts c on c.id = rc.contact_id
  where rc.request_id = request.id;
  perform private.refuse_stopped(contact_ids);
  if active_count = 0 then
    perform private.invalid('contact_ids', 'required');
  elsif active_count > 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  end if;
  for item in select * from public.items i where i.request_id = request.id order by i.position loop
    perform private.clean_item(
      private.item_definition(item), format('items.%s.', item.position - 1), true);
  end loop;
  if not found then
    perform private.invalid('items', 'required');
  end if;
end
$$;
comment on function private.check_sendable(public.requests) is 'The full validation of a draft.';

create or replace function public.add_recipient(request_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(add_recipient.request_id);
  request public.requests := private.lock_request(add_recipient.request_id, '{open}');
  contact public.contacts;
begin
  select * into contact from public.contacts c
  where c.id = add_recipient.contact_id and c.client_id = request.client_id
    and c.status <> 'removed'
  for share;
  if contact.id is null then
    perform private.invalid('contact_id', 'format');
  elsif exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = contact.id
  ) then
    return jsonb_build_object('id', contact.id, 'version', request.version);
  end if;
  perform private.refuse_stopped(array[contact.id]);
  if (select count(*) from public.request_contacts rc where rc.request_id = request.id) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  end if;
  insert into public.request_contacts (org_id, request_id, contact_id)
  values (request.org_id, request.id, contact.id);
  request := private.change_recipients(request, actor, contact.id, 'added');
  perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
  perform private.schedule_reminder(request, contact.id);
  return jsonb_build_object('id', contact.id, 'version', request.version);
end
$$;
comment on function public.add_recipient(uuid, uuid) is
  'Asks one more contact of the client, who is mailed. May be repeated.';
grant execute on function public.add_recipient(uuid, uuid) to authenticated;

create or replace function public.remind_contacts(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(remind_contacts.request_id);
  request public.requests := private.lock_request(remind_contacts.request_id, '{open}');
  last_at timestamptz;
  reminder public.reminders;
  queued int := 0;
begin
  if not private.has_work_left(request.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  select max(m.due_at) into last_at from public.reminders m
  where m.request_id = request.id and m.manual;
  if last_at > private.clock() - interval '24 hours' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object(
        'next_at', last_at + interval '24 hours',
        'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  end if;
  for reminder in
    insert into public.reminders (org_id, request_id, contact_id, seq, manual, due_at)
    select rc.org_id, rc.request_id, rc.contact_id,
      (select coalesce(max(m.seq), 0) + 1 from public.reminders m
      where m.request_id = rc.request_id and m.contact_id = rc.contact_id),
      true, private.clock()
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id and not exists (
      select from private.outbox m
      where m.request_id = rc.request_id and m.contact_id = rc.contact_id
        and m.kind = 'request_sent' and m.status = 'deferred')
    returning *
  loop
    perform private.queue_reminder(reminder, actor);
    perform private.replan_reminder(request, reminder.contact_id);
    queued := queued + 1;
  end loop;
  if queued = 0 and exists (
    select from private.outbox m
    where m.request_id = request.id and m.kind = 'request_sent' and m.status = 'deferred'
  ) then
    perform private.refuse(409, 'email_budget', jsonb_build_object(
      'limit', private.first_email_limit(request.org_id),
      'next_at', private.org_midnight(request.org_id, 1),
      'time_zone', (select o.time_zone from public.orgs o where o.id = request.org_id)));
  elsif queued = 0 then
    perform private.refuse_stopped(array(
      select rc.contact_id from public.request_contacts rc where rc.request_id = request.id));
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is 'Reminds every active recipient whose first email has left, once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;

create or replace function public.close_account() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  orphaned uuid[];
  member public.memberships;
begin
  perform private.require_account_step_up();
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = my_id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  select array_agg(m.org_id order by m.org_id) into orphaned
  from public.memberships m
  join public.orgs o on o.id = m.org_id and o.deleted_at is null
  where m.user_id = my_id and m.role = 'owner' and m.status = 'active' and not exists (
    select from public.memberships other
    where other.org_id = m.org_id and other.user_id <> my_id
      and other.role = 'owner' and other.status = 'active');
  if orphaned is not null then
    perform private.refuse(
      409, 'last_owner', jsonb_build_object('org_ids', to_jsonb(orphaned)));
  end if;
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.acting_staff(), member);
  end loop;
  perform private.end_deleted_contacts(my_id);
  return jsonb_build_object('user_id', my_id);
end
$$;
comment on function public.close_account() is
  'Leaves every firm and ends every contact of the caller; delete-account then deletes the user.';
grant execute on function public.close_account() to authenticated;

create trigger keep_email_stop before insert or update of email, status on public.contacts
  for each row when (new.status = 'active') execute function private.keep_email_stop();
