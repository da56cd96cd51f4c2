-- Creates two users with known passwords. Use this seed only on your machine.
create function pg_temp.create_user(email text, password text) returns uuid
language plpgsql as $$
declare
  id uuid := gen_random_uuid();
begin
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token,
    email_change_token_new, email_change, created_at, updated_at)
  values (
    '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
    extensions.crypt(password, extensions.gen_salt('bf', 10)), now(),
    '{"provider":"email","providers":["email"]}', '{}', '', '', '', '', now(), now());
  insert into auth.identities (
    provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values (
    id::text, id, jsonb_build_object('sub', id, 'email', email), 'email', now(), now(), now());
  return id;
end
$$;

with ada as (select pg_temp.create_user('ada@example.org', 'analytical engine') as id)
insert into public.notes (user_id, body)
select ada.id, body from ada, unnest(array[
  'Buy milk', 'Call the printer', 'Print the punched cards']) as body;

with grace as (select pg_temp.create_user('grace@example.org', 'nanoseconds of wire') as id)
insert into public.notes (user_id, body)
select grace.id, body from grace, unnest(array['Find the moth', 'Cut a foot of wire']) as body;
