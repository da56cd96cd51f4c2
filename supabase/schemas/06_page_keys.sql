-- A page key is a text with the position of a row in its list. Callers send it back unchanged to
-- get the next page.

create function private.instant_text(instant timestamptz) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
end
$$;
comment on function private.instant_text(timestamptz) is
  'Writes a time with microseconds, in UTC.';

create function private.read_instant(value text, field text) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
begin
  if value !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$' then
    perform private.invalid(field, 'format');
  end if;
  return value::timestamptz;
exception when datetime_field_overflow then
  perform private.invalid(field, 'format');
end
$$;
comment on function private.read_instant(text, text) is
  'Reads a time that instant_text wrote, or refuses the field.';

create function private.read_date(value text, field text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  if value !~ '^\d{4}-\d\d-\d\d$' or not private.is_date(value) then
    perform private.invalid(field, 'format');
  end if;
  return value::date;
end
$$;
comment on function private.read_date(text, text) is 'Reads an ISO date, or refuses the field.';
