-- The schema as of 22 November 2026: the files of supabase/schemas, one after the other.
--
-- replaces:
--   20260901000100 20260901000200 20260901000300 20260901000400 20260901000500 20260901000600
--   20260901000700 20260901000710 20260901000800 20260901000900 20260901001000 20260901001100
--   20260901001200 20260901001300 20260901001400 20260901001500 20260901001600 20260901001700
--   20260901001800 20260901001900 20260901002000 20260901002100 20260901002200 20260901002300
--   20260901003000 20260901003010 20260901003020 20260901003030 20260901003040 20260901003050
--   20260901003060 20260901003070 20260901003080 20260901003090 20260901003100 20260901003110
--   20260901003200 20260901003210 20260901003220 20260901003300 20260901003310 20260901003320
--   20260901003330 20260901003340 20260901003350 20260901003360 20260901003370 20260901003380
--   20260901003390 20260901003400 20260901003410 20260901003420 20260901003510 20260901003520
--   20260901003530 20260901003540 20260901003550 20260901003560 20260901003700 20260901003710
--   20260901003800 20260901003810 20260901003820 20260901003830 20260901003840 20260901003850
--   20260901003860 20260901003870 20260901003880 20260901003890 20260901003900 20260901003910
--   20260901003920 20260901003930 20260901003940 20260901003950 20260901003960 20260901003970
--   20260901003980

-- Extensions, and the one setting that every later file relies on.

-- Functions refer to tables of later files. Their bodies are checked when they run, as in a dump.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- The private schema and what every other file uses: default privileges, the clock, refusals, the
-- checks on text that people type, and the actor of an event.

create schema if not exists private;
comment on schema private is 'Not exposed over REST: helpers, the outbox, settings.';

-- No role can use an object until a grant says so.
alter default privileges for role postgres revoke execute on functions from public;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;

create function private.clock() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if session_user in ('postgres', 'supabase_admin')
    and coalesce(current_setting('dossier.clock', true), '') <> '' then
    return current_setting('dossier.clock', true)::timestamptz;
  end if;
  return now();
end
$$;
comment on function private.clock() is
  'The time every function reads. Only a session of the database owner may move it, by the setting dossier.clock.';

create function private.refuse(status int, code text, detail jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || status, message = refuse.code, detail = refuse.detail::text;
end
$$;
comment on function private.refuse(int, text, jsonb) is
  'Raises a coded refusal: SQLSTATE PT + HTTP status, message = code, detail = JSON.';

create function private.invalid(field text, rule text, bounds jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(
    422, 'validation_failed', jsonb_build_object('field', field, 'rule', rule) || bounds);
end
$$;
comment on function private.invalid(text, text, jsonb) is
  'Refuses one field. Rules: required, length, format, range, unique, type.';

create function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := normalize(replace(coalesce(value, ''), E'\r\n', E'\n'), nfc);
begin
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
comment on function private.clean_text(text, text, int, int) is
  'Trims, normalises (NFC) and checks a text of several lines.';

create function private.clean_line(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_text(value, field, min_length, max_length);
begin
  if cleaned ~ '[\n\t]' then
    perform private.invalid(field, 'format');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_line(text, text, int, int) is
  'Trims, normalises (NFC) and checks a text of one line.';

create function private.clean_email(value text, field text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := lower(private.clean_line(value, field, 3, 254));
begin
  if cleaned !~ '^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\]+\.[^\s@<>()\[\],;:"\\.]{2,}$' then
    perform private.invalid(field, 'format');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_email(text, text) is
  'Checks an e-mail address and lower-cases it, as it is compared.';

create function private.mask_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 1) || repeat('•', 3) || '@' || left(split_part(email, '@', 2), 1) || '…'
$$;
comment on function private.mask_email(text) is 'An address its owner recognises and nobody else learns.';

create function private.touch() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := private.clock();
  return new;
end
$$;
comment on function private.touch() is 'Keeps updated_at true.';

create type private.actor as (kind text, id uuid, name text);
comment on type private.actor is
  'Who acts: kind staff, contact, user or system; the auth user; the name as it stood then.';

create function private.system_actor() returns private.actor
language sql immutable set search_path = ''
as $$ select row('system', null, 'Dossier')::private.actor $$;
comment on function private.system_actor() is 'The actor of everything no person asked for.';

-- What a session may reach: sign-in methods it has used, and the firms, contacts and requests of the
-- caller. Policies and functions of every later file ask these.

-- Functions that policies call are PL/pgSQL: PostgreSQL 17 keeps their plans for the connection, but
-- plans an SQL function again for each query. They read auth.uid() into a variable, because in a
-- condition it would read the claims once per row.
--
-- Policies compare with these lists in a form that the planner estimates well. A contact's condition is
-- `coalesce(ids @> array[id], false)`: `id = any (ids)` could use an index, so PostgreSQL would join two
-- bitmaps and sort where a firm's list needs only the first rows of one index. coalesce() changes no
-- result, only the estimate, from one row in a thousand to half of them.

create function private.has_recent_otp() returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  methods jsonb := auth.jwt() -> 'amr';
  method jsonb;
begin
  if jsonb_typeof(methods) = 'array' then
    for method in select value from jsonb_array_elements(methods) loop
      if method ->> 'method' = 'otp' and to_timestamp((method ->> 'timestamp')::double precision)
        > private.clock() - interval '30 days' then
        return true;
      end if;
    end loop;
  end if;
  return false;
end
$$;
comment on function private.has_recent_otp() is
  'Whether this session typed an e-mailed code within 30 days: what opens a contact''s requests.';

create function private.has_recent_factor() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select
    from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
    ) as entry
    where entry ->> 'method' in ('totp', 'mfa/totp', 'mfa/phone', 'mfa/webauthn')
      and to_timestamp((entry ->> 'timestamp')::double precision)
        > private.clock() - interval '15 minutes'
  )
$$;
comment on function private.has_recent_factor() is
  'Whether this session used a second factor within 15 minutes: the step-up rule.';

create function private.is_factor_unshown() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return false;
  end if;
  return exists (
    select from auth.mfa_factors f where f.user_id = my_id and f.status = 'verified');
end
$$;
comment on function private.is_factor_unshown() is
  'Whether the caller has a verified factor that this session has not shown.';

create function public.is_factor_due() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_factor_unshown()
$$;
comment on function public.is_factor_due() is
  'Whether pages ask the caller for the second factor before they show anything.';
grant execute on function public.is_factor_due() to authenticated;

create function private.my_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active');
end
$$;
comment on function private.my_org_ids() is 'Firms where the caller is active staff.';
grant execute on function private.my_org_ids() to authenticated;

create function private.my_gated_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  has_unshown_factor boolean;
begin
  if auth.jwt() ->> 'aal' = 'aal2' then
    return '{}';
  end if;
  has_unshown_factor := private.is_factor_unshown();
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id
    where m.user_id = my_id and m.status = 'active' and (o.require_mfa or has_unshown_factor));
end
$$;
comment on function private.my_gated_org_ids() is
  'Firms of the caller that wait for a second factor: required there, or owned and not shown.';
grant execute on function private.my_gated_org_ids() to authenticated;

create function private.my_admin_org_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  return array(
    select m.org_id
    from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.status = 'active' and m.role in ('owner', 'admin'));
end
$$;
comment on function private.my_admin_org_ids() is 'Firms where the caller is an active owner or admin.';
grant execute on function private.my_admin_org_ids() to authenticated;

create function private.my_colleague_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  ungated_ids uuid[] := array(
    select unnest(private.my_org_ids()) except select unnest(private.my_gated_org_ids()));
begin
  return array(
    select distinct m.user_id from public.memberships m where m.org_id = any (ungated_ids));
end
$$;
comment on function private.my_colleague_ids() is
  'Users who are or were staff beside the caller, in firms that do not gate this session.';
grant execute on function private.my_colleague_ids() to authenticated;

create function private.my_contact_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
begin
  if not private.has_recent_otp() then
    return '{}';
  end if;
  return array(
    select c.id
    from public.contacts c
    join public.orgs o on o.id = c.org_id and o.deleted_at is null
    where c.user_id = my_id and c.status <> 'removed');
end
$$;
comment on function private.my_contact_ids() is
  'Contacts the caller is, when this session typed an e-mailed code within 30 days.';
grant execute on function private.my_contact_ids() to authenticated;

create function private.my_request_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  contact_ids uuid[] := private.my_contact_ids();
  readable_since timestamptz := private.clock() - interval '90 days';
begin
  if contact_ids = '{}' then
    return '{}';
  end if;
  return array(
    select r.id
    from public.request_contacts rc
    join public.requests r on r.id = rc.request_id
    where rc.contact_id = any (contact_ids)
      and (r.status = 'open' or (r.status = 'complete' and r.closed_at > readable_since)));
end
$$;
comment on function private.my_request_ids() is
  'Requests the caller answers as a contact: open, or complete for 90 days.';
grant execute on function private.my_request_ids() to authenticated;

create function private.require_staff(org_id uuid, roles text[] default '{owner,admin,member}')
returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.org_id = require_staff.org_id and m.user_id = auth.uid()
      and m.status = 'active' and m.role = any (roles)
  ) then
    perform private.refuse(404, 'not_found');
  elsif require_staff.org_id = any (private.my_gated_org_ids()) then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  return row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
end
$$;
comment on function private.require_staff(uuid, text[]) is
  'Answers the caller as staff of the firm, or refuses as if the firm did not exist.';

create function private.require_step_up(org_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from auth.sessions s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
  ) then
    perform private.refuse(403, 'session_not_found');
  elsif not private.has_recent_factor() and (
    exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
    or exists (
      select from public.orgs o where o.id = require_step_up.org_id and o.require_mfa)
  ) then
    perform private.refuse(403, 'insufficient_aal', '{"level":"step_up"}');
  end if;
end
$$;
comment on function private.require_step_up(uuid) is
  'Asks for a live session and, where the user has a factor or the firm requires one, its use within 15 minutes.';

-- Events: an append-only chain per request and per firm, and the version checks that read it.

create table public.events (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  request_id uuid,
  chain uuid not null,
  no int not null check (no > 0),
  actor_kind text not null check (actor_kind in ('staff', 'contact', 'user', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id uuid,
  data jsonb not null default '{}',
  at timestamptz not null,
  prev_hash text not null,
  hash text not null,
  unique (chain, no)
);
comment on table public.events is
  'What happened, by whom, chained by SHA-256. Besides the actor''s name only ids and statuses.';
comment on column public.events.chain is 'The request, else the firm. No foreign key: events outlive what they tell of.';
comment on column public.events.hash is
  'SHA-256 in hex of prev_hash and, as jsonb array text in UTF-8: org_id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity, entity_id, data, at (UTC, microseconds).';
create index events_org_id_id_idx on public.events (org_id, id);
create index events_request_id_id_idx on public.events (request_id, id);
create index events_opened_files_idx on public.events (entity_id, at) where action = 'file.opened';
create index events_exports_idx on public.events (request_id, at) where action = 'request.exported';
create index events_org_id_actor_id_id_idx on public.events (org_id, actor_id, id desc)
  where actor_id is not null;

revoke all on public.events from public, anon, authenticated, service_role;
grant select on public.events to authenticated;
alter table public.events enable row level security;
alter table public.events force row level security;

create policy "staff read the events of requests" on public.events for select to authenticated
  using (request_id is not null and org_id = any ((select private.my_org_ids())::uuid[]));
create policy "owners and admins read all events" on public.events for select to authenticated
  using (org_id = any ((select private.my_admin_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.events
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create function private.event_hash(prev_hash text, event public.events) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(
    prev_hash || jsonb_build_array(
      event.org_id, event.request_id, event.chain, event.no, event.actor_kind, event.actor_id,
      event.actor_name, event.action, event.entity, event.entity_id, event.data,
      to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text,
    'UTF8')), 'hex')
$$;
comment on function private.event_hash(text, public.events) is 'The hash an event must carry.';

create function private.record_event(
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
  -- The chain grows one link at a time.
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
comment on function private.record_event(private.actor, uuid, uuid, text, text, uuid, jsonb) is
  'The only writer of events. Belongs in the transaction of the change it tells of.';

create function private.keep_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from public.orgs o
      where o.id = old.org_id and o.deleted_at < private.clock() - interval '30 days'
    ) then
      return old;
    end if;
  end if;
  raise exception 'events are append-only' using errcode = '42501';
end
$$;
comment on function private.keep_events() is 'Refuses every change of an event, except when a deleted firm is purged.';
create trigger keep_events before update or delete on public.events
  for each row execute function private.keep_events();
create trigger keep_all_events before truncate on public.events
  for each statement execute function private.keep_events();

create function public.verify_audit(org_id uuid, after bigint default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_staff(verify_audit.org_id, '{owner,admin}');
  with page as materialized (
    select e.* from public.events e
    where e.org_id = verify_audit.org_id and e.id > verify_audit.after
    order by e.id limit 10000
  ), broken as (
    select p.id, p.chain, p.no
    from page p
    left join public.events before on before.chain = p.chain and before.no = p.no - 1
    where p.hash <> private.event_hash(p.prev_hash, p)
      or p.prev_hash is distinct from case p.no when 1 then repeat('0', 64) else before.hash end
    order by p.id limit 1
  )
  select jsonb_build_object(
    'checked', count(*), 'last_id', coalesce(max(page.id), verify_audit.after),
    'done', count(*) < 10000, 'broken', (select to_jsonb(broken) from broken))
  into result from page;
  return result;
end
$$;
comment on function public.verify_audit(uuid, bigint) is
  'Recomputes a page of 10,000 events and names the first that does not fit its chain.';
grant execute on function public.verify_audit(uuid, bigint) to authenticated;

create function public.list_audit_people(org_id uuid, max_rows int default 500)
returns table (actor_id uuid, name text, kind text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_audit_people.org_id, '{owner,admin}');
  return query
    -- One step of the index for each person, however many events they have.
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
comment on function public.list_audit_people(uuid, int) is
  'Everybody who did something in the firm, by the name they bore last: staff, who was staff, contacts; who acted last first.';
grant execute on function public.list_audit_people(uuid, int) to authenticated;

create function private.last_actor_name(
  entity_id uuid, org_id uuid, request_id uuid default null
) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select case when r.saved_by = auth.uid() then 'You' else private.user_name(r.saved_by) end
      from public.requests r
      where r.id = last_actor_name.entity_id and r.saved_by is not null),
    (select case when e.actor_id = auth.uid() then 'You' else e.actor_name end
      from public.events e
      where e.chain = coalesce(last_actor_name.request_id, last_actor_name.org_id)
        and e.entity_id = last_actor_name.entity_id
      order by e.no desc limit 1))
$$;
comment on function private.last_actor_name(uuid, uuid, uuid) is 'Who changed a thing last, for version conflicts.';

create function private.check_version(
  expected int, actual int, entity_id uuid, org_id uuid, request_id uuid default null
) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if expected is not null and expected <> actual then
    perform private.refuse(409, 'version_conflict', jsonb_build_object(
      'version', actual, 'name', private.last_actor_name(entity_id, org_id, request_id)));
  end if;
end
$$;
comment on function private.check_version(int, int, uuid, uuid, uuid) is
  'Refuses a change that was decided on an older version.';

-- A person's name, picture and preferences: one row per auth user.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 120 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
  avatar_path text check (avatar_path ~ ('^avatars/' || user_id || '/[0-9a-f-]{36}\.(png|jpg|webp)$')),
  preferences jsonb not null default '{}'
    check (jsonb_typeof(preferences) = 'object' and octet_length(preferences::text) <= 4096),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock()
);
comment on table public.profiles is 'Name and preferences of a user. The only row a user updates directly.';
comment on column public.profiles.preferences is 'Display choices, such as theme and single-key shortcuts.';

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (name, avatar_path, preferences) on public.profiles to authenticated;
alter table public.profiles enable row level security;
alter table public.profiles force row level security;

create policy "users read themselves" on public.profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "users change themselves" on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "colleagues read each other" on public.profiles for select to authenticated
  using (user_id = any ((select private.my_colleague_ids())::uuid[]));

create trigger touch before update on public.profiles
  for each row execute function private.touch();

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, name)
  values (
    new.id,
    left(btrim(regexp_replace(
      coalesce(new.raw_user_meta_data ->> 'name', ''), '[\u0001-\u001f\u007f-\u009f]', '', 'g')), 120))
  on conflict on constraint profiles_pkey do nothing;
  perform set_config('dossier.new_user', new.id::text, true);
  return new;
end
$$;
comment on function private.create_profile() is 'Gives every new auth user a profile; never refuses a sign-up.';
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.user_name(user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select nullif(p.name, '') from public.profiles p where p.user_id = user_name.user_id),
    (select split_part(u.email, '@', 1) from auth.users u where u.id = user_name.user_id),
    'Former user')
$$;
comment on function private.user_name(uuid) is 'The name written into history for a user.';

create function private.orphan_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.avatar_path);
  return null;
end
$$;
comment on function private.orphan_avatar() is 'A person who changes their avatar, or goes, leaves the old one.';
create trigger orphan_replaced after update on public.profiles
  for each row when (
    old.avatar_path is not null and old.avatar_path is distinct from new.avatar_path)
  execute function private.orphan_avatar();
create trigger orphan_deleted after delete on public.profiles
  for each row when (old.avatar_path is not null) execute function private.orphan_avatar();

-- Firms: the tenants. How a firm changes later is in 14_org_settings.sql.

create table public.orgs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,40}$'),
  logo_path text,
  reply_email text not null check (char_length(reply_email) <= 254),
  time_zone text not null,
  require_mfa boolean not null default false,
  retention_days int not null default 730 check (retention_days between 30 and 3650),
  reminder_days int[] not null default '{-7,-3,-1,1}',
  reminder_every int not null default 4,
  deleted_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  check (logo_path ~ ('^logos/' || id || '/[0-9a-f-]{36}\.(png|jpg|webp)$'))
);
comment on table public.orgs is 'A firm: the tenant. Every tenant table carries its id.';
comment on column public.orgs.reminder_days is 'Days before (negative) or after the due date on which contacts are reminded.';
comment on column public.orgs.reminder_every is 'After the last of reminder_days, every so many days.';
comment on column public.orgs.deleted_at is 'Access ends at once; rows go 30 days later.';
create index orgs_deleted_at_idx on public.orgs (deleted_at) where deleted_at is not null;

revoke all on public.orgs from public, anon, authenticated, service_role;
grant select on public.orgs to authenticated;
alter table public.orgs enable row level security;
alter table public.orgs force row level security;

create policy "staff read their firms" on public.orgs for select to authenticated
  using (id = any ((select private.my_org_ids())::uuid[]));

create trigger touch before update on public.orgs
  for each row execute function private.touch();

