-- Requests: the items that a firm asks one client to send, and the contacts who may answer.

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid not null,
  public_id text not null unique default encode(extensions.gen_random_bytes(16), 'hex'),
  title text not null collate "und-x-icu" check (char_length(title) <= 120),
  message text not null default '' check (char_length(message) <= 2000),
  status text not null default 'draft'
    check (status in ('draft', 'open', 'complete', 'cancelled', 'archived')),
  due_on date,
  assignee_id uuid,
  created_by uuid not null,
  reminders_paused boolean not null default false,
  sent_at timestamptz,
  closed_at timestamptz,
  close_reason text check (char_length(close_reason) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  saved_by uuid default auth.uid(),
  search text collate "C" not null generated always as (private.fold(title)) stored,
  unique (org_id, id),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade,
  check (status = 'draft' or (char_length(title) >= 3 and due_on is not null and sent_at is not null)),
  check ((status in ('draft', 'open')) = (closed_at is null))
);
comment on table public.requests is
  'The checklists that a firm sends to the contacts of one client.';
comment on column public.requests.public_id is
  'The id in the permanent link of the request. The id alone gives no access.';
comment on column public.requests.saved_by is
  'The user who saved this version. Null for the system.';
comment on column public.requests.search is 'The title as search compares it.';
create index requests_search_idx on public.requests
  using gin (org_id, search extensions.gin_trgm_ops);
-- With assignee_id, PostgreSQL can count one person's requests without reading the table.
create index requests_org_id_status_due_on_id_idx
  on public.requests (org_id, status, due_on, id) include (assignee_id);
create index requests_client_id_idx on public.requests (client_id);
create index requests_closed_at_idx on public.requests (closed_at)
  where status in ('complete', 'cancelled');
create index requests_archived_idx on public.requests (org_id, closed_at)
  where status = 'archived';
create index requests_org_id_created_at_id_idx on public.requests (org_id, created_at, id);

revoke all on public.requests from public, anon, authenticated, service_role;
grant select on public.requests to authenticated;
alter table public.requests enable row level security;
alter table public.requests force row level security;

create policy "staff read requests" on public.requests for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read their requests" on public.requests for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[id], false));
create policy "a required second factor comes first" on public.requests
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.requests
  for each row execute function private.touch();

