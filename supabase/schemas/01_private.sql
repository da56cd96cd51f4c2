-- The private schema and what every other file uses: default privileges, the clock, refusals, the
-- checks on text that people type, and the actor of an event.

create schema if not exists private;
comment on schema private is 'Not exposed over REST: helpers, the outbox, settings.';

-- No role can use an object until a grant says so.
alter default privileges for role postgres revoke execute on functions from public;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke all on sequences from anon, authenticated, service_role;

create function private.clock() returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if session_user in ('postgres', 'supabase_admin')
    and coalesce(current_setting('dossier.clock', true), '') <> '' then
    return current_setting('dossier.clock', true)::timestamptz;
  end if;
  return now();
end
$$;
comment on function private.clock() is
  'Returns the time that every function uses. Only a session of the database owner may move it, '
  'with the setting dossier.clock.';

create function private.refuse(status int, code text, detail jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || status, message = refuse.code, detail = refuse.detail::text;
end
$$;
comment on function private.refuse(int, text, jsonb) is
  'Raises a coded refusal: SQLSTATE PT + HTTP status, message = code, detail = JSON.';

create function private.invalid(field text, rule text, bounds jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(
    422, 'validation_failed', jsonb_build_object('field', field, 'rule', rule) || bounds);
end
$$;
comment on function private.invalid(text, text, jsonb) is
  'Refuses one field with a rule: required, length, format, range, unique, type or name.';

create function private.is_date(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  perform value::date;
  return true;
exception when invalid_datetime_format or datetime_field_overflow then
  return false;
end
$$;
comment on function private.is_date(text) is
  'Returns whether the text is a date that exists. pg_input_is_valid needs PostgreSQL 16, and '
  'some projects use 15.';

create function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
begin
  -- Checks the length first: a letter that is typed with its marks has at most 12 bytes.
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

create function private.clean_line(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_text(value, field, min_length, max_length);
begin
  if cleaned ~ '[\n\t]' then
    perform private.invalid(field, 'format');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_line(text, text, int, int) is
  'Trims, normalizes (NFC) and checks a text of one line.';

create function private.clean_email(value text, field text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := lower(private.clean_line(value, field, 3, 254));
begin
  if cleaned !~ '^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\]+\.[^\s@<>()\[\],;:"\\.]{2,}$' then
    perform private.invalid(field, 'format');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_email(text, text) is
  'Checks an email address and returns it in lower case, the form in which addresses are '
  'compared.';

create function private.mask_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 1) || repeat('•', 3) || '@' || left(split_part(email, '@', 2), 1) || '…'
$$;
comment on function private.mask_email(text) is
  'Masks an email address so that only its owner recognizes it.';

create function private.touch() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := private.clock();
  return new;
end
$$;
comment on function private.touch() is
  'Sets updated_at on every change.';

create type private.actor as (kind text, id uuid, name text);
comment on type private.actor is
  'The actor of a change: kind (staff, contact, user or system), auth user, and the name at '
  'that time.';

create function private.system_actor() returns private.actor
language sql immutable set search_path = ''
as $$ select row('system', null, 'Dossier')::private.actor $$;
comment on function private.system_actor() is
  'Returns the actor of changes that no person asked for.';
