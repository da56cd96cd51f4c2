import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { CAST, ENDED, OUTSIDERS, type Part, play } from "../harness/cast.ts";
import { type Scene, test } from "../harness/test.ts";

// Tests every operation as every kind of person. `<table>.test.ts` checks which rows a role can
// read.

type Table = { name: string; schema: "public" | "private"; key: string };

/** The lists from `STAFF` to `SUSPENDED` contain all people who can read rows of firm Alpha. */
const STAFF: readonly Part[] = ["owner", "admin", "member", "owner with the required factor"];
const MANAGERS: readonly Part[] = ["owner", "admin", "owner with the required factor"];
const CONTACTS: readonly Part[] = ["contact", "contact of a firm that requires a factor"];
const GATED: readonly Part[] = [
  "owner without the required factor",
  "admin without the required factor",
  "member without the required factor",
];
/** Suspended members can also read their own profile, but `alphaKeys` does not count it. */
const SUSPENDED: readonly Part[] = ["suspended member"];

const READERS: Readonly<Record<string, readonly Part[]>> = {
  "public.orgs": [...STAFF, ...GATED],
  "public.profiles": [...STAFF, ...GATED],
  "public.memberships": [...STAFF, ...GATED, ...SUSPENDED],
  "public.invitations": MANAGERS,
  "public.clients": STAFF,
  "public.contacts": [...STAFF, ...CONTACTS],
  "public.templates": STAFF,
  "public.template_items": STAFF,
  "public.requests": [...STAFF, ...CONTACTS],
  "public.request_contacts": [...STAFF, ...CONTACTS],
  "public.items": [...STAFF, ...CONTACTS],
  "public.submissions": [...STAFF, ...CONTACTS],
  "public.files": [...STAFF, ...CONTACTS],
  "public.reminders": STAFF,
  "public.events": STAFF,
};

const isClosed = ({ schema }: Table) => schema === "private";

async function listTables({ db }: Scene): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select n.nspname || '.' || c.relname as name, n.nspname as schema,
      (select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        order by a.attname = 'id' desc, a.attname = 'user_id' desc, a.attname = 'request_id' desc,
          a.attnum limit 1) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
    order by name`,
  );
  return rows;
}

async function alphaKeys({ db, world }: Scene, { name, key }: Table): Promise<Set<string>> {
  const { alpha } = world;
  const staff = [alpha.owner.id, alpha.admin.id, alpha.member.id];
  const of: Record<string, [string, unknown]> = {
    "public.orgs": ["id = $1", alpha.orgId],
    "public.profiles": ["user_id = any ($1)", staff],
  };
  const [where, value] = of[name] ?? ["org_id = $1", alpha.orgId];
  const { rows } = await db.query(`select ${key} as key from ${name} where ${where}`, [value]);
  return new Set(rows.map((row) => String(row.key)));
}

// S-3.3
test("the permission matrix lists exactly the public tables that exist", async ({ scene }) => {
  const tables = await listTables(scene);
  const open = tables.filter((table) => !isClosed(table)).map(({ name }) => name);
  expect(Object.keys(READERS).sort()).toEqual(open.sort());
});

test("the test data contains rows of the firm in every public table", async ({ scene }) => {
  const empty: string[] = [];
  for (const table of (await listTables(scene)).filter((each) => !isClosed(each))) {
    if ((await alphaKeys(scene, table)).size === 0) empty.push(table.name);
  }
  expect(empty).toEqual([]);
});

// S-3.8
test("the permission matrix lets no outsider read a table, except that suspended members can read their own membership", () => {
  for (const [table, readers] of Object.entries(READERS)) {
    const outsiders = readers.filter((part) => OUTSIDERS.has(part));
    expect(outsiders, table).toEqual(table === "public.memberships" ? SUSPENDED : []);
  }
});

// S-3.23
test.for(CAST)(
  "%s: selects only the rows that the permission matrix allows",
  async (part, { scene }) => {
    const tables = await listTables(scene);
    const before = new Map<string, Set<string>>();
    for (const table of tables.filter((each) => !isClosed(each))) {
      before.set(table.name, await alphaKeys(scene, table));
    }
    const person = await play(scene, part);
    const actor = scene.as(person);
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const table of tables) {
      const keys = before.get(table.name);
      if (!keys || person.role !== "authenticated") {
        expected[table.name] = "42501";
        found[table.name] = (await refusal(actor.see(table.name, table.key))).status;
        continue;
      }
      const seen = (await actor.see(table.name, table.key)).filter((key) => keys.has(key));
      expected[table.name] = READERS[table.name]?.includes(part) ? "rows" : "none";
      found[table.name] = seen.length > 0 ? "rows" : "none";
    }
    expect(found).toEqual(expected);
  },
);

test.for(CAST)("%s: cannot insert or delete in any table", async (part, { scene }) => {
  const actor = scene.as(await play(scene, part));
  for (const { name } of await listTables(scene)) {
    for (const statement of [`insert into ${name} default values`, `delete from ${name}`]) {
      expect((await refusal(actor.query(statement))).status, statement).toBe("42501");
    }
  }
});

// S-3.2
test.for(CAST)(
  "%s: updates only the editable columns of their own profile",
  async (part, { scene }) => {
    const person = await play(scene, part);
    const actor = scene.as(person);
    for (const { name } of await listTables(scene)) {
      const { rows: columns } = await scene.db.query<{ column: string }>(
        `select attname as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      );
      for (const { column } of columns) {
        const isOwnProfile =
          name === "public.profiles" && ["name", "avatar_path", "preferences"].includes(column);
        const value = isOwnProfile ? `"${column}"` : "default";
        const statement = `update ${name} set "${column}" = ${value}`;
        if (isOwnProfile && ENDED.has(part)) {
          expect(await actor.query(`${statement} returning user_id`), statement).toEqual([]);
        } else if (isOwnProfile && person.role === "authenticated") {
          const changed = await actor.query(`${statement} returning user_id`);
          expect(changed, statement).toEqual([{ user_id: person.id }]);
        } else expect((await refusal(actor.query(statement))).status, statement).toBe("42501");
      }
    }
  },
);

const KEYLESS: readonly Part[] = ["visitor", "service key"];

// S-3.3, S-6.17, S-9.23
test.for(CAST.filter((part) => OUTSIDERS.has(part) && !KEYLESS.includes(part)))(
  "%s: reads no row that refers to the firm, its people or its documents, except a suspended membership of their own",
  async (part, { scene }) => {
    const { alpha } = scene.world;
    const person = await play(scene, part);
    const secrets = [alpha.orgId, alpha.requestId, alpha.clientId, alpha.fileId, alpha.owner.id];
    for (const { name } of (await listTables(scene)).filter((table) => !isClosed(table))) {
      const rows = await scene.as(person).query(`select to_jsonb(t)::text as row from ${name} t`);
      const leaks = rows.filter(({ row }) =>
        secrets.some((secret) => String(row).includes(secret)),
      );
      const isOwnMembership = part === "suspended member" && name === "public.memberships";
      expect(leaks.length, name).toBe(isOwnMembership ? 1 : 0);
    }
  },
);
