-- Says comments inside functions more plainly. No function changes what it does.

create or replace function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
begin
  -- Checks the length first: a letter that is typed with its marks has at most 12 bytes.
  if octet_length(value) > 12 * max_length + 64 then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  cleaned := normalize(private.strip_format(replace(coalesce(value, ''), E'\r\n', E'\n')), nfc);
  cleaned := regexp_replace(cleaned, '^[\s\u00a0]+|[\s\u00a0]+$', '', 'g');
  if regexp_replace(cleaned, '[\n\t]', '', 'g') ~ '[\u0001-\u001f\u007f-\u009f]' then
    perform private.invalid(field, 'format');
  elsif cleaned = '' and min_length > 0 then
    perform private.invalid(field, 'required');
  elsif char_length(cleaned) not between min_length and max_length then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  return cleaned;
end
$$;

create or replace function private.live_user_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  session_id uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  -- Every token from Auth names a session. Only the database owner has none, in seeds and tests.
  if session_id is null and session_user = 'postgres' then
    return my_id;
  end if;
  return (select s.user_id from auth.sessions s where s.id = session_id and s.user_id = my_id);
end
$$;

create or replace function private.clean_name(
  value text, field text, min_length int, max_length int, is_firm boolean default false
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(value, field, min_length, max_length);
begin
  -- Checks the value as typed, because a line loses its invisible characters.
  if private.is_bad_name(value, is_firm) then
    perform private.invalid(field, 'name');
  end if;
  return cleaned;
end
$$;

create or replace function private.record_event(
  actor private.actor, org_id uuid, request_id uuid, action text, entity text, entity_id uuid,
  data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  event public.events;
  last public.events;
begin
  event.org_id := record_event.org_id;
  event.request_id := record_event.request_id;
  event.chain := coalesce(record_event.request_id, record_event.org_id);
  -- Only one transaction at a time adds an event to a chain.
  perform pg_advisory_xact_lock(hashtextextended(event.chain::text, 0));
  select * into last from public.events e where e.chain = event.chain order by e.no desc limit 1;
  event.no := coalesce(last.no, 0) + 1;
  event.actor_kind := actor.kind;
  event.actor_id := actor.id;
  event.actor_name := actor.name;
  event.action := record_event.action;
  event.entity := record_event.entity;
  event.entity_id := record_event.entity_id;
  event.data := jsonb_strip_nulls(record_event.data);
  event.at := private.clock();
  event.prev_hash := coalesce(last.hash, repeat('0', 64));
  event.hash := private.event_hash(event.prev_hash, event);
  insert into public.events (
    org_id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity, entity_id,
    data, at, prev_hash, hash)
  values (
    event.org_id, event.request_id, event.chain, event.no, event.actor_kind, event.actor_id,
    event.actor_name, event.action, event.entity, event.entity_id, event.data, event.at,
    event.prev_hash, event.hash);
end
$$;

create or replace function public.list_audit_people(org_id uuid, max_rows int default 500)
returns table (actor_id uuid, name text, kind text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_audit_people.org_id, '{owner,admin}');
  return query
    -- Reads one index entry for each person, however many events they have.
    with recursive newest as (
      (select e.actor_id, e.id from public.events e
      where e.org_id = list_audit_people.org_id and e.actor_id is not null
      order by e.actor_id, e.id desc limit 1)
      union all
      select next.actor_id, next.id
      from newest n, lateral (
        select e.actor_id, e.id from public.events e
        where e.org_id = list_audit_people.org_id and e.actor_id > n.actor_id
        order by e.actor_id, e.id desc limit 1) next
    ), people as (
      select n.actor_id, e.actor_name, n.id, case
        when m.status in ('active', 'suspended') then 'staff'
        when m.status is null and e.actor_kind = 'contact' then 'contact'
        else 'former'
      end as kind
      from newest n
      join public.events e on e.id = n.id
      left join public.memberships m
        on m.org_id = list_audit_people.org_id and m.user_id = n.actor_id
    )
    select p.actor_id, p.actor_name, p.kind from people p
    order by array_position('{staff,former,contact}', p.kind), p.id desc
    limit list_audit_people.max_rows;
end
$$;

create or replace function private.clean_time_zone(value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Compares names, because `at time zone` also accepts zones that do not exist, such as
  -- Mars/Olympus+1.
  if octet_length(value) > 64
    or coalesce(value, '') !~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'
    or value ~ '^(posix|right)/'
    or not exists (select from pg_catalog.pg_timezone_names z where z.name = value) then
    perform private.invalid('time_zone', 'format');
  end if;
  return value;
end
$$;

create or replace function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
  my_id uuid := private.require_user();
begin
  select u.email into confirmed_email
  from auth.users u where u.id = my_id and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  elsif private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  -- One call per user at a time, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || my_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_name(create_org.name, 'name', 2, 80, true),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, my_id, 'owner');
  actor := row('staff', my_id, private.user_name(my_id))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;

create or replace function private.check_owned_orgs(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock of create_org: one call per user at a time, so that the limit holds.
  perform pg_advisory_xact_lock(
    hashtextextended('create_org:' || check_owned_orgs.user_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_owned_orgs.user_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
end
$$;

create or replace function private.lock_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  -- One change of staff at a time. Otherwise two owners could remove each other.
  perform from public.orgs o where o.id = lock_member.org_id for no key update;
  select * into member from public.memberships m
  where m.org_id = lock_member.org_id and m.user_id = lock_member.user_id;
  if member.id is null then
    perform private.refuse(404, 'not_found');
  elsif member.status <> all (statuses) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', member.status));
  end if;
  return member;
end
$$;

create or replace function private.mail_owners(
  actor private.actor, member public.memberships, kind text, action text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := member.org_id;
  mail.kind := mail_owners.kind;
  mail.data := jsonb_build_object(
    'user_id', member.user_id, 'actor_id', actor.id, 'action', action);
  mail.not_before := private.clock();
  for mail.to_email in
    select lower(u.email) from public.memberships m
    join auth.users u on u.id = m.user_id and u.email is not null
    where m.org_id = member.org_id and case
      when m.user_id = member.user_id then mail_owners.kind = 'owner_removed'
      else m.role = 'owner' and m.status = 'active' end
    order by m.created_at, m.id
  loop
    -- At most one email a minute about a person and a change, even if the change is repeated.
    mail.dedupe_key := concat_ws(
      ':', kind, member.id, action, date_trunc('minute', mail.not_before), md5(mail.to_email));
    perform private.enqueue_mail(mail);
  end loop;
end
$$;

create or replace function private.set_member(
  actor private.actor, member public.memberships, status text, role text, action text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  was_owner boolean := (member.role, member.status) = ('owner', 'active');
  is_owner boolean := (set_member.role, set_member.status) = ('owner', 'active');
begin
  if is_owner and not was_owner then
    perform private.check_owned_orgs(member.user_id);
  end if;
  update public.memberships m set status = set_member.status, role = set_member.role
  where m.id = member.id returning * into member;
  -- All functions lock invitations before the chain of events, so that two changes never wait for
  -- each other.
  perform private.revoke_invitations_of(actor, member);
  perform private.record_event(
    actor, member.org_id, null, action, 'member', member.user_id,
    jsonb_build_object('role', member.role));
  if is_owner <> was_owner then
    perform private.mail_owners(actor, member, case
      when is_owner then 'owner_joined'
      when member.user_id = actor.id then 'owner_left'
      else 'owner_removed' end, action);
  end if;
  return jsonb_build_object(
    'user_id', member.user_id, 'role', member.role, 'status', member.status);
end
$$;

create or replace function public.remove_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  member public.memberships;
begin
  if remove_member.user_id = my_id then
    -- Leaving needs no second factor. Otherwise a firm could keep people by requiring one.
    if not exists (
      select from public.memberships m join public.orgs o on o.id = m.org_id
      where m.org_id = remove_member.org_id and m.user_id = my_id
        and m.status <> 'removed' and o.deleted_at is null
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    member := private.lock_member(remove_member.org_id, my_id, '{active,suspended}');
  else
    member := private.manage_member(
      remove_member.org_id, remove_member.user_id, '{active,suspended}');
  end if;
  perform private.keep_an_owner(member);
  return private.end_membership(private.acting_staff(), member);
end
$$;

create or replace function public.create_invitation(org_id uuid, email text, role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(
    create_invitation.org_id,
    case create_invitation.role when 'owner' then '{owner}' else '{owner,admin}' end::text[]);
  invitation public.invitations;
  clean_email text := private.clean_email(create_invitation.email, 'email');
begin
  perform private.require_step_up(create_invitation.org_id);
  if create_invitation.role is null or create_invitation.role not in ('owner', 'admin', 'member') then
    perform private.invalid('role', 'format');
  end if;
  perform private.check_staff_limit(create_invitation.org_id);
  -- Checks again, because the change that ended the right may have held the lock.
  if not private.may_invite(actor.id, create_invitation.org_id, create_invitation.role) then
    perform private.refuse(404, 'not_found');
  end if;
  if exists (
    select from public.memberships m join auth.users u on u.id = m.user_id
    where m.org_id = create_invitation.org_id and m.status <> 'removed'
      and lower(u.email) = clean_email
  ) then
    perform private.refuse(409, 'already_member');
  end if;
  insert into public.invitations (org_id, email, role, invited_by, expires_at)
  values (
    create_invitation.org_id, clean_email, create_invitation.role, actor.id,
    private.clock() + interval '7 days')
  returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.created', 'invitation', invitation.id,
    jsonb_build_object('role', invitation.role));
  return jsonb_build_object('id', invitation.id);
exception when unique_violation then
  perform private.invalid('email', 'unique');
end
$$;

create or replace function public.resend_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(resend_invitation.invitation_id);
  invitation public.invitations;
begin
  select * into invitation from public.invitations i
  where i.id = resend_invitation.invitation_id and i.status = 'pending'
    and private.may_invite(i.invited_by, i.org_id, i.role)
  for update;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  elsif invitation.resent >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"resends"}');
  elsif invitation.sent_at > private.clock() - interval '10 minutes' then
    perform private.refuse(
      409, 'too_soon', jsonb_build_object(
        'next_at', invitation.sent_at + interval '10 minutes',
        'time_zone', (select o.time_zone from public.orgs o where o.id = invitation.org_id)));
  end if;
  -- Otherwise an email that is still queued would arrive in addition.
  update private.outbox m set status = 'cancelled'
  where m.org_id = invitation.org_id and m.kind = 'invitation'
    and m.status in ('queued', 'deferred') and m.tries = 0
    and m.data ->> 'invitation_id' = invitation.id::text;
  update public.invitations i set
    expires_at = private.clock() + interval '7 days', sent_at = private.clock(),
    resent = i.resent + 1
  where i.id = invitation.id returning * into invitation;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.resent', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;

create or replace function public.set_require_mfa(org_id uuid, require_mfa boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted boolean := coalesce(set_require_mfa.require_mfa, false);
begin
  perform private.require_staff(set_require_mfa.org_id, '{owner,admin}');
  perform private.require_step_up(set_require_mfa.org_id);
  if wanted and not private.has_recent_factor() then
    -- Without a factor the caller would lock themselves out.
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  update public.orgs o set require_mfa = wanted where o.id = set_require_mfa.org_id;
  perform private.record_org(
    set_require_mfa.org_id, 'mfa', jsonb_build_object('required', wanted));
  return jsonb_build_object('id', set_require_mfa.org_id);
end
$$;

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Locks the firm before its chain of events, in the order of changes of staff.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  -- Emails to owners about a change among them are still sent.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status in ('queued', 'deferred')
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  perform private.enqueue_notice(
    u.email, 'firm_deleted', delete_org.org_id::text,
    jsonb_build_object('org_id', delete_org.org_id, 'by', private.user_name(auth.uid())))
  from public.memberships m join auth.users u on u.id = m.user_id
  where m.org_id = delete_org.org_id and m.role = 'owner' and m.status = 'active';
  -- The logo is public, so its row changes now. The trigger on orgs marks the object for the sweep.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;

create or replace function public.save_contact(
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
    -- All functions lock requests before contacts. No one else can plan reminders for them until
    -- the end.
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

create or replace function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '10s'
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- The client of each row alone, and the client of all rows with the same name or reference.
  known jsonb;
  ids jsonb;
  key text;
  owner_id uuid;
  added_id uuid;
  is_new boolean;
  clients int := 0;
  contacts int := 0;
  skipped jsonb := '[]';
begin
  if jsonb_typeof(coalesce(import_clients.rows, 'null')) <> 'array' then
    perform private.invalid('rows', 'type');
  elsif jsonb_array_length(import_clients.rows) = 0 then
    perform private.invalid('rows', 'required');
  elsif jsonb_array_length(import_clients.rows) > 1000
    or octet_length(import_clients.rows::text) > 1048576 then
    perform private.invalid('rows', 'length', '{"min":1,"max":1000,"max_bytes":1048576}');
  end if;
  -- One import of a firm at a time, so that a file that is sent twice is found on the second call.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import_clients.org_id, 0));
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object(
      'created', 0, 'contacts', 0, 'skipped', skipped, 'errors', checked.errors);
  end if;
  select jsonb_agg(private.known_client(import_clients.org_id, element) order by place) into known
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  -- Uses the client of the first row, because an object keeps the last of equal keys.
  select coalesce(
    jsonb_object_agg(private.client_row_key(element), known ->> (place::int - 1) order by place desc)
      filter (where known ->> (place::int - 1) is not null), '{}') into ids
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  for client_row, row_no in
    select element, place from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place)
    order by place
  loop
    key := private.client_row_key(client_row);
    is_new := false;
    owner_id := coalesce(known ->> (row_no - 1), ids ->> key)::uuid;
    if owner_id is null then
      insert into public.clients (org_id, name, ref)
      values (import_clients.org_id, client_row ->> 'name', client_row ->> 'ref')
      returning id into owner_id;
      ids := ids || jsonb_build_object(key, owner_id);
      clients := clients + 1;
      is_new := true;
      perform private.record_event(
        actor, import_clients.org_id, null, 'client.saved', 'client', owner_id);
    end if;
    if client_row ->> 'contact_email' is not null then
      insert into public.contacts (org_id, client_id, name, email)
      values (
        import_clients.org_id, owner_id, client_row ->> 'contact_name',
        client_row ->> 'contact_email')
      on conflict on constraint contacts_client_id_email_key do nothing
      returning id into added_id;
      if found then
        contacts := contacts + 1;
        is_new := true;
        perform private.record_event(
          actor, import_clients.org_id, null, 'contact.saved', 'contact', added_id,
          jsonb_build_object('client_id', owner_id));
      end if;
    end if;
    if not is_new then
      skipped := skipped || to_jsonb(row_no);
    end if;
  end loop;
  return jsonb_build_object(
    'created', clients, 'contacts', contacts, 'skipped', skipped, 'errors', '[]'::jsonb);
exception when unique_violation then
  -- Another transaction used a reference after the check.
  perform private.invalid('rows', 'unique');
end
$$;

create or replace function public.had_request_access(public_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.live_user_id();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- An entered code proves the address. Without one, nothing is revealed.
  if request.id is null or my_id is null or not private.has_recent_otp()
    or request.org_id = any (private.my_gated_org_ids()) then
    return false;
  end if;
  return exists (
    select from public.events e
    where e.request_id = request.id and e.actor_kind = 'contact' and e.actor_id = my_id
  ) or exists (
    select from public.contacts c
    join auth.users u on u.id = my_id and lower(u.email) = lower(c.email::text)
    where c.client_id = request.client_id and (
      exists (
        select from public.request_contacts rc
        where rc.request_id = request.id and rc.contact_id = c.id)
      or exists (
        select from public.events e
        where e.request_id = request.id and e.action = 'recipient.changed'
          and e.entity_id = c.id)));
end
$$;

create or replace function private.set_items(request public.requests, items jsonb) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  item_id uuid;
  kept uuid[] := '{}';
  no int := 0;
begin
  if jsonb_typeof(coalesce(items, '[]')) <> 'array' then
    perform private.invalid('items', 'type');
  elsif jsonb_array_length(coalesce(items, '[]')) > 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  delete from public.items i
  where i.request_id = request.id and i.id::text not in (
    select value ->> 'id' from jsonb_array_elements(coalesce(items, '[]'))
    where value ->> 'id' is not null);
  for item in select value from jsonb_array_elements(coalesce(items, '[]')) loop
    if jsonb_typeof(item) <> 'object' then
      perform private.invalid('items', 'type');
    end if;
    item_id := case
      when item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then (item ->> 'id')::uuid end;
    -- Creates an item again that was deleted, but refuses one of another request.
    if not exists (select from public.items i where i.id = item_id) then
      item_id := null;
    end if;
    kept := kept || private.write_item(
      request.org_id, request.id, item_id, no + 1,
      private.clean_item(item, format('items.%s.', no), false));
    no := no + 1;
  end loop;
  return kept;
end
$$;

create or replace function public.delete_draft(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(delete_draft.request_id);
  request public.requests := private.lock_request(delete_draft.request_id, '{draft}');
begin
  delete from public.requests r where r.id = request.id;
  -- The request's chain is deleted with it, so the firm's chain records the deletion.
  perform private.record_event(
    actor, request.org_id, null, 'request.deleted', 'request', request.id);
  return jsonb_build_object('id', request.id);
end
$$;

create or replace function public.remove_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(remove_item.item_id));
  item public.items := private.lock_item(remove_item.item_id);
begin
  -- A draft counts as an answer: waiving keeps it, but removing would delete it.
  if exists (select from public.submissions s where s.item_id = item.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  elsif not exists (
    select from public.items i where i.request_id = item.request_id and i.id <> item.id
  ) then
    perform private.invalid('items', 'required');
  end if;
  delete from public.items i where i.id = item.id;
  update public.items i set position = i.position - 1
  where i.request_id = item.request_id and i.position > item.position;
  perform private.record_item(actor, item, 'removed');
  perform private.ping(item.org_id, item.request_id, item.id, item.version + 1);
  perform private.settle_request(r) from public.requests r where r.id = item.request_id;
  return jsonb_build_object('id', item.id);
end
$$;

create or replace function private.reopen(
  request public.requests, actor private.actor, note text default '') returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status in ('queued', 'deferred')
    returning m.contact_id
  )
  select coalesce(array_agg(u.contact_id), '{}') into untold from unsent u;
  update public.requests r set
    status = 'open', closed_at = null, close_reason = null, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.reopened', 'request', request.id,
    jsonb_build_object('status', request.status));
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active'
    order by lower(c.email::text)
  loop
    if private.is_unheard(request.id, contact.id) then
      -- The request ended before its email was sent. An email that is still queued is sent now.
      if not exists (
        select from private.outbox m
        where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
          and m.status in ('queued', 'deferred')
      ) then
        perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
      end if;
    elsif contact.id <> all (untold) then
      perform private.mail_recipient(
        request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The request was completed before its first email was sent.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      -- They got no email about the completion, but they get the note about reopening.
      if note <> '' then
        perform private.mail_recipient(
          request, contact, 'request_reopened', '0', jsonb_build_object('note', note));
      end if;
      perform private.mail_untold_decisions(request, contact);
    end if;
  end loop;
  perform private.replan_reminders(request);
  return request;
end
$$;

create or replace function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- Without required items all items count. Otherwise the first decision would complete the
      -- request.
      and (i.required or not exists (
        select from public.items other where other.request_id = request.id and other.required))
  ) then
    return request;
  end if;
  request := private.close_request(
    request, private.system_actor(), 'complete', 'request.completed');
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return request;
end
$$;

create or replace function private.draft_of(item public.items, actor private.actor)
returns public.submissions
language plpgsql security definer set search_path = ''
as $$
declare
  draft public.submissions;
  last public.submissions;
begin
  select * into draft from public.submissions s
  where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    last := private.last_sent(item.id);
    -- A returned answer is the start of the next draft. A partial one is not, because more is
    -- needed.
    insert into public.submissions (
      org_id, request_id, item_id, no, author_id, answer, client_note, not_applicable)
    values (
      item.org_id, item.request_id, item.id, coalesce(last.no, 0) + 1, actor.id,
      case when last.status = 'returned' then last.answer end,
      case when last.status = 'returned' then last.client_note else '' end,
      last.status is not distinct from 'returned' and last.not_applicable)
    returning * into draft;
    perform private.record_event(
      actor, item.org_id, item.request_id, 'submission.started', 'submission', draft.id,
      jsonb_build_object('item_id', item.id, 'no', draft.no));
  elsif actor.kind = 'staff' and draft.author_id <> actor.id then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  return draft;
end
$$;

create or replace function public.save_answer(
  item_id uuid, answer jsonb default null, not_applicable boolean default false,
  client_note text default '', expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(save_answer.item_id);
  item public.items := private.lock_answerable(save_answer.item_id);
  draft public.submissions;
  clean_answer jsonb := private.clean_answer(item, save_answer.answer, false);
  clean_note text := private.clean_text(save_answer.client_note, 'client_note', 0, 1000);
  applies_not boolean := coalesce(save_answer.not_applicable, false);
begin
  draft := private.draft_of(item, actor);
  -- The same content is not saved again. The caller may have missed the response to the first save.
  if draft.version = 0 or (draft.answer, draft.client_note, draft.not_applicable)
    is distinct from (clean_answer, clean_note, applies_not) then
    if save_answer.expected_version <> draft.version then
      perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
        'version', draft.version, 'name', private.saver_name(draft, actor))));
    end if;
    update public.submissions s set
      answer = clean_answer, client_note = clean_note, not_applicable = applies_not,
      version = s.version + 1, saved_by = actor.id
    where s.id = draft.id returning * into draft;
  end if;
  return jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'version', draft.version);
end
$$;

create or replace function public.submit_item(
  item_id uuid, expected_version int default null, expected_no int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items;
  draft public.submissions;
begin
  -- Locks before reading the submission, so that a repeated call waits for the first.
  perform from public.requests r
  where r.id = private.request_of(submit_item.item_id) for no key update;
  select i.* into item
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = submit_item.expected_no
    and s.status <> 'draft' and s.submitted_by = actor.id
  where i.id = submit_item.item_id;
  if item.id is not null then
    return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
  end if;
  item := private.lock_answerable(submit_item.item_id);
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and (draft.author_id <> actor.id or exists (
    select from public.files f
    where f.submission_id = draft.id and f.uploader_id <> actor.id
      and f.status in ('uploading', 'checking', 'ready')
  )) then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  elsif expected_version <> draft.version or expected_no <> draft.no then
    perform private.refuse(409, 'version_conflict', jsonb_strip_nulls(jsonb_build_object(
      'version', draft.version, 'name', private.saver_name(draft, actor))));
  end if;
  perform private.check_answerable(item, draft);
  perform private.check_changed(item, draft);
  update public.submissions s
  set status = 'submitted', submitted_by = actor.id, submitted_kind = actor.kind,
    submitted_at = private.clock()
  where s.id = draft.id;
  if draft.not_applicable then
    perform private.drop_files(draft, actor);
  end if;
  update public.files f set shared_at = private.clock()
  where f.submission_id = draft.id and f.status = 'ready';
  item := private.set_item_status(item.id, 'submitted');
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.submitted', 'item', item.id,
    jsonb_build_object('submission_id', draft.id, 'no', draft.no, 'status', item.status));
  perform private.mail_staff(item);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;

create or replace function public.withdraw_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(withdraw_item.item_id);
  item public.items;
  submission public.submissions;
  request public.requests;
begin
  request := private.lock_request(
    (select i.request_id from public.items i where i.id = withdraw_item.item_id), '{open}');
  select * into item from public.items i where i.id = withdraw_item.item_id;
  select * into submission from public.submissions s
  where s.item_id = item.id and s.status = 'submitted';
  if item.status <> 'submitted' or submission.id is null
    or (actor.kind = 'staff' and submission.submitted_by <> actor.id) then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  -- Counts each person alone, so that one contact cannot use up the withdrawals of the others.
  perform private.limit_per_hour(item, 'withdrawals', 20, (
    select array_agg(e.at order by e.at desc) from public.events e
    where e.entity_id = item.id and e.action = 'item.withdrawn' and e.actor_id = actor.id
      and e.at > private.clock() - interval '1 hour'));
  update public.submissions s set
    status = 'draft', submitted_by = null, submitted_kind = null, submitted_at = null
  where s.id = submission.id;
  update public.files f set shared_at = null where f.submission_id = submission.id;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.drop_digest_entry('staff_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.withdrawn', 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.settle_request(request);
  return jsonb_build_object('item_id', item.id, 'status', item.status, 'version', item.version);
end
$$;

create or replace function public.open_file(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
  actor private.actor;
begin
  select * into file from public.files f
  where f.id = open_file.file_id and f.status = 'ready';
  actor := private.require_party(file.request_id);
  if actor.kind = 'staff' and file.shared_at is null and file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  end if;
  -- A viewer reads a file in ranges, so one event covers a person, a file and five minutes.
  if not exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = actor.id
      and e.at > private.clock() - interval '5 minutes'
  ) then
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.opened', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end if;
  return jsonb_build_object(
    'bucket', 'documents', 'path', file.path, 'name', file.name, 'mime', file.mime,
    'charset', substring(file.detected_mime from '; charset=([a-z0-9-]+)$'),
    'bytes', file.bytes, 'sha256', file.sha256);
end
$$;

create or replace function private.is_reading_recorded(file public.files, reader uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- open_file records once in five minutes. The sixth minute covers a download that began at the
  -- end.
  return exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = reader
      and e.at > private.clock() - interval '6 minutes'
  ) or exists (
    -- An export may stream until its access token expires.
    select from public.events e
    where e.request_id = file.request_id and e.action = 'request.exported'
      and e.actor_id = reader and e.at > private.clock() - interval '1 hour');
end
$$;

create or replace function public.files_to_inspect(max_rows int default 20)
returns table (file_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  lost record;
begin
  for lost in
    select f.id from public.files f join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and t.tries >= 8 and t.not_before <= private.clock()
    order by t.not_before, f.id limit 100 for update of f skip locked
  loop
    perform private.settle_inspection(lost.id, 'rejected', null, null, 'upload_incomplete');
  end loop;
  for lost in
    select f.id, coalesce(t.tries, 0) as tries
    from public.files f left join private.inspections t on t.file_id = f.id
    where f.status = 'checking' and f.updated_at < private.clock() - interval '1 minute'
      and (t.file_id is null or (
        t.tries < 8 and t.not_before <= private.clock()
        and coalesce(t.claimed_until <= private.clock(), true)))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Counts the try before the inspection, because a crash may end the inspection.
    insert into private.inspections (file_id, tries, not_before)
    values (lost.id, 1, private.clock() + interval '1 minute')
    on conflict on constraint inspections_pkey do update set
      tries = excluded.tries + lost.tries,
      not_before = private.clock() + interval '1 minute' * 2 ^ lost.tries;
    files_to_inspect.file_id := lost.id;
    return next;
  end loop;
end
$$;

create or replace function public.undo_decision(item_id uuid, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(undo_decision.item_id));
  request public.requests := private.lock_request(
    private.request_of(undo_decision.item_id), '{open,complete}');
  item public.items;
  newest public.submissions;
begin
  select * into item from public.items i where i.id = undo_decision.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  select * into newest from public.submissions s
  where s.item_id = item.id order by s.no desc limit 1;
  if item.status not in ('accepted', 'partial', 'returned', 'waived')
    or (item.status <> 'waived' and newest.status = 'draft') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  if item.status <> 'waived' then
    update public.submissions s set
      status = 'submitted', decision_note = null, decided_by = null, decided_at = null
    where s.id = newest.id;
    perform private.drop_digest_entry('decision_digest', item);
  end if;
  item := private.set_item_status(item.id, private.derived_status(item.id));
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.undone', 'item', item.id,
    jsonb_build_object('submission_id', newest.id, 'no', newest.no, 'status', item.status));
  if request.status = 'complete' then
    request := private.reopen(request, actor);
  else
    -- Waiving removed the decision from its digest. Now it is needed again.
    perform private.mail_untold_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;

create or replace function private.ready_items(request_id uuid) returns table (
  item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  select i.id, i.title, s.no, s.version
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = 'draft'
  join public.requests r on r.id = i.request_id and r.status = 'open'
  where i.request_id = ready_items.request_id and i.status in ('open', 'partial', 'returned')
    -- Excludes drafts of staff on behalf of a contact: staff submit those.
    and not exists (
      select from public.memberships m where m.org_id = i.org_id and m.user_id = s.author_id)
    and private.is_ready(i, s)
  order by i.position
$$;

create or replace function public.list_ready_items() returns table (
  request_id uuid, item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  -- Reads the requests with a draft first, because each call of ready_items is a query.
  with drafted as materialized (
    select r.id from public.requests r
    where r.id = any ((select private.my_request_ids())::uuid[]) and r.status = 'open'
      and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
      and exists (
        select from public.submissions s where s.request_id = r.id and s.status = 'draft')
  )
  select drafted.id, ready.item_id, ready.title, ready.no, ready.version
  from drafted
  cross join lateral private.ready_items(drafted.id) ready
$$;

create or replace function private.enqueue_mail(mail private.outbox) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  queued private.outbox;
  refused private.outbox;
begin
  -- Repeated emails to a refused address must not block the queue or look like an outage.
  select * into refused from private.outbox m
  where m.to_email = mail.to_email and m.status in ('queued', 'sending') and m.last_error is not null
  order by m.attempts desc limit 1;
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before, attempts,
    last_error)
  values (
    mail.org_id, mail.kind, mail.to_email, mail.request_id, mail.contact_id,
    coalesce(mail.data, '{}'), mail.dedupe_key, mail.not_before,
    least(coalesce(refused.attempts, 0), 1), refused.last_error)
  on conflict (dedupe_key) do nothing
  returning * into queued;
  if queued.id is not null then
    perform private.apply_budget(queued);
  end if;
  return queued.id;
end
$$;

create or replace function private.mail_recipient(
  request public.requests, contact public.contacts, kind text, delay interval, data jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := request.org_id;
  mail.kind := mail_recipient.kind;
  mail.to_email := contact.email;
  mail.request_id := request.id;
  mail.contact_id := contact.id;
  mail.data := mail_recipient.data;
  mail.not_before := private.clock() + delay;
  -- Uses the version, because a contact may get a former address again.
  mail.dedupe_key := concat_ws(
    ':', mail.kind, request.id, request.version, contact.id, contact.version);
  perform private.enqueue_mail(mail);
end
$$;

create or replace function private.mail_recipients(
  request public.requests, kind text, delay interval, data jsonb default '{}'
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
begin
  for contact in
    select c.* from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = request.id and c.status = 'active'
    -- Budgets lock addresses in this order.
    order by lower(c.email::text)
  loop
    perform private.mail_recipient(request, contact, mail_recipients.kind, delay, data);
  end loop;
end
$$;

create or replace function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  request public.requests;
  mail private.outbox;
  waiting private.outbox[] := '{}';
begin
  -- Checks the budget again, because the new address may never have opened a request.
  for mail in
    update private.outbox m set to_email = readdress_mail.email
    where m.contact_id = readdress_mail.contact_id and m.status in ('queued', 'deferred')
      and m.tries = 0
    returning *
  loop
    waiting := waiting || mail;
  end loop;
  for mail in
    insert into private.outbox (
      org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
    select m.org_id, m.kind, readdress_mail.email, m.request_id, m.contact_id, m.data,
      m.dedupe_key || ':' || md5(readdress_mail.email), private.clock()
    from private.outbox m
    where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0
    order by m.seq
    on conflict (dedupe_key) do nothing
    returning *
  loop
    waiting := waiting || mail;
  end loop;
  for mail in select * from unnest(waiting) w where w.status = 'queued' order by w.seq loop
    perform private.apply_budget(mail);
  end loop;
  update private.outbox m set status = 'cancelled'
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0;
  select * into contact from public.contacts c where c.id = readdress_mail.contact_id;
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' and not exists (
      select from private.outbox m
      where m.request_id = r.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status in ('queued', 'deferred'))
    order by r.id
  loop
    perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
  end loop;
  perform private.replan_reminder(r, contact.id)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = contact.id and r.status = 'open';
end
$$;

create or replace function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- A corrected address gives the reminder another email.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'deferred', 'sending')
      and o.data ->> 'reminder_id' = m.id::text)
  returning * into reminder;
  if reminder.id is not null then
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.' || reminder.status,
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end if;
  return new;
end
$$;

create or replace function private.owner_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with person as (
    select case key when 'user_id' then 'name' else 'by' end as key, value::uuid as id
    from jsonb_each_text(mail.data) where key in ('user_id', 'actor_id')
  ), named as (
    -- A deleted account has no name, but the firm's events have it.
    select person.key, case
      when exists (select from auth.users u where u.id = person.id) then private.user_name(person.id)
      else (
        select e.actor_name from public.events e
        where e.org_id = mail.org_id and e.actor_id = person.id order by e.id desc limit 1)
      end as name
    from person
  ), reader as (
    select m.role = 'owner' and m.status = 'active' as is_owner, o.deleted_at is null as is_open
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    join auth.users u on u.id = m.user_id and lower(u.email) = mail.to_email
    where m.org_id = mail.org_id and (
      (m.role = 'owner' and m.status = 'active') or m.user_id::text = mail.data ->> 'user_id')
  )
  select jsonb_object_agg(named.key, named.name) || jsonb_build_object(
    'action', mail.data ->> 'action', 'at', mail.created_at,
    'can_check', (select bool_and(reader.is_owner and reader.is_open) from reader))
  from named
  where exists (select from reader)
$$;

create or replace function private.follow_contact(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (
    select c.email::text from public.contacts c where c.id = mail.contact_id);
begin
  if address = lower(mail.to_email) then
    return false;
  end if;
  -- The request was sent to the new address when the address was corrected.
  if mail.kind <> 'request_sent' then
    mail.dedupe_key := mail.dedupe_key || ':' || md5(address);
    mail.to_email := address;
    mail.not_before := private.clock();
    perform private.enqueue_mail(mail);
  end if;
  return true;
end
$$;

create or replace function private.record_mail_event(mail private.outbox, action text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Emails about an account belong to no firm and are not recorded.
  if mail.org_id is not null then
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, record_mail_event.action, 'mail', mail.id,
      jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  end if;
end
$$;

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
    if mail.request_id is not null then
      content := content || jsonb_build_object(
        'is_trusted', private.is_trusted_org(mail.org_id));
    end if;
    if mail.kind in ('request_sent', 'reminder') then
      select content || jsonb_build_object('opt_out_token', private.opt_out_token(c)) into content
      from public.contacts c where c.id = mail.contact_id;
    end if;
    return content;
  end if;
  -- Cancelling a reminder records an event. If the chain is locked, a later run cancels it.
  if mail.kind <> 'reminder' or private.may_record(mail) then
    update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
  end if;
  return null;
end
$$;

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
  claimed int := 0;
  seen int;
begin
  if private.is_mail_paused() then
    return;
  end if;
  -- Emails that are cancelled here must not delay the due emails behind them.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where ((m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock() - coalesce(
          private.attempt_wait(m.attempts + 1) - interval '1 minute', '0')))
        -- The first email may still be cancelled just before its post. Then its reader gets no
        -- email about the end.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- The run that claimed it was interrupted, which counts as an attempt.
      mail.attempts := mail.attempts + (mail.status = 'sending')::int;
      if private.attempt_wait(mail.attempts) is null then
        if private.may_record(mail) then
          perform private.settle_mail(mail, 'dead', null, 'lease_lost');
        end if;
        continue;
      end if;
      content := private.prepare_mail(mail);
      if content is null then
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, attempts = mail.attempts,
        lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.attempts, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content
        from (values (mail.org_id)) claimed_mail (org_id)
        left join public.orgs o on o.id = claimed_mail.org_id
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;

create or replace function public.check_mail(mail_id uuid, tries int) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = check_mail.mail_id and m.status = 'sending' and m.tries = check_mail.tries
  for update;
  if mail.id is null then
    return false;
  elsif private.prepare_mail(mail) is not null then
    return true;
  end if;
  -- This email did not reach its reader.
  update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
  return false;
end
$$;

create or replace function public.finish_mail(
  mail_id uuid, tries int, outcome text, provider_id text default null, error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  next_wait interval;
begin
  select * into mail from private.outbox m
  where m.id = finish_mail.mail_id and m.status = 'sending' and m.tries = finish_mail.tries
  for update;
  if mail.id is null then
    return false;
  end if;
  if outcome = 'sent' then
    perform private.settle_mail(mail, 'sent', finish_mail.provider_id, null);
    perform private.end_mail_pause();
    return true;
  elsif outcome = 'failed' then
    perform private.settle_mail(mail, 'dead', null, finish_mail.error);
    -- The service refused this email permanently, so it did not reach its reader.
    update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
    return true;
  elsif outcome in ('retry', 'refused') then
    mail.attempts := mail.attempts + 1;
    next_wait := private.attempt_wait(mail.attempts);
  elsif outcome in ('paused', 'limited') then
    next_wait := interval '1 minute';
  else
    perform private.invalid('outcome', 'format');
  end if;
  if next_wait is null then
    perform private.settle_mail(mail, 'dead', null, finish_mail.error);
  else
    update private.outbox m set
      status = 'queued', lease_until = null,
      last_error = coalesce(left(error, 200), m.last_error), attempts = mail.attempts,
      not_before = private.clock() + next_wait,
      tries = m.tries - (outcome in ('refused', 'limited'))::int
    where m.id = mail.id;
  end if;
  return true;
end
$$;

create or replace function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- All functions lock requests before emails and contacts. No one else can plan reminders until
  -- the end.
  perform from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  where rc.contact_id = mail.contact_id order by r.id for no key update of r;
  select * into mail from private.outbox m where m.id = mail.id for update;
  if mail.id is null then
    return false;
  elsif mail.status = 'bounced' then
    return true;
  end if;
  update private.outbox m set
    status = 'bounced', lease_until = null,
    provider_id = coalesce(m.provider_id, record_bounce.provider_id)
  where m.id = mail.id;
  perform private.record_mail_event(mail, 'mail.bounced');
  update public.contacts c set status = 'bounced'
  where c.id = mail.contact_id and c.status = 'active' and c.email::text = lower(mail.to_email);
  if found then
    perform private.cancel_mail(null, mail.contact_id, null);
    perform private.end_reminders(rc.request_id, rc.contact_id)
    from public.request_contacts rc where rc.contact_id = mail.contact_id
    order by rc.request_id;
    perform private.ping(r.org_id, r.id, null, r.version)
    from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = mail.contact_id and r.status = 'open';
  end if;
  return true;
end
$$;

create or replace function private.next_reminder_at(request public.requests, after timestamptz)
returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with org as (
    select * from public.orgs o where o.id = request.org_id
  ), days as (
    select unnest(org.reminder_days) as day from org
    union
    select (select coalesce(max(d), 0) from unnest(org.reminder_days) d) + org.reminder_every * k
    from org, generate_series(1, 60) k where org.reminder_every > 0
  ), mornings as (
    -- Moves a reminder from the weekend to Friday if it is before the due date, so that it is not
    -- late.
    select request.due_on + days.day
      + case extract(isodow from request.due_on + days.day)
        when 6 then case when days.day < 0 then -1 else 2 end
        when 7 then case when days.day < 0 then -2 else 1 end
        else 0 end as day
    from days
  )
  select min((mornings.day + time '09:00') at time zone org.time_zone)
  from mornings, org
  where (mornings.day + time '09:00') at time zone org.time_zone > after
    and (mornings.day + time '09:00') at time zone org.time_zone
      <= request.sent_at + interval '60 days'
$$;

create or replace function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(m.not_before + case
      -- A plan may have two days in a row. Two hours are a reserve for a busy morning and a change
      -- of clocks.
      when r.manual = false then interval '22 hours'
      else interval '24 hours' end)
    from private.outbox m
    left join public.reminders r on r.id = (m.data ->> 'reminder_id')::uuid
    where m.request_id = request.id and m.contact_id = asked_until.contact_id
      and m.kind in ('request_sent', 'request_reopened', 'reminder')
      and m.status in ('queued', 'deferred', 'sending', 'sent'));
end
$$;

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
    -- The lock keeps the request open until its email is queued. The next sweep takes requests that
    -- someone else has locked.
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
      -- An email that was delayed by an outage may have been sent after this reminder was planned.
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

create or replace function private.lock_recipients(addresses text[]) returns void
language sql security definer set search_path = ''
as $$
  -- Locks addresses in one order, so that two firms with the same contacts never wait for each
  -- other.
  select pg_advisory_xact_lock(hashtextextended('first_emails_to:' || address, 0))
  from (select distinct lower(a) as address from unnest(addresses) a order by 1) sorted
$$;

create or replace function private.spend_share(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  utc_day timestamptz := date_trunc('day', private.clock(), 'UTC');
  -- Counters store no address.
  recipient text := encode(sha256(convert_to(lower(mail.to_email), 'UTF8')), 'hex');
begin
  if private.is_trusted_org(mail.org_id) then
    return true;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('first_emails_of:' || mail.org_id, 0));
  perform private.lock_recipients(array[mail.to_email]);
  if private.counted('emails_to', recipient, utc_day) >= 5 then
    return false;
  end if;
  perform private.count_up('emails_to', recipient, utc_day);
  return true;
end
$$;

create or replace function private.apply_budget(mail private.outbox) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  first_email_until timestamptz := private.first_email_until(mail);
begin
  if first_email_until is not null then
    perform private.defer_mail(mail, first_email_until);
  elsif private.is_first_email(mail) and exists (
    select from private.outbox m
    where m.org_id = mail.org_id and m.status = 'deferred' and m.not_before <= private.clock()
  ) then
    -- After midnight, emails that were deferred yesterday are sent first.
    perform private.defer_mail(mail, private.clock());
  elsif not private.spend(mail) then
    perform private.defer_mail(mail, private.org_midnight(mail.org_id, 1));
    perform private.report_deferral(mail);
  end if;
end
$$;

create or replace function public.release_deferred_mail(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  org uuid;
  mail private.outbox;
  due private.outbox[];
begin
  delete from private.counters c where c.window_start < private.clock() - interval '3 days';
  -- Handles one firm per transaction, so that no transaction has the locks of two firms.
  select waiting.org_id into org from (
    select m.org_id from private.outbox m
    where m.status = 'deferred' and m.not_before <= private.clock()
    group by m.org_id order by min(m.not_before), min(m.seq) offset 0
  ) waiting
  where pg_try_advisory_xact_lock(hashtextextended('release_of:' || waiting.org_id, 0)) limit 1;
  if org is null then
    return 0;
  end if;
  -- All functions lock requests before emails and budgets: a change locks its request first, then
  -- its emails, its chain of events and the firm's budget in any order.
  perform from public.requests r
  where r.id in (
    select m.request_id from private.outbox m
    where m.org_id = org and m.status = 'deferred' and m.not_before <= private.clock())
  order by r.id for no key update;
  due := array(
    select m from private.outbox m
    where m.org_id = org and m.status = 'deferred' and m.not_before <= private.clock()
    order by m.created_at, m.seq limit max_rows for update skip locked);
  perform pg_advisory_xact_lock(hashtextextended('first_emails_of:' || org, 0));
  perform private.lock_recipients(array(select d.to_email from unnest(due) d));
  foreach mail in array due loop
    perform private.release_mail(mail);
  end loop;
  return cardinality(due);
end
$$;

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
    -- Email that another choice stopped stays stopped.
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

create or replace function private.is_reading() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- Storage prefixes some operations with its own name.
  return regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '')
    in (
      'object.get_authenticated', 'object.info_authenticated', 'object.get_authenticated_info',
      'object.head_authenticated_info', 'object.list', 'object.list_v2');
end
$$;

create or replace function private.may_store_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_change_image(object_path) and (
    select count(*) from storage.objects o, substring(object_path from '^[a-z]+/[0-9a-f-]+') folder
    where o.bucket_id = 'images'
      -- Reads one range of the index: '0' is the character after '/'.
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0') < 20
$$;

create or replace function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Counts again, one insert per folder at a time, because parallel uploads pass the policy before
  -- the first one is stored.
  perform pg_advisory_xact_lock(hashtextextended('images:' || folder, 0));
  if (
    select count(*) from storage.objects o
    where o.bucket_id = 'images'
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0'
  ) > 20 then
    raise exception 'a folder holds at most twenty pictures' using errcode = '42501';
  end if;
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;

create or replace function public.begin_export(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(begin_export.request_id);
  request public.requests;
  file_count bigint;
  total_bytes bigint;
  token_seconds double precision;
begin
  select * into request from public.requests r where r.id = begin_export.request_id;
  perform private.require_step_up(request.org_id);
  if request.status = 'draft' then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  select count(*), coalesce(sum(f.bytes), 0) into file_count, total_bytes
  from public.files f
  join public.submissions s on s.id = f.submission_id and s.status in ('accepted', 'partial')
  where f.org_id = request.org_id and f.request_id = request.id and f.status = 'ready';
  if file_count > 5000 or total_bytes > 5368709120 then
    perform private.refuse(413, 'export_too_large', jsonb_build_object(
      'files', file_count, 'bytes', total_bytes, 'max_files', 5000, 'max_bytes', 5368709120));
  end if;
  -- The access token of the first file is also used for the last. 4 MB a second is the slowest
  -- planned download, and a minute is the reserve. A token without an expiry never ends.
  token_seconds := (auth.jwt() ->> 'exp')::double precision
    - extract(epoch from private.clock())::double precision;
  if token_seconds < 60 + total_bytes / 4000000.0 then
    perform private.refuse(403, 'session_expired');
  end if;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.exported', 'request', request.id,
    jsonb_build_object('files', file_count));
  return jsonb_build_object(
    'request_id', request.id, 'files', file_count, 'bytes', total_bytes);
end
$$;

create or replace function private.require_account_step_up() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  strict_org_id uuid := (
    select o.id from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null and o.require_mfa
    where m.user_id = auth.uid() and m.status = 'active'
    limit 1);
begin
  -- Without a strict firm the rule still requires a live session and the user's own factor.
  perform private.require_step_up(strict_org_id);
end
$$;

create or replace function public.check_factor_reset(org_id uuid, user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(check_factor_reset.org_id, '{owner}');
  perform private.require_step_up(check_factor_reset.org_id);
  if not exists (
    select from public.memberships m
    where m.org_id = check_factor_reset.org_id and m.user_id = check_factor_reset.user_id
      and m.status <> 'removed'
  ) then
    perform private.refuse(404, 'not_found');
  elsif exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = check_factor_reset.user_id and m.org_id <> check_factor_reset.org_id
      and m.status <> 'removed'
  ) then
    -- The factor also protects the other firm.
    perform private.refuse(409, 'member_elsewhere');
  end if;
  return jsonb_build_object('user_id', check_factor_reset.user_id);
end
$$;

create or replace function private.drop_prepared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only administrators create and confirm a user in one transaction, and their choice is kept.
  if current_setting('dossier.new_user', true) = new.id::text then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := '';
  end if;
  update public.profiles p set name = '' where p.user_id = new.id and p.name <> '';
  return new;
end
$$;

create or replace function private.end_deleted_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  perform from public.orgs o
  join public.memberships m on m.org_id = o.id
  where m.user_id = old.id and m.status <> 'removed' and o.deleted_at is null
  order by o.id for no key update of o;
  for member in
    select m.* from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = old.id and m.status <> 'removed' order by m.org_id
  loop
    perform private.end_membership(private.system_actor(), member);
  end loop;
  if old.email_confirmed_at is null then
    -- No one has used this account. An email created it for its reader, and the next email creates
    -- another.
    update public.contacts c set user_id = null where c.user_id = old.id;
  else
    perform private.end_deleted_contacts(old.id);
    perform private.enqueue_notice(old.email, 'account_deleted', old.id::text);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

create or replace function public.purge_orgs() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  doomed uuid;
  deleted int;
begin
  select o.id into doomed from public.orgs o
  where o.deleted_at < private.clock() - interval '30 days'
  order by o.deleted_at limit 1 for update skip locked;
  if doomed is null then
    return 0;
  end if;
  -- Deletes in slices, so that no call takes long: events, then requests, then the rest.
  delete from public.events e where e.id in (
    select slice.id from public.events slice
    where slice.org_id = doomed order by slice.id limit 10000);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.requests r where r.id in (
    select slice.id from public.requests slice where slice.org_id = doomed limit 50);
  get diagnostics deleted = row_count;
  if deleted > 0 then
    return 0;
  end if;
  delete from public.orgs o where o.id = doomed;
  return 1;
end
$$;

create or replace function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Waits two days: an interrupted upload may end after its row was deleted, but not later than a
  -- day.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- An object that a row uses is recorded again when the row releases it. Checks before and under
  -- the lock, because a row may release it in between.
  for noted in
    select p.bucket, p.path from private.orphans p
    where p.bucket = 'images' and p.since <= private.clock()
      and private.is_kept(p.bucket, p.path)
    order by p.since limit 1000 for update skip locked
  loop
    delete from private.orphans p
    where p.bucket = noted.bucket and p.path = noted.path and private.is_kept(p.bucket, p.path);
  end loop;
  return query
    select p.bucket, p.path from private.orphans p
    join storage.objects o on o.bucket_id = p.bucket and o.name = p.path
    where p.since <= private.clock() and not private.is_kept(p.bucket, p.path)
    order by p.since limit max_rows;
end
$$;
