-- Checklists a firm asks for again and again.

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

revoke all on public.templates, public.template_items from public, anon, authenticated, service_role;
grant select on public.templates, public.template_items to authenticated;
alter table public.templates enable row level security;
alter table public.templates force row level security;
alter table public.template_items enable row level security;
alter table public.template_items force row level security;
create policy "staff read templates" on public.templates for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.templates
  as restrictive for select to authenticated
  using (org_id <> all ((select private.my_gated_org_ids())::uuid[]));
create policy "staff read template items" on public.template_items for select to authenticated
  using (org_id = any ((select private.my_org_ids())::uuid[]));
create policy "a required second factor comes first" on public.template_items
  as restrictive for select to authenticated
  using (org_id <> all ((select private.my_gated_org_ids())::uuid[]));
create trigger touch before update on public.templates
  for each row execute function private.touch();
create trigger touch before update on public.template_items
  for each row execute function private.touch();

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
