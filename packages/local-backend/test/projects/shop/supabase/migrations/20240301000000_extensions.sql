create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists "pgcrypto" with schema "extensions";
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists btree_gin schema extensions;
create extension if not exists hstore with schema extensions;
create extension if not exists ltree with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists tablefunc with schema extensions;
create extension if not exists intarray with schema extensions;
create extension if not exists isn with schema extensions;
create extension cube with schema extensions;
create extension if not exists earthdistance with schema extensions;
create extension if not exists pg_stat_statements with schema extensions;
create extension if not exists postgres_fdw with schema extensions;
create extension if not exists dblink with schema extensions;

do $$
begin
  if exists (select from pg_available_extensions where name = 'vector') then
    create extension if not exists vector with schema extensions;
  end if;
end
$$;
