create function private.strip_format(value text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    value,
    '[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]',
    '', 'g')
$$;
comment on function private.strip_format(text) is
  'Removes characters that are invisible or change the direction of text. Keeps the joiners that '
  'scripts and emoji need.';

create function private.is_own_name(value text) returns boolean
language sql immutable set search_path = ''
as $$
  with folded as (
    -- Replace letters, digits and signs that look like a letter of "Dossier" with that letter.
    select translate(
      lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u200c\u200d]', '', 'g')),
      U&'\043E\03BF0\0435\03B53\0456\03B9\01311|l\0455$5\0501', 'oooeeeiiiiiisssd') as text
  )
  select f.text ~ '\mdossier\M' or regexp_replace(f.text, '[^[:alnum:]]', '', 'g') = 'dossier'
  from folded f
$$;
comment on function private.is_own_name(text) is
  'Returns whether a text looks like the name Dossier, even in similar letters.';

create function private.is_bad_name(name text, is_firm boolean) returns boolean
language sql immutable set search_path = ''
as $$
  select name <> private.strip_format(name)
    or normalize(name, nfkc) ~* '://|www\.|[^\s@]@[^\s@]+\.[^\s@]'
    or (is_firm and (normalize(name, nfkc) ~ '[@<>"\\]' or private.is_own_name(name)))
$$;
comment on function private.is_bad_name(text, boolean) is
  'Returns whether a name contains invisible characters, a link or an address. For a firm, also '
  'whether it contains @ < > " \ or looks like Dossier.';

create function private.clean_name(
  value text, field text, min_length int, max_length int, is_firm boolean default false
) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  cleaned text := private.clean_line(value, field, min_length, max_length);
begin
  -- Check the value as typed, because clean_line removes invisible characters.
  if private.is_bad_name(value, is_firm) then
    perform private.invalid(field, 'name');
  end if;
  return cleaned;
end
$$;
comment on function private.clean_name(text, text, int, int, boolean) is
  'Checks a name as clean_line does. Also refuses links, addresses and invisible characters. The '
  'name of a firm must not contain @ < > " \ or Dossier.';
