-- Updates what earlier versions of database.sql created. Runs only for databases of other versions.

do $$
begin
  if not exists (
    select from pg_namespace as n, aclexplode(n.nspacl) as granted
    where n.nspname = 'extensions' and granted.grantee = 'anon'::regrole
  ) then
    revoke usage on schema extensions from public;
    grant usage on schema extensions to anon, authenticated, service_role;
    grant all on schema extensions to dashboard_user;
  end if;
end
$$;

-- On hosted Supabase, postgres may not set this parameter.
revoke set on parameter pgaudit.log_parameter from postgres;

-- PostgreSQL cannot change the owner of an extension with a statement, so change the catalogs.
with given as (
  update pg_extension set extowner = 'postgres'::regrole
  where extname in ('pgcrypto', 'uuid-ossp') and extowner = 'supabase_admin'::regrole
  returning oid
)
insert into pg_shdepend (dbid, classid, objid, objsubid, refclassid, refobjid, deptype)
select (select oid from pg_database where datname = current_database()), 'pg_extension'::regclass,
  oid, 0, 'pg_authid'::regclass, 'postgres'::regrole, 'o'
from given;
