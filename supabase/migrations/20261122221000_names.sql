-- Names cannot pass for links, addresses or Dossier itself; other texts lose invisible characters.
-- Names that are stored already stay as they are and are listed for the firm.

create or replace function private.strip_format(value text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    value,
    '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]',
    '', 'g')
$$;
comment on function private.strip_format(text) is
  'Removes characters that are invisible or turn the direction of text; joiners that scripts and emoji need stay.';

create or replace function private.is_own_name(value text) returns boolean
language sql immutable set search_path = ''
as $$
  with folded as (
    -- Letters of other scripts, and digits, that look like the ones of "Dossier".
    select translate(
      lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u200c\u200d]', '', 'g')),
      U&'\043E\03BF0\0435\03B53\0456\03B9\01311|l\0455$5\0501', 'oooeeeiiiiiisssd') as text
  )
  select f.text ~ '\mdossier\M' or regexp_replace(f.text, '[^[:alnum:]]', '', 'g') = 'dossier'
  from folded f
$$;
comment on function private.is_own_name(text) is 'Whether a text calls itself Dossier, in letters that look like it.';

create or replace function private.is_bad_name(name text, is_firm boolean) returns boolean
language sql immutable set search_path = ''
as $$
  select name <> private.strip_format(name)
    or normalize(name, nfkc) ~* '://|www\.|[^\s@]@[^\s@]+\.[^\s@]'
    or (is_firm and (normalize(name, nfkc) ~ '[@<>"\\]' or private.is_own_name(name)))
$$;
comment on function private.is_bad_name(text, boolean) is
  'Whether a name could pass for a link, an address or, of a firm, for Dossier itself.';

create or replace function private.invalid(field text, rule text, bounds jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(
    422, 'validation_failed', jsonb_build_object('field', field, 'rule', rule) || bounds);
end
$$;
comment on function private.invalid(text, text, jsonb) is
  'Refuses one field. Rules: required, length, format, range, unique, type, name.';

create or replace function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
begin
  -- Before any work: a character has at most 12 bytes when it is typed as letters and marks apart.
  if octet_length(value) > 12 * max_length + 64 then
    perform private.invalid(
      field, 'length', jsonb_build_object('min', min_length, 'max', max_length));
  end if;
  cleaned := normalize(private.strip_format(replace(coalesce(value, ''), E'\r\n', E'\n')), nfc);
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
  'Trims, normalizes (NFC) and checks a text of several lines, and removes invisible characters.';

create or replace function private.clean_name(
  value text, field text, min_length int, max_length int, is_firm boolean default false
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(value, field, min_length, max_length);
begin
  -- Of the value as typed: a line loses its invisible characters.
  if private.is_bad_name(value, is_firm) then
    perform private.invalid(field, 'name');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_name(text, text, int, int, boolean) is
  'Checks a name like a line, and refuses links, addresses and invisible characters; of a firm also @ < > " \ and the name Dossier.';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, name)
  select new.id, case when private.is_bad_name(typed.name, false) then '' else typed.name end
  from (
    select left(btrim(private.strip_format(regexp_replace(
      coalesce(new.raw_user_meta_data ->> 'name', ''),
      '[\u0001-\u001f\u007f-\u009f]', '', 'g'))), 120) as name
  ) typed
  on conflict on constraint profiles_pkey do nothing;
  perform set_config('dossier.new_user', new.id::text, true);
  return new;
end
$$;
comment on function private.create_profile() is 'Gives every new auth user a profile, without a name that is not allowed; never refuses a sign-up.';

create or replace function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_name(new.name, 'name', 0, 120);
  return new;
end
$$;
comment on function private.clean_profile() is 'Checks the name that users give themselves.';

create or replace function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
  my_id uuid := private.require_user();
begin
  select u.email into confirmed_email
  from auth.users u where u.id = my_id and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  elsif private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  -- One at a time per user, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || my_id, 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = my_id and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_name(create_org.name, 'name', 2, 80, true),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, my_id, 'owner');
  actor := row('staff', my_id, private.user_name(my_id))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;
comment on function public.create_org(text, text, text) is 'Founds a firm; the caller becomes its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;

create or replace function public.update_org(
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
    name = private.clean_name(update_org.name, 'name', 2, 80, true),
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

create or replace function public.save_client(
  org_id uuid, name text, client_id uuid default null, ref text default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_client.org_id);
  client public.clients;
  clean_name text := private.clean_name(save_client.name, 'name', 1, 120);
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

create or replace function public.save_contact(
  org_id uuid, client_id uuid, name text, email text, contact_id uuid default null,
  expected_version int default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor := private.require_staff(save_contact.org_id);
  contact public.contacts;
  clean_name text := private.clean_name(save_contact.name, 'name', 1, 120);
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

create or replace function private.clean_client_row(value jsonb) returns jsonb
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
  'Checks one row: name, ref?, contact_name?, contact_email?; a contact without a name bears the client''s.';

create or replace function public.list_names_to_change(org_id uuid)
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
  'Names of a firm, its clients and contacts that were stored before the rules for names; each is refused on its next save.';
grant execute on function public.list_names_to_change(uuid) to authenticated;

create trigger clean_profile before update of name on public.profiles
  for each row when (old.name is distinct from new.name) execute function private.clean_profile();
create index clients_bad_name_idx on public.clients (org_id) where private.is_bad_name(name, false);
create index contacts_bad_name_idx on public.contacts (org_id) where private.is_bad_name(name, false);
