-- Clients from a spreadsheet: all rows or none, every mistake named by its row.

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

create function private.check_client_row(org_id uuid, client_row jsonb, earlier jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  twin jsonb;
begin
  if client_row ->> 'ref' is not null and exists (
    select from public.clients c
    where c.org_id = check_client_row.org_id and c.ref = client_row ->> 'ref'
  ) then
    perform private.invalid('ref', 'unique');
  end if;
  for twin in select value from jsonb_array_elements(earlier) loop
    if twin ->> 'name' is distinct from client_row ->> 'name' and twin ->> 'ref' is not null then
      perform private.invalid('ref', 'unique');
    elsif client_row ->> 'contact_email' is null
      or twin ->> 'contact_email' = client_row ->> 'contact_email' then
      perform private.invalid('contact_email', 'unique');
    end if;
  end loop;
end
$$;
comment on function private.check_client_row(uuid, jsonb, jsonb) is
  'Refuses a reference that is taken, and a repeated row that brings no new contact.';

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
  ids jsonb := '{}';
  key text;
  added_id uuid;
  clients int := 0;
  contacts int := 0;
begin
  if jsonb_typeof(coalesce(import_clients.rows, 'null')) <> 'array' then
    perform private.invalid('rows', 'type');
  elsif jsonb_array_length(import_clients.rows) = 0 then
    perform private.invalid('rows', 'required');
  elsif jsonb_array_length(import_clients.rows) > 1000
    or octet_length(import_clients.rows::text) > 1048576 then
    perform private.invalid('rows', 'length', '{"min":1,"max":1000,"max_bytes":1048576}');
  end if;
  checked := private.clean_client_rows(import_clients.org_id, import_clients.rows);
  if checked.errors <> '[]' then
    return jsonb_build_object('created', 0, 'contacts', 0, 'errors', checked.errors);
  end if;
  for client_row in select element from jsonb_array_elements(checked.cleaned) element loop
    key := private.client_row_key(client_row);
    if not ids ? key then
      insert into public.clients (org_id, name, ref)
      values (import_clients.org_id, client_row ->> 'name', client_row ->> 'ref')
      returning id into added_id;
      ids := ids || jsonb_build_object(key, added_id);
      clients := clients + 1;
      perform private.record_event(
        actor, import_clients.org_id, null, 'client.saved', 'client', added_id);
    end if;
    if client_row ->> 'contact_email' is not null then
      insert into public.contacts (org_id, client_id, name, email)
      values (
        import_clients.org_id, (ids ->> key)::uuid, client_row ->> 'contact_name',
        client_row ->> 'contact_email')
      returning id into added_id;
      contacts := contacts + 1;
      perform private.record_event(
        actor, import_clients.org_id, null, 'contact.saved', 'contact', added_id,
        jsonb_build_object('client_id', ids ->> key));
    end if;
  end loop;
  return jsonb_build_object('created', clients, 'contacts', contacts, 'errors', '[]'::jsonb);
exception when unique_violation then
  -- Somebody else took a reference between the check and the insert.
  perform private.invalid('rows', 'unique');
end
$$;
comment on function public.import_clients(uuid, jsonb) is
  'Adds up to 1,000 rows of clients and contacts; with any mistake nothing is written and each is named.';
grant execute on function public.import_clients(uuid, jsonb) to authenticated;
