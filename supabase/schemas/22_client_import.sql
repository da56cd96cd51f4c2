-- The import of clients from a file. If any row has an error, the import stores nothing and returns
-- the errors of all rows.

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
  row_name := private.clean_name(value ->> 'name', 'name', 1, 120);
  row_email := private.clean_line(
    value ->> 'contact_email', 'contact_email',
    case when btrim(coalesce(value ->> 'contact_name', '')) = '' then 0 else 1 end, 254);
  return jsonb_build_object(
    'name', row_name,
    'ref', nullif(private.clean_line(value ->> 'ref', 'ref', 0, 40), ''),
    'contact_name', coalesce(
      nullif(private.clean_name(value ->> 'contact_name', 'contact_name', 0, 120), ''), row_name),
    'contact_email', case when row_email <> ''
      then private.clean_email(row_email, 'contact_email') end);
end
$$;
comment on function private.clean_client_row(jsonb) is
  'Checks one row: name, ref?, contact_name?, contact_email?. If the contact has no name, it '
  'gets the client''s.';

create function private.client_row_key(client_row jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce('ref ' || (client_row ->> 'ref'), 'name ' || lower(client_row ->> 'name'))
$$;
comment on function private.client_row_key(jsonb) is
  'Returns the key of a row. Rows with the same key are the same client with several contacts.';

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
  'Returns the existing client that a row describes. It has the same name and the same '
  'reference, or the same name and contact if the row or the client has no reference. A row that '
  'contains only a name matches by name.';

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
  'Refuses a reference that another client has, and a repeated row that adds no contact.';

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
  'Returns the rows in the form in which they would be stored, and the errors of invalid rows by '
  'row number, from 1.';

create function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '10s'
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  -- known has the existing client of each row. ids maps each row key to its client, existing or
  -- new.
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
comment on function public.import_clients(uuid, jsonb) is
  'Imports up to 1,000 rows of clients and contacts, and skips those that exist. If any row has '
  'an error, stores nothing and returns all errors.';
grant execute on function public.import_clients(uuid, jsonb) to authenticated;

create function public.list_names_to_change(org_id uuid)
returns table (kind text, client_id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff(list_names_to_change.org_id);
  return query
    select 'firm', null::uuid, o.name from public.orgs o
    where o.id = list_names_to_change.org_id and private.is_bad_name(o.name, true)
    union all
    (select 'client', c.id, c.name from public.clients c
    where c.org_id = list_names_to_change.org_id and private.is_bad_name(c.name, false)
    order by c.name, c.id limit 100)
    union all
    (select 'contact', c.client_id, c.name from public.contacts c
    where c.org_id = list_names_to_change.org_id and private.is_bad_name(c.name, false)
      and c.status <> 'removed'
    order by c.name, c.id limit 100);
end
$$;
comment on function public.list_names_to_change(uuid) is
  'Returns the names of a firm, its clients and contacts that break the rules for names, because '
  'they were stored before the rules existed. Saving them again is refused.';
grant execute on function public.list_names_to_change(uuid) to authenticated;
