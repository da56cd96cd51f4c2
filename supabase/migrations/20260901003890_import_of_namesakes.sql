-- Of two clients with one name and no reference, a row of a spreadsheet means the one that has its contact,
-- also beside rows that mean the other one.

create or replace function public.import_clients(org_id uuid, rows jsonb) returns jsonb
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
