const VERSION = "The recorded PostgreSQL is 15; hosted and the local backend run 17.";
const SERVICE_TABLES =
  "Hosted refuses it too, because postgres does not own the services' objects. On the recorded stack it does.";
const TOKENS =
  "Stricter: hosted stores the row and its Auth service fails on it later (README, Stricter than hosted).";
const AT_RUNTIME =
  "The stack has the extension. Here migrations and schema files create the local backend's own replacement; other clients cannot create it.";
const RESERVED =
  "Stricter: the statement works in migrations and schema files. Other clients call a function (README, Stricter than hosted).";
const COLLATION =
  "The recorded stack sorts by bytes. Hosted and the local backend sort by letters.";

const DECLARED: Readonly<Record<string, string>> = {
  "net.http_collect_response":
    "The recorded function cannot run, and the local backend does not offer it.",
  "net._http_response as authenticated":
    "Stricter: responses may contain secrets of a job, so only postgres reads them (README, Stricter than hosted).",
  "create extension pg_cron with schema pg_catalog": AT_RUNTIME,
  "create extension pg_net": AT_RUNTIME,
  "alter default privileges for role supabase_admin": `Same code. ${VERSION}`,
  "create role superuser": `Same code. ${VERSION}`,
  "copy program": `Same code. ${VERSION}`,
  "create role bypassrls": `Since PostgreSQL 16 a role that has the attribute may give it. ${VERSION}`,
  "alter role anon bypassrls": `Same code. ${VERSION}`,
  "grant anon to new role": RESERVED,
  "alter role anon set": RESERVED,
  "alter role authenticator set statement_timeout": RESERVED,
  "alter role service_role set": RESERVED,
  "alter role authenticated inherit":
    "Hosted refuses it too, because it reserves the role. The recorded stack does not.",
  "set role supabase_auth_admin":
    "Stricter: postgres has the rights of the services' roles but cannot become them (README, Stricter than hosted).",
  "read storage.migrations":
    "The table is empty, because no migrations of the storage service run.",
  "read pg_authid": "The number of roles differs.",
  "create untrusted language":
    "PostgreSQL's own distribution has the extension, and only superusers create it.",
  "alter table auth.users add column": SERVICE_TABLES,
  "alter table storage.objects add column": SERVICE_TABLES,
  "alter table storage.objects disable rls": SERVICE_TABLES,
  "alter table storage.objects enable rls (common in migrations)": SERVICE_TABLES,
  "index on auth.users": SERVICE_TABLES,
  "index on storage.objects": SERVICE_TABLES,
  "comment on auth.users": SERVICE_TABLES,
  "create function in auth": SERVICE_TABLES,
  "create function in storage": SERVICE_TABLES,
  "create table in storage": SERVICE_TABLES,
  "create function in realtime": SERVICE_TABLES,
  "replace auth.uid": SERVICE_TABLES,
  "insert auth.users minimal": TOKENS,
  "insert auth.users without tokens then identities": TOKENS,
  "search_path of postgres": "The stack escapes the name; both mean the schema of the user's name.",
  "plpgsql enum add and use in one tx": VERSION,
  "json_table (17)": VERSION,
  "any_value (16)": VERSION,
  "default collation order": COLLATION,
  "lower/upper unicode":
    "ICU writes ß as SS in capitals (README, Different from hosted). Everything else is the same.",
};

export const reasonForSql = (what: string): string | undefined => DECLARED[what];
