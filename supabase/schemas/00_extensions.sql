-- Extensions, and the one setting that all later files need.

-- Functions refer to tables of later files, so their bodies are not checked before they run.
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
