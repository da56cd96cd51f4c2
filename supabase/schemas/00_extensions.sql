-- Extensions, and the one setting that all later files need.

-- The bodies of functions use tables of later files, so PostgreSQL must not check them yet.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;
create extension if not exists unaccent with schema extensions;
