-- A request belongs to the address the firm wrote to, not to whoever once held it.

create function private.unlink_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts c set user_id = null
  where c.user_id = new.id and lower(c.email::text) is distinct from lower(new.email);
  return new;
end
$$;
comment on function private.unlink_contacts() is
  'Ends the link of an account to contacts of other addresses; the next mail links anew.';

create trigger unlink_contacts after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.unlink_contacts();