create function private.clean_time_zone(value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if coalesce(value, '') !~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$' then
    perform private.invalid('time_zone', 'format');
  end if;
  perform now() at time zone value;
  return value;
exception when invalid_parameter_value then
  perform private.invalid('time_zone', 'format');
end
$$;
comment on function private.clean_time_zone(text) is 'Checks an IANA zone name against the server''s data.';

create function private.clean_slug(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(value, '') = '' then
    perform private.invalid('slug', 'required');
  elsif value !~ '^[a-z0-9-]{3,40}$' then
    perform private.invalid('slug', 'format', '{"min":3,"max":40}');
  elsif value in ('new', 'admin', 'api', 'app', 'auth', 'account', 'settings', 'join', 'files',
    'help', 'support', 'sign-in', 'sign-up', 'static', 'assets', 'www', 'mail') then
    perform private.refuse(409, 'slug_taken', '{"field":"slug","reserved":true}');
  end if;
  return value;
end
$$;
comment on function private.clean_slug(text) is 'Checks a firm''s address: form and reserved words.';

create function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
begin
  select u.email into confirmed_email
  from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  end if;
  -- One at a time per user, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || auth.uid(), 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_line(create_org.name, 'name', 2, 80),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, auth.uid(), 'owner');
  actor := row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;
comment on function public.create_org(text, text, text) is 'Founds a firm; the caller becomes its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;

create function private.orphan_logo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('images', old.logo_path);
  return null;
end
$$;
comment on function private.orphan_logo() is 'A firm that changes its logo, or goes, leaves the old one.';
create trigger orphan_replaced after update on public.orgs
  for each row when (old.logo_path is not null and old.logo_path is distinct from new.logo_path)
  execute function private.orphan_logo();
create trigger orphan_deleted after delete on public.orgs
  for each row when (old.logo_path is not null) execute function private.orphan_logo();

-- Staff of a firm: roles, suspension, removal, and the limits on both.

create table public.memberships (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (org_id, user_id)
);
comment on table public.memberships is 'Staff of a firm. user_id has no foreign key, so history outlives the account.';
create index memberships_user_id_status_idx on public.memberships (user_id, status);

revoke all on public.memberships from public, anon, authenticated, service_role;
grant select on public.memberships to authenticated;
alter table public.memberships enable row level security;
alter table public.memberships force row level security;

create policy "staff read memberships of their firms" on public.memberships
  for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "users read their own memberships" on public.memberships
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a required second factor comes first" on public.memberships
  as restrictive for select to authenticated
  using (
    user_id = (select auth.uid())
    or org_id <> all ((select private.my_gated_org_ids())::uuid[]));

create trigger touch before update on public.memberships
  for each row execute function private.touch();

create function private.check_staff_limit(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.orgs o where o.id = check_staff_limit.org_id for update;
  if (
    select count(*) from public.memberships m
    where m.org_id = check_staff_limit.org_id and m.status <> 'removed'
  ) + (
    select count(*) from public.invitations i
    where i.org_id = check_staff_limit.org_id and i.status = 'pending'
  ) >= 50 then
    perform private.refuse(409, 'limit_reached', '{"limit":50,"what":"staff"}');
  end if;
end
$$;
comment on function private.check_staff_limit(uuid) is 'Holds the firm and refuses the fifty-first member.';

create function private.check_owned_orgs(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock create_org takes: one at a time per user, so that the limit holds.
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
comment on function private.check_owned_orgs(uuid) is
  'Refuses to make someone the owner of a sixth firm.';

create function private.lock_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  -- One change of staff at a time, or two owners could remove each other.
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
comment on function private.lock_member(uuid, uuid, text[]) is
  'Holds the firm''s staff and answers a membership in one of these states. Call after a permission check.';

create function private.manage_member(org_id uuid, user_id uuid, statuses text[])
returns public.memberships
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  perform private.require_staff(manage_member.org_id, '{owner,admin}');
  perform private.require_step_up(manage_member.org_id);
  member := private.lock_member(manage_member.org_id, manage_member.user_id, statuses);
  if member.role = 'owner' then
    perform private.require_staff(manage_member.org_id, '{owner}');
  end if;
  return member;
end
$$;
comment on function private.manage_member(uuid, uuid, text[]) is
  'Answers a membership the caller may change: owners everybody''s, admins those of others than owners.';

create function private.keep_an_owner(member public.memberships) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if member.role = 'owner' and member.status = 'active' and not exists (
    select from public.memberships m
    where m.org_id = member.org_id and m.user_id <> member.user_id
      and m.role = 'owner' and m.status = 'active'
  ) then
    perform private.refuse(
      409, 'last_owner', jsonb_build_object('org_ids', jsonb_build_array(member.org_id)));
  end if;
end
$$;
comment on function private.keep_an_owner(public.memberships) is
  'Refuses to take the last active owner away from a firm.';

create function private.set_member(
  actor private.actor, member public.memberships, status text, role text, action text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if set_member.role = 'owner' and set_member.status = 'active'
    and (member.role, member.status) <> ('owner', 'active') then
    perform private.check_owned_orgs(member.user_id);
  end if;
  update public.memberships m set status = set_member.status, role = set_member.role
  where m.id = member.id returning * into member;
  perform private.record_event(
    actor, member.org_id, null, action, 'member', member.user_id,
    jsonb_build_object('role', member.role));
  return jsonb_build_object(
    'user_id', member.user_id, 'role', member.role, 'status', member.status);
end
$$;
comment on function private.set_member(private.actor, public.memberships, text, text, text) is
  'Stores a membership''s new state, records it and answers it.';

create function private.end_membership(actor private.actor, member public.memberships)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_an_owner(member);
  update public.requests r set assignee_id = null, version = r.version + 1
  where r.org_id = member.org_id and r.assignee_id = member.user_id
    and r.status in ('draft', 'open');
  return private.set_member(actor, member, 'removed', member.role, 'member.removed');
end
$$;
comment on function private.end_membership(private.actor, public.memberships) is
  'Takes someone off the staff; what was assigned to them is free again.';

create function private.acting_staff() returns private.actor
language sql stable security definer set search_path = ''
as $$
  select row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor
$$;
comment on function private.acting_staff() is
  'The caller as staff, for events. Proves nothing: check permission first.';

create function public.suspend_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    suspend_member.org_id, suspend_member.user_id, '{active}');
begin
  perform private.keep_an_owner(member);
  return private.set_member(
    private.acting_staff(), member, 'suspended', member.role, 'member.suspended');
end
$$;
comment on function public.suspend_member(uuid, uuid) is 'Shuts a member out until restored.';
grant execute on function public.suspend_member(uuid, uuid) to authenticated;

create function public.restore_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    restore_member.org_id, restore_member.user_id, '{suspended}');
begin
  return private.set_member(
    private.acting_staff(), member, 'active', member.role, 'member.restored');
end
$$;
comment on function public.restore_member(uuid, uuid) is 'Lets a suspended member in again.';
grant execute on function public.restore_member(uuid, uuid) to authenticated;

create function public.remove_member(org_id uuid, user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships;
begin
  if remove_member.user_id = auth.uid() then
    -- Leaving asks for no second factor, or a firm could keep people by requiring one.
    if not exists (
      select from public.memberships m join public.orgs o on o.id = m.org_id
      where m.org_id = remove_member.org_id and m.user_id = auth.uid()
        and m.status <> 'removed' and o.deleted_at is null
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    member := private.lock_member(remove_member.org_id, auth.uid(), '{active,suspended}');
  else
    member := private.manage_member(
      remove_member.org_id, remove_member.user_id, '{active,suspended}');
  end if;
  return private.end_membership(private.acting_staff(), member);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Takes someone off the staff, or oneself: leaving is open to everybody but the last owner.';
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.change_role(org_id uuid, user_id uuid, role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member public.memberships := private.manage_member(
    change_role.org_id, change_role.user_id, '{active,suspended}');
begin
  if change_role.role is null or change_role.role not in ('owner', 'admin', 'member') then
    perform private.invalid('role', 'format');
  elsif change_role.role = 'owner' then
    perform private.require_staff(change_role.org_id, '{owner}');
  else
    perform private.keep_an_owner(member);
  end if;
  return private.set_member(
    private.acting_staff(), member, member.status, change_role.role, 'member.role_changed');
end
$$;
comment on function public.change_role(uuid, uuid, text) is
  'Gives a member another role; owners alone make and unmake owners.';
grant execute on function public.change_role(uuid, uuid, text) to authenticated;

create function public.list_staff(org_id uuid)
returns table (user_id uuid, email text, factors int)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_staff.org_id, '{owner,admin}');
  return query
    select m.user_id, u.email::text, (
      select count(*)::int from auth.mfa_factors f
      where f.user_id = m.user_id and f.status = 'verified')
    from public.memberships m
    join auth.users u on u.id = m.user_id
    where m.org_id = list_staff.org_id and m.status <> 'removed'
    order by m.created_at, m.user_id;
end
$$;
comment on function public.list_staff(uuid) is
  'Address and number of verified second factors of each member. Nothing of the factors themselves.';
grant execute on function public.list_staff(uuid) to authenticated;

-- Invitations to join a firm as staff.

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  email extensions.citext not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'revoked', 'expired')),
  invited_by uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id)
);
comment on table public.invitations is 'An address asked to join as staff; grants nothing until its code is typed.';
create unique index invitations_pending_idx on public.invitations (org_id, email)
  where status = 'pending';
create index invitations_expires_at_idx on public.invitations (expires_at)
  where status = 'pending';

revoke all on public.invitations from public, anon, authenticated, service_role;
grant select on public.invitations to authenticated;
alter table public.invitations enable row level security;
alter table public.invitations force row level security;

