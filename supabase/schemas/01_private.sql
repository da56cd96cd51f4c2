-- Shared by the other files: default privileges, the clock, errors, checks of text, and the actor of
-- an event.

create schema if not exists private;
comment on schema private is 'Contains helpers, the outbox and settings. REST does not expose it.';

-- No role can use an object until a grant allows it.
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
  'Returns the current time. Every function uses it. Only a session of the database owner can '
  'move it, with the setting dossier.clock.';

create function private.refuse(status int, code text, detail jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || status, message = refuse.code, detail = refuse.detail::text;
end
$$;
comment on function private.refuse(int, text, jsonb) is
  'Raises an error with a code. SQLSTATE is PT plus the HTTP status, the message is the code, '
  'and the detail is JSON.';

create function private.invalid(field text, rule text, bounds jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(
    422, 'validation_failed', jsonb_build_object('field', field, 'rule', rule) || bounds);
end
$$;
comment on function private.invalid(text, text, jsonb) is
  'Refuses a field and names the broken rule: required, length, format, range, unique, type or '
  'name.';

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
  'Returns whether the text is a date that exists. Does not use pg_input_is_valid, which needs '
  'PostgreSQL 16, because some projects run 15.';

create function private.clean_text(value text, field text, min_length int, max_length int)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text;
begin
  -- Check the length before normalizing, which is slow for a long text. A letter that is typed with
  -- its marks has at most 12 bytes.
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
  'Checks a text of several lines. Trims and normalizes it (NFC), and removes invisible '
  'characters.';

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
  'Checks a text of one line. Trims and normalizes it (NFC).';

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
  'Checks an email address and returns it in lower case, so that addresses can be compared.';

create function private.mask_email(email text) returns text
language sql immutable set search_path = ''
as $$
  select left(email, 1) || repeat('•', 3) || '@' || left(split_part(email, '@', 2), 1) || '…'
$$;
comment on function private.mask_email(text) is
  'Masks an email address, so that only its owner can recognize it.';

create function private.touch() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := private.clock();
  return new;
end
$$;
comment on function private.touch() is
  'Sets updated_at when a row changes.';

create type private.actor as (kind text, id uuid, name text);
comment on type private.actor is
  'The actor of a change: the kind (staff, contact, user or system), the auth user, and the name '
  'at the time of the change.';

create function private.system_actor() returns private.actor
language sql immutable set search_path = ''
as $$ select row('system', null, 'Dossier')::private.actor $$;
comment on function private.system_actor() is
  'Returns the actor for changes that Dossier makes itself.';
