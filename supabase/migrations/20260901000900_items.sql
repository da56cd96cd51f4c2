-- The single things a request asks for.

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
  unique (org_id, id),
  unique (request_id, position) deferrable initially deferred,
  foreign key (org_id, request_id) references public.requests (org_id, id) on delete cascade
);
comment on table public.items is 'One file, text, choice or date that is asked for; decided alone.';
comment on column public.items.accept is 'File groups that may be sent; empty means all.';
comment on column public.items.options is 'For a choice: {"choices": [texts], "multiple": boolean}.';
create index items_org_id_request_id_idx on public.items (org_id, request_id);
create index items_submitted_idx on public.items (org_id, updated_at) where status = 'submitted';

revoke all on public.items from public, anon, authenticated, service_role;
grant select on public.items to authenticated;
alter table public.items enable row level security;
alter table public.items force row level security;
create policy "staff read items" on public.items for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "contacts read the items of their requests" on public.items
  for select to authenticated
  using (request_id = any ((select private.my_request_ids())::uuid[]));
create policy "a required second factor comes first" on public.items
  as restrictive for select to authenticated
  using (org_id <> all ((select private.my_gated_org_ids())::uuid[]));
create trigger touch before update on public.items
  for each row execute function private.touch();

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

create function public.list_my_requests() returns table (
  request_id uuid, public_id text, firm text, logo_path text, time_zone text, title text,
  status text, due_on date, sent_at timestamptz, closed_at timestamptz, items_total int,
  items_done int, required_total int, required_done int)
language sql stable security definer set search_path = ''
as $$
  select r.id, r.public_id, o.name, o.logo_path, o.time_zone, r.title, r.status, r.due_on,
    r.sent_at, r.closed_at,
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
comment on function public.list_my_requests() is 'A contact''s requests over all firms, with progress.';
grant execute on function public.list_my_requests() to authenticated;
