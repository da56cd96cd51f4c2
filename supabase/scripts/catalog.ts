import type pg from "pg";

/** What a database contains: `kind name` → definition. */
export type Catalog = ReadonlyMap<string, string>;

/** Privileges in a fixed order; those that PostgreSQL leaves unwritten are written out. */
const acl = (column: string, type: string, owner: string) =>
  `array(select unnest(coalesce(${column}, acldefault('${type}', ${owner})))::text order by 1)`;

const SYSTEM = "('pg_catalog', 'information_schema', 'pg_toast')";
const isOurs = (namespace: string) =>
  `${namespace}.nspname not in ${SYSTEM} and ${namespace}.nspname !~ '^pg_(temp|toast_temp)_'`;

/** For each kind of object a query that returns `name` and `definition`, all schemas together. */
const QUERIES: Record<string, string> = {
  schema: `
    select n.nspname as name, jsonb_build_array(
      n.nspowner::regrole, ${acl("n.nspacl", "n", "n.nspowner")},
      obj_description(n.oid, 'pg_namespace')) as definition
    from pg_namespace n where ${isOurs("n")}`,
  extension: `
    select e.extname as name, jsonb_build_array(n.nspname, e.extversion) as definition
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  relation: `
    select c.oid::regclass::text as name, jsonb_build_array(
      c.relkind, c.relowner::regrole, c.relpersistence, c.relreplident, c.reloptions,
      c.relrowsecurity, c.relforcerowsecurity,
      ${acl("c.relacl", "r", "c.relowner")},
      obj_description(c.oid, 'pg_class'),
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${isOurs("n")} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')`,
  column: `
    select format('%s.%s', c.oid::regclass, a.attname) as name, jsonb_build_array(
      row_number() over (partition by c.oid order by a.attnum),
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation,
      array(select unnest(a.attacl)::text order by 1),
      col_description(c.oid, a.attnum)) as definition
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
        pg_get_constraintdef(k.oid), k.convalidated, obj_description(k.oid, 'pg_constraint')
      ) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${isOurs("n")}`,
  index: `
    select i.indexrelid::regclass::text as name, jsonb_build_array(
      pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered, i.indisreplident,
      obj_description(i.indexrelid, 'pg_class')) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace where ${isOurs("n")}`,
  function: `
    select p.oid::regprocedure::text as name, jsonb_build_array(
      p.prokind, p.proowner::regrole, ${acl("p.proacl", "f", "p.proowner")},
      case when p.prokind in ('f', 'p', 'w') then pg_get_functiondef(p.oid) end,
      obj_description(p.oid, 'pg_proc')) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${isOurs("n")}`,
  type: `
    select t.oid::regtype::text as name, jsonb_build_array(
      t.typtype, t.typowner::regrole, ${acl("t.typacl", "T", "t.typowner")},
      format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder),
      obj_description(t.oid, 'pg_type')) as definition
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${isOurs("n")}`,
  trigger: `
    select format('%s on %s', t.tgname, t.tgrelid::regclass) as name, jsonb_build_array(
      pg_get_triggerdef(t.oid), t.tgenabled, obj_description(t.oid, 'pg_trigger')) as definition
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
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid),
      obj_description(p.oid, 'pg_policy')) as definition
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
  "cron job": `
    select j.jobname as name, to_jsonb(j) - 'jobid' as definition from cron.job j`,
  bucket: `
    select b.id as name, to_jsonb(b) - '{created_at,updated_at}'::text[] as definition
    from storage.buckets b`,
};

/** Reads the whole catalog, and every row of the schemas public and private. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const catalog = new Map<string, string>();
  const add = (kind: string, rows: { name: string; definition: unknown }[]) => {
    for (const { name, definition } of rows) {
      const key = `${kind} ${name}`;
      if (catalog.has(key)) throw new Error(`The catalog query names ${key} twice.`);
      catalog.set(key, JSON.stringify(definition, null, 2));
    }
  };
  // With an empty path every name is printed with its schema.
  await client.query("set search_path = ''");
  for (const [kind, sql] of Object.entries(QUERIES)) {
    add(kind, (await client.query<{ name: string; definition: unknown }>(sql)).rows);
  }
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    rows.forEach(({ row }, index) => {
      add("row", [{ name: `${index + 1} of ${name}`, definition: row }]);
    });
  }
  return catalog;
}

/** The differences between two catalogs, one line each; none when they are the same. */
export function compareCatalogs(one: Catalog, other: Catalog): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])].sort();
  return keys
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => {
      if (!other.has(key)) return `only in the first: ${key}`;
      if (!one.has(key)) return `only in the second: ${key}`;
      return `different: ${key}\n  ${one.get(key)}\n  ${other.get(key)}`;
    });
}
