-- Contacts can stop reminders or all email of a firm, by a link in the email that opens nothing.

alter table public.contacts drop constraint contacts_status_check;
alter table public.contacts add constraint contacts_status_check check (status in (
    'active', 'bounced', 'removed', 'account_deleted', 'opted_out'));
alter table public.contacts
  add column email_pref text not null default 'all' check (email_pref in ('all', 'no_reminders')),
  add column opt_out_reason text check (opt_out_reason in ('firm', 'left', 'wrong_person'));
comment on column public.contacts.email_pref is 'Whether the contact gets reminders.';
comment on column public.contacts.opt_out_reason is
  'Why an opted-out contact gets no email: none from this firm, no longer works for the client, or was never meant.';
alter table private.email_stops drop constraint email_stops_reason_check;
alter table private.email_stops add constraint email_stops_reason_check check (reason in (
    'account_deleted', 'no_reminders', 'firm', 'left', 'wrong_person'));
comment on table private.email_stops is
  'Addresses a firm may not send email, or reminders, to. Outlives the contact, so that adding it again changes nothing.';

create table private.opt_out_tokens (
  token text primary key default encode(extensions.gen_random_bytes(16), 'hex'),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  email text not null,
  constraint opt_out_tokens_key unique (contact_id, email)
);
comment on table private.opt_out_tokens is
  'One token per contact and address, so that an old address cannot stop the email of its successor. Staff cannot read it.';

revoke all on private.opt_out_tokens from public, anon, authenticated, service_role;
alter table private.opt_out_tokens enable row level security;
alter table private.opt_out_tokens force row level security;

create or replace function private.opt_out_token(contact public.contacts) returns text
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
comment on function private.opt_out_token(public.contacts) is 'The token of a contact''s present address; made when it is first needed.';

create or replace function private.contact_of_token(token text) returns public.contacts
language sql stable security definer set search_path = ''
as $$
  select c.* from private.opt_out_tokens t
  join public.contacts c on c.id = t.contact_id and c.email::text = t.email
    and c.status not in ('removed', 'account_deleted')
  join public.orgs o on o.id = c.org_id and o.deleted_at is null
  where t.token = contact_of_token.token
$$;
comment on function private.contact_of_token(text) is
  'The contact a token may stop email to; none once the contact is gone or has another address.';

create or replace function private.opt_out_state(contact public.contacts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'firm', o.name, 'logo_path', o.logo_path, 'client', client.name,
    'email_masked', private.mask_email(contact.email::text),
    'state', case
      when contact.status = 'opted_out' then contact.opt_out_reason
      else contact.email_pref end)
  from public.orgs o, public.clients client
  where o.id = contact.org_id and client.id = contact.client_id
$$;
comment on function private.opt_out_state(public.contacts) is
  'Who writes to a contact, and whether they still may: all, no_reminders, firm, left or wrong_person.';

create or replace function public.get_opt_out(token text) returns jsonb
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
comment on function public.get_opt_out(text) is 'What the page behind an opt-out link shows. Changes nothing.';
grant execute on function public.get_opt_out(text) to anon, authenticated;

create or replace function private.stop_emails(contact public.contacts, choice text) returns void
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
  'Stores a choice and ends what it ends: reminders, or all email. The caller locks the requests.';

create or replace function public.set_opt_out(token text, choice text) returns jsonb
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
      -- A link can only stop email: it changes one reason to another, and lifts nothing.
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
  'Stops reminders or all email of a firm to the holder of a token. "one_click" stops all email to an address that never opened a request of the firm, else reminders.';
grant execute on function public.set_opt_out(text, text) to anon, authenticated;

