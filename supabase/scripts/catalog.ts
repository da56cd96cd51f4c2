import type pg from "pg";

export type Catalog = ReadonlyMap<string, string>;

/** Includes the default privileges, which PostgreSQL does not store. */
const acl = (column: string, type: string, owner: string) =>
  `array(select unnest(coalesce(${column}, acldefault('${type}', ${owner})))::text order by 1)`;

const SYSTEM = "('pg_catalog', 'information_schema', 'pg_toast')";
const isOurs = (namespace: string) =>
  `${namespace}.nspname not in ${SYSTEM} and ${namespace}.nspname !~ '^pg_(temp|toast_temp)_'`;

const KEY =
  "array(select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary)";

const QUERIES: Record<string, string> = {
  schema: `
    select n.nspname as name, jsonb_build_array(
      n.nspowner::regrole, ${acl("n.nspacl", "n", "n.nspowner")}) as definition
    from pg_namespace n where ${isOurs("n")}`,
  extension: `
    select e.extname as name, jsonb_build_array(n.nspname, e.extversion) as definition
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  relation: `
    select c.oid::regclass::text as name, jsonb_build_array(
      c.relkind, c.relowner::regrole, c.relpersistence, c.relreplident, c.reloptions,
      c.relrowsecurity, c.relforcerowsecurity,
      ${acl("c.relacl", "r", "c.relowner")},
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs("n")} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')`,
  column: `
    select format('%s.%s', c.oid::regclass, a.attname) as name, jsonb_build_array(
      row_number() over (partition by c.oid order by a.attnum),
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      a.attstorage, a.attcompression, a.attstattarget, a.attoptions,
      pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation,
      array(select unnest(a.attacl)::text order by 1)) as definition
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${isOurs("n")} and a.attnum > 0 and not a.attisdropped`,
  sequence: `
    select s.seqrelid::regclass::text as name, jsonb_build_array(
      s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcycle,
      d.refobjid::regclass) as definition
    from pg_sequence s left join pg_depend d
      on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
  constraint: `
    select format('%s on %s', k.conname,
      case when k.conrelid <> 0 then k.conrelid::regclass::text
        else k.contypid::regtype::text end) as name,
      jsonb_build_array(
        pg_get_constraintdef(k.oid), k.convalidated
      ) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${isOurs("n")}`,
  index: `
    select i.indexrelid::regclass::text as name, jsonb_build_array(
      pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered, i.indisreplident) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace where ${isOurs("n")}`,
  function: `
    select p.oid::regprocedure::text as name, jsonb_build_array(
      p.prokind, p.proowner::regrole, ${acl("p.proacl", "f", "p.proowner")},
      case when p.prokind in ('f', 'p', 'w') then pg_get_functiondef(p.oid) end) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${isOurs("n")}`,
  type: `
    select t.oid::regtype::text as name, jsonb_build_array(
      t.typtype, t.typowner::regrole, ${acl("t.typacl", "T", "t.typowner")},
      format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)) as definition
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${isOurs("n")}`,
  trigger: `
    select format('%s on %s', t.tgname, t.tgrelid::regclass) as name, jsonb_build_array(
      pg_get_triggerdef(t.oid), t.tgenabled) as definition
    from pg_trigger t where not t.tgisinternal`,
  "event trigger": `
    select e.evtname as name, jsonb_build_array(
      e.evtevent, e.evtowner::regrole, e.evtfoid::regprocedure, e.evtenabled, e.evttags
    ) as definition
    from pg_event_trigger e`,
  policy: `
    select format('%s on %s', p.polname, p.polrelid::regclass) as name, jsonb_build_array(
      p.polpermissive, p.polcmd,
      array(select r::regrole::text from unnest(p.polroles) r order by 1),
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as definition
    from pg_policy p`,
  "default privilege": `
    select format('%s of %s in %s', d.defaclobjtype, d.defaclrole::regrole,
      coalesce(n.nspname, 'every schema')) as name,
      to_jsonb(array(select unnest(d.defaclacl)::text order by 1)) as definition
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,
  publication: `
    select p.pubname as name, jsonb_build_array(
      p.pubowner::regrole, p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
      p.pubviaroot,
      array(select to_jsonb(t) from pg_publication_tables t where t.pubname = p.pubname
        order by t.schemaname, t.tablename)) as definition
    from pg_publication p`,
  setting: `
    select format('%s in %s', s.setrole::regrole, coalesce(d.datname, 'every database')) as name,
      to_jsonb(s.setconfig) as definition
    from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase`,
  comment: `
    select pg_describe_object(d.classoid, d.objoid, d.objsubid) as name,
      to_jsonb(d.description) as definition
    from pg_description d
    where d.objoid >= 16384 or d.classoid = 'pg_namespace'::regclass
    union all
    select pg_describe_object(d.classoid, d.objoid, 0), to_jsonb(d.description)
    from pg_shdescription d
    where d.classoid <> 'pg_database'::regclass or d.objoid = (
      select oid from pg_database where datname = current_database())`,
  role: `
    select r.rolname as name, to_jsonb(r) - '{oid,rolpassword}'::text[] as definition
    from pg_roles r`,
  "role member": `
    select format('%s in %s', m.member::regrole, m.roleid::regrole) as name,
      jsonb_agg(jsonb_build_array(
        m.grantor::regrole, m.admin_option, m.inherit_option, m.set_option) order by m.grantor)
        as definition
    from pg_auth_members m group by m.member, m.roleid`,
  "database privilege": `
    select d.datname as name,
      to_jsonb(array(select unnest(d.datacl)::text order by 1)) as definition
    from pg_database d where d.datname = current_database()`,
  rule: `
    select format('%s on %s', r.rulename, r.ev_class::regclass) as name,
      jsonb_build_array(pg_get_ruledef(r.oid), r.ev_enabled) as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace where ${isOurs("n")}`,
  aggregate: `
    select a.aggfnoid::regprocedure::text as name,
      to_jsonb(a) - 'aggfnoid' as definition
    from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid
    join pg_namespace n on n.oid = p.pronamespace where ${isOurs("n")}`,
  statistics: `
    select pg_describe_object('pg_statistic_ext'::regclass, s.oid, 0) as name,
      to_jsonb(pg_get_statisticsobjdef(s.oid)) as definition
    from pg_statistic_ext s`,
  collation: `
    select pg_describe_object('pg_collation'::regclass, c.oid, 0) as name,
      to_jsonb(c) - '{oid,collnamespace,collowner}'::text[] as definition
    from pg_collation c join pg_namespace n on n.oid = c.collnamespace where ${isOurs("n")}`,
  "cron job": `
    select coalesce(j.jobname, j.command) as name, to_jsonb(j) - 'jobid' as definition from cron.job j`,
  bucket: `
    select b.id as name, to_jsonb(b) - '{created_at,updated_at}'::text[] as definition
    from storage.buckets b`,
};

