-- Checklists that a firm reuses, and the starter checklists that every new firm gets.

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
comment on table public.templates is
  'Checklists from which requests are created.';
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
comment on table public.template_items is
  'The items of a template. The columns that define an item are the same as in items.';
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
  'Replaces the items of a template with this ordered list.';

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
  'Adds a template, or changes one. items is the complete ordered list.';
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
comment on function public.archive_template(uuid, boolean) is
  'Archives or restores a template.';
grant execute on function public.archive_template(uuid, boolean) to authenticated;

create table private.starter_templates (
  position int primary key,
  title text not null,
  message text not null,
  due_in_days int not null,
  items jsonb not null
);
comment on table private.starter_templates is
  'The templates that every new firm gets.';

alter table private.starter_templates enable row level security;
alter table private.starter_templates force row level security;

insert into private.starter_templates (position, title, message, due_in_days, items) values
(1, 'Annual financial statements',
  'To prepare your financial statements, we need the following. Send what you have; you can add the rest later.',
  21,
  '[
    {"section":"Bank","kind":"file","title":"Bank statements for the whole year","help":"All business accounts, as PDF or CSV from your bank.","accept":["pdf","spreadsheet"]},
    {"section":"Bank","kind":"file","title":"Loan statements","help":"If the business has loans.","accept":["pdf"],"required":false},
    {"section":"Sales and costs","kind":"file","title":"Sales invoices or cash register reports","accept":["pdf","spreadsheet"]},
    {"section":"Sales and costs","kind":"file","title":"Purchase invoices and receipts","help":"Photos of receipts are fine.","accept":["pdf","image"]},
    {"section":"About the year","kind":"choice","title":"Did you buy or sell equipment?","options":{"choices":["Yes (give details in the note)","No"]}},
    {"section":"About the year","kind":"text","title":"Anything unusual this year?","help":"For example, a new location, new owners or one-time income.","required":false},
    {"section":"About the year","kind":"date","title":"Date of the last inventory count"}
  ]'),
(2, 'Mortgage application',
  'The lender asks for these documents. Clear photos from a phone are fine.',
  14,
  '[
    {"section":"Identity","kind":"file","title":"Passport or driver’s license","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three pay stubs","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Preferred move-in date","required":false}
  ]'),
(3, 'New employee',
  'Welcome. We need a few details to put you on the payroll.',
  7,
  '[
    {"section":"You","kind":"file","title":"Proof of work authorization","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"Start date"},
    {"section":"Pay","kind":"text","title":"Bank account for direct deposit","help":"The routing number and the account number."},
    {"section":"Pay","kind":"file","title":"Tax form from your last employer","help":"If you have one.","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Do you have another job?","options":{"choices":["Yes","No"]}}
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
