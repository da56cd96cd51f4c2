-- A spreadsheet may be taken again, whole or longer: rows that are there already are skipped and named,
-- new contacts come to the client that is there, and no client is made twice.

create index clients_org_id_lower_name_idx on public.clients (org_id, lower(name));

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

create or replace function private.check_client_row(org_id uuid, client_row jsonb, earlier jsonb) returns void
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

create or replace function public.import_clients(org_id uuid, rows jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(import_clients.org_id);
  checked record;
  client_row jsonb;
  row_no int;
  ids jsonb;
  key text;
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
  select coalesce(jsonb_object_agg(known.key, known.id), '{}') into ids
  from (
    select private.client_row_key(element) as key,
      private.known_client(import_clients.org_id, element) as id
    from jsonb_array_elements(checked.cleaned) element
  ) known
  where known.id is not null;
  for client_row, row_no in
    select element, place from jsonb_array_elements(checked.cleaned) with ordinality as r (element, place)
    order by place
  loop
    key := private.client_row_key(client_row);
    is_new := false;
    if not ids ? key then
      insert into public.clients (org_id, name, ref)
      values (import_clients.org_id, client_row ->> 'name', client_row ->> 'ref')
      returning id into added_id;
      ids := ids || jsonb_build_object(key, added_id);
      clients := clients + 1;
      is_new := true;
      perform private.record_event(
        actor, import_clients.org_id, null, 'client.saved', 'client', added_id);
    end if;
    if client_row ->> 'contact_email' is not null then
      insert into public.contacts (org_id, client_id, name, email)
      values (
        import_clients.org_id, (ids ->> key)::uuid, client_row ->> 'contact_name',
        client_row ->> 'contact_email')
      on conflict on constraint contacts_client_id_email_key do nothing
      returning id into added_id;
      if found then
        contacts := contacts + 1;
        is_new := true;
        perform private.record_event(
          actor, import_clients.org_id, null, 'contact.saved', 'contact', added_id,
          jsonb_build_object('client_id', ids ->> key));
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