create table public.request_contacts (
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  contact_id uuid not null,
  opened_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  opened_email text,
  primary key (request_id, contact_id),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table public.request_contacts is
  'The recipients of a request, and when each first opened it.';
comment on column public.request_contacts.opened_email is
  'The address with which the contact last opened the request. An address that staff corrected '
  'since then counts as new until the contact opens the request with it.';
create index request_contacts_org_id_opened_email_idx
  on public.request_contacts (org_id, opened_email) where opened_email is not null;
create index request_contacts_contact_id_idx on public.request_contacts (contact_id);
create index request_contacts_org_id_request_id_idx
  on public.request_contacts (org_id, request_id);

revoke all on public.request_contacts from public, anon, authenticated, service_role;
grant select on public.request_contacts to authenticated;
alter table public.request_contacts enable row level security;
alter table public.request_contacts force row level security;

create policy "staff read recipients" on public.request_contacts for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read that they are asked" on public.request_contacts
  for select to authenticated
  using (
    coalesce((select private.my_contact_ids())::uuid[] @> array[contact_id], false)
    and coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.request_contacts
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.request_contacts
  for each row execute function private.touch();

create function private.require_request_staff(request_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.require_staff(
    (select r.org_id from public.requests r where r.id = require_request_staff.request_id));
end
$$;
comment on function private.require_request_staff(uuid) is
  'Returns the caller as staff of the request''s firm, or refuses.';

create function private.require_party(request_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  contact public.contacts;
begin
  if require_party.request_id = any (private.my_request_ids()) then
    select c.* into contact
    from public.contacts c
    join public.request_contacts rc on rc.contact_id = c.id
    where rc.request_id = require_party.request_id and c.id = any (private.my_contact_ids())
    order by c.created_at limit 1;
    if contact.org_id = any (private.my_gated_org_ids()) then
      perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
    end if;
    return row('contact', auth.uid(), contact.name)::private.actor;
  end if;
  return private.require_request_staff(require_party.request_id);
end
$$;
comment on function private.require_party(uuid) is
  'Returns the caller as a contact of the request, or else as staff who act on behalf of the '
  'client. Refuses all others.';

-- "for no key update" still allows other transactions to insert rows that refer to the request.
-- With a stronger lock, two transactions that have inserted such rows could wait for each other.
create function private.lock_request(request_id uuid, statuses text[]) returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  select * into request from public.requests r where r.id = lock_request.request_id
  for no key update;
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.status <> all (statuses) then
    perform private.refuse(
      409,
      case when 'open' = any (statuses) and request.status <> 'draft'
        then 'request_closed' else 'invalid_transition' end,
      jsonb_build_object('status', request.status));
  end if;
  return request;
end
$$;
comment on function private.lock_request(uuid, text[]) is
  'Locks a request until the transaction ends. Refuses if it has another status. Call it after '
  'the permission check.';

create function private.lock_requests(request_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.requests r
  where r.id = any (lock_requests.request_ids) order by r.id for no key update;
end
$$;
comment on function private.lock_requests(uuid[]) is
  'Locks several requests. A transaction that records events in several of their chains calls it '
  'before it locks an email or a chain. Otherwise, two such transactions could deadlock.';

create function private.request_result(request public.requests) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'id', request.id, 'public_id', request.public_id, 'version', request.version)
$$;
comment on function private.request_result(public.requests) is
  'Builds the result of functions that change a request.';

create function public.get_public_request(public_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', case when o.deleted_at is null then o.logo_path end,
      'brand_color', case when o.deleted_at is null then o.brand_color end,
      'state', case
        when o.deleted_at is not null then 'firm_deleted'
        when r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days'
        then 'archived' else r.status end)
    from public.requests r
    join public.orgs o on o.id = r.org_id
    where r.public_id = get_public_request.public_id and r.status <> 'draft'),
    '{"firm":null,"logo_path":null,"brand_color":null,"state":"missing"}')
$$;
comment on function public.get_public_request(text) is
  'Returns the public facts about a request to anyone who has the link: the firm, its brand, and '
  'the state of the request, which is missing if there is no such request.';
grant execute on function public.get_public_request(text) to anon, authenticated;

create function public.had_request_access(public_id text) returns boolean
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
  -- Reveal nothing without a recent emailed code, which proves that the address is the caller's.
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
comment on function public.had_request_access(text) is
  'Returns whether the caller is or was a recipient: they opened the request, or they entered a '
  'code sent to an address that got the request.';
grant execute on function public.had_request_access(text) to authenticated;

create function public.open_request(public_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  request public.requests;
  opened uuid;
begin
  perform private.require_user();
  select * into request from public.requests r
  where r.public_id = open_request.public_id and r.status <> 'draft' and exists (
    select from public.request_contacts rc
    where rc.request_id = r.id and rc.contact_id = any (private.my_contact_ids()));
  if request.id is null then
    perform private.refuse(404, 'not_found');
  elsif request.id <> all (private.my_request_ids()) then
    perform private.refuse(
      409, 'request_closed', jsonb_build_object('status', request.status));
  end if;
  actor := private.require_party(request.id);
  update public.request_contacts rc
  set opened_at = coalesce(rc.opened_at, private.clock()), opened_email = lower(c.email::text)
  from public.contacts c
  where rc.request_id = request.id and rc.contact_id = any (private.my_contact_ids())
    and c.id = rc.contact_id
    and (rc.opened_at is null or rc.opened_email is distinct from lower(c.email::text))
  returning rc.contact_id into opened;
  if opened is not null then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.opened', 'request', request.id,
      jsonb_build_object('contact_id', opened));
    perform private.ping(request.org_id, request.id, null, request.version);
  end if;
  return jsonb_build_object(
    'request_id', request.id, 'public_id', request.public_id, 'status', request.status);
end
$$;
comment on function public.open_request(text) is
  'Opens a request for a recipient, and records the first opening by each address.';
grant execute on function public.open_request(text) to authenticated;

create function public.list_my_requests() returns table (
  request_id uuid, public_id text, firm text, logo_path text, reply_email text, time_zone text,
  title text, status text, due_on date, sent_at timestamptz, closed_at timestamptz,
  items_total int, items_done int, required_total int, required_done int, brand_color text,
  client_name text, postal_address text)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.public_id, o.name, o.logo_path, o.reply_email, o.time_zone, r.title, r.status,
    r.due_on, r.sent_at, r.closed_at,
    count(i.id)::int,
    (count(i.id) filter (where i.status in ('submitted', 'accepted', 'waived')))::int,
    (count(i.id) filter (where i.required))::int,
    (count(i.id) filter (
      where i.required and i.status in ('submitted', 'accepted', 'waived')))::int,
    o.brand_color, c.name, o.postal_address
  from public.requests r
  join public.orgs o on o.id = r.org_id
  join public.clients c on c.org_id = r.org_id and c.id = r.client_id
  left join public.items i on i.request_id = r.id
  where r.id = any ((select private.my_request_ids())::uuid[])
    and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  group by r.id, o.id, c.id
  order by r.status = 'complete', r.due_on, r.id
$$;
comment on function public.list_my_requests() is
  'Returns the requests of which the caller is a contact, at any firm. Includes progress, the '
  'client''s name, and the firm''s reply address and postal address.';
grant execute on function public.list_my_requests() to authenticated;

create function private.note_saver() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.saved_by := auth.uid();
  return new;
end
$$;
comment on function private.note_saver() is
  'Stores the user who saves a new version.';
create trigger note_saver before update on public.requests
  for each row when (old.version is distinct from new.version)
  execute function private.note_saver();

create function private.end_waiting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.items i set submitted_at = null
  where i.org_id = new.org_id and i.request_id = new.id and i.submitted_at is not null;
  return new;
end
$$;
comment on function private.end_waiting() is
  'Removes the items of a canceled request from the inbox.';
create trigger end_waiting after update of status on public.requests
  for each row when (old.status = 'open' and new.status <> 'open')
  execute function private.end_waiting();

create function private.ping_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(new.org_id, new.id, null, new.version);
  return null;
end
$$;
comment on function private.ping_request() is
  'Broadcasts that a request has changed.';
create trigger ping_insert after insert on public.requests
  for each row execute function private.ping_request();
create trigger ping_update after update on public.requests
  for each row when (old.version is distinct from new.version)
  execute function private.ping_request();
