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
comment on table public.items is
  'The items of a request. Each asks for a file, text, choice or date, and gets its own '
  'decision.';
comment on column public.items.accept is 'The file groups that the item accepts. Empty means all.';
comment on column public.items.options is 'For a choice: {"choices": [texts], "multiple": boolean}.';
comment on column public.items.submitted_at is
  'When the answer that waits for review was submitted. Null unless the item is submitted and '
  'its request open.';
create index items_org_id_request_id_idx on public.items (org_id, request_id);
create index items_to_review_idx on public.items (org_id, request_id, submitted_at, id)
  where submitted_at is not null;

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

-- A move keeps updated_at, because it does not change the content of the item.
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
  elsif jsonb_array_length(choices) > 300 then
    perform private.invalid(field, 'range', '{"min":2,"max":30}');
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
  'Checks the options of a choice: {"choices": [2–30 texts], "multiple": boolean}.';

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
  elsif jsonb_array_length(coalesce(nullif(item -> 'accept', 'null'), '[]')) > 50 then
    perform private.invalid(field || 'accept', 'format');
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
  'Checks the definition of an item. Errors name the field with the prefix in field. If not '
  'strict, the definition may be incomplete.';

create function private.item_definition(item public.items) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', item.kind, 'section', item.section, 'title', item.title, 'help', item.help,
    'options', item.options, 'required', item.required, 'max_files', item.max_files,
    'accept', to_jsonb(item.accept))
$$;
comment on function private.item_definition(public.items) is
  'Returns the definition of an item in the format of clean_item.';

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
  'Stores a checked definition as a new item or in an existing one.';

create function private.request_of(item_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$ select i.request_id from public.items i where i.id = request_of.item_id $$;
comment on function private.request_of(uuid) is
  'Returns the request of an item.';

create function private.derived_status(item_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select s.status from public.submissions s
    where s.item_id = derived_status.item_id and s.status <> 'draft'
    order by s.no desc limit 1),
    'open')
$$;
comment on function private.derived_status(uuid) is
  'Returns the status of the newest submission that is not a draft, or open without one.';

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
comment on function private.set_item_status(uuid, text, text) is
  'Sets the status of an item. Each change creates a new version.';

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
  'Locks the request and returns the item. Refuses if the item cannot be answered now.';

create function private.require_item_party(item_id uuid) returns private.actor
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.require_party(
    (select i.request_id from public.items i where i.id = require_item_party.item_id));
end
$$;
comment on function private.require_item_party(uuid) is
  'Returns the caller as a contact or staff of the item''s request, or refuses.';

create function private.limit_per_hour(
  item public.items, what text, max_times int, latest timestamptz[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if cardinality(latest) >= max_times then
    perform private.refuse(409, 'too_soon', jsonb_build_object(
      'what', what, 'limit', max_times, 'next_at', latest[max_times] + interval '1 hour',
      'time_zone', (select o.time_zone from public.orgs o where o.id = item.org_id)));
  end if;
end
$$;
comment on function private.limit_per_hour(public.items, text, int, timestamptz[]) is
  'Refuses an action if the same person took it on this item max_times within the last hour. '
  'latest contains those times, newest first.';

create function private.ping_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ping(new.org_id, new.request_id, new.id, new.version);
  return null;
end
$$;
comment on function private.ping_item() is
  'Broadcasts that an item has changed.';
create trigger ping_update after update on public.items
  for each row when (old.version is distinct from new.version)
  execute function private.ping_item();
