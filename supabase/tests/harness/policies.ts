import { describe, expect } from "vitest";
import { refusal } from "./actor.ts";
import { anonymous, type Person, service } from "./person.ts";
import { type Scene, test } from "./test.ts";
import type { World } from "./world.ts";

type Role = "owner" | "admin" | "member" | "contact";

export interface Expectation {
  table: string;
  /** Column that identifies a row. Default: `id`. */
  key?: string;
  reads: (world: World) => Record<Role, string[]>;
  /** Keys of the rows that a role can still read at aal1 if the firm requires a second factor. */
  readsBehindGate?: (world: World) => Partial<Record<Role, string[]>>;
  isUpdatable?: boolean;
}

const WRITES = (table: string, key: string) => [
  `insert into ${table} default values`,
  `update ${table} set ${key} = default`,
  `delete from ${table}`,
];

/**
 * Outsiders read no row, except that a suspended member reads their own membership. No one can
 * insert or delete rows or change their keys.
 */
export function describePolicies(expectation: Expectation): void {
  const { table, key = "id", reads, readsBehindGate, isUpdatable = false } = expectation;

  async function alphaKeys({ db, world }: Scene): Promise<Set<string>> {
    const owner = table === "public.profiles" ? "user_id = any ($1)" : "org_id = any ($1)";
    const column = table === "public.orgs" ? "id = any ($1)" : owner;
    const ids =
      table === "public.profiles"
        ? [world.alpha.owner, world.alpha.admin, world.alpha.member].map((person) => person.id)
        : [world.alpha.orgId];
    const { rows } = await db.query(`select ${key} as key from ${table} where ${column}`, [ids]);
    expect(rows.length).toBeGreaterThan(0);
    return new Set(rows.map((row) => String(row.key)));
  }

  async function seen(scene: Scene, person: Person): Promise<string[]> {
    const keys = await alphaKeys(scene);
    return (await scene.as(person).see(table, key)).filter((value) => keys.has(value));
  }

  describe(table, () => {
    for (const role of ["owner", "admin", "member", "contact"] as const) {
      test(`the ${role} reads all rows that the role may read, and no other rows`, async ({
        scene,
      }) => {
        expect(await seen(scene, scene.world.alpha[role])).toEqual(
          [...reads(scene.world)[role]].sort(),
        );
      });
    }

    test("strangers, users of other firms and contacts without a recent code read no rows, and suspended staff read at most their own membership", async ({
      scene,
    }) => {
      const { alpha, beta, stranger } = scene.world;
      const own = new Set([alpha.suspended.id]);
      const passwordOnly = { ...alpha.contact, methods: { password: 5 } };
      const staleCode = { ...alpha.contact, methods: { otp: 31 * 86_400 } };
      for (const person of [stranger, beta.owner, beta.contact, passwordOnly, staleCode]) {
        expect(await seen(scene, person)).toEqual([]);
      }
      const suspended = await seen(scene, alpha.suspended);
      if (table === "public.memberships") expect(new Set(suspended)).toEqual(own);
      else expect(suspended).toEqual([]);
    });

    test("neither a visitor nor the service key can read the table", async ({ scene }) => {
      expect((await refusal(scene.as(anonymous).see(table, key))).status).toBe("42501");
      expect((await refusal(scene.as(service).see(table, key))).status).toBe("42501");
    });

    test("if the firm requires a second factor, staff must use a factor before they can read all their rows, and contacts need no factor", async ({
      scene,
    }) => {
      const { alpha } = scene.world;
      await scene.db.query("update public.orgs set require_mfa = true where id = $1", [
        alpha.orgId,
      ]);
      for (const role of ["owner", "admin", "member"] as const) {
        expect(await seen(scene, alpha[role])).toEqual(
          readsBehindGate?.(scene.world)[role]?.sort() ?? [],
        );
        expect(await seen(scene, { ...alpha[role], aal: "aal2" })).toEqual(
          [...reads(scene.world)[role]].sort(),
        );
      }
      expect(await seen(scene, alpha.contact)).toEqual([...reads(scene.world).contact].sort());
    });

    test("no one can directly insert rows, delete rows or change the keys of rows", async ({
      scene,
    }) => {
      const { alpha } = scene.world;
      for (const person of [alpha.owner, alpha.contact, anonymous, service]) {
        for (const statement of WRITES(table, key)) {
          expect(await refusal(scene.as(person).query(statement)), statement).toMatchObject({
            status: "42501",
          });
        }
      }
    });

    test("the table forces row-level security, and every policy has a name of several words", async ({
      scene,
    }) => {
      const { rows } = await scene.db.query(
        `select c.relrowsecurity, c.relforcerowsecurity,
          bool_and(p.polname like '% %') as named
        from pg_class c join pg_policy p on p.polrelid = c.oid
        where c.oid = $1::regclass group by c.oid`,
        [table],
      );
      expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true, named: true }]);
    });

    if (isUpdatable) return;
    test("no role may insert or update a column", async ({ scene }) => {
      const { rows } = await scene.db.query(
        `select a.attname from pg_attribute a, unnest('{anon,authenticated,service_role}'::text[]) role
        where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(role, $1::regclass, a.attnum, 'insert, update')`,
        [table],
      );
      expect(rows).toEqual([]);
    });
  });
}