create policy "owners and admins read invitations" on public.invitations
  for select to authenticated
  using (org_id = any ((select private.my_admin_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.invitations
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.invitations
  for each row execute function private.touch();

create function private.mail_invitation(invitation public.invitations) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := invitation.org_id;
  mail.kind := 'invitation';
  mail.to_email := invitation.email;
  mail.data := jsonb_build_object('invitation_id', invitation.id);
  mail.not_before := private.clock();
  mail.dedupe_key := concat_ws(':', 'invitation', invitation.id, extract(epoch from invitation.expires_at));
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.mail_invitation(public.invitations) is 'Queues the mail of an invitation.';

create function private.pending_invitation(invitation_id uuid) returns public.invitations
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  select * into invitation from public.invitations i
  where i.id = pending_invitation.invitation_id for update;
  if invitation.status <> 'pending' or invitation.expires_at <= private.clock() then
    perform private.refuse(
      409, 'invitation_closed', jsonb_build_object('status', invitation.status));
  end if;
  return invitation;
end
$$;
comment on function private.pending_invitation(uuid) is 'Holds an invitation that can still be used. Call after the permission check.';

create function private.require_inviter(invitation_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  invitation public.invitations;
  actor private.actor;
begin
  select * into invitation from public.invitations i where i.id = require_inviter.invitation_id;
  actor := private.require_staff(
    invitation.org_id,
    case invitation.role when 'owner' then '{owner}' else '{owner,admin}' end::text[]);
  perform private.require_step_up(invitation.org_id);
  return actor;
end
$$;
comment on function private.require_inviter(uuid) is 'Answers the caller as someone who may resend or revoke an invitation.';

create function public.create_invitation(org_id uuid, email text, role text) returns jsonb
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
comment on function public.create_invitation(uuid, text, text) is 'Invites an address to join; owners are invited by owners.';
grant execute on function public.create_invitation(uuid, text, text) to authenticated;

create function public.resend_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(resend_invitation.invitation_id);
  invitation public.invitations;
begin
  update public.invitations i set expires_at = private.clock() + interval '7 days'
  where i.id = resend_invitation.invitation_id and i.status = 'pending' returning * into invitation;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  end if;
  perform private.mail_invitation(invitation);
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.resent', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.resend_invitation(uuid) is 'Mails a pending invitation again; it lasts seven days more.';
grant execute on function public.resend_invitation(uuid) to authenticated;

create function public.revoke_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_inviter(revoke_invitation.invitation_id);
  invitation public.invitations;
begin
  update public.invitations i set status = 'revoked'
  where i.id = revoke_invitation.invitation_id and i.status = 'pending' returning * into invitation;
  if invitation.id is null then
    perform private.refuse(409, 'invitation_closed');
  end if;
  perform private.record_event(
    actor, invitation.org_id, null, 'invitation.revoked', 'invitation', invitation.id);
  return jsonb_build_object('id', invitation.id);
end
$$;
comment on function public.revoke_invitation(uuid) is 'Takes a pending invitation back.';
grant execute on function public.revoke_invitation(uuid) to authenticated;

create function public.get_invitation(invitation_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', o.logo_path, 'role', i.role,
      'email_masked', private.mask_email(i.email::text),
      'state', case
        when i.status = 'pending' and i.expires_at <= private.clock() then 'expired'
        else i.status end)
    from public.invitations i
    join public.orgs o on o.id = i.org_id and o.deleted_at is null
    where i.id = get_invitation.invitation_id),
    '{"firm":null,"logo_path":null,"role":null,"email_masked":null,"state":"missing"}')
$$;
comment on function public.get_invitation(uuid) is 'What anyone with the link may know about an invitation.';
grant execute on function public.get_invitation(uuid) to anon, authenticated;

create function public.accept_invitation(invitation_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  invitation public.invitations;
  my_email text;
  org public.orgs;
begin
  select * into invitation from public.invitations i where i.id = accept_invitation.invitation_id;
  select * into org from public.orgs o where o.id = invitation.org_id and o.deleted_at is null;
  if org.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  select lower(u.email) into my_email
  from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  if my_email is distinct from invitation.email::text or not private.has_recent_otp() then
    perform private.refuse(403, 'invitation_mismatch', jsonb_build_object(
      'email_masked', private.mask_email(invitation.email::text)));
  end if;
  invitation := private.pending_invitation(invitation.id);
  actor := row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
  if invitation.role = 'owner' then
    perform private.check_owned_orgs(actor.id);
  end if;
  insert into public.memberships (org_id, user_id, role)
  values (org.id, actor.id, invitation.role)
  on conflict on constraint memberships_org_id_user_id_key do update
    set role = excluded.role, status = 'active'
    where memberships.status = 'removed';
  if not found then
    perform private.refuse(409, 'already_member', jsonb_build_object('slug', org.slug));
  end if;
  update public.invitations i set status = 'accepted' where i.id = invitation.id;
  perform private.record_event(
    actor, org.id, null, 'invitation.accepted', 'invitation', invitation.id);
  perform private.record_event(
    actor, org.id, null, 'member.joined', 'member', actor.id,
    jsonb_build_object('role', invitation.role));
  return jsonb_build_object('org_id', org.id, 'slug', org.slug);
end
$$;
comment on function public.accept_invitation(uuid) is
  'Joins the firm: the address must be the invited one, proven in this session by a typed code.';
grant execute on function public.accept_invitation(uuid) to authenticated;

-- What owners and admins change about their firm: profile, reminder policy, retention, required
-- second factor, deletion.

create function private.record_org(org_id uuid, change text, data jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  select private.record_event(
    private.acting_staff(), org_id, null, 'org.saved', 'org', org_id,
    jsonb_build_object('change', change) || data)
$$;
comment on function private.record_org(uuid, text, jsonb) is
  'Records which part of a firm''s settings the caller changed.';

create function public.update_org(
  org_id uuid, name text, slug text, reply_email text, time_zone text,
  logo_path text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  org public.orgs;
  old_zone text;
begin
  perform private.require_staff(update_org.org_id, '{owner,admin}');
  select o.time_zone into old_zone from public.orgs o
  where o.id = update_org.org_id for no key update;
  update public.orgs o set
    name = private.clean_line(update_org.name, 'name', 2, 80),
    slug = case o.slug when update_org.slug then o.slug
      else private.clean_slug(update_org.slug) end,
    reply_email = private.clean_email(update_org.reply_email, 'reply_email'),
    time_zone = private.clean_time_zone(update_org.time_zone),
    logo_path = nullif(update_org.logo_path, '')
  where o.id = update_org.org_id returning * into org;
  perform private.record_org(org.id, 'profile');
  if org.time_zone <> old_zone then
    perform private.replan_org(org.id);
  end if;
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception
  when unique_violation then
    perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
  when check_violation then
    perform private.invalid('logo_path', 'format');
end
$$;
comment on function public.update_org(uuid, text, text, text, text, text) is
  'Changes what a firm is called and how it is reached. A new slug ends links to staff pages.';
grant execute on function public.update_org(uuid, text, text, text, text, text) to authenticated;

create function public.set_reminder_policy(org_id uuid, reminder_days int[], reminder_every int)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  days int[] := coalesce(set_reminder_policy.reminder_days, '{}');
begin
  perform private.require_staff(set_reminder_policy.org_id, '{owner,admin}');
  if cardinality(days) > 8 then
    perform private.invalid('reminder_days', 'length', '{"min":0,"max":8}');
  elsif exists (select from unnest(days) day where day is null or day not between -60 and 60) then
    perform private.invalid('reminder_days', 'range', '{"min":-60,"max":60}');
  elsif cardinality(days) <> (select count(distinct day) from unnest(days) day) then
    perform private.invalid('reminder_days', 'unique');
  elsif reminder_every is null or reminder_every not between 0 and 30 then
    perform private.invalid('reminder_every', 'range', '{"min":0,"max":30}');
  end if;
  update public.orgs o set
    reminder_days = array(select day from unnest(days) day order by day),
    reminder_every = set_reminder_policy.reminder_every
  where o.id = set_reminder_policy.org_id;
  perform private.record_org(set_reminder_policy.org_id, 'reminders');
  perform private.replan_org(set_reminder_policy.org_id);
  return jsonb_build_object('id', set_reminder_policy.org_id);
end
$$;
comment on function public.set_reminder_policy(uuid, int[], int) is
  'Days before (negative) and after the due date, then every so many days; 0 never again. Open requests follow.';
grant execute on function public.set_reminder_policy(uuid, int[], int) to authenticated;

create function public.set_retention(org_id uuid, retention_days int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_staff(set_retention.org_id, '{owner}');
  perform private.require_step_up(set_retention.org_id);
  if set_retention.retention_days is null or set_retention.retention_days not between 30 and 3650 then
    perform private.invalid('retention_days', 'range', '{"min":30,"max":3650}');
  end if;
  update public.orgs o set retention_days = set_retention.retention_days
  where o.id = set_retention.org_id;
  perform private.record_org(
    set_retention.org_id, 'retention', jsonb_build_object('days', set_retention.retention_days));
  return jsonb_build_object('id', set_retention.org_id);
end
$$;
comment on function public.set_retention(uuid, int) is
  'How many days after closing an archived request is kept.';
grant execute on function public.set_retention(uuid, int) to authenticated;

create function public.set_require_mfa(org_id uuid, require_mfa boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted boolean := coalesce(set_require_mfa.require_mfa, false);
begin
  perform private.require_staff(set_require_mfa.org_id, '{owner,admin}');
  perform private.require_step_up(set_require_mfa.org_id);
  if wanted and not private.has_recent_factor() then
    -- Whoever switches it on without a factor would lock themselves out.
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  update public.orgs o set require_mfa = wanted where o.id = set_require_mfa.org_id;
  perform private.record_org(
    set_require_mfa.org_id, 'mfa', jsonb_build_object('required', wanted));
  return jsonb_build_object('id', set_require_mfa.org_id);
end
$$;
comment on function public.set_require_mfa(uuid, boolean) is
  'Whether all staff must show a second factor. Contacts are not affected.';
grant execute on function public.set_require_mfa(uuid, boolean) to authenticated;

create function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status = 'queued';
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  update public.orgs o set deleted_at = private.clock() where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;
comment on function public.delete_org(uuid) is
  'Ends a firm: access, mail, reminders and invitations at once, its rows after 30 days.';
grant execute on function public.delete_org(uuid) to authenticated;

-- Companies and people that a firm serves.

create table public.clients (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  ref text check (char_length(ref) between 1 and 40),
  version int not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (org_id, ref)
);
comment on table public.clients is 'A company or person the firm serves.';
comment on column public.clients.ref is 'The firm''s own number for the client.';
create index clients_name_idx on public.clients using gin (name extensions.gin_trgm_ops);
create index clients_org_id_name_idx on public.clients (org_id, name, id);
create index clients_org_id_lower_name_idx on public.clients (org_id, lower(name));

revoke all on public.clients from public, anon, authenticated, service_role;
grant select on public.clients to authenticated;
alter table public.clients enable row level security;
alter table public.clients force row level security;

create policy "staff read clients" on public.clients for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.clients
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.clients
  for each row execute function private.touch();

create function public.save_client(
  org_id uuid, name text, client_id uuid default null, ref text default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_client.org_id);
  client public.clients;
  clean_name text := private.clean_line(save_client.name, 'name', 1, 120);
  clean_ref text := nullif(private.clean_line(save_client.ref, 'ref', 0, 40), '');
begin
  if save_client.client_id is null then
    insert into public.clients (org_id, name, ref)
    values (save_client.org_id, clean_name, clean_ref) returning * into client;
  else
    select * into client from public.clients c
    where c.id = save_client.client_id and c.org_id = save_client.org_id for update;
    if client.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(expected_version, client.version, client.id, client.org_id);
    update public.clients c set name = clean_name, ref = clean_ref, version = c.version + 1
    where c.id = client.id returning * into client;
  end if;
  perform private.record_event(actor, client.org_id, null, 'client.saved', 'client', client.id);
  return jsonb_build_object('id', client.id, 'version', client.version);
exception when unique_violation then
  perform private.invalid('ref', 'unique');
end
$$;
comment on function public.save_client(uuid, text, uuid, text, int) is 'Adds a client or changes one.';
grant execute on function public.save_client(uuid, text, uuid, text, int) to authenticated;

create function public.archive_client(client_id uuid, archived boolean default true) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  client public.clients;
begin
  actor := private.require_staff(
    (select c.org_id from public.clients c where c.id = archive_client.client_id));
  select * into client from public.clients c where c.id = archive_client.client_id for update;
  if archived and exists (
    select from public.requests r where r.client_id = client.id and r.status in ('draft', 'open')
  ) then
    perform private.refuse(409, 'has_open_requests');
  end if;
  update public.clients c
  set archived_at = case when archived then private.clock() end, version = c.version + 1
  where c.id = client.id returning * into client;
  perform private.record_event(
    actor, client.org_id, null, 'client.archived', 'client', client.id,
    jsonb_build_object('archived', archived));
  return jsonb_build_object('id', client.id, 'version', client.version);
end
$$;
comment on function public.archive_client(uuid, boolean) is 'Puts a client away, or takes it back.';
grant execute on function public.archive_client(uuid, boolean) to authenticated;

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
  version int not null default 1,
  address_given_up uuid,
  unique (org_id, id),
  constraint contacts_client_id_email_key
    unique nulls not distinct (client_id, email, address_given_up),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade
);
comment on table public.contacts is 'Someone who answers for a client, signed in by e-mailed codes.';
comment on column public.contacts.user_id is 'Auth user, linked when the first mail is delivered.';
comment on column public.contacts.version is 'Counts the changes of name and address.';
comment on column public.contacts.address_given_up is
  'A value of its own once another contact took the address of this removed one; null while it holds it.';
create index contacts_user_id_idx on public.contacts (user_id);
create index contacts_org_id_client_id_idx on public.contacts (org_id, client_id);

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
  'Adds a contact or changes one; a new address unlinks the user, lifts a bounce and is sent the open requests.';
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
  'Ends a contact''s access; refused while an open request has no other active recipient.';
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
  'System: joins a contact to the auth user of its address, while the address is still the same.';
grant execute on function public.link_contact(uuid, text, uuid) to service_role;

-- A request belongs to the address the firm wrote to, so a user who changes address loses the contact.
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
  'Ends the link of an account to contacts of other addresses; the next mail links anew.';
create trigger unlink_contacts after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.unlink_contacts();

-- Import of clients from a spreadsheet: all rows or none, with every error named by its row. A file can
-- be imported again: rows that exist already are skipped.

create function private.clean_client_row(value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  row_name text;
  row_email text;
begin
  if jsonb_typeof(value) <> 'object' then
    perform private.invalid('name', 'type');
  end if;
  row_name := private.clean_line(value ->> 'name', 'name', 1, 120);
  row_email := private.clean_line(
    value ->> 'contact_email', 'contact_email',
    case when btrim(coalesce(value ->> 'contact_name', '')) = '' then 0 else 1 end, 254);
  return jsonb_build_object(
    'name', row_name,
    'ref', nullif(private.clean_line(value ->> 'ref', 'ref', 0, 40), ''),
    'contact_name', coalesce(
      nullif(private.clean_line(value ->> 'contact_name', 'contact_name', 0, 120), ''), row_name),
    'contact_email', case when row_email <> ''
      then private.clean_email(row_email, 'contact_email') end);
end
$$;
comment on function private.clean_client_row(jsonb) is
  'Checks one row: name, ref?, contact_name?, contact_email?; a contact without a name bears the client''s.';

create function private.client_row_key(client_row jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce('ref ' || (client_row ->> 'ref'), 'name ' || lower(client_row ->> 'name'))
$$;
comment on function private.client_row_key(jsonb) is
  'Rows with the same key are one client with several contacts.';

create function private.known_client(org_id uuid, client_row jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select c.id
  from public.clients c, lateral (select exists (
    select from public.contacts p
    where p.client_id = c.id and p.email::text = client_row ->> 'contact_email') as has_contact) known
  where c.org_id = known_client.org_id and lower(c.name) = lower(client_row ->> 'name')
    and case
      when c.ref = client_row ->> 'ref' then true
      when c.ref is not null and client_row ->> 'ref' is not null then false
      when client_row ->> 'contact_email' is null then client_row ->> 'ref' is null
      else known.has_contact
    end
  order by c.ref = client_row ->> 'ref' desc nulls last, c.archived_at nulls first, c.created_at, c.id
  limit 1
$$;
comment on function private.known_client(uuid, jsonb) is
  'The client that a row means: of the same name, with its reference, or with its contact where one of both has no reference.';

create function private.check_client_row(org_id uuid, client_row jsonb, earlier jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  twin jsonb;
begin
  if client_row ->> 'ref' is not null and exists (
    select from public.clients c
    where c.org_id = check_client_row.org_id and c.ref = client_row ->> 'ref'
      and lower(c.name) <> lower(client_row ->> 'name')
  ) then
    perform private.invalid('ref', 'unique');
  end if;
  for twin in select value from jsonb_array_elements(earlier) loop
    if lower(twin ->> 'name') <> lower(client_row ->> 'name') then
      perform private.invalid('ref', 'unique');
    elsif client_row ->> 'contact_email' is null
      or twin ->> 'contact_email' = client_row ->> 'contact_email' then
      perform private.invalid('name', 'repeated');
    end if;
  end loop;
end
$$;
comment on function private.check_client_row(uuid, jsonb, jsonb) is
  'Refuses a reference that another client has, and a repeated row that brings no new contact.';

create function private.clean_client_rows(org_id uuid, rows jsonb, out cleaned jsonb, out errors jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  value jsonb;
  client_row jsonb;
  by_key jsonb := '{}';
  key text;
  row_no int := 0;
  detail text;
begin
  cleaned := '[]';
  errors := '[]';
  for value in select element from jsonb_array_elements(rows) element loop
    row_no := row_no + 1;
    begin
      client_row := private.clean_client_row(value);
      key := private.client_row_key(client_row);
      perform private.check_client_row(
        clean_client_rows.org_id, client_row, coalesce(by_key -> key, '[]'));
      by_key := by_key || jsonb_build_object(
        key, coalesce(by_key -> key, '[]') || jsonb_build_array(client_row));
      cleaned := cleaned || jsonb_build_array(client_row);
    exception when sqlstate 'PT422' then
      get stacked diagnostics detail = pg_exception_detail;
      errors := errors || jsonb_build_array(
        jsonb_build_object('row', row_no) || detail::jsonb);
    end;
  end loop;
end
$$;
comment on function private.clean_client_rows(uuid, jsonb) is
  'The rows as they would be stored, and what is wrong with the others, by row from 1.';

create function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- The client that each row means by itself, and the one that the rows of a name or reference share.
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
  -- One import of a firm at a time, so that the same file sent twice at once is seen the second time.
  perform pg_advisory_xact_lock(hashtextextended('import ' || import_clients.org_id, 0));
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object(
      'created', 0, 'contacts', 0, 'skipped', skipped, 'errors', checked.errors);
  end if;
  select jsonb_agg(private.known_client(import_clients.org_id, element) order by place) into known
  from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place);
  -- Of several the first row's one stays: of equal keys an object keeps the last.
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
  -- Somebody else took a reference between the check and the insert.
  perform private.invalid('rows', 'unique');
end
$$;
comment on function public.import_clients(uuid, jsonb) is
  'Adds up to 1,000 rows of clients and contacts; what is there already is skipped by row; with any mistake nothing is written and each is named.';
grant execute on function public.import_clients(uuid, jsonb) to authenticated;

-- Checklists that a firm uses again, and the three that every new firm gets.

create table public.templates (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  title text not null check (char_length(title) between 3 and 120),
  message text not null default '' check (char_length(message) <= 2000),
  due_in_days int not null default 14 check (due_in_days between 0 and 730),
  version int not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id)
);
comment on table public.templates is 'A checklist to start requests from.';
create index templates_org_id_title_idx on public.templates (org_id, title, id);

revoke all on public.templates from public, anon, authenticated, service_role;
grant select on public.templates to authenticated;
alter table public.templates enable row level security;
alter table public.templates force row level security;

create policy "staff read templates" on public.templates for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.templates
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.templates
  for each row execute function private.touch();

create table public.template_items (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  template_id uuid not null,
  position int not null check (position > 0),
  section text not null default '' check (char_length(section) <= 60),
  kind text not null check (kind in ('file', 'text', 'choice', 'date')),
  title text not null check (char_length(title) <= 120),
  help text not null default '' check (char_length(help) <= 2000),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  required boolean not null default true,
  max_files int not null default 20 check (max_files between 1 and 20),
  accept text[] not null default '{}'
    check (accept <@ '{pdf,image,document,spreadsheet,text}'::text[]),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (template_id, position) deferrable initially deferred,
  foreign key (org_id, template_id) references public.templates (org_id, id) on delete cascade
);
comment on table public.template_items is 'One thing a template asks for; columns as in items.';
create index template_items_org_id_template_id_idx on public.template_items (org_id, template_id);

revoke all on public.template_items from public, anon, authenticated, service_role;
grant select on public.template_items to authenticated;
alter table public.template_items enable row level security;
alter table public.template_items force row level security;

create policy "staff read template items" on public.template_items for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.template_items
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.template_items
  for each row execute function private.touch();

create function private.set_template_items(template public.templates, items jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  item jsonb;
  no int := 0;
begin
  if jsonb_typeof(coalesce(items, '[]')) <> 'array' then
    perform private.invalid('items', 'type');
  elsif jsonb_array_length(coalesce(items, '[]')) > 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  delete from public.template_items i where i.template_id = template.id;
  for item in select value from jsonb_array_elements(coalesce(items, '[]')) loop
    item := private.clean_item(item, format('items.%s.', no), true);
    no := no + 1;
    insert into public.template_items (
      org_id, template_id, position, section, kind, title, help, options, required, max_files,
      accept)
    values (
      template.org_id, template.id, no, item ->> 'section', item ->> 'kind', item ->> 'title',
      item ->> 'help', item -> 'options', (item ->> 'required')::boolean,
      (item ->> 'max_files')::int, array(select jsonb_array_elements_text(item -> 'accept')));
  end loop;
end
$$;
comment on function private.set_template_items(public.templates, jsonb) is
  'Makes this ordered list the items of a template.';

create function public.save_template(
  org_id uuid, title text, message text, due_in_days int, items jsonb,
  template_id uuid default null, expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_template.org_id);
  template public.templates;
  clean_title text := private.clean_line(save_template.title, 'title', 3, 120);
  clean_message text := private.clean_text(save_template.message, 'message', 0, 2000);
begin
  if due_in_days is null or due_in_days not between 0 and 730 then
    perform private.invalid('due_in_days', 'range', '{"min":0,"max":730}');
  end if;
  if save_template.template_id is null then
    insert into public.templates (org_id, title, message, due_in_days)
    values (save_template.org_id, clean_title, clean_message, save_template.due_in_days)
    returning * into template;
  else
    select * into template from public.templates t
    where t.id = save_template.template_id and t.org_id = save_template.org_id for update;
    if template.id is null then
      perform private.refuse(404, 'not_found');
    end if;
    perform private.check_version(
      expected_version, template.version, template.id, template.org_id);
    update public.templates t set
      title = clean_title, message = clean_message, due_in_days = save_template.due_in_days,
      version = t.version + 1
    where t.id = template.id returning * into template;
  end if;
  perform private.set_template_items(template, save_template.items);
  perform private.record_event(
    actor, template.org_id, null, 'template.saved', 'template', template.id);
  return jsonb_build_object('id', template.id, 'version', template.version);
end
$$;
comment on function public.save_template(uuid, text, text, int, jsonb, uuid, int) is
  'Adds a template or changes one; items is the full ordered list.';
grant execute on function
  public.save_template(uuid, text, text, int, jsonb, uuid, int) to authenticated;

create function public.archive_template(template_id uuid, archived boolean default true)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(
    (select t.org_id from public.templates t where t.id = archive_template.template_id));
  template public.templates;
begin
  update public.templates t
  set archived_at = case when archived then private.clock() end, version = t.version + 1
  where t.id = archive_template.template_id returning * into template;
  perform private.record_event(
    actor, template.org_id, null, 'template.archived', 'template', template.id,
    jsonb_build_object('archived', archived));
  return jsonb_build_object('id', template.id, 'version', template.version);
end
$$;
comment on function public.archive_template(uuid, boolean) is 'Puts a template away, or takes it back.';
grant execute on function public.archive_template(uuid, boolean) to authenticated;

create table private.starter_templates (
  position int primary key,
  title text not null,
  message text not null,
  due_in_days int not null,
  items jsonb not null
);
comment on table private.starter_templates is 'Templates every new firm is given.';

alter table private.starter_templates enable row level security;
alter table private.starter_templates force row level security;

insert into private.starter_templates (position, title, message, due_in_days, items) values
(1, 'Annual accounts',
  'To prepare your accounts we need the following. Send what you have; you can add the rest later.',
  21,
  '[
    {"section":"Bank","kind":"file","title":"Bank statements for the whole year","help":"All business accounts, as PDF or CSV from your bank.","accept":["pdf","spreadsheet"]},
    {"section":"Bank","kind":"file","title":"Loan statements","help":"If the business has loans.","accept":["pdf"],"required":false},
    {"section":"Sales and costs","kind":"file","title":"Sales invoices or till reports","accept":["pdf","spreadsheet"]},
    {"section":"Sales and costs","kind":"file","title":"Purchase invoices and receipts","help":"Photos of receipts are fine.","accept":["pdf","image"]},
    {"section":"About the year","kind":"choice","title":"Did you buy or sell equipment?","options":{"choices":["Yes, details follow","No"]}},
    {"section":"About the year","kind":"text","title":"Anything unusual this year?","help":"New premises, new owners, one-off income.","required":false},
    {"section":"About the year","kind":"date","title":"Date of the last stock count"}
  ]'),
(2, 'Mortgage application',
  'The lender asks for these papers. Clear photos from a phone are fine.',
  14,
  '[
    {"section":"Identity","kind":"file","title":"Passport or driving licence","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three payslips","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Hoped-for moving date","required":false}
  ]'),
(3, 'New employee',
  'Welcome. We need a few details to put you on the payroll.',
  7,
  '[
    {"section":"You","kind":"file","title":"Proof of the right to work","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"First working day"},
    {"section":"Pay","kind":"text","title":"Bank details for your pay"},
    {"section":"Pay","kind":"file","title":"Leaving certificate of your last employer","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Student loan","options":{"choices":["None","Plan 1","Plan 2","Postgraduate"]}}
  ]');

create function private.add_starter_templates(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  starter private.starter_templates;
  template public.templates;
begin
  for starter in select * from private.starter_templates s order by s.position loop
    insert into public.templates (org_id, title, message, due_in_days)
    values (add_starter_templates.org_id, starter.title, starter.message, starter.due_in_days)
    returning * into template;
    perform private.set_template_items(template, starter.items);
  end loop;
end
$$;
comment on function private.add_starter_templates(uuid) is 'Gives a new firm its three templates.';

-- Requests: what a firm asks one client for, and which contacts it asks.

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  client_id uuid not null,
  public_id text not null unique default encode(extensions.gen_random_bytes(16), 'hex'),
  title text not null check (char_length(title) <= 120),
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
  unique (org_id, id),
  foreign key (org_id, client_id) references public.clients (org_id, id) on delete cascade,
  check (status = 'draft' or (char_length(title) >= 3 and due_on is not null and sent_at is not null)),
  check ((status in ('draft', 'open')) = (closed_at is null))
);
comment on table public.requests is 'A checklist sent to the contacts of one client.';
comment on column public.requests.public_id is 'Names the request in the permanent link; grants nothing.';
comment on column public.requests.saved_by is 'Who made its version; nobody when the system did.';
create index requests_org_id_status_due_on_id_idx on public.requests (org_id, status, due_on, id);
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
  primary key (request_id, contact_id),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table public.request_contacts is 'Who is asked, and when they first looked.';
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
comment on function private.require_request_staff(uuid) is 'Answers the caller as staff of the request''s firm.';

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
  'Answers the caller as a contact of the request, else as staff acting on the client''s behalf.';

-- Locked "for no key update": rows that only refer to the request can still be inserted, so two
-- transactions that both did so do not wait for each other.
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
  'Holds a request until the transaction ends and refuses it in any other state. Call after the permission check.';

create function private.request_result(request public.requests) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'id', request.id, 'public_id', request.public_id, 'version', request.version)
$$;
comment on function private.request_result(public.requests) is 'What request functions answer.';

create function public.get_public_request(public_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object(
      'firm', o.name, 'logo_path', o.logo_path,
      'state', case
        when r.status = 'complete' and r.closed_at <= private.clock() - interval '90 days'
        then 'archived' else r.status end)
    from public.requests r
    join public.orgs o on o.id = r.org_id and o.deleted_at is null
    where r.public_id = get_public_request.public_id and r.status <> 'draft'),
    '{"firm":null,"logo_path":null,"state":"missing"}')
$$;
comment on function public.get_public_request(text) is 'What anyone with the link may know: the firm and whether it still asks.';
grant execute on function public.get_public_request(text) to anon, authenticated;

create function public.had_request_access(public_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- A typed code proves the address; without one nothing is told about it.
  if request.id is null or not private.has_recent_otp() then
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
  'Whether the caller is or was a recipient: opened it once, or typed a code for an address that it was sent to.';
grant execute on function public.had_request_access(text) to authenticated;

create function public.open_request(public_id text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  request public.requests;
  opened uuid;
begin
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
  update public.request_contacts rc set opened_at = private.clock()
  where rc.request_id = request.id and rc.opened_at is null
    and rc.contact_id = any (private.my_contact_ids())
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
comment on function public.open_request(text) is 'A recipient arrives by the link; the first time is recorded.';
grant execute on function public.open_request(text) to authenticated;

create function public.list_my_requests() returns table (
  request_id uuid, public_id text, firm text, logo_path text, reply_email text, time_zone text,
  title text, status text, due_on date, sent_at timestamptz, closed_at timestamptz,
  items_total int, items_done int, required_total int, required_done int)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.public_id, o.name, o.logo_path, o.reply_email, o.time_zone, r.title, r.status,
    r.due_on, r.sent_at, r.closed_at,
    count(i.id)::int,
    (count(i.id) filter (where i.status in ('submitted', 'accepted', 'waived')))::int,
    (count(i.id) filter (where i.required))::int,
    (count(i.id) filter (
      where i.required and i.status in ('submitted', 'accepted', 'waived')))::int
  from public.requests r
  join public.orgs o on o.id = r.org_id
  left join public.items i on i.request_id = r.id
  where r.id = any ((select private.my_request_ids())::uuid[])
    and r.org_id <> all ((select private.my_gated_org_ids())::uuid[])
  group by r.id, o.id
  order by r.status = 'complete', r.due_on, r.id
$$;
comment on function public.list_my_requests() is 'A contact''s requests over all firms, with progress and the firm''s address for questions.';
grant execute on function public.list_my_requests() to authenticated;

create function private.note_saver() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.saved_by := auth.uid();
  return new;
end
$$;
comment on function private.note_saver() is 'Notes who makes a new version.';
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
  'Takes the items of a request that is cancelled with answers in it out of the inbox.';
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
comment on function private.ping_request() is 'Pings after a request changed.';
create trigger ping_insert after insert on public.requests
  for each row execute function private.ping_request();
create trigger ping_update after update on public.requests
  for each row when (old.version is distinct from new.version)
  execute function private.ping_request();

-- Requests before they are sent: saved automatically, validated in full only on sending.

create function private.set_recipients(request public.requests, contact_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  wanted uuid[] := array(select distinct c from unnest(contact_ids) c where c is not null);
begin
  if cardinality(wanted) > 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"contacts"}');
  elsif (
    select count(*) from public.contacts c
    where c.id = any (wanted) and c.client_id = request.client_id and c.status <> 'removed'
  ) <> cardinality(wanted) then
    perform private.invalid('contact_ids', 'format');
  end if;
  delete from public.request_contacts rc
  where rc.request_id = request.id and rc.contact_id <> all (wanted);
  insert into public.request_contacts (org_id, request_id, contact_id)
  select request.org_id, request.id, c from unnest(wanted) c
  on conflict do nothing;
end
$$;
comment on function private.set_recipients(public.requests, uuid[]) is 'Makes these contacts the recipients of a draft.';

create function private.set_items(request public.requests, items jsonb) returns uuid[]
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
    -- An item that exists nowhere any more is written anew; another request's stays refused.
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
comment on function private.set_items(public.requests, jsonb) is
  'Makes this ordered list the items of a draft and answers their ids.';

create function private.check_due_on(due_on date, time_zone text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  today date := (private.clock() at time zone time_zone)::date;
begin
  if due_on is null then
    perform private.invalid('due_on', 'required');
  elsif due_on not between today and (today + interval '2 years')::date then
    perform private.invalid('due_on', 'range', jsonb_build_object(
      'min', today, 'max', (today + interval '2 years')::date));
  end if;
end
$$;
comment on function private.check_due_on(date, text) is 'Today to two years ahead, in the firm''s time zone.';

create function public.save_draft(
  org_id uuid, client_id uuid, title text, message text, contact_ids uuid[], items jsonb,
  due_on date default null, request_id uuid default null, expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_draft.org_id);
  request public.requests;
  client public.clients;
  clean_title text := private.clean_line(save_draft.title, 'title', 0, 120);
  clean_message text := private.clean_text(save_draft.message, 'message', 0, 2000);
  item_ids uuid[];
begin
  select * into client from public.clients c
  where c.id = save_draft.client_id and c.org_id = save_draft.org_id;
  if client.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  if save_draft.request_id is null then
    if client.archived_at is not null then
      perform private.invalid('client_id', 'format');
    end if;
    insert into public.requests (org_id, client_id, title, message, due_on, created_by)
    values (client.org_id, client.id, clean_title, clean_message, save_draft.due_on, actor.id)
    returning * into request;
    perform private.record_event(
      actor, request.org_id, request.id, 'request.drafted', 'request', request.id,
      jsonb_build_object('client_id', client.id));
  else
    if not exists (
      select from public.requests r
      where r.id = save_draft.request_id and r.org_id = save_draft.org_id
    ) then
      perform private.refuse(404, 'not_found');
    end if;
    request := private.lock_request(save_draft.request_id, '{draft}');
    perform private.check_version(
      expected_version, request.version, request.id, request.org_id, request.id);
    update public.requests r set
      client_id = client.id, title = clean_title, message = clean_message,
      due_on = save_draft.due_on, version = r.version + 1
    where r.id = request.id returning * into request;
  end if;
  perform private.set_recipients(request, save_draft.contact_ids);
  item_ids := private.set_items(request, save_draft.items);
  return private.request_result(request) || jsonb_build_object('item_ids', to_jsonb(item_ids));
end
$$;
comment on function public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int) is
  'Autosaves a draft; unfinished texts are allowed, maxima hold. items is the full ordered list.';
grant execute on function
  public.save_draft(uuid, uuid, text, text, uuid[], jsonb, date, uuid, int) to authenticated;

create function public.delete_draft(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(delete_draft.request_id);
  request public.requests := private.lock_request(delete_draft.request_id, '{draft}');
begin
  delete from public.requests r where r.id = request.id;
  -- The request's own chain ends with it; its end stands in the firm's.
  perform private.record_event(
    actor, request.org_id, null, 'request.deleted', 'request', request.id);
  return jsonb_build_object('id', request.id);
end
$$;
comment on function public.delete_draft(uuid) is 'Throws a draft away.';
grant execute on function public.delete_draft(uuid) to authenticated;

create function private.check_sendable(request public.requests) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  item public.items;
  bounced uuid[];
  active_count int;
begin
  perform private.clean_line(request.title, 'title', 3, 120);
  perform private.check_due_on(
    request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  select count(*) filter (where c.status = 'active'),
    array_agg(c.id) filter (where c.status = 'bounced')
  into active_count, bounced
  from public.request_contacts rc
  join public.contacts c on c.id = rc.contact_id
  where rc.request_id = request.id;
  if bounced is not null then
    perform private.refuse(
      409, 'contact_bounced', jsonb_build_object('contact_ids', to_jsonb(bounced)));
  elsif active_count = 0 then
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

create function public.send_request(request_id uuid, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(send_request.request_id);
  request public.requests := private.lock_request(send_request.request_id, '{draft}');
begin
  perform private.check_version(
    expected_version, request.version, request.id, request.org_id, request.id);
  if exists (
    select from public.clients c where c.id = request.client_id and c.archived_at is not null
  ) then
    perform private.invalid('client_id', 'format');
  end if;
  perform private.check_sendable(request);
  update public.requests r
  set status = 'open', sent_at = private.clock(), version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.sent', 'request', request.id,
    jsonb_build_object('status', request.status));
  perform private.mail_recipients(request, 'request_sent', '0');
  perform private.schedule_reminders(request.id);
  return private.request_result(request);
end
$$;
comment on function public.send_request(uuid, int) is 'Opens a draft for its contacts and mails them.';
grant execute on function public.send_request(uuid, int) to authenticated;

-- Items: the single files, texts, choices and dates that a request asks for.

create table public.items (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  position int not null check (position > 0),
  section text not null default '' check (char_length(section) <= 60),
  kind text not null check (kind in ('file', 'text', 'choice', 'date')),
  title text not null check (char_length(title) <= 120),
  help text not null default '' check (char_length(help) <= 2000),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  required boolean not null default true,
  max_files int not null default 20 check (max_files between 1 and 20),
  accept text[] not null default '{}'
    check (accept <@ '{pdf,image,document,spreadsheet,text}'::text[]),
  status text not null default 'open'
    check (status in ('open', 'submitted', 'accepted', 'partial', 'returned', 'waived')),
  waive_note text check (char_length(waive_note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  submitted_at timestamptz,
  unique (org_id, id),
  unique (request_id, position) deferrable initially deferred,
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade
);
comment on table public.items is 'One file, text, choice or date that is asked for; decided alone.';
comment on column public.items.accept is 'File groups that may be sent; empty means all.';
comment on column public.items.options is 'For a choice: {"choices": [texts], "multiple": boolean}.';
comment on column public.items.submitted_at is
  'When the answer that waits was submitted; null unless the item is submitted and its request open.';
create index items_org_id_request_id_idx on public.items (org_id, request_id);
-- The policy reads request_id. With it in the index, the inbox is counted without reading the table.
create index items_submitted_idx on public.items (org_id, submitted_at, id) include (request_id)
  where status = 'submitted';

revoke all on public.items from public, anon, authenticated, service_role;
grant select on public.items to authenticated;
alter table public.items enable row level security;
alter table public.items force row level security;

create policy "staff read items" on public.items for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read the items of their requests" on public.items
  for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.items
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

-- Moving an item is no news about it, so it keeps its updated_at.
create trigger touch before update on public.items
  for each row when (old.position is not distinct from new.position)
  execute function private.touch();

create function private.clean_choices(options jsonb, field text, strict boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  choices jsonb := coalesce(options -> 'choices', '[]');
  cleaned text[] := '{}';
  choice text;
begin
  if jsonb_typeof(choices) <> 'array' then
    perform private.invalid(field, 'type');
  end if;
  for choice in select value from jsonb_array_elements_text(choices) loop
    choice := private.clean_line(choice, field, 0, 120);
    if choice <> '' then
      cleaned := cleaned || choice;
    end if;
  end loop;
  if cardinality(cleaned) > 30 or (strict and cardinality(cleaned) < 2) then
    perform private.invalid(field, 'range', '{"min":2,"max":30}');
  elsif strict and (select count(distinct c) from unnest(cleaned) c) < cardinality(cleaned) then
    perform private.invalid(field, 'unique');
  end if;
  return jsonb_build_object(
    'choices', to_jsonb(cleaned), 'multiple', coalesce(options -> 'multiple' = 'true', false));
end
$$;
comment on function private.clean_choices(jsonb, text, boolean) is
  'Options of a choice: {"choices": [2–30 texts], "multiple": boolean}.';

create function private.clean_item(item jsonb, field text, strict boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  kind text := item ->> 'kind';
  accept text[];
begin
  if kind is null or kind not in ('file', 'text', 'choice', 'date') then
    perform private.invalid(field || 'kind', 'format');
  elsif jsonb_typeof(coalesce(nullif(item -> 'accept', 'null'), '[]')) <> 'array' then
    perform private.invalid(field || 'accept', 'type');
  end if;
  select coalesce(array_agg(distinct value order by value), '{}') into accept
  from jsonb_array_elements_text(coalesce(nullif(item -> 'accept', 'null'), '[]'));
  if not accept <@ '{pdf,image,document,spreadsheet,text}'::text[] then
    perform private.invalid(field || 'accept', 'format');
  elsif coalesce(item ->> 'max_files', '20') !~ '^([1-9]|1[0-9]|20)$' then
    perform private.invalid(field || 'max_files', 'range', '{"min":1,"max":20}');
  end if;
  return jsonb_build_object(
    'kind', kind,
    'section', private.clean_line(item ->> 'section', field || 'section', 0, 60),
    'title', private.clean_line(
      item ->> 'title', field || 'title', case when strict then 3 else 0 end, 120),
    'help', private.clean_text(item ->> 'help', field || 'help', 0, 2000),
    'options', case when kind = 'choice'
      then private.clean_choices(item -> 'options', field || 'options', strict) else '{}' end,
    'required', coalesce((item -> 'required') <> 'false', true),
    'max_files', coalesce(item ->> 'max_files', '20')::int,
    'accept', to_jsonb(accept));
end
$$;
comment on function private.clean_item(jsonb, text, boolean) is
  'Checks what an item asks for. field is the prefix of refused fields; not strict lets drafts be unfinished.';

create function private.item_definition(item public.items) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', item.kind, 'section', item.section, 'title', item.title, 'help', item.help,
    'options', item.options, 'required', item.required, 'max_files', item.max_files,
    'accept', to_jsonb(item.accept))
$$;
comment on function private.item_definition(public.items) is 'An item as clean_item answers it.';

create function private.write_item(
  org_id uuid, request_id uuid, item_id uuid, at_position int, definition jsonb
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  written uuid;
  accepted_groups text[] := array(select jsonb_array_elements_text(definition -> 'accept'));
begin
  if item_id is null then
    insert into public.items (
      org_id, request_id, position, section, kind, title, help, options, required, max_files,
      accept)
    values (
      write_item.org_id, write_item.request_id, at_position, definition ->> 'section',
      definition ->> 'kind', definition ->> 'title', definition ->> 'help',
      definition -> 'options', (definition ->> 'required')::boolean,
      (definition ->> 'max_files')::int, accepted_groups)
    returning id into written;
  else
    update public.items i set
      position = at_position, section = definition ->> 'section',
      kind = definition ->> 'kind', title = definition ->> 'title', help = definition ->> 'help',
      options = definition -> 'options', required = (definition ->> 'required')::boolean,
      max_files = (definition ->> 'max_files')::int, accept = accepted_groups
    where i.id = write_item.item_id and i.request_id = write_item.request_id
    returning i.id into written;
    if written is null then
      perform private.refuse(404, 'not_found');
    end if;
  end if;
  return written;
end
$$;
comment on function private.write_item(uuid, uuid, uuid, int, jsonb) is
  'Stores a cleaned definition as a new or an existing item.';

create function private.request_of(item_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select i.request_id from public.items i where i.id = request_of.item_id $$;
comment on function private.request_of(uuid) is 'The request an item belongs to.';

create function private.derived_status(item_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select s.status from public.submissions s
    where s.item_id = derived_status.item_id and s.status <> 'draft'
    order by s.no desc limit 1),
    'open')
$$;
comment on function private.derived_status(uuid) is 'Status of the newest submission that left draft, else open.';

create function private.set_item_status(item_id uuid, status text, waive_note text default null)
returns public.items
language sql security definer set search_path = ''
as $$
  update public.items i set
    status = set_item_status.status, waive_note = set_item_status.waive_note,
    submitted_at = case when set_item_status.status = 'submitted' then (
      select s.submitted_at from public.submissions s
      where s.item_id = i.id and s.status = 'submitted') end,
    version = i.version + 1
  where i.id = set_item_status.item_id returning *
$$;
comment on function private.set_item_status(uuid, text, text) is 'Moves an item on; every move is a version.';

create function private.lock_answerable(item_id uuid) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
begin
  perform private.lock_request(
    (select i.request_id from public.items i where i.id = lock_answerable.item_id), '{open}');
  select * into item from public.items i where i.id = lock_answerable.item_id;
  if item.id is null then
    perform private.refuse(404, 'not_found');
  elsif item.status not in ('open', 'partial', 'returned') then
    perform private.refuse(409, 'item_closed', jsonb_build_object('status', item.status));
  end if;
  return item;
end
$$;
comment on function private.lock_answerable(uuid) is
  'Holds the request and answers the item, refused when it takes no answer now.';

create function private.require_item_party(item_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.require_party(
    (select i.request_id from public.items i where i.id = require_item_party.item_id));
end
$$;
comment on function private.require_item_party(uuid) is 'Answers the caller as contact or staff of the item''s request.';

create function private.ping_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(new.org_id, new.request_id, new.id, new.version);
  return null;
end
$$;
comment on function private.ping_item() is 'Pings after an item moved on.';
create trigger ping_update after update on public.items
  for each row when (old.version is distinct from new.version)
  execute function private.ping_item();

-- Changes to a request while it is open: its text, due date and assignee, and its recipients.

create function public.update_request(
  request_id uuid, title text, message text, due_on date default null,
  assignee_id uuid default null, reminders_paused boolean default false,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(update_request.request_id);
  request public.requests := private.lock_request(update_request.request_id, '{draft,open}');
  is_open boolean := request.status = 'open';
  old_due_on date := request.due_on;
begin
  perform private.check_version(
    expected_version, request.version, request.id, request.org_id, request.id);
  if is_open and update_request.due_on is distinct from old_due_on then
    perform private.check_due_on(
      update_request.due_on, (select o.time_zone from public.orgs o where o.id = request.org_id));
  end if;
  if update_request.assignee_id is not null
    and update_request.assignee_id is distinct from request.assignee_id
    and not exists (
      select from public.memberships m
      where m.org_id = request.org_id and m.user_id = update_request.assignee_id
        and m.status = 'active')
  then
    perform private.invalid('assignee_id', 'format');
  end if;
  update public.requests r set
    title = private.clean_line(
      update_request.title, 'title', case when is_open then 3 else 0 end, 120),
    message = private.clean_text(update_request.message, 'message', 0, 2000),
    due_on = update_request.due_on, assignee_id = update_request.assignee_id,
    reminders_paused = coalesce(update_request.reminders_paused, false),
    version = r.version + 1
  where r.id = request.id returning * into request;
  if is_open then
    perform private.record_event(
      actor, request.org_id, request.id, 'request.updated', 'request', request.id,
      jsonb_build_object('status', request.status));
  end if;
  if is_open and request.due_on <> old_due_on then
    perform private.replan_reminders(request);
  end if;
  return private.request_result(request);
end
$$;
comment on function public.update_request(uuid, text, text, date, uuid, boolean, int) is
  'Changes the words, due date, assignee and reminders of a draft or open request; a new date moves the reminders.';
grant execute on function
  public.update_request(uuid, text, text, date, uuid, boolean, int) to authenticated;

create function private.change_recipients(
  request public.requests, actor private.actor, contact_id uuid, change text
) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'recipient.changed', 'contact',
    change_recipients.contact_id,
    jsonb_build_object('contact_id', change_recipients.contact_id, 'change', change));
  return request;
end
$$;
comment on function private.change_recipients(public.requests, private.actor, uuid, text) is
  'Makes a change of recipients a new version of the request and records it.';

create function public.add_recipient(request_id uuid, contact_id uuid) returns jsonb
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
  elsif contact.status = 'bounced' then
    perform private.refuse(409, 'contact_bounced', jsonb_build_object(
      'contact_ids', jsonb_build_array(contact.id)));
  elsif (select count(*) from public.request_contacts rc where rc.request_id = request.id) >= 5 then
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

create function public.remove_recipient(request_id uuid, contact_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(remove_recipient.request_id);
  request public.requests := private.lock_request(remove_recipient.request_id, '{open}');
begin
  if not exists (
    select from public.request_contacts rc
    where rc.request_id = request.id and rc.contact_id = remove_recipient.contact_id
  ) then
    perform private.refuse(404, 'not_found');
  elsif not exists (
    select from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id and rc.contact_id <> remove_recipient.contact_id
  ) then
    perform private.refuse(409, 'sole_recipient', jsonb_build_object(
      'request_ids', jsonb_build_array(request.id)));
  end if;
  delete from public.request_contacts rc
  where rc.request_id = request.id and rc.contact_id = remove_recipient.contact_id;
  perform private.cancel_mail(request.id, remove_recipient.contact_id, null);
  perform private.end_reminders(request.id, remove_recipient.contact_id);
  request := private.change_recipients(request, actor, remove_recipient.contact_id, 'removed');
  return jsonb_build_object('id', remove_recipient.contact_id, 'version', request.version);
end
$$;
comment on function public.remove_recipient(uuid, uuid) is
  'Ends a contact''s access to one request; one active recipient stays.';
grant execute on function public.remove_recipient(uuid, uuid) to authenticated;

-- Changes to the items of an open request: added, reworded, moved, and removed while unanswered.

create function private.record_item(actor private.actor, item public.items, change text)
returns void
language sql security definer set search_path = ''
as $$
  select private.record_event(
    actor, item.org_id, item.request_id, 'item.changed', 'item', item.id,
    jsonb_build_object('change', change))
$$;
comment on function private.record_item(private.actor, public.items, text) is
  'Records that an item was added, changed, moved or removed.';

create function private.lock_item(item_id uuid) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
begin
  perform private.lock_request(private.request_of(lock_item.item_id), '{open}');
  select * into item from public.items i where i.id = lock_item.item_id;
  if item.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  return item;
end
$$;
comment on function private.lock_item(uuid) is
  'Holds the open request of an item and answers the item. Call after the permission check.';

create function private.item_place(item public.items) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', item.id, 'version', item.version, 'position', item.position)
$$;
comment on function private.item_place(public.items) is 'What functions that edit items answer.';

create function private.change_item(
  actor private.actor, request public.requests, item_id uuid, definition jsonb,
  expected_version int
) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
begin
  select * into item from public.items i
  where i.id = change_item.item_id and i.request_id = request.id;
  if item.id is null then
    perform private.refuse(404, 'not_found');
  end if;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.kind <> definition ->> 'kind' then
    perform private.invalid('kind', 'format');
  end if;
  perform private.write_item(item.org_id, request.id, item.id, item.position, definition);
  update public.items i set version = i.version + 1 where i.id = item.id returning * into item;
  perform private.record_item(actor, item, 'changed');
  return item;
end
$$;
comment on function private.change_item(private.actor, public.requests, uuid, jsonb, int) is
  'Rewords an item; what it asks for stays.';

create function private.add_item(
  actor private.actor, request public.requests, definition jsonb
) returns public.items
language plpgsql security definer set search_path = ''
as $$
declare
  item public.items;
  last_position int := (
    select coalesce(max(i.position), 0) from public.items i where i.request_id = request.id);
begin
  if (select count(*) from public.items i where i.request_id = request.id) >= 300 then
    perform private.refuse(409, 'limit_reached', '{"limit":300,"what":"items"}');
  end if;
  item.id := private.write_item(request.org_id, request.id, null, last_position + 1, definition);
  select * into item from public.items i where i.id = item.id;
  perform private.record_item(actor, item, 'added');
  perform private.ping(item.org_id, item.request_id, item.id, item.version);
  return item;
end
$$;
comment on function private.add_item(private.actor, public.requests, jsonb) is
  'Puts a new item at the end of an open request.';

create function public.save_item(
  request_id uuid, kind text, title text, item_id uuid default null, section text default '',
  help text default '', options jsonb default '{}', required boolean default true,
  max_files int default 20, accept text[] default '{}', expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(save_item.request_id);
  request public.requests := private.lock_request(save_item.request_id, '{open}');
  definition jsonb := private.clean_item(
    jsonb_build_object(
      'kind', save_item.kind, 'title', save_item.title, 'section', save_item.section,
      'help', save_item.help, 'options', save_item.options, 'required', save_item.required,
      'max_files', save_item.max_files, 'accept', to_jsonb(save_item.accept)),
    '', true);
  item public.items;
begin
  if save_item.item_id is null then
    return private.item_place(private.add_item(actor, request, definition));
  end if;
  item := private.change_item(actor, request, save_item.item_id, definition, expected_version);
  perform private.settle_request(request);
  return private.item_place(item);
end
$$;
comment on function public.save_item(
  uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) is
  'Adds an item at the end of an open request, or rewords one; its kind stays.';
grant execute on function
  public.save_item(uuid, text, text, uuid, text, text, jsonb, boolean, int, text[], int) to authenticated;

create function public.move_item(item_id uuid, "position" int) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(move_item.item_id));
  item public.items := private.lock_item(move_item.item_id);
  last_position int := (
    select max(i.position) from public.items i where i.request_id = item.request_id);
begin
  if move_item.position is null or move_item.position not between 1 and last_position then
    perform private.invalid(
      'position', 'range', jsonb_build_object('min', 1, 'max', last_position));
  elsif move_item.position = item.position then
    return private.item_place(item);
  end if;
  update public.items i set position = i.position + case
    when i.position < item.position then 1 else -1 end
  where i.request_id = item.request_id and i.id <> item.id
    and i.position between least(item.position, move_item.position)
      and greatest(item.position, move_item.position);
  update public.items i set position = move_item.position, version = i.version + 1
  where i.id = item.id returning * into item;
  perform private.record_item(actor, item, 'moved');
  return private.item_place(item);
end
$$;
comment on function public.move_item(uuid, int) is 'Gives an item another place; the others close up.';
grant execute on function public.move_item(uuid, int) to authenticated;

create function public.remove_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(remove_item.item_id));
  item public.items := private.lock_item(remove_item.item_id);
begin
  -- Somebody's unsent draft counts as an answer: waiving keeps it, removing would not.
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
comment on function public.remove_item(uuid) is
  'Takes an item nobody has begun to answer off an open request; the last one stays.';
grant execute on function public.remove_item(uuid) to authenticated;

-- How a request ends and opens again. It completes with its last piece of work, whatever ends that.

create function private.close_request(
  request public.requests, actor private.actor, status text, action text, reason text default null
) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  update public.requests r set
    status = close_request.status, closed_at = private.clock(),
    close_reason = close_request.reason, version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.cancel_mail(request.id, null, null);
  perform private.record_event(
    actor, request.org_id, request.id, action, 'request', request.id,
    jsonb_build_object('status', request.status));
  return request;
end
$$;
comment on function private.close_request(public.requests, private.actor, text, text, text) is
  'Ends a request: its waiting mail and reminders end too.';

create function private.reopen(request public.requests, actor private.actor)
returns public.requests
language plpgsql security definer set search_path = ''
as $$
declare
  untold uuid[];
  contact public.contacts;
begin
  with unsent as (
    update private.outbox m set status = 'cancelled'
    where m.request_id = reopen.request.id and m.kind = 'request_completed'
      and m.status = 'queued'
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
    order by c.id
  loop
    if contact.id <> all (untold) then
      perform private.mail_recipient(request, contact, 'request_reopened', '0', '{}');
    elsif exists (
      select from public.request_contacts rc
      where rc.request_id = request.id and rc.contact_id = contact.id and rc.opened_at is null
    ) and not exists (
      select from private.outbox m
      where m.request_id = request.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status <> 'cancelled'
    ) then
      -- The completion came before the request itself had left.
      perform private.mail_recipient(request, contact, 'request_sent', '0', '{}');
    else
      perform private.mail_untold_decisions(request, contact);
    end if;
  end loop;
  perform private.replan_reminders(request);
  return request;
end
$$;
comment on function private.reopen(public.requests, private.actor) is
  'Opens a complete request again; contacts who never heard of the completion hear nothing.';

create function private.settle_request(request public.requests) returns public.requests
language plpgsql security definer set search_path = ''
as $$
begin
  if request.status <> 'open' or exists (
    select from public.items i where i.request_id = request.id and i.status = 'submitted'
  ) or exists (
    select from public.items i
    where i.request_id = request.id and i.status not in ('accepted', 'waived')
      -- Without required items every item counts, or the first decision would end the request.
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
comment on function private.settle_request(public.requests) is
  'Completes a request once its required items are accepted or waived and nothing waits.';

create function public.complete_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(complete_request.request_id);
  request public.requests := private.lock_request(complete_request.request_id, '{open}');
  clean_reason text := private.clean_text(complete_request.reason, 'reason', 3, 1000);
  waiting uuid[];
  item public.items;
begin
  select array_agg(i.id order by i.position) into waiting
  from public.items i where i.request_id = request.id and i.status = 'submitted';
  if waiting is not null then
    perform private.refuse(
      409, 'items_waiting', jsonb_build_object('item_ids', to_jsonb(waiting)));
  end if;
  for item in
    select * from public.items i
    where i.request_id = request.id and i.status in ('open', 'partial', 'returned')
    order by i.position
  loop
    perform private.set_item_status(item.id, 'waived', clean_reason);
    perform private.record_event(
      actor, item.org_id, request.id, 'item.waived', 'item', item.id, '{"status":"waived"}');
  end loop;
  request := private.close_request(request, actor, 'complete', 'request.completed', clean_reason);
  perform private.mail_recipients(request, 'request_completed', '5 minutes');
  return private.request_result(request);
end
$$;
comment on function public.complete_request(uuid, text) is 'Ends a request early; what is left is waived.';
grant execute on function public.complete_request(uuid, text) to authenticated;

create function public.reopen_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(reopen_request.request_id);
  request public.requests := private.lock_request(reopen_request.request_id, '{complete}');
begin
  return private.request_result(private.reopen(request, actor));
end
$$;
comment on function public.reopen_request(uuid) is 'Asks again: a complete request opens.';
grant execute on function public.reopen_request(uuid) to authenticated;

create function public.cancel_request(request_id uuid, reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(cancel_request.request_id);
  request public.requests := private.lock_request(cancel_request.request_id, '{open}');
  clean_reason text := private.clean_text(cancel_request.reason, 'reason', 3, 1000);
begin
  request := private.close_request(
    request, actor, 'cancelled', 'request.cancelled', clean_reason);
  perform private.mail_recipients(
    request, 'request_cancelled', '0', jsonb_build_object('reason', clean_reason));
  return private.request_result(request);
end
$$;
comment on function public.cancel_request(uuid, text) is 'Withdraws a request and says why.';
grant execute on function public.cancel_request(uuid, text) to authenticated;

create function public.archive_request(request_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(archive_request.request_id);
  request public.requests := private.lock_request(
    archive_request.request_id, '{complete,cancelled}');
begin
  update public.requests r set status = 'archived', version = r.version + 1
  where r.id = request.id returning * into request;
  perform private.record_event(
    actor, request.org_id, request.id, 'request.archived', 'request', request.id,
    jsonb_build_object('status', request.status));
  return private.request_result(request);
end
$$;
comment on function public.archive_request(uuid) is 'Puts a closed request away; retention counts from its closing.';
grant execute on function public.archive_request(uuid) to authenticated;

-- Submissions: the answers to items. Older submissions of an item are its versions.

create table public.submissions (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  item_id uuid not null,
  no int not null check (no > 0),
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'accepted', 'partial', 'returned')),
  answer jsonb check (jsonb_typeof(answer) = 'object'),
  not_applicable boolean not null default false,
  client_note text not null default '' check (char_length(client_note) <= 1000),
  decision_note text check (char_length(decision_note) <= 1000),
  author_id uuid not null,
  submitted_by uuid,
  submitted_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  version int not null default 0,
  saved_by uuid,
  submitted_kind text check (submitted_kind in ('contact', 'staff')),
  unique (org_id, id),
  unique (item_id, no),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references public.items (org_id, id) on delete cascade,
  check ((status = 'draft') = (submitted_at is null)),
  check ((status in ('draft', 'submitted')) = (decided_at is null))
);
comment on table public.submissions is 'One answer to one item, from first key to decision.';
comment on column public.submissions.answer is
  'text {"text"}, choice {"choices": []}, date {"date"}; null for files.';
comment on column public.submissions.version is
  'Counts the saves that changed the draft; files do not count.';
comment on column public.submissions.saved_by is 'Who changed the draft last.';
comment on column public.submissions.submitted_kind is
  'As whom it was submitted: contact, or staff on behalf of one.';
create unique index submissions_undecided_idx on public.submissions (item_id)
  where status in ('draft', 'submitted');
create index submissions_org_id_request_id_idx on public.submissions (org_id, request_id);
create index submissions_org_id_item_id_idx on public.submissions (org_id, item_id);
create index submissions_request_id_idx on public.submissions (request_id);

revoke all on public.submissions from public, anon, authenticated, service_role;
grant select on public.submissions to authenticated;
alter table public.submissions enable row level security;
alter table public.submissions force row level security;

create policy "staff read what was submitted and their own drafts" on public.submissions
  for select to authenticated
  using (
    org_id = any ((select private.my_org_ids())::uuid[])
    and (status <> 'draft' or author_id = (select auth.uid())));
create policy "contacts read the submissions of their requests" on public.submissions
  for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.submissions
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.submissions
  for each row execute function private.touch();

create function private.draft_of(item public.items, actor private.actor)
returns public.submissions
language plpgsql security definer set search_path = ''
as $$
declare
  draft public.submissions;
begin
  select * into draft from public.submissions s
  where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    insert into public.submissions (org_id, request_id, item_id, no, author_id)
    values (
      item.org_id, item.request_id, item.id,
      (select coalesce(max(s.no), 0) + 1 from public.submissions s where s.item_id = item.id),
      actor.id)
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
comment on function private.draft_of(public.items, private.actor) is
  'The item''s draft, begun when there is none. Staff never touch a contact''s draft.';

create function private.clean_answer(item public.items, answer jsonb, strict boolean)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  choices text[];
  allowed text[];
begin
  if answer is null or answer = 'null' or item.kind = 'file' then
    if strict and item.kind <> 'file' then
      perform private.invalid('answer', 'required');
    end if;
    return null;
  elsif jsonb_typeof(answer) <> 'object' then
    perform private.invalid('answer', 'type');
  end if;
  case item.kind
    when 'text' then
      return jsonb_build_object('text', private.clean_text(
        answer ->> 'text', 'answer', case when strict then 1 else 0 end, 4000));
    when 'date' then
      if coalesce(answer ->> 'date', '') = '' and not strict then
        return null;
      elsif coalesce(answer ->> 'date', '') = '' then
        perform private.invalid('answer', 'required');
      elsif answer ->> 'date' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or not pg_input_is_valid(answer ->> 'date', 'date') then
        perform private.invalid('answer', 'format');
      end if;
      return jsonb_build_object('date', answer ->> 'date');
    else
      if jsonb_typeof(coalesce(answer -> 'choices', '[]')) <> 'array' then
        perform private.invalid('answer', 'type');
      end if;
      allowed := array(select jsonb_array_elements_text(item.options -> 'choices'));
      select coalesce(array_agg(value order by array_position(allowed, value)), '{}') into choices
      from (
        select distinct value
        from jsonb_array_elements_text(coalesce(answer -> 'choices', '[]')) value) chosen;
      if not choices <@ allowed then
        perform private.invalid('answer', 'format');
      elsif cardinality(choices) > 1 and item.options -> 'multiple' <> 'true' then
        perform private.invalid('answer', 'range', '{"min":1,"max":1}');
      elsif strict and cardinality(choices) = 0 then
        perform private.invalid('answer', 'required');
      end if;
      return jsonb_build_object('choices', to_jsonb(choices));
  end case;
end
$$;
comment on function private.clean_answer(public.items, jsonb, boolean) is
  'Checks an answer against its item. Not strict lets a draft be unfinished.';

create function private.saver_name(draft public.submissions, reader private.actor) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when draft.saved_by = reader.id then 'You'
    when reader.kind = 'contact' and exists (
      select from public.memberships m
      where m.org_id = draft.org_id and m.user_id = draft.saved_by
    ) then (select o.name from public.orgs o where o.id = draft.org_id)
    when reader.kind = 'contact' then null
    else (select c.name from public.contacts c
      join public.request_contacts rc on rc.contact_id = c.id
      where rc.request_id = draft.request_id and c.user_id = draft.saved_by limit 1)
  end
$$;
comment on function private.saver_name(public.submissions, private.actor) is
  'Who changed a draft last, as far as the reader may know: contacts do not see each other''s names, and see the firm for its staff.';

create function public.save_answer(
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
  -- What stands there already needs no second save: the answer to the first one may have got lost.
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
comment on function public.save_answer(uuid, jsonb, boolean, text, int) is
  'Autosaves an answer; begins a draft when there is none. Refused when the draft was changed since the version it was typed over.';
grant execute on function public.save_answer(uuid, jsonb, boolean, text, int) to authenticated;

create function private.check_answerable(item public.items, draft public.submissions)
returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  pending uuid[];
begin
  if draft.not_applicable then
    perform private.clean_text(draft.client_note, 'client_note', 3, 1000);
    return;
  end if;
  select array_agg(f.id) into pending from public.files f
  where f.submission_id = draft.id and f.status in ('uploading', 'checking');
  if pending is not null then
    perform private.refuse(
      409, 'files_pending', jsonb_build_object('file_ids', to_jsonb(pending)));
  elsif item.kind <> 'file' then
    perform private.clean_answer(item, draft.answer, true);
  elsif not exists (
    select from public.files f where f.submission_id = draft.id and f.status = 'ready'
  ) then
    perform private.invalid('files', 'required');
  end if;
end
$$;
comment on function private.check_answerable(public.items, public.submissions) is
  'A draft may be submitted: a valid answer, or a ready file and none pending, or a reason why it does not apply.';

create function private.drop_files(draft public.submissions, actor private.actor) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
begin
  for file in
    update public.files f set status = 'removed', reject_code = null
    where f.submission_id = draft.id and f.status not in ('failed', 'removed')
    returning f.*
  loop
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.removed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end loop;
end
$$;
comment on function private.drop_files(public.submissions, private.actor) is
  'Takes every file out of a draft, also those on their way: what ends later finds no place.';

create function public.submit_item(item_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(submit_item.item_id);
  item public.items := private.lock_answerable(submit_item.item_id);
  draft public.submissions;
begin
  select * into draft from public.submissions s where s.item_id = item.id and s.status = 'draft';
  if draft.id is null then
    perform private.invalid(case item.kind when 'file' then 'files' else 'answer' end, 'required');
  elsif actor.kind = 'staff' and (draft.author_id <> actor.id or exists (
    select from public.files f
    where f.submission_id = draft.id and f.uploader_id <> actor.id
      and f.status in ('uploading', 'checking', 'ready')
  )) then
    perform private.refuse(409, 'invalid_transition', '{"status":"draft"}');
  end if;
  perform private.check_answerable(item, draft);
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
comment on function public.submit_item(uuid) is 'Hands a draft to the firm; from now on staff see it.';
grant execute on function public.submit_item(uuid) to authenticated;

create function public.withdraw_item(item_id uuid) returns jsonb
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
comment on function public.withdraw_item(uuid) is 'Takes an undecided answer back into a draft.';
grant execute on function public.withdraw_item(uuid) to authenticated;

-- Files of submissions. Their state is here, their bytes are in storage.

create table public.files (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  item_id uuid not null,
  submission_id uuid not null,
  uploader_id uuid not null,
  uploader_kind text not null check (uploader_kind in ('staff', 'contact')),
  name text not null check (char_length(name) between 1 and 200),
  bytes bigint not null check (bytes between 1 and 104857600),
  mime text not null,
  detected_mime text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  status text not null default 'uploading'
    check (status in ('uploading', 'checking', 'ready', 'rejected', 'failed', 'removed')),
  scan text not null default 'unscanned' check (scan = 'unscanned'),
  reject_code text,
  shared_at timestamptz,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references public.items (org_id, id) on delete cascade,
  foreign key (org_id, submission_id) references public.submissions (org_id, id) on delete cascade,
  check (status <> 'ready' or (sha256 is not null and detected_mime is not null)),
  check ((status = 'rejected') = (reject_code is not null))
);
comment on table public.files is 'A file sent for an item; its object lies in the bucket documents at path.';
comment on column public.files.name is 'As the sender called it; shown and exported only.';
comment on column public.files.shared_at is 'Set while its submission is submitted: staff never read drafts.';
comment on column public.files.scan is 'Not virus-scanned in this version.';
comment on column public.files.detected_mime is
  'What inspection found; of a text file with its encoding (`; charset=utf-8` or `; charset=windows-1252`).';
create index files_request_id_idx on public.files (request_id);
create index files_org_id_request_id_idx on public.files (org_id, request_id);
create index files_org_id_item_id_idx on public.files (org_id, item_id);
create index files_org_id_submission_id_idx on public.files (org_id, submission_id);
create index files_submission_id_idx on public.files (submission_id);
create index files_pending_idx on public.files (updated_at)
  where status in ('uploading', 'checking');

revoke all on public.files from public, anon, authenticated, service_role;
grant select on public.files to authenticated;
alter table public.files enable row level security;
alter table public.files force row level security;

create policy "staff read shared files and their own" on public.files for select to authenticated
  using (
    org_id = any ((select private.my_org_ids())::uuid[])
    and (shared_at is not null or uploader_id = (select auth.uid())));
create policy "contacts read the files of their requests" on public.files
  for select to authenticated
  using (coalesce((select private.my_request_ids())::uuid[] @> array[request_id], false));
create policy "a required second factor comes first" on public.files
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.files
  for each row execute function private.touch();

create table private.file_types (
  extension text primary key,
  mime text not null,
  groups text[] not null
);
comment on table private.file_types is 'What may be sent: the canonical type of each extension and its accept groups.';

alter table private.file_types enable row level security;
alter table private.file_types force row level security;

insert into private.file_types (extension, mime, groups) values
  ('pdf', 'application/pdf', '{pdf,document}'),
  ('jpg', 'image/jpeg', '{image}'),
  ('jpeg', 'image/jpeg', '{image}'),
  ('png', 'image/png', '{image}'),
  ('webp', 'image/webp', '{image}'),
  ('heic', 'image/heic', '{image}'),
  ('heif', 'image/heif', '{image}'),
  ('tif', 'image/tiff', '{image}'),
  ('tiff', 'image/tiff', '{image}'),
  ('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', '{document}'),
  ('xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '{spreadsheet}'),
  ('pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', '{document}'),
  ('odt', 'application/vnd.oasis.opendocument.text', '{document}'),
  ('ods', 'application/vnd.oasis.opendocument.spreadsheet', '{spreadsheet}'),
  ('csv', 'text/csv', '{spreadsheet,text}'),
  ('txt', 'text/plain', '{text}');

create function private.clean_file_name(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := normalize(coalesce(name, ''), nfc);
  extension text;
begin
  cleaned := regexp_replace(cleaned, '^.*[/\\]', '');
  cleaned := regexp_replace(
    cleaned, '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g');
  cleaned := btrim(cleaned);
  extension := coalesce(substring(cleaned from '\.[A-Za-z0-9]{1,10}$'), '');
  if cleaned in ('', '.', '..') then
    perform private.invalid('name', 'required');
  end if;
  return left(
    left(cleaned, char_length(cleaned) - char_length(extension)), 200 - char_length(extension)
  ) || extension;
end
$$;
comment on function private.clean_file_name(text) is
  'A file name without path, control and bidi characters, at most 200 characters, extension kept.';

create function private.check_file(item public.items, name text, bytes bigint, mime text)
returns private.file_types
language plpgsql stable security definer set search_path = ''
as $$
declare
  type private.file_types;
  ending text := lower(coalesce(substring(name from '\.([A-Za-z0-9]{1,10})$'), ''));
begin
  select * into type from private.file_types t where t.extension = ending;
  if type.extension is null or type.mime is distinct from lower(check_file.mime)
    or (cardinality(item.accept) > 0 and not type.groups && item.accept) then
    perform private.refuse(415, 'file_type', jsonb_build_object(
      'extension', ending, 'accept', to_jsonb(item.accept)));
  elsif coalesce(bytes, 0) < 1 then
    perform private.refuse(422, 'file_empty');
  elsif bytes > 104857600 then
    perform private.refuse(413, 'file_size', '{"max_bytes":104857600}');
  end if;
  return type;
end
$$;
comment on function private.check_file(public.items, text, bigint, text) is
  'Refuses a file by type or size before a byte is sent.';

create function public.begin_upload(item_id uuid, name text, bytes bigint, mime text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_item_party(begin_upload.item_id);
  item public.items := private.lock_answerable(begin_upload.item_id);
  clean_name text := private.clean_file_name(begin_upload.name);
  type private.file_types;
  draft public.submissions;
  file public.files;
begin
  if item.kind <> 'file' then
    perform private.invalid('item_id', 'type');
  end if;
  type := private.check_file(item, clean_name, begin_upload.bytes, begin_upload.mime);
  draft := private.draft_of(item, actor);
  if (
    select count(*) from public.files f
    where f.submission_id = draft.id and f.status in ('uploading', 'checking', 'ready')
  ) >= item.max_files then
    perform private.refuse(409, 'limit_reached', jsonb_build_object(
      'limit', item.max_files, 'what', 'files'));
  elsif (
    select coalesce(sum(f.bytes), 0) + begin_upload.bytes from public.files f
    where f.request_id = item.request_id and f.status in ('uploading', 'checking', 'ready')
  ) > 5368709120 then
    perform private.refuse(409, 'request_full', '{"max_bytes":5368709120}');
  end if;
  file.id := gen_random_uuid();
  insert into public.files (
    id, org_id, request_id, item_id, submission_id, uploader_id, uploader_kind, name, bytes,
    mime, path)
  values (
    file.id, item.org_id, item.request_id, item.id, draft.id, actor.id, actor.kind, clean_name,
    begin_upload.bytes, type.mime,
    format('%s/%s/%s/%s.%s', item.org_id, item.request_id, item.id, file.id, type.extension))
  returning * into file;
  perform private.record_event(
    actor, file.org_id, file.request_id, 'file.started', 'file', file.id,
    jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  return jsonb_build_object('file_id', file.id, 'path', file.path, 'bucket', 'documents');
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Reserves the path at which the caller, and nobody else, may store this file.';
grant execute on function public.begin_upload(uuid, text, bigint, text) to authenticated;

create function private.require_uploader(file_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  file public.files;
  actor private.actor;
begin
  select * into file from public.files f where f.id = require_uploader.file_id;
  actor := private.require_party(file.request_id);
  if actor.kind = 'staff' and file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  end if;
  return actor;
end
$$;
comment on function private.require_uploader(uuid) is
  'Answers the caller as someone who may handle an unshared file: its contact, or the staff member who sent it.';

create function public.finish_upload(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_uploader(finish_upload.file_id);
  file public.files;
begin
  select * into file from public.files f where f.id = finish_upload.file_id;
  if file.uploader_id <> actor.id then
    perform private.refuse(404, 'not_found');
  elsif file.status in ('checking', 'ready', 'rejected') then
    return jsonb_build_object('file_id', file.id, 'status', file.status);
  end if;
  perform private.lock_answerable(file.item_id);
  if not exists (
    select from storage.objects o
    where o.bucket_id = 'documents' and o.name = file.path
      and (o.metadata ->> 'size')::bigint = file.bytes
  ) then
    perform private.refuse(409, 'upload_incomplete');
  end if;
  update public.files f set status = 'checking'
  where f.id = file.id and f.status = 'uploading' returning * into file;
  if file.id is null then
    perform private.refuse(409, 'invalid_transition');
  end if;
  perform private.record_event(
    actor, file.org_id, file.request_id, 'file.uploaded', 'file', file.id,
    jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  return jsonb_build_object('file_id', file.id, 'status', file.status);
end
$$;
comment on function public.finish_upload(uuid) is 'Says the bytes are stored; from now the file is inspected. May be repeated.';
grant execute on function public.finish_upload(uuid) to authenticated;

create function public.remove_file(file_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_uploader(remove_file.file_id);
  file public.files;
begin
  perform private.lock_request(
    (select f.request_id from public.files f where f.id = remove_file.file_id), '{open}');
  select f.* into file from public.files f
  join public.submissions s on s.id = f.submission_id
  where f.id = remove_file.file_id and s.status = 'draft';
  if file.id is null then
    perform private.refuse(409, 'item_closed');
  elsif file.status <> 'removed' then
    update public.files f set status = 'removed', reject_code = null where f.id = file.id;
    perform private.record_event(
      actor, file.org_id, file.request_id, 'file.removed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
  end if;
  return jsonb_build_object('file_id', file.id);
end
$$;
comment on function public.remove_file(uuid) is 'Takes a file out of a draft; its object goes within a day.';
grant execute on function public.remove_file(uuid) to authenticated;

create function public.open_file(file_id uuid) returns jsonb
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
  -- A viewer reads in ranges: one event per person, file and five minutes.
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
comment on function public.open_file(uuid) is 'Where a file lies, for one recorded reading.';
grant execute on function public.open_file(uuid) to authenticated;

create function private.is_reading_recorded(file public.files, reader uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- open_file records once in five minutes; the sixth lets a reading that began then arrive.
  return exists (
    select from public.events e
    where e.entity_id = file.id and e.action = 'file.opened' and e.actor_id = reader
      and e.at > private.clock() - interval '6 minutes'
  ) or exists (
    -- An export streams as long as its access token lives.
    select from public.events e
    where e.request_id = file.request_id and e.action = 'request.exported'
      and e.actor_id = reader and e.at > private.clock() - interval '1 hour');
end
$$;
comment on function private.is_reading_recorded(public.files, uuid) is
  'Whether open_file or begin_export has just recorded that someone reads this file.';

create function public.fail_uploads() returns int
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
  failed int := 0;
begin
  for file in
    select f.* from public.files f
    join public.items i on i.id = f.item_id
    join public.requests r on r.id = f.request_id
    where f.status = 'uploading' and (
      f.updated_at < private.clock() - interval '48 hours' or r.status <> 'open'
      or i.status not in ('open', 'partial', 'returned'))
    order by f.id limit 500 for update of f skip locked
  loop
    update public.files f set status = 'failed' where f.id = file.id;
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.failed', 'file', file.id,
      jsonb_build_object('item_id', file.item_id, 'submission_id', file.submission_id));
    failed := failed + 1;
  end loop;
  return failed;
end
$$;
comment on function public.fail_uploads() is 'System: gives up uploads of 48 hours and of closed items.';
grant execute on function public.fail_uploads() to service_role;

create function private.orphan_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_orphan('documents', old.path);
  return null;
end
$$;
comment on function private.orphan_file() is 'A file that is refused, given up, taken back or purged leaves its object.';
create trigger orphan_removed after update on public.files
  for each row when (
    old.status is distinct from new.status and new.status in ('removed', 'rejected', 'failed'))
  execute function private.orphan_file();
create trigger orphan_deleted after delete on public.files
  for each row execute function private.orphan_file();

create function private.ping_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(
    new.org_id, new.request_id, new.item_id,
    (select i.version from public.items i where i.id = new.item_id));
  return null;
end
$$;
comment on function private.ping_file() is 'Pings staff who upload on behalf when a file was inspected.';
create trigger ping_update after update on public.files
  for each row when (old.status is distinct from new.status and new.uploader_kind = 'staff')
  execute function private.ping_file();

-- Inspection of uploaded files: what inspect-file and sweep call, with the service role only.

-- A file that cannot be inspected is tried again, each time later, so that it does not hold up the others.
create table private.inspections (
  file_id uuid primary key references public.files (id) on delete cascade,
  tries int not null,
  not_before timestamptz not null
);
comment on table private.inspections is
  'Files the sweep tried to inspect: how often, and when it may try again.';

revoke all on private.inspections from public, anon, authenticated, service_role;
alter table private.inspections enable row level security;
alter table private.inspections force row level security;

create function public.get_inspection(file_id uuid) returns table (
  file_id uuid, bucket text, path text, name text, mime text, bytes bigint, status text,
  reject_code text)
language sql stable security definer set search_path = ''
as $$
  select f.id, 'documents', f.path, f.name, f.mime, f.bytes, f.status, f.reject_code
  from public.files f where f.id = get_inspection.file_id
$$;
comment on function public.get_inspection(uuid) is 'System: what a file claims to be and where it lies.';
grant execute on function public.get_inspection(uuid) to service_role;

create function private.settle_inspection(
  file_id uuid, status text, detected_mime text, sha256 text, reject_code text
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  file public.files;
begin
  if settle_inspection.status is null or settle_inspection.status not in ('ready', 'rejected') then
    perform private.invalid('status', 'format');
  end if;
  update public.files f set
    status = settle_inspection.status, detected_mime = settle_inspection.detected_mime,
    sha256 = settle_inspection.sha256, reject_code = settle_inspection.reject_code
  where f.id = settle_inspection.file_id and f.status = 'checking' returning * into file;
  if file.id is not null then
    perform private.record_event(
      private.system_actor(), file.org_id, file.request_id, 'file.' || file.status, 'file',
      file.id, jsonb_build_object(
        'item_id', file.item_id, 'submission_id', file.submission_id,
        'reject_code', file.reject_code));
  end if;
end
$$;
comment on function private.settle_inspection(uuid, text, text, text, text) is
  'Stores the verdict on a file that is being checked; a second verdict changes nothing.';

create function public.record_inspection(
  file_id uuid, status text, detected_mime text default null, sha256 text default null,
  reject_code text default null
) returns table (file_id uuid, status text, reject_code text)
language sql security definer set search_path = ''
as $$
  select private.settle_inspection($1, $2, $3, $4, $5);
  select f.id, f.status, f.reject_code from public.files f where f.id = $1;
$$;
comment on function public.record_inspection(uuid, text, text, text, text) is
  'System: gives the verdict on a file and answers its state afterwards.';
grant execute on function public.record_inspection(uuid, text, text, text, text) to service_role;

create function public.files_to_inspect(max_rows int default 20)
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
      and (t.file_id is null or (t.tries < 8 and t.not_before <= private.clock()))
    order by coalesce(t.not_before, f.updated_at + interval '1 minute'), f.id
    limit max_rows for update of f skip locked
  loop
    -- Counted before the inspection, which may end with the process it runs in.
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
comment on function public.files_to_inspect(int) is
  'System: files whose inspection got lost, each answer a try: a minute, doubling, eight tries; then the file is refused as upload_incomplete.';
grant execute on function public.files_to_inspect(int) to service_role;

-- Decisions of the firm on submitted items: review, waive, undo.

create function private.decision_result(item public.items, request public.requests) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'item_id', item.id, 'status', item.status, 'version', item.version,
    'request_status', request.status)
$$;
comment on function private.decision_result(public.items, public.requests) is 'What decisions answer.';

create function public.review_item(
  item_id uuid, decision text, note text default null, expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(review_item.item_id));
  request public.requests := private.lock_request(
    private.request_of(review_item.item_id), '{open}');
  item public.items;
  submission public.submissions;
  clean_note text;
begin
  if decision is null or decision not in ('accepted', 'partial', 'returned') then
    perform private.invalid('decision', 'format');
  end if;
  clean_note := nullif(private.clean_text(
    review_item.note, 'note', case decision when 'accepted' then 0 else 3 end, 1000), '');
  select * into item from public.items i where i.id = review_item.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.status <> 'submitted' then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  update public.submissions s set
    status = decision, decision_note = clean_note, decided_by = actor.id,
    decided_at = private.clock()
  where s.item_id = item.id and s.status = 'submitted' returning * into submission;
  item := private.set_item_status(item.id, decision);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.' || decision, 'item', item.id,
    jsonb_build_object(
      'submission_id', submission.id, 'no', submission.no, 'status', item.status));
  perform private.drop_digest_entry('staff_digest', item);
  if decision in ('partial', 'returned') then
    perform private.mail_decision(item);
  end if;
  request := private.settle_request(request);
  return private.decision_result(item, request);
end
$$;
comment on function public.review_item(uuid, text, text, int) is
  'Decides a submitted item: accepted, partial (accepted, send more) or returned; the latter two say why.';
grant execute on function public.review_item(uuid, text, text, int) to authenticated;

create function public.waive_item(item_id uuid, note text, expected_version int default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_request_staff(private.request_of(waive_item.item_id));
  request public.requests := private.lock_request(private.request_of(waive_item.item_id), '{open}');
  item public.items;
  clean_note text := private.clean_text(waive_item.note, 'note', 3, 1000);
begin
  select * into item from public.items i where i.id = waive_item.item_id;
  perform private.check_version(
    expected_version, item.version, item.id, item.org_id, item.request_id);
  if item.status not in ('open', 'submitted', 'partial', 'returned') then
    perform private.refuse(
      409, 'invalid_transition', jsonb_build_object('status', item.status));
  end if;
  item := private.set_item_status(item.id, 'waived', clean_note);
  perform private.drop_digest_entry('staff_digest', item);
  perform private.drop_digest_entry('decision_digest', item);
  perform private.record_event(
    actor, item.org_id, item.request_id, 'item.waived', 'item', item.id,
    jsonb_build_object('status', item.status));
  request := private.settle_request(request);
  return private.decision_result(item, request);
end
$$;
comment on function public.waive_item(uuid, text, int) is 'The firm no longer wants an item; its submissions stay as they are.';
grant execute on function public.waive_item(uuid, text, int) to authenticated;

create function public.undo_decision(item_id uuid, expected_version int default null)
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
    -- Waiving took the decision out of its digest; it stands again.
    perform private.mail_untold_decisions(request, c, item.id)
    from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id;
  end if;
  return private.decision_result(item, request);
end
$$;
comment on function public.undo_decision(uuid, int) is
  'Takes a decision back; reopens a request that it had completed.';
grant execute on function public.undo_decision(uuid, int) to authenticated;

-- The outbox. An email is queued in the transaction of its cause and sent by deliver-mail.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  kind text not null check (kind in (
    'request_sent', 'request_completed', 'request_reopened', 'request_cancelled',
    'decision_digest', 'staff_digest', 'invitation', 'reminder')),
  to_email text not null,
  request_id uuid,
  contact_id uuid,
  data jsonb not null default '{}',
  dedupe_key text not null unique,
  not_before timestamptz not null,
  status text not null default 'queued'
    check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'bounced')),
  tries int not null default 0,
  lease_until timestamptz,
  provider_id text,
  last_error text,
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table private.outbox is 'Mail to send, at least once; the dedupe key makes it once.';
comment on column private.outbox.data is 'Ids and reasons only; titles are read when the mail is claimed.';
create index outbox_due_idx on private.outbox (not_before) where status in ('queued', 'sending');
create index outbox_request_id_idx on private.outbox (request_id, status);
create index outbox_contact_id_idx on private.outbox (contact_id, status);
create index outbox_org_id_idx on private.outbox (org_id);
create index outbox_provider_id_idx on private.outbox (provider_id);

revoke all on private.outbox from public, anon, authenticated, service_role;
alter table private.outbox enable row level security;
alter table private.outbox force row level security;

create trigger touch before update on private.outbox
  for each row execute function private.touch();

create function private.enqueue_mail(mail private.outbox) returns uuid
language sql security definer set search_path = ''
as $$
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
  values (
    mail.org_id, mail.kind, mail.to_email, mail.request_id, mail.contact_id,
    coalesce(mail.data, '{}'), mail.dedupe_key, mail.not_before)
  on conflict (dedupe_key) do nothing
  returning id
$$;
comment on function private.enqueue_mail(private.outbox) is
  'Queues a mail unless its dedupe key has been seen; answers null then.';

create function private.cancel_mail(request_id uuid, contact_id uuid, kinds text[]) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  cancelled int;
begin
  update private.outbox m set status = 'cancelled'
  where m.status = 'queued'
    and (cancel_mail.request_id is null or m.request_id = cancel_mail.request_id)
    and (cancel_mail.contact_id is null or m.contact_id = cancel_mail.contact_id)
    and (kinds is null or m.kind = any (kinds))
    and coalesce(cancel_mail.request_id, cancel_mail.contact_id) is not null;
  get diagnostics cancelled = row_count;
  return cancelled;
end
$$;
comment on function private.cancel_mail(uuid, uuid, text[]) is
  'Takes back waiting mail of a request or a contact; answers how many.';

create function private.mail_recipient(
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
  -- The version, not the address: one that was left and is right after all is a correction too.
  mail.dedupe_key := concat_ws(
    ':', mail.kind, request.id, request.version, contact.id, contact.version);
  perform private.enqueue_mail(mail);
end
$$;
comment on function private.mail_recipient(public.requests, public.contacts, text, interval, jsonb) is
  'Mails one recipient, as they are, about this version of a request.';

create function private.mail_recipients(
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
    order by c.id
  loop
    perform private.mail_recipient(request, contact, mail_recipients.kind, delay, data);
  end loop;
end
$$;
comment on function private.mail_recipients(public.requests, text, interval, jsonb) is
  'Mails every active recipient of a request.';

create function private.readdress_mail(contact_id uuid, email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  contact public.contacts;
  request public.requests;
begin
  update private.outbox m set to_email = readdress_mail.email
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries = 0;
  insert into private.outbox (
    org_id, kind, to_email, request_id, contact_id, data, dedupe_key, not_before)
  select m.org_id, m.kind, readdress_mail.email, m.request_id, m.contact_id, m.data,
    m.dedupe_key || ':' || md5(readdress_mail.email), private.clock()
  from private.outbox m
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0
  on conflict (dedupe_key) do nothing;
  update private.outbox m set status = 'cancelled'
  where m.contact_id = readdress_mail.contact_id and m.status = 'queued' and m.tries > 0;
  select * into contact from public.contacts c where c.id = readdress_mail.contact_id;
  for request in
    select r.* from public.requests r
    join public.request_contacts rc on rc.request_id = r.id
    where rc.contact_id = contact.id and r.status = 'open' and not exists (
      select from private.outbox m
      where m.request_id = r.id and m.contact_id = contact.id and m.kind = 'request_sent'
        and m.status = 'queued')
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
comment on function private.readdress_mail(uuid, text) is
  'A contact''s new address gets the waiting mail and the open requests.';

create function private.end_unsent_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  update public.reminders m
  set status = case new.status when 'bounced' then 'failed' else 'skipped' end
  where m.id = (new.data ->> 'reminder_id')::uuid and m.status = 'queued' and not exists (
    -- A corrected address moves a reminder to another mail.
    select from private.outbox o
    where o.contact_id = m.contact_id and o.status in ('queued', 'sending')
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
comment on function private.end_unsent_reminder() is
  'Skips the reminder whose mail is cancelled, fails the one whose mail came back before it was told as sent, and records it.';
create trigger end_unsent_reminder after update of status on private.outbox
  for each row when (
    new.kind = 'reminder' and new.status in ('cancelled', 'bounced') and new.status <> old.status)
  execute function private.end_unsent_reminder();

-- Digests: delayed emails that collect several items of one request for one reader.

create function private.add_digest_entry(mail private.outbox, item_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox m
  set data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item_id::text || to_jsonb(item_id))
  where m.kind = mail.kind and m.request_id = mail.request_id and m.to_email = mail.to_email
    and m.status = 'queued' and m.tries = 0;
  if not found then
    mail.data := jsonb_build_object('item_ids', jsonb_build_array(item_id));
    mail.dedupe_key := concat_ws(
      ':', mail.kind, mail.request_id, md5(mail.to_email), item_id, mail.dedupe_key);
    perform private.enqueue_mail(mail);
  end if;
end
$$;
comment on function private.add_digest_entry(private.outbox, uuid) is
  'Adds an item to the reader''s waiting digest that was never tried, or begins one.';

create function private.drop_digest_entry(kind text, item public.items) returns void
language sql security definer set search_path = ''
as $$
  update private.outbox m set
    data = jsonb_set(m.data, '{item_ids}', (m.data -> 'item_ids') - item.id::text),
    status = case when (m.data -> 'item_ids') - item.id::text = '[]' then 'cancelled' else m.status end
  where m.kind = drop_digest_entry.kind and m.request_id = item.request_id and m.status = 'queued'
    and m.data -> 'item_ids' ? item.id::text
$$;
comment on function private.drop_digest_entry(text, public.items) is
  'Takes an item out of waiting digests; an empty digest is cancelled.';

create function private.mail_decision_to(
  item public.items, request public.requests, contact public.contacts
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  mail.org_id := item.org_id;
  mail.kind := 'decision_digest';
  mail.to_email := contact.email;
  mail.request_id := item.request_id;
  mail.contact_id := contact.id;
  mail.not_before := private.clock() + interval '5 minutes';
  mail.dedupe_key := concat_ws(':', item.version, request.version);
  perform private.add_digest_entry(mail, item.id);
end
$$;
comment on function private.mail_decision_to(public.items, public.requests, public.contacts) is
  'Tells one recipient, in five minutes, what is wanted again.';

create function private.mail_decision(item public.items) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(item, r, c)
  from public.requests r
  join public.request_contacts rc on rc.request_id = r.id
  join public.contacts c on c.id = rc.contact_id and c.status = 'active'
  where r.id = item.request_id
  order by c.id
$$;
comment on function private.mail_decision(public.items) is 'Tells the recipients, in five minutes, what is wanted again.';

create function private.mail_untold_decisions(
  request public.requests, contact public.contacts, item_id uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select private.mail_decision_to(i, request, contact)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.no = (
    select max(newest.no) from public.submissions newest
    where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = request.id and i.status in ('partial', 'returned')
    and (mail_untold_decisions.item_id is null or i.id = mail_untold_decisions.item_id)
    and not exists (
      select from private.outbox m
      where m.kind = 'decision_digest' and m.request_id = i.request_id
        and m.contact_id = contact.id and m.data -> 'item_ids' ? i.id::text
        and m.status <> 'cancelled' and m.updated_at >= s.decided_at)
  order by i.position
$$;
comment on function private.mail_untold_decisions(public.requests, public.contacts, uuid) is
  'Tells a recipient of decisions that stand and whose mail was taken back before it left.';

create function private.staff_readers(request_id uuid) returns table (user_id uuid, email text)
language sql stable security definer set search_path = ''
as $$
  with staff as (
    select m.user_id, m.role, u.email::text as email, r.assignee_id, r.created_by
    from public.requests r
    join public.memberships m on m.org_id = r.org_id and m.status = 'active'
    join auth.users u on u.id = m.user_id and u.email is not null
    where r.id = staff_readers.request_id
  ), ranked as (
    select s.user_id, s.email, case
      when s.user_id = s.assignee_id then 1
      when s.user_id = s.created_by then 2
      when s.role = 'owner' then 3 end as rank
    from staff s
  )
  select r.user_id, lower(r.email) from ranked r where r.rank = (select min(rank) from ranked)
$$;
comment on function private.staff_readers(uuid) is
  'Who reads about a request: its assignee, else its creator, else the owners.';

create function private.mail_staff(item public.items) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reader record;
  mail private.outbox;
begin
  for reader in select * from private.staff_readers(item.request_id) loop
    mail.org_id := item.org_id;
    mail.kind := 'staff_digest';
    mail.to_email := reader.email;
    mail.request_id := item.request_id;
    mail.not_before := private.clock() + interval '15 minutes';
    mail.dedupe_key := item.version;
    perform private.add_digest_entry(mail, item.id);
  end loop;
end
$$;
comment on function private.mail_staff(public.items) is 'Tells the firm, in fifteen minutes, what waits for a decision.';

-- Delivery of queued emails: what deliver-mail calls, with the service role only.

create function private.mail_items(mail private.outbox, statuses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'title', i.title, 'status', i.status, 'note', s.decision_note,
      'contact_name', case when mail.kind = 'staff_digest' then coalesce(
        (select c.name from public.contacts c
        join public.request_contacts rc on rc.contact_id = c.id and rc.request_id = i.request_id
        where c.user_id = s.submitted_by limit 1),
        private.user_name(s.submitted_by)) end))
    order by i.position)
  from public.items i
  join public.submissions s on s.item_id = i.id and s.status = i.status
    and s.no = (
      select max(newest.no) from public.submissions newest
      where newest.item_id = i.id and newest.status <> 'draft')
  where i.request_id = mail.request_id and i.status = any (statuses)
    and mail.data -> 'item_ids' ? i.id::text
$$;
comment on function private.mail_items(private.outbox, text[]) is
  'The items a digest names, as they stand now; null when none is left.';

create function private.invitation_mail_data(mail private.outbox) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'invitation_id', i.id, 'role', i.role, 'inviter_name', private.user_name(i.invited_by))
  from public.invitations i
  where i.id = (mail.data ->> 'invitation_id')::uuid and i.status = 'pending'
$$;
comment on function private.invitation_mail_data(private.outbox) is
  'What an invitation''s mail says; null once it is no longer pending.';

create function private.mail_data(mail private.outbox) returns jsonb
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

-- An email is checked again when it is claimed: its firm, request or reader may have changed since it
-- was queued.
create function private.is_mail_wanted(mail private.outbox) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.orgs o where o.id = mail.org_id and o.deleted_at is null
  ) and (mail.request_id is null or exists (
    select from public.requests r
    where r.id = mail.request_id and r.status = any (case mail.kind
      when 'request_completed' then '{complete,archived}'
      when 'request_cancelled' then '{cancelled,archived}'
      else '{open}' end::text[])
  )) and (mail.contact_id is null or exists (
    select from public.contacts c where c.id = mail.contact_id and c.status = 'active'
  )) and (mail.contact_id is null or mail.request_id is null or exists (
    select from public.request_contacts rc
    where rc.request_id = mail.request_id and rc.contact_id = mail.contact_id
  ))
$$;
comment on function private.is_mail_wanted(private.outbox) is
  'Whether the firm exists, the request is in the state the mail speaks of, and the contact is asked.';

create function private.pass_on_digest(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  entry record;
  digest private.outbox;
begin
  if exists (
    select from private.staff_readers(mail.request_id) reader where reader.email = mail.to_email
  ) then
    return false;
  end if;
  for entry in
    select reader.email, i.id
    from private.staff_readers(mail.request_id) reader
    join public.items i on i.request_id = mail.request_id
      and i.status = 'submitted' and mail.data -> 'item_ids' ? i.id::text
    where not exists (
      select from private.outbox told
      where told.request_id = mail.request_id and told.kind = mail.kind
        and told.to_email = reader.email and told.data -> 'item_ids' ? i.id::text
        and told.status <> 'cancelled' and told.updated_at >= i.submitted_at)
    order by reader.email, i.position
  loop
    digest.org_id := mail.org_id;
    digest.kind := mail.kind;
    digest.to_email := entry.email;
    digest.request_id := mail.request_id;
    digest.not_before := private.clock();
    digest.dedupe_key := mail.id;
    perform private.add_digest_entry(digest, entry.id);
  end loop;
  return true;
end
$$;
comment on function private.pass_on_digest(private.outbox) is
  'Tells who reads about the request by now what they were not told yet; false when that is whom the digest goes to.';

create function private.follow_contact(mail private.outbox) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address text := (
    select c.email::text from public.contacts c where c.id = mail.contact_id);
begin
  if address = lower(mail.to_email) then
    return false;
  end if;
  -- The request itself was sent to the new address when it was corrected.
  if mail.kind <> 'request_sent' then
    mail.dedupe_key := mail.dedupe_key || ':' || md5(address);
    mail.to_email := address;
    mail.not_before := private.clock();
    perform private.enqueue_mail(mail);
  end if;
  return true;
end
$$;
comment on function private.follow_contact(private.outbox) is
  'Queues a mail anew for the address a contact has by now; false when it goes there already.';

create function private.settle_mail(mail private.outbox, status text, provider_id text, error text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder_id uuid := (mail.data ->> 'reminder_id')::uuid;
begin
  update private.outbox m set
    status = settle_mail.status, provider_id = settle_mail.provider_id,
    last_error = left(settle_mail.error, 200), lease_until = null
  where m.id = mail.id;
  perform private.record_event(
    private.system_actor(), mail.org_id, mail.request_id, 'mail.' || status, 'mail', mail.id,
    jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
  if reminder_id is not null then
    update public.reminders r set status = settle_mail.status where r.id = reminder_id;
    perform private.record_event(
      private.system_actor(), mail.org_id, mail.request_id, 'reminder.' || status, 'reminder',
      reminder_id, jsonb_build_object('contact_id', mail.contact_id));
  end if;
end
$$;
comment on function private.settle_mail(private.outbox, text, text, text) is 'Ends a mail as sent or failed and records it.';

create function public.claim_mail(max_rows int default 20) returns table (
  mail_id uuid, tries int, kind text, to_email text, to_name text, dedupe_key text,
  org_name text, org_slug text, reply_email text, time_zone text, request_id uuid,
  public_id text, request_title text, request_message text, due_on date, contact_id uuid,
  user_id uuid, account_id uuid, account_confirmed boolean, data jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
  content jsonb;
  may_leave boolean;
  claimed int := 0;
  seen int;
begin
  -- Mail that is cancelled here must not keep what is due behind it from leaving.
  for _ in 1..20 loop
    seen := 0;
    for mail in
      select * from private.outbox m
      where (m.status = 'queued' and m.not_before <= private.clock())
        or (m.status = 'sending' and m.lease_until < private.clock())
      order by m.not_before, m.id limit max_rows - claimed for update skip locked
    loop
      seen := seen + 1;
      if mail.tries >= 6 then
        perform private.settle_mail(mail, 'failed', null, 'lease_lost');
        continue;
      end if;
      content := private.mail_data(mail);
      may_leave := case
        when content is null or not private.is_mail_wanted(mail) then false
        when mail.kind = 'staff_digest' then not private.pass_on_digest(mail)
        when mail.contact_id is not null then not private.follow_contact(mail)
        else true end;
      if not may_leave then
        update private.outbox m set status = 'cancelled', lease_until = null where m.id = mail.id;
        continue;
      end if;
      claimed := claimed + 1;
      update private.outbox m set
        status = 'sending', tries = m.tries + 1, lease_until = private.clock() + interval '2 minutes'
      where m.id = mail.id;
      return query
        select mail.id, mail.tries + 1, mail.kind, mail.to_email,
          coalesce(c.name, nullif(p.name, '')), mail.dedupe_key, o.name, o.slug, o.reply_email,
          o.time_zone, r.id, r.public_id, r.title, r.message, r.due_on, c.id, c.user_id, u.id,
          coalesce(u.email_confirmed_at is not null, false), content
        from public.orgs o
        left join public.requests r on r.id = mail.request_id
        left join public.contacts c on c.id = mail.contact_id
        left join auth.users u on u.email = mail.to_email and not u.is_sso_user
        left join public.profiles p on p.user_id = u.id
        where o.id = mail.org_id;
    end loop;
    exit when seen = 0 or claimed >= max_rows;
  end loop;
end
$$;
comment on function public.claim_mail(int) is
  'System: takes due mail under a lease of two minutes, each with what it says.';
grant execute on function public.claim_mail(int) to service_role;

-- Outcome "limited": the email service accepts no more for now. That does not count as a failed try,
-- because an email is given up after six of them.
create function public.finish_mail(
  mail_id uuid, tries int, outcome text, provider_id text default null, error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = finish_mail.mail_id and m.status = 'sending' and m.tries = finish_mail.tries
  for update;
  if mail.id is null then
    return false;
  end if;
  case
    when outcome = 'sent' then
      perform private.settle_mail(mail, 'sent', finish_mail.provider_id, null);
    when outcome = 'limited' then
      update private.outbox m set
        status = 'queued', lease_until = null, last_error = left(error, 200), tries = m.tries - 1,
        not_before = private.clock() + interval '1 minute'
      where m.id = mail.id;
    when outcome = 'retry' and mail.tries < 6 then
      update private.outbox m set
        status = 'queued', lease_until = null, last_error = left(error, 200),
        not_before = private.clock() + interval '1 minute' * 2 ^ (mail.tries - 1)
      where m.id = mail.id;
    when outcome in ('retry', 'failed') then
      perform private.settle_mail(mail, 'failed', null, finish_mail.error);
    else
      perform private.invalid('outcome', 'format');
  end case;
  return true;
end
$$;
comment on function public.finish_mail(uuid, int, text, text, text) is
  'System: result of a try: sent, retry (one minute, doubling, six tries), limited (a minute later, no try) or failed. Only the holder of the lease may say.';
grant execute on function public.finish_mail(uuid, int, text, text, text) to service_role;

create function private.mail_runs() returns int
language sql stable security definer set search_path = ''
as $$
  select (count(*) / 500)::int from (
    select from private.outbox m
    where m.status = 'queued' and m.not_before <= private.clock() limit 4000
  ) due
$$;
comment on function private.mail_runs() is
  'How many runs of deliver-mail the outbox needs beside the sweep: one for every 500 mails, at most 8.';

-- Emails that came back: the address gets no email until staff correct it.

create function public.record_bounce(provider_id text, mail_id uuid default null) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select * into mail from private.outbox m
  where m.id = record_bounce.mail_id
    or (record_bounce.mail_id is null and m.provider_id = record_bounce.provider_id)
  order by m.created_at desc limit 1;
  -- Requests before mails and contacts, as everywhere; nobody else plans for them meanwhile.
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
  perform private.record_event(
    private.system_actor(), mail.org_id, mail.request_id, 'mail.bounced', 'mail', mail.id,
    jsonb_build_object('kind', mail.kind, 'contact_id', mail.contact_id));
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
comment on function public.record_bounce(text, uuid) is
  'System: a mail could not be delivered. False when it is none of ours; repeating changes nothing.';
grant execute on function public.record_bounce(text, uuid) to service_role;

-- Reminders around the due date: at nine in the firm's morning, on working days, at most eight.

create table public.reminders (
  id uuid primary key default gen_random_uuid(),
  org_id uuid not null references public.orgs (id) on delete cascade,
  request_id uuid not null,
  contact_id uuid not null,
  seq int not null check (seq > 0),
  manual boolean not null default false,
  due_at timestamptz not null,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'queued', 'sent', 'failed', 'skipped')),
  created_at timestamptz not null default private.clock(),
  updated_at timestamptz not null default private.clock(),
  unique (org_id, id),
  unique (request_id, contact_id, seq),
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade,
  foreign key (org_id, contact_id) references public.contacts (org_id, id) on delete cascade
);
comment on table public.reminders is 'One reminder of one contact about one request.';
comment on column public.reminders.manual is 'Sent because staff asked, not by plan.';
create index reminders_due_idx on public.reminders (due_at) where status = 'scheduled';
create index reminders_org_id_request_id_idx on public.reminders (org_id, request_id);
create index reminders_org_id_contact_id_idx on public.reminders (org_id, contact_id);

revoke all on public.reminders from public, anon, authenticated, service_role;
grant select on public.reminders to authenticated;
alter table public.reminders enable row level security;
alter table public.reminders force row level security;

create policy "staff read reminders" on public.reminders for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.reminders
  as restrictive for select to authenticated
  using (coalesce(org_id <> all ((select private.my_gated_org_ids())::uuid[]), false));

create trigger touch before update on public.reminders
  for each row execute function private.touch();

create function private.next_reminder_at(request public.requests, after timestamptz)
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
    select request.due_on + days.day
      + case extract(isodow from request.due_on + days.day)
        when 6 then 2 when 7 then 1 else 0 end as day
    from days
  )
  select min((mornings.day + time '09:00') at time zone org.time_zone)
  from mornings, org
  where (mornings.day + time '09:00') at time zone org.time_zone > after
    and (mornings.day + time '09:00') at time zone org.time_zone
      <= request.sent_at + interval '60 days'
$$;
comment on function private.next_reminder_at(public.requests, timestamptz) is
  'The next planned morning after a moment; null when the plan has ended.';

create function private.awake_at(request public.requests, moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with local as (
    select moment at time zone o.time_zone as now, o.time_zone
    from public.orgs o where o.id = request.org_id
  ), candidate as (
    select l.*, l.now::date + case when l.now::time >= '08:00' then 1 else 0 end as day from local l
  ), decided as (
    select case
      when extract(isodow from c.now) < 6 and c.now::time >= '08:00' and c.now::time < '20:00'
      then moment
      else (c.day + case extract(isodow from c.day) when 6 then 2 when 7 then 1 else 0 end
        + time '09:00') at time zone c.time_zone end as at
    from candidate c
  )
  select d.at from decided d
  where d.at = moment or d.at <= request.sent_at + interval '60 days'
$$;
comment on function private.awake_at(public.requests, timestamptz) is
  'The moment itself between eight and twenty of a working day, else nine on the firm''s next working morning; null past 60 days after sending.';

-- PL/pgSQL, because its plans outlast the call: one morning asks this for 100,000 contacts.
create function private.asked_until(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select max(m.not_before + case
      -- A plan may name two days in a row: a busy morning and a change of clocks take two hours.
      when r.manual = false then interval '22 hours'
      else interval '24 hours' end)
    from private.outbox m
    left join public.reminders r on r.id = (m.data ->> 'reminder_id')::uuid
    where m.request_id = request.id and m.contact_id = asked_until.contact_id
      and m.kind in ('request_sent', 'request_reopened', 'reminder')
      and m.status in ('queued', 'sending', 'sent'));
end
$$;
comment on function private.asked_until(public.requests, uuid) is
  'Until when a contact was asked too lately to be reminded by plan; null when no mail asked.';

create function private.next_reminder_of(request public.requests, contact_id uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.next_reminder_at(
    request, greatest(private.clock(), private.asked_until(request, contact_id)));
end
$$;
comment on function private.next_reminder_of(public.requests, uuid) is
  'The next planned morning of a contact who was not asked lately; null when the plan has ended.';

create function private.schedule_reminder(request public.requests, contact_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  next_at timestamptz := private.next_reminder_of(request, schedule_reminder.contact_id);
  reminder public.reminders;
begin
  if next_at is null or request.status <> 'open' or not exists (
    select from public.contacts c
    where c.id = schedule_reminder.contact_id and c.status = 'active'
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

create function private.schedule_reminders(request_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  recipient public.request_contacts;
begin
  select * into request from public.requests r where r.id = schedule_reminders.request_id;
  for recipient in
    select rc.* from public.request_contacts rc
    join public.contacts c on c.id = rc.contact_id and c.status = 'active'
    where rc.request_id = request.id order by rc.contact_id
  loop
    perform private.schedule_reminder(request, recipient.contact_id);
  end loop;
end
$$;
comment on function private.schedule_reminders(uuid) is 'Plans the next reminder of every active recipient.';

create function private.end_reminders(request_id uuid, contact_id uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reminder public.reminders;
begin
  for reminder in
    update public.reminders m set status = 'skipped'
    where m.request_id = end_reminders.request_id
      and (end_reminders.contact_id is null or m.contact_id = end_reminders.contact_id)
      and m.status = 'scheduled'
    returning *
  loop
    perform private.record_event(
      private.system_actor(), reminder.org_id, reminder.request_id, 'reminder.skipped',
      'reminder', reminder.id,
      jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
  end loop;
end
$$;
comment on function private.end_reminders(uuid, uuid) is
  'Skips what is planned for a request or one of its contacts; what was queued ends with its mail.';

create function private.replan_reminder(request public.requests, contact_id uuid) returns void
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
    select from public.contacts c where c.id = replan_reminder.contact_id and c.status = 'active'
  ) then
    perform private.schedule_reminder(request, replan_reminder.contact_id);
  end if;
end
$$;
comment on function private.replan_reminder(public.requests, uuid) is
  'Moves a contact''s next reminder to where dates, plan and the last mail put it now, or plans one.';

create function private.replan_reminders(request public.requests) returns void
language sql security definer set search_path = ''
as $$
  select private.replan_reminder(request, rc.contact_id)
  from public.request_contacts rc where rc.request_id = request.id
  order by rc.contact_id
$$;
comment on function private.replan_reminders(public.requests) is
  'Moves the next reminders of an open request to where its due date and the firm''s plan put them now.';

create function private.replan_org(org_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  for request in
    select * from public.requests r
    where r.org_id = replan_org.org_id and r.status = 'open'
    order by r.id for no key update
  loop
    perform private.replan_reminders(request);
  end loop;
end
$$;
comment on function private.replan_org(uuid) is 'Replans the reminders of all open requests of a firm.';

create function private.has_work_left(request_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.items i
    where i.request_id = has_work_left.request_id and i.status in ('open', 'partial', 'returned')
      and (i.required or not exists (
        select from public.items other where other.request_id = i.request_id and other.required)))
$$;
comment on function private.has_work_left(uuid) is 'Whether the contacts still owe the firm something.';

create function private.queue_reminder(reminder public.reminders, actor private.actor) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mail private.outbox;
begin
  select c.email into mail.to_email from public.contacts c where c.id = reminder.contact_id;
  mail.org_id := reminder.org_id;
  mail.kind := 'reminder';
  mail.request_id := reminder.request_id;
  mail.contact_id := reminder.contact_id;
  mail.data := jsonb_build_object('reminder_id', reminder.id);
  mail.not_before := private.clock();
  mail.dedupe_key := 'reminder:' || reminder.id;
  perform private.enqueue_mail(mail);
  update public.reminders m set status = 'queued' where m.id = reminder.id;
  perform private.record_event(
    actor, reminder.org_id, reminder.request_id, 'reminder.queued', 'reminder', reminder.id,
    jsonb_build_object('contact_id', reminder.contact_id, 'seq', reminder.seq));
end
$$;
comment on function private.queue_reminder(public.reminders, private.actor) is 'Hands a reminder to the outbox.';

create function public.queue_reminders(max_rows int default 100) returns int
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
        join public.contacts c on c.id = rc.contact_id and c.status = 'active'
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

create function public.remind_contacts(request_id uuid) returns jsonb
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
    where rc.request_id = request.id
    returning *
  loop
    perform private.queue_reminder(reminder, actor);
    perform private.replan_reminder(request, reminder.contact_id);
    queued := queued + 1;
  end loop;
  if queued = 0 then
    perform private.refuse(409, 'contact_bounced');
  end if;
  return jsonb_build_object('queued', queued);
end
$$;
comment on function public.remind_contacts(uuid) is 'Reminds every active recipient now, once in 24 hours.';
grant execute on function public.remind_contacts(uuid) to authenticated;

-- Who may store and read objects. The buckets are in config.toml and, for hosted Supabase, here.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 104857600,
    array(select distinct t.mime from private.file_types t order by 1)),
  ('images', 'images', true, 2097152, '{image/png,image/jpeg,image/webp}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.is_signing() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('storage.operation', true), '') like '%sign%';
end
$$;
comment on function private.is_signing() is
  'Whether Storage is about to hand out a signed address: sign, sign_many, sign_upload_url.';
grant execute on function private.is_signing() to authenticated;

create function private.may_store(object_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  file public.files;
begin
  select f.* into file
  from public.files f
  join public.items i on i.id = f.item_id and i.status in ('open', 'partial', 'returned')
  join public.requests r on r.id = f.request_id and r.status = 'open'
  where f.path = object_path and f.status = 'uploading' and f.uploader_id = my_id;
  return file.id is not null
    and file.org_id <> all (private.my_gated_org_ids())
    and case file.uploader_kind
      when 'staff' then file.org_id = any (private.my_org_ids())
      else file.request_id = any (private.my_request_ids()) end;
end
$$;
comment on function private.may_store(text) is
  'Whether begin_upload reserved this path for the caller and its item still takes files.';
grant execute on function private.may_store(text) to authenticated;

create function private.may_read(object_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  file public.files;
begin
  select * into file from public.files f where f.path = object_path and f.status = 'ready';
  if file.id is null or file.org_id = any (private.my_gated_org_ids()) then
    return false;
  elsif not (
    ((file.shared_at is not null or file.uploader_id = my_id)
      and file.org_id = any (private.my_org_ids()))
    or file.request_id = any (private.my_request_ids())
  ) then
    return false;
  end if;
  return private.is_reading_recorded(file, my_id);
end
$$;
comment on function private.may_read(text) is
  'Whether the caller may select the ready files row of this path, and the reading is recorded.';
grant execute on function private.may_read(text) to authenticated;

create policy "uploaders store reserved documents" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'documents' and not (select private.is_signing()) and private.may_store(name));
create policy "readers of a file read its document" on storage.objects for select to authenticated
  using (
    bucket_id = 'documents' and not (select private.is_signing()) and private.may_read(name));

create function private.may_change_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select object_path ~ '^(avatars|logos)/[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp)$'
    and case split_part(object_path, '/', 1)
      when 'avatars' then split_part(object_path, '/', 2) = auth.uid()::text
      else split_part(object_path, '/', 2)::uuid = any (private.my_admin_org_ids())
        and split_part(object_path, '/', 2)::uuid <> all (private.my_gated_org_ids()) end
$$;
comment on function private.may_change_image(text) is
  'Avatars are their user''s; logos belong to owners and admins.';
grant execute on function private.may_change_image(text) to authenticated;

-- Pictures are public and up to two megabytes: a user keeps at most twenty that no row refers to.
create function private.may_store_image(object_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.may_change_image(object_path) and (
    select count(*) from storage.objects o, substring(object_path from '^[a-z]+/[0-9a-f-]+') folder
    where o.bucket_id = 'images'
      -- As one range of the index: '0' is the character after '/'.
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0') < 20
$$;
comment on function private.may_store_image(text) is
  'Whether the caller may change this image, and fewer than twenty lie beside it.';
grant execute on function private.may_store_image(text) to authenticated;

create policy "people store their images" on storage.objects for insert to authenticated
  with check (bucket_id = 'images' and private.may_store_image(name));
create policy "people see their images" on storage.objects for select to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));
create policy "people delete their images" on storage.objects for delete to authenticated
  using (bucket_id = 'images' and private.may_change_image(name));

-- A picture is stored before its row is saved. It is noted here and checked an hour later, because one
-- that was never saved has no row that could release it.
create function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;
comment on function private.note_picture() is
  'A picture that no row has taken an hour after it was stored is an orphan.';
create trigger note_picture after insert on storage.objects
  for each row when (
    new.bucket_id = 'images'
    and new.name ~ '^(avatars|logos)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/')
  execute function private.note_picture();

-- Live pings to staff: something changed, load it again. Contacts poll.

create function private.may_join(topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  named uuid;
begin
  if topic is null or topic !~ '^(org|request):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  named := split_part(topic, ':', 2)::uuid;
  if topic like 'request:%' then
    named := (select r.org_id from public.requests r where r.id = named);
  end if;
  return coalesce(
    named = any (private.my_org_ids()) and named <> all (private.my_gated_org_ids()), false);
end
$$;
comment on function private.may_join(text) is 'Whether the caller is staff of the firm a channel belongs to.';
grant execute on function private.may_join(text) to authenticated;

create policy "staff receive pings of their firms and requests" on realtime.messages
  for select to authenticated
  using (
    extension in ('broadcast', 'presence') and (select private.may_join((select realtime.topic()))));
create policy "staff show themselves beside a request" on realtime.messages
  for insert to authenticated
  with check (
    extension = 'presence' and (select realtime.topic()) like 'request:%'
    and (select private.may_join((select realtime.topic()))));

create function private.ping(org_id uuid, request_id uuid, item_id uuid, version int) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payload jsonb := jsonb_build_object(
    'request_id', request_id, 'item_id', item_id, 'version', version);
begin
  perform realtime.send(payload, 'changed', 'org:' || org_id, true);
  perform realtime.send(payload, 'changed', 'request:' || request_id, true);
end
$$;
comment on function private.ping(uuid, uuid, uuid, int) is 'Tells staff on both channels that something changed.';

-- The export of everything a request has collected.

create function public.begin_export(request_id uuid) returns jsonb
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
  -- The token that opens the first file opens the last one as well: 4 MB a second is the slowest
  -- download that is planned for, a minute the reserve. A token without an end has none to wait for.
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
comment on function public.begin_export(uuid) is
  'Permits and records one export of the accepted files (partial ones included), before a byte is streamed.';
grant execute on function public.begin_export(uuid) to authenticated;

-- Accounts: checks that Edge functions run before they delete an account or reset its second factor,
-- and what confirming an address does.

create function private.require_account_step_up() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  strict_org_id uuid := (
    select o.id from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null and o.require_mfa
    where m.user_id = auth.uid() and m.status = 'active'
    limit 1);
begin
  -- Without a strict firm the rule still asks for a live session and for the user's own factor.
  perform private.require_step_up(strict_org_id);
end
$$;
comment on function private.require_account_step_up() is
  'The step-up rule for account actions: a second factor when the user has one or any of their firms requires it.';

create function public.close_account() returns jsonb
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
  update public.contacts c set user_id = null where c.user_id = my_id;
  return jsonb_build_object('user_id', my_id);
end
$$;
comment on function public.close_account() is
  'Leaves every firm and unlinks every contact of the caller; delete-account then deletes the user.';
grant execute on function public.close_account() to authenticated;

create function public.check_factor_reset(org_id uuid, user_id uuid) returns jsonb
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
    -- The factor guards the other firm too.
    perform private.refuse(409, 'member_elsewhere');
  end if;
  return jsonb_build_object('user_id', check_factor_reset.user_id);
end
$$;
comment on function public.check_factor_reset(uuid, uuid) is
  'Whether the caller, an owner, may take the factors off a member who works nowhere else.';
grant execute on function public.check_factor_reset(uuid, uuid) to authenticated;

create function public.record_factor_reset(org_id uuid, user_id uuid, actor_id uuid)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_event(
    row('staff', actor_id, private.user_name(actor_id))::private.actor,
    record_factor_reset.org_id, null, 'member.factors_reset', 'member',
    record_factor_reset.user_id);
  return true;
end
$$;
comment on function public.record_factor_reset(uuid, uuid, uuid) is
  'System: records that an owner resets a member''s factors, before it is done.';
grant execute on function public.record_factor_reset(uuid, uuid, uuid) to service_role;

-- An account counts from the moment its address is confirmed. A password or name set before may come
-- from a stranger who signed up with somebody else's address.
create function private.drop_prepared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Made and confirmed in one transaction, as only administrators do: theirs to say.
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
comment on function private.drop_prepared() is
  'Leaves a user whose address was just proven without the password and the name given before.';
create trigger drop_prepared before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_prepared();

-- What time ends: invitations, closed requests, kept requests, deleted firms. Service role only.

create function public.expire_invitations(max_rows int default 500) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  invitation public.invitations;
  expired int := 0;
begin
  for invitation in
    select * from public.invitations i
    where i.status = 'pending' and i.expires_at <= private.clock()
    order by i.expires_at limit max_rows for update skip locked
  loop
    update public.invitations i set status = 'expired' where i.id = invitation.id;
    perform private.record_event(
      private.system_actor(), invitation.org_id, null, 'invitation.expired', 'invitation',
      invitation.id);
    expired := expired + 1;
  end loop;
  return expired;
end
$$;
comment on function public.expire_invitations(int) is 'System: ends invitations nobody accepted in seven days.';
grant execute on function public.expire_invitations(int) to service_role;

create function public.archive_requests(max_rows int default 200) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  archived int := 0;
begin
  for request in
    select * from public.requests r
    where r.status in ('complete', 'cancelled')
      and r.closed_at <= private.clock() - interval '90 days'
    order by r.closed_at limit max_rows for update skip locked
  loop
    update public.requests r set status = 'archived', version = r.version + 1
    where r.id = request.id;
    perform private.record_event(
      private.system_actor(), request.org_id, request.id, 'request.archived', 'request',
      request.id, '{"status":"archived"}');
    archived := archived + 1;
  end loop;
  return archived;
end
$$;
comment on function public.archive_requests(int) is 'System: puts away what has been closed for 90 days.';
grant execute on function public.archive_requests(int) to service_role;

create function private.requests_to_purge(max_rows int) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(due.id), '{}') from (
    select kept.id from public.orgs o
    cross join lateral (
      select r.id, r.closed_at from public.requests r
      where r.org_id = o.id and r.status = 'archived'
        and r.closed_at <= private.clock() - make_interval(days => o.retention_days)
      order by r.closed_at limit max_rows
    ) kept
    order by kept.closed_at limit max_rows
  ) due
$$;
comment on function private.requests_to_purge(int) is
  'Archived requests past their firm''s retention, oldest first: one index probe per firm.';

create function public.purge_requests(max_rows int default 20) returns int
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
  purged int := 0;
begin
  for request in
    select * from public.requests r
    where r.id = any (private.requests_to_purge(max_rows)) and r.status = 'archived'
    order by r.id for update skip locked
  loop
    delete from public.requests r where r.id = request.id;
    perform private.record_event(
      private.system_actor(), request.org_id, null, 'request.purged', 'request', request.id);
    purged := purged + 1;
  end loop;
  return purged;
end
$$;
comment on function public.purge_requests(int) is
  'System: deletes archived requests past retention; their events stay, their objects follow as orphans.';
grant execute on function public.purge_requests(int) to service_role;

create function public.purge_orgs() returns int
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
  -- In slices, so that no call takes long: events, then requests, then all the rest.
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
comment on function public.purge_orgs() is
  'System: takes a slice of a firm deleted 30 days ago; answers 1 when the firm is gone.';
grant execute on function public.purge_orgs() to service_role;

-- Objects in storage that no row refers to any more. They are noted when a row releases them, so that
-- no search over storage is needed.

create table private.orphans (
  bucket text not null,
  path text not null,
  since timestamptz not null default private.clock(),
  primary key (bucket, path)
);
comment on table private.orphans is 'Objects to delete through Storage; sweep does it within minutes.';
create index orphans_since_idx on private.orphans (since);

revoke all on private.orphans from public, anon, authenticated, service_role;
alter table private.orphans enable row level security;
alter table private.orphans force row level security;

create function private.note_orphan(bucket text, path text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.orphans (bucket, path) values (note_orphan.bucket, note_orphan.path)
  on conflict on constraint orphans_pkey do update set since = excluded.since
$$;
comment on function private.note_orphan(text, text) is 'Marks an object for deletion.';

create function private.is_kept(bucket text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when bucket = 'documents' then exists (
      select from public.files f
      where f.path = is_kept.path and f.status in ('uploading', 'checking', 'ready'))
    when path like 'logos/%' then exists (
      select from public.orgs o
      where o.id = split_part(is_kept.path, '/', 2)::uuid and o.logo_path = is_kept.path)
    else exists (
      select from public.profiles p
      where p.user_id = split_part(is_kept.path, '/', 2)::uuid and p.avatar_path = is_kept.path)
  end
$$;
comment on function private.is_kept(text, text) is
  'Whether a row holds on to the object, for example an avatar that was chosen again.';

create function public.orphaned_objects(max_rows int default 100)
returns table (bucket text, path text)
language plpgsql security definer set search_path = ''
as $$
declare
  noted record;
begin
  -- Two days: an interrupted upload may end after its row did, but not after one day.
  delete from private.orphans p
  where p.since < private.clock() - interval '2 days' and not exists (
    select from storage.objects o where o.bucket_id = p.bucket and o.name = p.path);
  -- What a row took is noted again when it lets go. Looked at twice, before and under the lock:
  -- a row may let go in between.
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
comment on function public.orphaned_objects(int) is
  'System: objects nobody may read any more; sweep deletes them through Storage.';
grant execute on function public.orphaned_objects(int) to service_role;

-- Scheduled jobs: every minute sweep does the system's work and deliver-mail helps with large queues.

-- After the default privileges of 01_private.sql: where the pushing role creates these extensions itself,
-- their functions are not open to everyone.
do $$
declare
  extension text;
begin
  foreach extension in array array['pg_cron', 'pg_net'] loop
    if exists (select from pg_available_extensions a where a.name = extension) then
      execute format('create extension if not exists %I', extension);
    end if;
  end loop;
end
$$;

create table private.settings (
  is_singleton boolean primary key default true check (is_singleton),
  api_url text not null,
  service_role_key text not null
);
comment on table private.settings is
  'Hosted only, one row, filled by the operator: where jobs call and with which key.';

revoke all on private.settings from public, anon, authenticated, service_role;
alter table private.settings enable row level security;
alter table private.settings force row level security;

create function private.job_target() returns table (url text, key text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from private.settings) then
    return query select s.api_url, s.service_role_key from private.settings s;
  elsif to_regclass('local_backend.settings') is not null then
    return query execute 'select api_url, service_role_key from local_backend.settings';
  end if;
end
$$;
comment on function private.job_target() is 'Where scheduled jobs call: the hosted settings, else the local backend''s.';

select cron.schedule('sweep', '* * * * *', $job$
  select net.http_post(
    url := target.url || '/functions/v1/sweep',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'apikey', target.key,
      'Authorization', 'Bearer ' || target.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000)
  from private.job_target() as target
  where target.url is not null
$job$);

select cron.schedule('mail', '* * * * *', $job$
  select net.http_post(
    url := target.url || '/functions/v1/deliver-mail',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'apikey', target.key,
      'Authorization', 'Bearer ' || target.key),
    body := '{}'::jsonb,
    timeout_milliseconds := 55000)
  from private.job_target() as target, generate_series(1, private.mail_runs())
  where target.url is not null
$job$);
