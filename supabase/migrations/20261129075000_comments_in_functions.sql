-- Corrects comments in functions and on objects. No function changes what it does.

create or replace function private.is_own_name(value text) returns boolean
language sql immutable set search_path = ''
as $$
  with folded as (
    -- Replace other letters, digits and signs that look like a letter of "Dossier".
    select translate(
      lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u200c\u200d]', '', 'g')),
      U&'\043E\03BF0\0435\03B53\0456\03B9\01311|l\0455$5\0501', 'oooeeeiiiiiisssd') as text
  )
  select f.text ~ '\mdossier\M' or regexp_replace(f.text, '[^[:alnum:]]', '', 'g') = 'dossier'
  from folded f
$$;

comment on function private.is_bad_name(text, boolean) is
  'Returns whether a name contains invisible characters, a link or an address. For a firm, also '
  'whether it contains @ < > " \ or looks like Dossier.';

comment on table public.events is
  'Changes and their actors, chained by SHA-256. The actor''s name is the only text in a row that '
  'a person typed.';

comment on function public.list_audit_people(uuid, int) is
  'Returns everyone who has an event in the firm, with their latest name: first current staff, '
  'then former staff and contacts. In each group, the most recent actor comes first.';

comment on function private.fold(text) is
  'Folds a text for search: MÜLLER, Müller and muller are equal, and so are ß and ss, ﬁ and fi. '
  'Generated columns store the result, so a migration that changes this function must rewrite '
  'them.';

create or replace function private.clean_query(query text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(query, 'query', 0, 80);
begin
  -- Folding can remove the whole query, for example a lone accent. An empty query would match
  -- every text.
  return coalesce(nullif(btrim(private.fold(cleaned)), ''), nullif(cleaned, ''));
end
$$;

comment on function private.check_staff_limit(uuid) is
  'Locks the firm. Refuses if it has 50 members and pending invitations in total.';

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
  -- Check again whether the caller may invite, because the transaction that held the lock may have
  -- changed their role.
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
  -- Cancel the previous email if it is still queued, so that the invited person gets only one.
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

comment on function public.set_retention(uuid, int) is
  'Sets for how many days a request is kept after it closes.';

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- Lock the firm before its chain of events, in the same order as changes of staff do.
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
  -- The logo is public, so remove it now. A trigger on orgs marks the object for deletion.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;

comment on column public.contacts.user_id is
  'The contact''s auth user. Linked just before the first email is sent.';

comment on column public.contacts.version is
  'Increases when staff change the name or address, or add or invite the contact again.';

comment on function private.keep_email_stop() is
  'Keeps a contact from becoming active if their address may get no email, and restores their stop '
  'of reminders. It is a trigger, so that it applies to every statement.';

comment on function private.known_client(uuid, jsonb) is
  'Returns the existing client that a row describes. It has the same name and the same '
  'reference, or the same name and contact if the row or the client has no reference. A row that '
  'contains only a name matches by name.';

create or replace function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '10s'
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- known: the existing client of each row. ids: the client of each row key, existing or new.
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
  -- A firm runs one import at a time. If a file is sent twice, the second call finds the rows of
  -- the first.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import_clients.org_id, 0));
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object(
      'created', 0, 'contacts', 0, 'skipped', skipped, 'errors', checked.errors);
  end if;
  select jsonb_agg(private.known_client(import_clients.org_id, element) order by place) into known
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  -- jsonb_object_agg keeps the last of equal keys. In descending order, that is the first row's
  -- client.
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

comment on function private.client_activity_at(uuid) is
  'Returns when a person last changed a client or did something in one of its requests. Reads at '
  'most ten requests: open ones first, then the newest.';