create or replace function public.list_my_email_stops() returns table (
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
comment on function public.list_my_email_stops() is 'Firms the caller gets no email, or no reminders, from.';
grant execute on function public.list_my_email_stops() to authenticated;

create or replace function public.opt_in(contact_id uuid) returns jsonb
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
    -- What other choices still stop, stays stopped.
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
  'The signed-in contact gets all email of a firm again: the only way besides a corrected address.';
grant execute on function public.opt_in(uuid) to authenticated;

create or replace function private.keep_email_stop() returns trigger
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
  'Keeps a contact whose address is stopped from becoming active, whatever adds or changes it.';

create or replace function private.staff_notice_data(mail private.outbox) returns jsonb
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
  'Who gets no email as of now; null when everyone gets it again or the reader has left.';

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
  'Refuses contacts who cannot be sent email, and says why.';

create or replace function private.prepare_mail(mail private.outbox) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  content jsonb := private.mail_data(mail);
begin
  if (case
    when content is null or not private.is_mail_wanted(mail) then false
    when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
    when mail.contact_id is not null then not private.follow_contact(mail)
    else true end) then
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  return null;
end
$$;
comment on function private.prepare_mail(private.outbox) is
  'Returns what an email says; cancels it and returns null when it is not wanted any more.';

-- An email is checked again when it is claimed: its firm, request or reader may have changed since it
-- was queued.
create or replace function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (mail.org_id is null or exists (
    select from public.orgs o where o.id = mail.org_id and (
      o.deleted_at is null or mail.kind in ('owner_joined', 'owner_left', 'owner_removed'))
  )) and (mail.request_id is null or exists (
    select from public.requests r
    where r.id = mail.request_id and r.status = any (case mail.kind
      when 'request_completed' then '{complete,archived}'
      when 'request_cancelled' then '{cancelled,archived}'
      else '{open}' end::text[])
  )) and (mail.contact_id is null or exists (
    select from public.contacts c
    where c.id = mail.contact_id and c.status = 'active'
      and (mail.kind <> 'reminder' or c.email_pref = 'all')
  )) and (mail.contact_id is null or mail.request_id is null or exists (
    select from public.request_contacts rc
    where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
  )) and not (
    mail.kind in ('request_completed', 'request_cancelled')
    and private.is_unheard(mail.request_id, mail.contact_id))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked and heard of it.';

create or replace function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or not exists (
    select from public.contacts c
    where c.id = schedule_reminder.contact_id and c.status = 'active' and c.email_pref = 'all'
  ) or exists (
    select from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and m.status = 'scheduled'
  ) or (
    select count(*) from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id
      and not m.manual and m.status <> 'skipped'
  ) >= 8 then
    return;
  end if;
  insert into public.reminders (org_id, request_id, contact_id, seq, due_at)
  values (
    request.org_id, request.id, schedule_reminder.contact_id,
    (select coalesce(max(m.seq), 0) + 1 from public.reminders m
    where m.request_id = request.id and m.contact_id = schedule_reminder.contact_id),
    next_at)
  returning * into reminder;
  perform private.record_event(
    private.system_actor(), request.org_id, request.id, 'reminder.scheduled', 'reminder',
    reminder.id, jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
end
$$;
comment on function private.schedule_reminder(public.requests, uuid) is
  'Plans a contact''s next reminder: at most eight, none 60 days after sending.';

create or replace function private.schedule_reminders(request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  recipient public.request_contacts;
begin
  select * into request from public.requests r where r.id = schedule_reminders.request_id;
  for recipient in
    select rc.* from public.request_contacts rc
    join public.contacts c
      on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
    where rc.request_id = request.id order by rc.contact_id
  loop
    perform private.schedule_reminder(request, recipient.contact_id);
  end loop;
end
$$;
comment on function private.schedule_reminders(uuid) is 'Plans the next reminder of every active recipient.';

create or replace function private.replan_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, replan_reminder.contact_id);
begin
  if next_at is null then
    perform private.end_reminders(request.id, replan_reminder.contact_id);
    return;
  end if;
  update public.reminders m set due_at = next_at
  where m.request_id = request.id and m.contact_id = replan_reminder.contact_id
    and m.status = 'scheduled' and m.due_at <> next_at;
  if not found and exists (
    select from public.contacts c
    where c.id = replan_reminder.contact_id and c.status = 'active' and c.email_pref = 'all'
  ) then
    perform private.schedule_reminder(request, replan_reminder.contact_id);
  end if;
end
$$;
comment on function private.replan_reminder(public.requests, uuid) is
  'Moves a contact''s next reminder to where dates, plan and the last mail put it now, or plans one.';

create or replace function public.queue_reminders(max_rows int default 100) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
  request public.requests;
  asked_until timestamptz;
  send_at timestamptz;
  handled int := 0;
begin
  for reminder in
    -- With the request held, nothing can close it between this look and the mail; one that
    -- somebody else holds has its turn in the next sweep.
    select m.* from public.reminders m
    join public.requests r on r.id = m.request_id
    where m.status = 'scheduled' and m.due_at <= private.clock()
    order by m.due_at limit max_rows
    for update of m skip locked for no key update of r skip locked
  loop
    select * into request from public.requests r where r.id = reminder.request_id;
    send_at := null;
    if request.status = 'open' and not request.reminders_paused
      and private.has_work_left(request.id) and exists (
        select from public.request_contacts rc
        join public.contacts c
          on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
        where rc.request_id = request.id and rc.contact_id = reminder.contact_id)
    then
      -- A mail that had to wait for the mail service may have asked after this was planned.
      asked_until := private.asked_until(request, reminder.contact_id);
      send_at := case when asked_until >= private.clock()
        then private.next_reminder_at(request, asked_until)
        else private.awake_at(request, private.clock()) end;
    end if;
    if send_at > private.clock() then
      update public.reminders m set due_at = send_at where m.id = reminder.id;
    elsif send_at is not null then
      perform private.queue_reminder(reminder, private.system_actor());
    else
      update public.reminders m set status = 'skipped' where m.id = reminder.id;
      perform private.record_event(
        private.system_actor(), request.org_id, request.id, 'reminder.skipped', 'reminder',
        reminder.id, jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
    end if;
    perform private.schedule_reminder(request, reminder.contact_id);
    handled := handled + 1;
  end loop;
  return handled;
end
$$;
comment on function public.queue_reminders(int) is
  'System: queues or skips what is due, moves it out of quiet hours and away from a mail that just asked, and plans what follows.';
grant execute on function public.queue_reminders(int) to service_role;

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
    join public.contacts c
      on c.id = rc.contact_id and c.status = 'active' and c.email_pref = 'all'
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
    perform private.refuse(409, 'contact_opted_out', jsonb_build_object(
      'contact_id', c.id, 'name', c.name, 'reminders', true))
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.email_pref = 'no_reminders'
    where rc.request_id = request.id order by c.name, c.id limit 1;
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is 'Reminds every active recipient whose first email has left, once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;

