-- Extensions, and the one setting that every later file relies on.

-- Functions refer to tables of later files. Their bodies are checked when they run, as in a dump.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