export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const catalog = new Map<string, string>();
  const add = (kind: string, rows: { name: string; definition: unknown }[]) => {
    for (const { name, definition } of rows) {
      const key = `${kind} ${name}`;
      if (catalog.has(key)) throw new Error(`The catalog query names ${key} twice.`);
      catalog.set(key, JSON.stringify(definition, null, 2));
    }
  };
  // With an empty search path, PostgreSQL prints every name with its schema.
  await client.query("set search_path = ''");
  for (const [kind, sql] of Object.entries(QUERIES)) {
    add(kind, (await client.query<{ name: string; definition: unknown }>(sql)).rows);
  }
  const { rows: tables } = await client.query<{ name: string; key: string[] }>(
    `select c.oid::regclass::text as name, ${KEY}::text[] as key from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  for (const { name, key } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    add(
      "row",
      rows.map(({ row }) => ({
        name: `${key.map((column) => row[column]).join(", ")} of ${name}`,
        definition: row,
      })),
    );
  }
  return catalog;
}

export function compareCatalogs(migrations: Catalog, schemas: Catalog): string[] {
  const keys = [...new Set([...migrations.keys(), ...schemas.keys()])].sort();
  return keys
    .filter((key) => migrations.get(key) !== schemas.get(key))
    .map((key) => {
      if (!schemas.has(key)) return `only in the migrations: ${key}`;
      if (!migrations.has(key)) return `only in the schema files: ${key}`;
      return `different: ${key}\n  ${migrations.get(key)}\n  ${schemas.get(key)}`;
    });
}
