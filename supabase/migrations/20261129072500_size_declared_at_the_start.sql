-- The error of an object that is too large names the size that was declared, instead of an
-- announcement.

CREATE OR REPLACE FUNCTION private.check_size()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  reserved bigint := (select f.bytes from public.files f where f.path = new.name);
begin
  if coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint > reserved then
    raise exception 'the object is larger than the size declared when the upload started'
      using errcode = '42501';
  end if;
  return new;
end
$function$;
