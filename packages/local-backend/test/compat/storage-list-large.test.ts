import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIA } from "./storage-people.ts";
import { openScene, type Scene } from "./storage-scene.ts";

const PER_FOLDER = 2000;
const FOLDERS = 10;
const ALL = PER_FOLDER * FOLDERS;

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
  const { database } = scene;
  await database.query("insert into storage.buckets (id, name) values ('large', 'large')");
  await database.query(
    `create policy "large" on storage.objects for select to authenticated
       using (bucket_id = 'large' and owner_id = (select auth.uid())::text)`,
  );
  await database.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
     select 'large', format('F%s/%s.txt', n % $1, lpad((n / $1)::text, 5, '0')), $2, n::text, '{}'
     from generate_series(0, $3 - 1) as n`,
    [FOLDERS, MIA, ALL],
  );
});

afterAll(() => scene.close());

interface Listed {
  name: string;
}

async function readAs(role: "authenticated" | "service_role", text: string, values: unknown[]) {
  const { database } = scene;
  const readRows = async () => {
    await database.query("select pg_stat_clear_snapshot()");
    const { rows } = await database.query(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as count
       from pg_stat_xact_user_tables where relid = 'storage.objects'::regclass`,
    );
    return Number(rows[0]?.count ?? 0);
  };
  await database.query("begin");
  try {
    await database.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ role, sub: MIA }),
    ]);
    await database.query(`set local role ${role}`);
    const before = await readRows();
    const { rows } = await database.query<Listed>(text, values);
    return { names: rows.map(({ name }) => name), read: (await readRows()) - before };
  } finally {
    await database.query("rollback");
  }
}

const SEARCH = "select name from storage.search($1, 'large', $2, 1, $3, $4, 'name', $5)";
const PAGE = "select name from storage.search_v2($1, 'large', $2, $3, $4, $5)";

test.each(["authenticated", "service_role"] as const)(
  "a list reads few rows outside the requested page, as the role %s",
  async (role) => {
    for (const order of ["asc", "desc"]) {
      const page = await readAs(role, SEARCH, ["F3/", 100, 0, "", order]);
      expect(page.names).toHaveLength(100);
      expect(page.names[0]).toBe(order === "asc" ? "00000.txt" : "01999.txt");
      expect(page.read).toBeLessThanOrEqual(200);
    }
    const later = await readAs(role, SEARCH, ["f3/", 100, 50, "", "asc"]);
    expect(later.names[0]).toBe("00050.txt");
    expect(later.read).toBeLessThanOrEqual(300);
    const found = await readAs(role, SEARCH, ["F3/", 100, 0, "0199", "asc"]);
    expect(found.names).toHaveLength(10);
    expect(found.read).toBeLessThanOrEqual(40);
  },
);

test.each(["authenticated", "service_role"] as const)(
  "a list of folders reads one row per folder and at most one more, as the role %s",
  async (role) => {
    for (const order of ["asc", "desc"]) {
      const folders = Array.from({ length: FOLDERS }, (_, n) => `F${n}`);
      const expected = order === "asc" ? folders : folders.toReversed();
      const searched = await readAs(role, SEARCH, ["", 100, 0, "", order]);
      expect(searched.names).toEqual(expected);
      expect(searched.read).toBeLessThanOrEqual(FOLDERS + 1);
      const paged = await readAs(role, PAGE, ["", 100, 1, "", order]);
      expect(paged.names).toEqual(expected);
      expect(paged.read).toBeLessThanOrEqual(FOLDERS + 1);
    }
  },
);

test.each([
  {
    list: "storage.search",
    pages: "storage.objects_after_folded",
    text: SEARCH,
    values: ["", 100, 0, "", "desc"],
  },
  {
    list: "storage.search_v2",
    pages: "storage.objects_after",
    text: PAGE,
    values: ["", 100, 1, "", "desc"],
  },
])(
  "$list reads one page of objects, not one per folder, and uses one query plan for all folders",
  async (list) => {
    const database = new pg.Client(scene.backend.urls.db);
    await database.connect();
    try {
      await database.query("begin; set local track_functions = 'pl'");
      const { rows } = await database.query<Listed>(list.text, list.values);
      expect(rows).toHaveLength(FOLDERS);
      const { rows: counts } = await database.query(
        `select pg_stat_get_xact_function_calls(f.oid) as pages, plans.count as plans
       from pg_proc as f, (
         select count(*) from pg_backend_memory_contexts
         where name = 'CachedPlan' and ident like '%storage.objects as o%desc limit 1'
       ) as plans
       where f.oid = $1::regproc`,
        [list.pages],
      );
      expect(counts).toEqual([{ pages: "1", plans: "1" }]);
    } finally {
      await database.end();
    }
  },
);

test.each(["authenticated", "service_role"] as const)(
  "a list after a cursor reads few rows outside the requested page, as the role %s",
  async (role) => {
    const next = await readAs(role, PAGE, ["F3/", 100, 2, "F3/00099.txt", "asc"]);
    expect(next.names[0]).toBe("F3/00100.txt");
    expect(next.read).toBeLessThanOrEqual(200);
    const before = await readAs(role, PAGE, ["F3/", 100, 2, "F3/00100.txt", "desc"]);
    expect(before.names[0]).toBe("F3/00099.txt");
    expect(before.read).toBeLessThanOrEqual(200);
  },
);

test("lists only folders with objects that the caller may select", async () => {
  const { database } = scene;
  await database.query(
    "update storage.objects set owner_id = null where bucket_id = 'large' and name < 'F9/'",
  );
  const page = await readAs("authenticated", SEARCH, ["", 100, 0, "", "asc"]);
  expect(page.names).toEqual(["F9"]);
});

test("sorts folders by name even if the stored prefixes of their objects differ in case", async () => {
  const { database } = scene;
  await database.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
     select 'large', name, $1, name, '{}' from unnest($2::text[]) as name`,
    [MIA, ["Mixed/c/1", "mixed/b/1", "MIXED/a/1", "mixed/c/2", "mixed/file"]],
  );
  const text = "select name from storage.search('mixed/', 'large', 9, 2, 0, '', 'created_at', $1)";
  const listed = async (order: string) => (await readAs("authenticated", text, [order])).names;
  expect(await listed("asc")).toEqual(["a", "b", "c", "file"]);
  expect(await listed("desc")).toEqual(["c", "b", "a", "file"]);
});

test("lists each of several objects whose names differ only in case, on pages of any size", async () => {
  const { database } = scene;
  const names = ["Twin.txt", "tWin.txt", "twin.txt", "TWIN/a.txt", "twin/b.txt"];
  await database.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata)
     select 'large', name, $1, name, '{}' from unnest($2::text[]) as name`,
    [MIA, names],
  );
  for (const limit of [1, 2, 100]) {
    const seen: string[] = [];
    for (let offset = 0; offset < 6; offset += limit) {
      const page = await readAs("authenticated", SEARCH, ["", limit, offset, "tw", "asc"]);
      seen.push(...page.names);
    }
    expect(seen).toEqual(["Twin.txt", "tWin.txt", "twin.txt", "TWIN"]);
  }
});
