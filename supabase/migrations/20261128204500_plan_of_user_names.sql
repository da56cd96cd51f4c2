-- PL/pgSQL keeps the plan of user_name for the connection. As an SQL function, it was planned again
-- for each query, which took a third of the time of checking the caller.

CREATE OR REPLACE FUNCTION private.user_name (
  user_id uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    (select nullif(p.name, '') from public.profiles p where p.user_id = user_name.user_id),
    (select split_part(u.email, '@', 1) from auth.users u where u.id = user_name.user_id),
    'Former user');
end
$function$;
