-- A reserved address says so: nobody has it, and nobody gets it.

create or replace function private.clean_slug(value text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(value, '') = '' then
    perform private.invalid('slug', 'required');
  elsif value !~ '^[a-z0-9-]{3,40}$' then
    perform private.invalid('slug', 'format', '{"min":3,"max":40}');
  elsif value in ('new', 'admin', 'api', 'app', 'auth', 'account', 'settings', 'join', 'files',
    'help', 'support', 'sign-in', 'sign-up', 'static', 'assets', 'www', 'mail') then
    perform private.refuse(409, 'slug_taken', '{"field":"slug","reserved":true}');
  end if;
  return value;
end
$$;
