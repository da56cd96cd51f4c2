-- Tables and columns of the hosted services that no local service uses. They stay empty, but SQL
-- and data dumps of hosted projects refer to them. If a local service begins to use a table or
-- column, define it in the service's schema.sql, which runs before this file.

set role supabase_auth_admin;

create table if not exists auth.instances (
  id uuid primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
comment on table auth.instances is 'Auth: Manages users across multiple sites.';

create table if not exists auth.schema_migrations (version varchar(255) primary key);
comment on table auth.schema_migrations is 'Auth: Manages updates to the auth system.';

create table if not exists auth.sso_providers (
  id uuid primary key,
  resource_id text check (resource_id is null or resource_id <> ''),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
create unique index if not exists sso_providers_resource_id_idx
  on auth.sso_providers (lower(resource_id));

create table if not exists auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (domain <> ''),
  created_at timestamptz,
  updated_at timestamptz
);
create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));

create table if not exists auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique check (entity_id <> ''),
  metadata_xml text not null check (metadata_xml <> ''),
  metadata_url text,
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);

create table if not exists auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null check (request_id <> ''),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state on delete cascade
);

do $$
begin
  if to_regtype('auth.oauth_client_type') is null then
    create type auth.oauth_client_type as enum ('public', 'confidential');
    create type auth.oauth_registration_type as enum ('dynamic', 'manual');
    create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
    create type auth.oauth_response_type as enum ('code');
  end if;
end
$$;

create table if not exists auth.oauth_clients (
  id uuid primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);

create table if not exists auth.oauth_authorizations (
  id uuid primary key,
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null check (char_length(redirect_uri) <= 2048),
  scope text not null check (char_length(scope) <= 4096),
  state text check (char_length(state) <= 4096),
  resource text check (char_length(resource) <= 2048),
  code_challenge text check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text unique check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default (now() + interval '3 minutes'),
  approved_at timestamptz,
  nonce text check (char_length(nonce) <= 255),
  check (expires_at > created_at)
);

create table if not exists auth.oauth_consents (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text not null check (char_length(scopes) <= 2048 and trim(scopes) <> ''),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz check (revoked_at >= granted_at),
  unique (user_id, client_id)
);

create table if not exists auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);

create table if not exists auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique,
  name text not null check (char_length(name) between 1 and 100),
  client_id text not null check (char_length(client_id) between 1 and 512),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text,
  discovery_url text,
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text,
  token_url text,
  userinfo_url text,
  jwks_uri text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  custom_claims_allowlist text[] not null default '{}'
);

create table if not exists auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table if not exists auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

alter table auth.sessions
  add column if not exists oauth_client_id uuid references auth.oauth_clients on delete cascade,
  add column if not exists refresh_token_hmac_key text,
  add column if not exists refresh_token_counter bigint,
  add column if not exists scopes text check (char_length(scopes) <= 4096);

alter table auth.flow_state
  add column if not exists invite_token text,
  add column if not exists referrer text,
  add column if not exists oauth_client_state_id uuid,
  add column if not exists linking_target_id uuid,
  add column if not exists email_optional boolean not null default false;

do $$
declare
  missing regclass;
begin
  for missing in
    select oid from pg_class
    where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity
  loop
    execute format('alter table %s enable row level security', missing);
  end loop;
end
$$;
grant all on all tables in schema auth to postgres with grant option;

set role supabase_storage_admin;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);

-- The local backend supports only standard buckets, without versions of objects.
alter table storage.buckets
  add column if not exists type storage.buckettype not null default 'STANDARD'
    constraint buckets_type_standard check (type = 'STANDARD'),
  add column if not exists versioning_status text not null default 'DISABLED'
    constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED');

alter table storage.objects
  add column if not exists archived_at timestamptz,
  add column if not exists is_delete_marker boolean not null default false,
  add column if not exists is_versioned boolean not null default false;

create table if not exists storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);

create table if not exists storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);

create table if not exists storage.buckets_analytics (
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  deleted_at timestamptz
);

create unique index if not exists buckets_analytics_unique_name_idx
  on storage.buckets_analytics (name) where deleted_at is null;

create table if not exists storage.iceberg_namespaces (
  id uuid primary key default gen_random_uuid(),
  bucket_name text not null,
  name text collate "C" not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb not null default '{}',
  catalog_id uuid not null references storage.buckets_analytics on delete cascade
);
create unique index if not exists idx_iceberg_namespaces_bucket_id
  on storage.iceberg_namespaces (catalog_id, name);

create table if not exists storage.iceberg_tables (
  id uuid primary key default gen_random_uuid(),
  namespace_id uuid not null references storage.iceberg_namespaces on delete cascade,
  bucket_name text not null,
  name text collate "C" not null,
  location text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  remote_table_id text,
  shard_key text,
  shard_id text,
  catalog_id uuid not null references storage.buckets_analytics on delete cascade
);
create unique index if not exists idx_iceberg_tables_namespace_id
  on storage.iceberg_tables (catalog_id, namespace_id, name);
create unique index if not exists idx_iceberg_tables_location on storage.iceberg_tables (location);

create table if not exists storage.buckets_vectors (
  id text primary key,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists storage.vector_indexes (
  id text primary key default gen_random_uuid(),
  name text collate "C" not null,
  bucket_id text not null references storage.buckets_vectors,
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (name, bucket_id)
);

alter table storage.migrations enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
alter table storage.buckets_analytics enable row level security;
alter table storage.iceberg_namespaces enable row level security;
alter table storage.iceberg_tables enable row level security;
alter table storage.buckets_vectors enable row level security;
alter table storage.vector_indexes enable row level security;
grant all on all tables in schema storage to postgres with grant option;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts,
  storage.buckets_analytics, storage.iceberg_namespaces, storage.iceberg_tables to service_role;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts,
  storage.iceberg_namespaces, storage.iceberg_tables, storage.buckets_vectors,
  storage.vector_indexes to anon, authenticated, service_role;
grant all on storage.buckets_analytics to anon, authenticated;

set role supabase_realtime_admin;

create or replace function realtime.to_regrole(role_name text) returns regrole
language sql immutable set search_path = ''
as $$ select role_name::regrole $$;

do $$
begin
  if to_regtype('realtime.equality_op') is null then
    create type realtime.equality_op as enum ('eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in');
    create type realtime.user_defined_filter as (
      column_name text, op realtime.equality_op, value text
    );
  end if;
end
$$;
create table if not exists realtime.subscription (
  id bigint generated always as identity primary key,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default timezone('utc', now())
);
comment on table realtime.subscription is 'Empty: the service keeps its subscriptions in memory.';
grant select on realtime.subscription to postgres, anon, authenticated, service_role;

reset role;

-- The local backend has no webhooks, but a data dump of a project with webhooks sets the ID
-- sequence of supabase_functions.hooks.
create schema if not exists supabase_functions authorization supabase_functions_admin;
grant usage on schema supabase_functions to postgres, anon, authenticated, service_role;
set role supabase_functions_admin;
create table if not exists supabase_functions.migrations (
  version text primary key,
  inserted_at timestamptz not null default now()
);
create table if not exists supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
comment on table supabase_functions.hooks is 'Calls of webhooks.';
grant all on all tables in schema supabase_functions to postgres;
grant all on all sequences in schema supabase_functions to postgres;

reset role;

-- The local backend has no GraphQL API, but migrations grant rights on its schema.
create schema if not exists graphql_public;
grant usage on schema graphql_public to postgres with grant option;
grant usage on schema graphql_public to anon, authenticated, service_role;
