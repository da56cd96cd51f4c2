-- Grants rights on new tables, sequences and functions, as older hosted projects do automatically.
-- Runs only if [api] auto_expose_new_tables is true.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
