-- An account counts from when its address is proven. A password or a name from before may be a stranger's,
-- who signed up with the address of somebody else and waits for them to type a code.

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id, name)
  values (
    new.id,
    left(btrim(regexp_replace(
      coalesce(new.raw_user_meta_data ->> 'name', ''), '[\u0001-\u001f\u007f-\u009f]', '', 'g')), 120))
  on conflict on constraint profiles_pkey do nothing;
  perform set_config('dossier.new_user', new.id::text, true);
  return new;
end
$$;

create function private.drop_prepared() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Made and confirmed in one transaction, as only administrators do: theirs to say.
  if current_setting('dossier.new_user', true) = new.id::text then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := '';
  end if;
  update public.profiles p set name = '' where p.user_id = new.id and p.name <> '';
  return new;
end
$$;
comment on function private.drop_prepared() is
  'Leaves a user whose address was just proven without the password and the name given before.';

create trigger drop_prepared before update on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_prepared();