create or replace function private.client_ids(
  org_id uuid, status text, pattern text, key text, key_id uuid, backward boolean, max_rows int,
  out ids uuid[], out total int, out skipped int
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- If at most 2,000 clients match, find them with the search indexes. Otherwise, read the list in
  -- its sort order and filter it.
  matches uuid[] := case when pattern is not null then array(
    select c.id from public.clients c
    where c.org_id = client_ids.org_id and c.search like pattern
    union
    select c.client_id from public.contacts c
    where c.org_id = client_ids.org_id and c.search like pattern and c.status <> 'removed'
    limit 2001) end;
  is_short constant boolean := cardinality(matches) <= 2000;
begin
  with listed as not materialized (
    select c.id, c.name from public.clients c
    where c.org_id = client_ids.org_id
      and (status = 'all' or (c.archived_at is not null) = (status = 'archived'))
      and case
        when pattern is null then true
        when is_short then c.id = any (matches)
        else c.search like pattern or c.id in (
          select o.client_id from public.contacts o
          where o.org_id = client_ids.org_id and o.search like pattern and o.status <> 'removed')
        end
  ), page as (
    select l.id, l.name from listed l
    where key is null
      or (backward and (l.name, l.id) < (key, key_id))
      or (not backward and (l.name, l.id) > (key, key_id))
    order by
      case when not backward then l.name end, case when not backward then l.id end,
      case when backward then l.name end desc, case when backward then l.id end desc
    limit max_rows
  )
  select
    array(select p.id from page p),
    (select count(*) from (select from listed limit 10001) counted),
    case when key is null then 0 else (select count(*) from (
      select from listed l
      where (l.name, l.id) < (select p.name, p.id from page p order by p.name, p.id limit 1)
      limit 10001) counted) end
  into ids, total, skipped;
  if backward then
    ids := array(select id from unnest(ids) with ordinality listed (id, no) order by no desc);
  end if;
end
$$;

comment on table public.template_items is
  'The items of a template. The columns that define an item are the same as in items.';

comment on column public.request_contacts.opened_email is
  'The address with which the contact last opened the request. An address that staff corrected '
  'since then counts as new until the contact opens the request with it.';

comment on function public.get_public_request(text) is
  'Returns the public facts about a request to anyone who has the link: the firm, its brand, and '
  'the state of the request, which is missing if there is no such request.';

create or replace function public.delete_draft(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(delete_draft.request_id);
  request public.requests := private.lock_request(delete_draft.request_id, '{draft}');
begin
  delete from public.requests r where r.id = request.id;
  -- Record the deletion in the firm's chain, because the request no longer exists.
  perform private.record_event(
    actor, request.org_id, null, 'request.deleted', 'request', request.id);
  return jsonb_build_object('id', request.id);
end
$$;

comment on function private.close_request(public.requests, private.actor, text, text, text) is
  'Closes a request and cancels its queued emails, including reminders. queue_reminders skips the '
  'planned reminders.';

comment on function private.reopen(public.requests, private.actor, text) is
  'Reopens a complete request and emails its contacts. Without a note, only contacts who were '
  'notified of the completion are notified of the reopening.';

comment on function public.complete_request(uuid, text) is
  'Completes a request early and waives the items that still need an answer. Refuses if an item '
  'waits for review.';

create or replace function public.restore_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(restore_request.request_id);
  request public.requests := private.lock_request(restore_request.request_id, '{archived}');
begin
  -- The sweep would archive an older request again.
  if request.closed_at <= private.clock() - interval '90 days' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', request.status));
  end if;
  update public.requests r set
    -- A cancelled request cannot be reopened, so if it was ever cancelled, that is how it closed.
    status = case when exists (
      select from public.events e
      where e.request_id = request.id and e.action = 'request.cancelled'
    ) then 'cancelled' else 'complete' end,
    version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.restored', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$$;

create or replace function public.get_request_end(public_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := private.require_user();
  request public.requests;
  org public.orgs;
  drafts jsonb;
begin
  select * into request from public.requests r
  where r.public_id = get_request_end.public_id and (
    r.status in ('cancelled', 'archived')
    or r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days');
  if request.id is null or not public.had_request_access(request.public_id) then
    return null;
  end if;
  select jsonb_agg(
      jsonb_build_object(
        'item_id', i.id, 'title', i.title, 'answer', s.answer ->> 'text', 'note', s.client_note)
      order by i.position)
    into drafts
  from public.submissions s
  join public.items i on i.id = s.item_id
  where s.request_id = request.id and s.status = 'draft' and s.saved_by = my_id
    and (coalesce(s.answer ->> 'text', '') <> '' or s.client_note <> '');
  -- A former recipient gets a result only if they had saved drafts.
  if drafts is null and not exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids()))
  then
    return null;
  end if;
  select * into org from public.orgs o where o.id = request.org_id;
  return jsonb_build_object(
    'title', request.title, 'closed_at', request.closed_at, 'time_zone', org.time_zone,
    'reply_email', org.reply_email,
    'reason', case when request.status = 'cancelled' then request.close_reason end,
    'drafts', coalesce(drafts, '[]'));
end
$$;

comment on function public.get_request_end(text) is
  'Returns the end of a request that its recipients can no longer open: its title, when it closed, '
  'why it was cancelled, the firm''s address for questions, and the drafts that the caller had '
  'saved. Returns null to callers who are not its recipients, except a former recipient with '
  'drafts.';

comment on function private.request_progress(uuid[]) is
  'Returns, for each request, the number of required items in each status and the number of '
  'optional items. One call for a page costs less than a call for each row.';

create or replace function private.request_ids(
  org_id uuid, status text, due_from date, due_to date, assignee_id uuid, client_id uuid,
  pattern text, by_due boolean, key text, key_id uuid, backward boolean, max_rows int,
  out ids uuid[], out total int, out skipped int
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  -- If at most 2,000 requests match, find them with the search indexes. Otherwise, read the list in
  -- its sort order and filter it.
  matches uuid[] := case when pattern is not null then array(
    select r.id from public.requests r
    where r.org_id = request_ids.org_id and r.search like pattern
    union
    select r.id from public.clients c join public.requests r on r.client_id = c.id
    where c.org_id = request_ids.org_id and c.search like pattern
    limit 2001) end;
  is_short constant boolean := cardinality(matches) <= 2000;
  -- PostgreSQL plans the query again for each call (plan_cache_mode) and drops the branches that
  -- these constants rule out. Each sort order can then use its own index.
  is_up constant boolean := by_due <> backward;
  due_key constant date := case when by_due then private.read_date(key, 'page_key') end;
  new_key constant timestamptz := case
    when not by_due then private.read_instant(key, 'page_key') end;
begin
  with listed as not materialized (
    select r.id, r.due_on, r.created_at from public.requests r
    where r.org_id = request_ids.org_id
      and (request_ids.status is null or r.status = request_ids.status)
      and (request_ids.assignee_id is null or r.assignee_id = request_ids.assignee_id)
      and (request_ids.client_id is null or r.client_id = request_ids.client_id)
      and (due_from is null or r.due_on >= due_from)
      and (due_to is null or r.due_on <= due_to)
      and case
        when pattern is null then true
        when is_short then r.id = any (matches)
        else r.search like pattern or r.client_id in (
          select c.id from public.clients c
          where c.org_id = request_ids.org_id and c.search like pattern)
        end
  ), page as (
    select l.* from listed l
    where case
      when due_key is not null and is_up then (l.due_on, l.id) > (due_key, key_id)
      when due_key is not null then (l.due_on, l.id) < (due_key, key_id)
      when new_key is not null and is_up then (l.created_at, l.id) > (new_key, key_id)
      when new_key is not null then (l.created_at, l.id) < (new_key, key_id)
      else true end
    order by
      case when by_due and is_up then l.due_on end,
      case when by_due and not is_up then l.due_on end desc,
      case when not by_due and is_up then l.created_at end,
      case when not by_due and not is_up then l.created_at end desc,
      case when is_up then l.id end,
      case when not is_up then l.id end desc
    limit max_rows
  )
  select
    array(select p.id from page p),
    (select count(*) from (select from listed limit 10001) counted),
    case
      when key is null then 0
      when by_due then (select count(*) from (
        select from listed l
        where (l.due_on, l.id) < (
          select p.due_on, p.id from page p order by p.due_on, p.id limit 1)
        limit 10001) counted)
      else (select count(*) from (
        select from listed l
        where (l.created_at, l.id) > (
          select p.created_at, p.id from page p order by p.created_at desc, p.id desc limit 1)
        limit 10001) counted) end
  into ids, total, skipped;
  if backward then
    ids := array(select id from unnest(ids) with ordinality listed (id, no) order by no desc);
  end if;
end
$$;

comment on function public.list_requests(
  uuid, text, uuid, uuid, text, text, text, uuid, boolean, int) is
  'Returns one page of a firm''s requests to its staff, each with its client, progress and '
  'assignee. By default, open requests are sorted by due date and others newest first.';

comment on column public.submissions.submitted_kind is
  'The role of the person who submitted: contact, or staff on behalf of a contact.';

comment on column public.files.shared_at is
  'When the file''s submission was submitted. Null in a draft, where staff can read only files '
  'that they uploaded.';

comment on function private.require_uploader(uuid) is
  'Returns the caller if they are a contact of the request or the staff member who uploaded the '
  'file. Refuses all others. Does not check whether the file was submitted.';

comment on function public.remove_file(uuid) is
  'Removes a file from a draft. The sweep then deletes its object.';

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
  -- A viewer reads a file in ranges, so record at most one event per person and file in five
  -- minutes.
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
  -- open_file records at most once in five minutes. The sixth minute is for a download that begins
  -- at the end of the fifth.
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

comment on function private.ping_file() is
  'Broadcasts that the status of a file that staff uploaded has changed.';

comment on function public.undo_decision(uuid, int) is
  'Undoes a decision. Reopens the request if it is complete.';

create or replace function public.list_ready_items() returns table (
  request_id uuid, item_id uuid, title text, no int, version int)
language sql stable security definer set search_path = ''
as $$
  -- First find the requests that have a draft, because each call of ready_items runs a query.
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

create or replace function private.sender_name(submission public.submissions) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if submission.submitted_kind = 'staff' then
    return private.user_name(submission.submitted_by);
  end if;
  return coalesce(
    (select c.name from public.contacts c
    join public.request_contacts rc
      on rc.contact_id = c.id and rc.request_id = submission.request_id
    where c.user_id = submission.submitted_by limit 1),
    -- The contact was removed after submitting the answer.
    (select e.actor_name from public.events e
    where e.request_id = submission.request_id and e.entity_id = submission.item_id
      and e.action = 'item.submitted' order by e.id desc limit 1));
end
$$;

comment on function private.overdue_requests(uuid, date, int) is
  'Returns the overdue requests of a firm, longest overdue first, with what is missing and whether '
  'contacts may be reminded.';

comment on function public.list_due(uuid, date, date, uuid, boolean) is
  'Returns to a firm''s staff the open requests that are due between two days and, if overdue is '
  'true, those that were due earlier. Returns at most 2,000.';

comment on column private.outbox.data is
  'Contains ids, and short texts that belong to this email, such as a note or a reason. Titles are '
  'read when the email is claimed.';

comment on column private.outbox.tries is
  'How many attempts the email service may have accepted, including the current one. Also '
  'identifies the lease.';

comment on function private.may_record(private.outbox) is
  'Locks the chain in which the email''s events are recorded. Returns false if another transaction '
  'has the lock. Waiting could cause a deadlock: workers lock the email before the chain, but '
  'other transactions lock the chain first.';

comment on function private.mail_decision_to(public.items, public.requests, public.contacts) is
  'Queues an email to one recipient about the decision on an item, to be sent in five minutes.';

comment on function private.mail_decision(public.items) is
  'Queues an email to each active recipient about the decision on an item, to be sent in five '
  'minutes.';

comment on function private.is_mail_wanted(private.outbox) is
  'Returns whether an email is still needed: the firm exists, the request has the status that '
  'the email is about, and the contact is an active recipient. An email about the end of a request '
  'is needed only if the contact may know of the request.';

comment on function private.settle_mail(private.outbox, text, text, text) is
  'Marks an email as sent or dead, and records the outcome.';

create or replace function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, attempts int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb, logo_path text,
  brand_color text)
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
        -- While the first email about a request is being sent, hold back the email about its end.
        -- If the first email is cancelled, the recipient gets neither.
        and not (m.kind in ('request_completed', 'request_cancelled') and exists (
          select from private.outbox sent
          where sent.request_id = m.request_id and sent.contact_id = m.contact_id
            and sent.kind = 'request_sent' and sent.status = 'sending'))
      order by m.priority, m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      -- If an earlier run claimed this email and was interrupted, that counts as an attempt.
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
          coalesce(u.email_confirmed_at is not null, false), content, o.logo_path, o.brand_color
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
  -- The email was not sent, so this try does not count.
  update private.outbox m set tries = m.tries - 1 where m.id = mail.id;
  return false;
end
$$;

comment on function public.check_mail(uuid, int) is
  'System: returns whether a claimed email may be sent now. Cancels it if it is no longer '
  'needed.';

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
    -- The service refused this email permanently. It did not reach the recipient, so this try does
    -- not count.
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

comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: stores the outcome of an attempt to send: sent, failed, retry, refused, paused or '
  'limited. Retries continue for 72 hours. Only the holder of the lease may report an outcome.';

comment on function private.awake_at(public.requests, timestamptz) is
  'Returns the given time if it is between 8:00 and 20:00 on a working day in the firm''s time '
  'zone. Otherwise returns the next 9:00 on a working day. Returns null if that is more than 60 '
  'days after sending.';

comment on function private.asked_until(public.requests, uuid) is
  'Returns until when an earlier email about the request prevents a planned reminder. The time may '
  'be in the past. Returns null if there was no email.';

comment on function private.has_work_left(uuid) is
  'Returns whether the contacts still have required items to answer, or any items if none is '
  'required.';

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
    -- The lock keeps the request open until its email is queued. The next sweep handles requests
    -- that another transaction has locked.
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

comment on function public.remind_contacts(uuid) is
  'Reminds every active recipient who accepts reminders, unless their first email is deferred. '
  'Allowed once in 24 hours.';

comment on function private.is_trusted_org(uuid) is
  'Returns whether a firm is trusted. Unless the operator decides otherwise, it is trusted when it '
  'is seven days old and five of its requests were opened.';

comment on function private.first_email_until(private.outbox) is
  'Returns until when the first email of a request is deferred, because no other email about the '
  'request may arrive earlier. Returns null if the first email is not deferred.';

comment on function private.release_mail(private.outbox) is
  'Queues a deferred email if today''s limits allow it. Otherwise defers it until the next '
  'midnight. Cancels it if it is no longer needed.';

create or replace function public.pause_mail(error text, wait_seconds int default 0) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  pause private.email_pause;
begin
  insert into private.email_pause as p (ends_at, error)
  values (private.clock(), left(pause_mail.error, 200))
  on conflict (is_singleton) do update set rounds = p.rounds + 1, error = excluded.error
    -- Runs that fail at the same time cause only one pause.
    where p.ends_at <= private.clock()
  returning * into pause;
  update private.email_pause p
  set ends_at = private.clock() + interval '1 second'
    * greatest(least(wait_seconds, 900), least(60 * 2 ^ least(p.rounds - 1, 3), 300))
  where pause.is_singleton
  returning * into pause;
  return extract(epoch from pause.ends_at - private.clock())::int;
end
$$;

comment on function public.requeue_email(uuid) is
  'System: queues one dead email again, or all of them. claim_mail cancels emails that are no '
  'longer needed.';

comment on function public.reinvite_contact(uuid, boolean) is
  'Resumes email to a contact who deleted their account and has since agreed to get email. Starts '
  'with the open requests.';

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

create or replace function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Count again with a lock on the folder, because parallel uploads all pass the policy before the
  -- first of them is stored.
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
  -- All files are read with the same access token. It must stay valid for a download at 4 MB a
  -- second, plus one minute. A token without `exp` does not expire.
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

comment on function private.owner_mail_data(private.outbox) is
  'Returns the change of an owner, with its actor and time; null if the reader is neither an owner '
  'nor the person whose role changed.';

create or replace function public.search_org(org_id uuid, query text, max_rows int default 5)
returns table (
  kind text, id uuid, title text, client_id uuid, client_name text, ref text, contact_name text,
  contact_email text, status text, due_on date, last_activity_at timestamptz, total int)
language plpgsql stable security definer set search_path = ''
as $$
declare
  folded text;
  most int := least(greatest(coalesce(max_rows, 5), 1), 20);
begin
  perform private.require_staff(search_org.org_id);
  folded := private.clean_query(query);
  if folded is null then
    return;
  end if;
  return query
    with found as materialized (
      select * from private.best_clients(search_org.org_id, folded)
    ), best as (
      -- The last activity takes several queries for each client, so compute it only for the best.
      select c.*, f.rank, f.contact_id
      from found f join public.clients c on c.id = f.client_id
      order by f.rank, c.archived_at is not null, c.updated_at desc, c.id limit 100
    ), ranked as (
      select b.*, private.client_activity_at(b.id) as active_at from best b
      order by b.rank, b.archived_at is not null, active_at desc, b.name, b.id limit most
    )
    select 'client', b.id, b.name, b.id, b.name, b.ref, contact.name, contact.email::text,
      case when b.archived_at is null then 'active' else 'archived' end, null::date, b.active_at,
      (select least(count(*), 1000)::int from found)
    from ranked b
    left join public.contacts contact
      on contact.id = coalesce(b.contact_id, private.main_contact_id(b.id))
    order by b.rank, b.archived_at is not null, b.active_at desc, b.name, b.id;
  return query
    with found as materialized (
      select * from private.best_requests(search_org.org_id, folded)
    ), best as materialized (
      select r.*, f.rank
      from found f join public.requests r on r.id = f.request_id
      order by f.rank, r.status <> 'open', r.updated_at desc, r.id limit 100
    ), ranked as (
      select b.*, active.active_at
      from best b
      join private.request_activity(array(select best.id from best)) active
        on active.request_id = b.id
      order by b.rank, active_at desc nulls last, b.title, b.id limit most
    )
    select 'request', b.id, b.title, c.id, c.name, c.ref, null::text, null::text, b.status, b.due_on,
      b.active_at, (select least(count(*), 1000)::int from found)
    from ranked b join public.clients c on c.id = b.client_id
    order by b.rank, b.active_at desc nulls last, b.title, b.id;
end
$$;

comment on function public.get_code_sender(text, text) is
  'System: returns the firm that the email with a code for this request may name. Returns no row '
  'for an address that did not get the request.';

comment on function public.check_factor_reset(uuid, uuid) is
  'Checks that the caller is an owner who may remove the factors of this member. Refuses if the '
  'member belongs to another firm.';

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
    -- No one has confirmed this account's address. If an email to a contact created the account,
    -- the next email creates a new one.
    update public.contacts c set user_id = null where c.user_id = old.id;
  else
    perform private.end_deleted_contacts(old.id);
    perform private.enqueue_notice(old.email, 'account_deleted', old.id::text);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

comment on table private.orphans is
  'Objects that the sweep deletes through Storage after the time in since, unless a row uses them '
  'by then.';

create or replace function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Keep the rows of missing objects for two days, because an interrupted upload can still complete
  -- up to a day after the object was marked for deletion.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- Remove images that a profile or firm uses. A trigger adds an image again when it is no longer
  -- used. Check again under the lock, because that may have happened in the meantime.
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
