-- An append-only chain of events for each request and for each firm.

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
  'Changes and their actors, chained by SHA-256. The actor''s name is the only text in a row that '
  'a person typed.';
comment on column public.events.chain is
  'The id of the request, or of the firm for other events. It has no foreign key, because events '
  'remain after the request is deleted.';
comment on column public.events.hash is
  'SHA-256 in hex of prev_hash and, as jsonb array text in UTF-8: org_id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity, entity_id, data, at (UTC, microseconds).';
create index events_org_id_id_idx on public.events (org_id, id);
create index events_request_id_id_idx on public.events (request_id, id);
create index events_opened_files_idx on public.events (entity_id, at) where action = 'file.opened';
create index events_withdrawals_idx on public.events (entity_id, at) where action = 'item.withdrawn';
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
comment on function private.event_hash(text, public.events) is
  'Computes the hash of an event.';

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
comment on function private.record_event(private.actor, uuid, uuid, text, text, uuid, jsonb) is
  'Adds an event. Nothing else writes events. Call it in the transaction of the change.';

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
  raise exception 'events cannot be changed or deleted' using errcode = '42501';
end
$$;
comment on function private.keep_events() is
  'Refuses to change or delete an event, except when a deleted firm is purged.';
create trigger keep_events before update or delete on public.events
  for each row execute function private.keep_events();
create trigger keep_all_events before truncate on public.events
  for each statement execute function private.keep_events();

create function public.verify_audit(org_id uuid, after bigint default 0) returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '10s'
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
  'Verifies a page of 10,000 events and returns the first event that does not match its chain.';
grant execute on function public.verify_audit(uuid, bigint) to authenticated;

create function public.list_audit_people(org_id uuid, max_rows int default 500)
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
comment on function public.list_audit_people(uuid, int) is
  'Returns everyone who has an event in the firm, with their latest name: first current staff, '
  'then former staff and contacts. In each group, the most recent actor comes first.';
grant execute on function public.list_audit_people(uuid, int) to authenticated;

-- Saving a draft records no event, so a draft stores its last editor in saved_by.
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
comment on function private.last_actor_name(uuid, uuid, uuid) is
  'Returns the name of the last person who changed an object. Version conflicts show it.';

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
  'Refuses a change that is based on an older version.';
