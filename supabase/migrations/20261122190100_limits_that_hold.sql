-- Limits that hold: length is checked before work, a document is read in no other way than a recorded
-- one and is no larger than announced, pictures are counted one upload at a time, and what a second
-- factor protects waits for it.

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
  cleaned := normalize(replace(coalesce(value, ''), E'\r\n', E'\n'), nfc);
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
  'Trims, normalises (NFC) and checks a text of several lines.';

create or replace function private.clean_file_name(name text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
  extension text;
begin
  if octet_length(name) > 8192 then
    perform private.invalid('name', 'length', '{"min":1,"max":200}');
  end if;
  cleaned := normalize(coalesce(name, ''), nfc);
  cleaned := regexp_replace(cleaned, '^.*[/\\]', '');
  cleaned := regexp_replace(
    cleaned, '[\u0001-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g');
  cleaned := btrim(cleaned);
  extension := coalesce(substring(cleaned from '\.[A-Za-z0-9]{1,10}$'), '');
  if cleaned in ('', '.', '..') then
    perform private.invalid('name', 'required');
  end if;
  return left(
    left(cleaned, char_length(cleaned) - char_length(extension)), 200 - char_length(extension)
  ) || extension;
end
$$;
comment on function private.clean_file_name(text) is
  'A file name without path, control and bidi characters, at most 200 characters, extension kept.';

create or replace function private.clean_time_zone(value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- By name: `at time zone` also takes what only looks like a zone, such as Mars/Olympus+1.
  if octet_length(value) > 64
    or coalesce(value, '') !~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'
    or value ~ '^(posix|right)/'
    or not exists (select from pg_catalog.pg_timezone_names z where z.name = value) then
    perform private.invalid('time_zone', 'format');
  end if;
  return value;
end
$$;
comment on function private.clean_time_zone(text) is 'Checks an IANA zone name against the server''s data.';

create or replace function public.create_org(name text, slug text, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor private.actor;
  org public.orgs;
  confirmed_email text;
begin
  select u.email into confirmed_email
  from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null;
  if confirmed_email is null then
    perform private.refuse(403, 'email_not_confirmed');
  elsif private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  -- One at a time per user, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_org:' || auth.uid(), 0));
  if (
    select count(*) from public.memberships m
    join public.orgs o on o.id = m.org_id and o.deleted_at is null
    where m.user_id = auth.uid() and m.role = 'owner' and m.status = 'active'
  ) >= 5 then
    perform private.refuse(409, 'limit_reached', '{"limit":5,"what":"orgs"}');
  end if;
  insert into public.orgs (name, slug, time_zone, reply_email)
  values (
    private.clean_line(create_org.name, 'name', 2, 80),
    private.clean_slug(create_org.slug),
    private.clean_time_zone(create_org.time_zone),
    lower(confirmed_email))
  returning * into org;
  insert into public.memberships (org_id, user_id, role) values (org.id, auth.uid(), 'owner');
  actor := row('staff', auth.uid(), private.user_name(auth.uid()))::private.actor;
  perform private.add_starter_templates(org.id);
  perform private.record_event(actor, org.id, null, 'org.created', 'org', org.id);
  return jsonb_build_object('id', org.id, 'slug', org.slug);
exception when unique_violation then
  perform private.refuse(409, 'slug_taken', '{"field":"slug"}');
end
$$;
comment on function public.create_org(text, text, text) is 'Founds a firm; the caller becomes its owner.';
grant execute on function public.create_org(text, text, text) to authenticated;

create or replace function private.clean_answer(item public.items, answer jsonb, strict boolean)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  choices text[];
  allowed text[];
begin
  if answer is null or answer = 'null' or item.kind = 'file' then
    if strict and item.kind <> 'file' then
      perform private.invalid('answer', 'required');
    end if;
    return null;
  elsif pg_column_size(answer) > 131072 then
    perform private.invalid('answer', 'length', '{"min":0,"max":4000}');
  elsif jsonb_typeof(answer) <> 'object' then
    perform private.invalid('answer', 'type');
  end if;
  case item.kind
    when 'text' then
      return jsonb_build_object('text', private.clean_text(
        answer ->> 'text', 'answer', case when strict then 1 else 0 end, 4000));
    when 'date' then
      if coalesce(answer ->> 'date', '') = '' and not strict then
        return null;
      elsif coalesce(answer ->> 'date', '') = '' then
        perform private.invalid('answer', 'required');
      elsif answer ->> 'date' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        or not pg_input_is_valid(answer ->> 'date', 'date') then
        perform private.invalid('answer', 'format');
      end if;
      return jsonb_build_object('date', answer ->> 'date');
    else
      if jsonb_typeof(coalesce(answer -> 'choices', '[]')) <> 'array' then
        perform private.invalid('answer', 'type');
      end if;
      allowed := array(select jsonb_array_elements_text(item.options -> 'choices'));
      select coalesce(array_agg(value order by array_position(allowed, value)), '{}') into choices
      from (
        select distinct value
        from jsonb_array_elements_text(coalesce(answer -> 'choices', '[]')) value) chosen;
      if not choices <@ allowed then
        perform private.invalid('answer', 'format');
      elsif cardinality(choices) > 1 and item.options -> 'multiple' <> 'true' then
        perform private.invalid('answer', 'range', '{"min":1,"max":1}');
      elsif strict and cardinality(choices) = 0 then
        perform private.invalid('answer', 'required');
      end if;
      return jsonb_build_object('choices', to_jsonb(choices));
  end case;
end
$$;
comment on function private.clean_answer(public.items, jsonb, boolean) is
  'Checks an answer against its item. Not strict lets a draft be unfinished.';

create or replace function private.clean_choices(options jsonb, field text, strict boolean) returns jsonb
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
  'Options of a choice: {"choices": [2–30 texts], "multiple": boolean}.';

create or replace function private.clean_item(item jsonb, field text, strict boolean) returns jsonb
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
  'Checks what an item asks for. field is the prefix of refused fields; not strict lets drafts be unfinished.';

create or replace function public.had_request_access(public_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_id uuid := auth.uid();
  request public.requests;
begin
  select r.* into request
  from public.requests r
  join public.orgs o on o.id = r.org_id and o.deleted_at is null
  where r.public_id = had_request_access.public_id and r.status <> 'draft';
  -- A typed code proves the address; without one nothing is told about it.
  if request.id is null or not private.has_recent_otp()
    or request.org_id = any (private.my_gated_org_ids()) then
    return false;
  end if;
  return exists (
    select from public.events e
    where e.request_id = request.id and e.actor_kind = 'contact' and e.actor_id = my_id
  ) or exists (
    select from public.contacts c
    join auth.users u on u.id = my_id and lower(u.email) = lower(c.email::text)
    where c.client_id = request.client_id and (
      exists (
        select from public.request_contacts rc
        where rc.request_id = request.id and rc.contact_id = c.id)
      or exists (
        select from public.events e
        where e.request_id = request.id and e.action = 'recipient.changed'
          and e.entity_id = c.id)));
end
$$;
comment on function public.had_request_access(text) is
  'Whether the caller is or was a recipient: opened it once, or typed a code for an address that it was sent to.';
grant execute on function public.had_request_access(text) to authenticated;

create or replace function private.require_shown_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_factor_unshown() then
    perform private.refuse(403, 'insufficient_aal', '{"level":"aal2"}');
  end if;
  return new;
end
$$;
comment on function private.require_shown_factor() is
  'Refuses a change by a user who has a second factor that this session has not shown.';

create trigger require_shown_factor before update on public.profiles
  for each row when (
    old.name is distinct from new.name or old.avatar_path is distinct from new.avatar_path)
  execute function private.require_shown_factor();

create or replace function public.delete_org(org_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  request public.requests;
begin
  perform private.require_staff(delete_org.org_id, '{owner}');
  perform private.require_step_up(delete_org.org_id);
  -- The firm before its chain of events, as changes of staff lock them.
  perform from public.orgs o where o.id = delete_org.org_id for no key update;
  -- What tells owners of a change among them still leaves.
  update private.outbox m set status = 'cancelled'
  where m.org_id = delete_org.org_id and m.status = 'queued'
    and m.kind not in ('owner_joined', 'owner_left', 'owner_removed');
  for request in
    select * from public.requests r
    where r.org_id = delete_org.org_id and r.status = 'open' order by r.id for update
  loop
    perform private.end_reminders(request.id);
  end loop;
  perform private.record_event(
    private.acting_staff(), delete_org.org_id, null, 'org.archived', 'org', delete_org.org_id);
  -- The logo is public, so it goes at once; the trigger on orgs hands it to the sweep.
  update public.orgs o set deleted_at = private.clock(), logo_path = null
  where o.id = delete_org.org_id;
  return jsonb_build_object('id', delete_org.org_id);
end
$$;
comment on function public.delete_org(uuid) is
  'Ends a firm: access, emails, reminders, invitations and logo at once, its rows after 30 days.';
grant execute on function public.delete_org(uuid) to authenticated;

create or replace function private.is_reading() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- Storage names some operations with its own name in front and some without.
  return regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '')
    in (
      'object.get_authenticated', 'object.info_authenticated', 'object.get_authenticated_info',
      'object.head_authenticated_info', 'object.list', 'object.list_v2');
end
$$;
comment on function private.is_reading() is
  'Whether Storage reads or lists an object for the caller. Copying, moving and signing do not count: they would let others read it without a record.';
grant execute on function private.is_reading() to authenticated;

alter policy "readers of a file read its document" on storage.objects
  using (
    bucket_id = 'documents' and (select private.is_reading()) and private.may_read(name));

create or replace function private.check_size() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reserved bigint := (select f.bytes from public.files f where f.path = new.name);
begin
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint > reserved then
    raise exception 'the object is larger than the file that was announced' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.check_size() is
  'Refuses a document larger than begin_upload reserved. A trigger, because Storage writes the row as its owner once the bytes are there.';

create trigger check_size before insert or update of metadata on storage.objects
  for each row when (new.bucket_id = 'documents') execute function private.check_size();

create or replace function private.note_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := substring(new.name from '^[a-z]+/[0-9a-f-]+');
begin
  -- Counted here once more, one insert of a folder at a time: uploads that began together have all
  -- passed the policy before the first of them is stored.
  perform pg_advisory_xact_lock(hashtextextended('images:' || folder, 0));
  if (
    select count(*) from storage.objects o
    where o.bucket_id = 'images'
      and o.name collate "C" > folder || '/' and o.name collate "C" < folder || '0'
  ) > 20 then
    raise exception 'a folder holds at most twenty pictures' using errcode = '42501';
  end if;
  insert into private.orphans (bucket, path, since)
  values (new.bucket_id, new.name, private.clock() + interval '1 hour')
  on conflict on constraint orphans_pkey do update set since = excluded.since;
  return null;
end
$$;
comment on function private.note_picture() is
  'Refuses the twenty-first picture of a folder, and makes a picture that no row has taken after an hour an orphan.';

-- Logos of firms that are deleted already.
update public.orgs set logo_path = null where deleted_at is not null and logo_path is not null;
