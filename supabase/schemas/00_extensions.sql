-- Extensions, and the one setting that every later file relies on.

-- Functions refer to tables of later files. Their bodies are checked when they run, as in a dump.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

do $$
declare
  extension text;
begin
  foreach extension in array array['pg_cron', 'pg_net'] loop
    if exists (select from pg_available_extensions a where a.name = extension) then
      execute format('create extension if not exists %I', extension);
    end if;
  end loop;
end
$$;
