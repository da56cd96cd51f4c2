import { expect } from "vitest";
import type { Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Turns off the scans, sorts and page costs that depend on the size of the small test tables. */
async function plan(scene: Scene, person: Person, query: string): Promise<string> {
  await scene.db.query(
    `set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off;
    set local seq_page_cost = 0; set local random_page_cost = 0`,
  );
  const rows = await scene.as(person).query(`explain (costs off) ${query}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const CLIENT = `left join lateral (
    select c.name from public.clients c where c.org_id = r.org_id and c.id = r.client_id
  ) client on true`;

const staffQueries: [
  name: string,
  index: string,
  query: (org: string, request: string) => string,
][] = [
  [
    "open requests by due date, after a key",
    "requests_org_id_status_due_on_id_idx",
    (org, request) =>
      `select r.*, client.* from public.requests r ${CLIENT}
        where r.org_id = '${org}' and r.status = 'open'
        and r.due_on >= '2026-01-01' and (r.due_on > '2026-01-01' or r.id > '${request}')
        order by r.due_on, r.id limit 51`,
  ],
  [
    "requests of every state, newest first, after a key",
    "requests_org_id_created_at_id_idx",
    (org, request) =>
      `select r.*, client.* from public.requests r ${CLIENT}
        where r.org_id = '${org}' and r.created_at <= now()
        and (r.created_at < now() or r.id < '${request}')
        order by r.created_at desc, r.id desc limit 51`,
  ],
  [
    "clients by name, after a key",
    "clients_org_id_name_idx",
    (org, request) =>
      `select * from public.clients where org_id = '${org}' and (name, id) > ('A', '${request}')
        order by name, id limit 50`,
  ],
  [
    "the items of a request",
    "items_",
    (org, request) =>
      `select * from public.items where org_id = '${org}' and request_id = '${request}'`,
  ],
  [
    "the files of a request",
    "files_",
    (org, request) =>
      `select * from public.files where org_id = '${org}' and request_id = '${request}'`,
  ],
  [
    "the events of a request, newest first",
    "events_request_id_id_idx",
    (_, request) =>
      `select * from public.events where request_id = '${request}' order by id desc limit 50`,
  ],
];

test.for(staffQueries)(
  "the query “%s” reads rows through an index and looks up the caller's ids once",
  async ([, index, query], { scene }) => {
    const { alpha } = scene.world;
    const text = await plan(scene, alpha.member, query(alpha.orgId, alpha.requestId));
    expect(text).toContain(index);
    expect(text).toContain("InitPlan");
    expect(text).not.toContain("Seq Scan");
    expect(text).not.toContain("SubPlan");
  },
);

test("the queries for a contact's checklist read rows through an index and look up the caller's ids once", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  for (const table of ["items", "submissions", "files"]) {
    const text = await plan(
      scene,
      alpha.contact,
      `select * from public.${table} where request_id = '${alpha.requestId}'`,
    );
    expect(text).toContain(`using ${table}_`);
    expect(text).toContain("InitPlan");
    expect(text).not.toContain("SubPlan");
  }
});

// S-9.16
test("a query for a file by its path, as in the storage policy for documents, uses an index", async ({
  scene,
}) => {
  await scene.db.query("set local enable_seqscan = off");
  const { rows } = await scene.db.query(
    "explain (costs off) select from public.files where path = 'a/b/c/d.pdf' and status = 'ready'",
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("files_path_key");
});

test("queries for due background tasks use their indexes", async ({ scene }) => {
  await scene.db.query(
    "set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off",
  );
  const expected = {
    outbox_due_idx:
      "select * from private.outbox where status in ('queued', 'sending') and not_before <= now() order by priority, not_before limit 20",
    reminders_due_idx:
      "select * from public.reminders where status = 'scheduled' and due_at <= now() order by due_at limit 100",
    files_pending_idx:
      "select * from public.files where status in ('uploading', 'checking') and updated_at < now()",
    invitations_expires_at_idx:
      "select * from public.invitations where status = 'pending' and expires_at <= now() order by expires_at limit 500",
    requests_closed_at_idx:
      "select * from public.requests where status in ('complete', 'cancelled') and closed_at <= now() order by closed_at limit 200",
    requests_archived_idx:
      "select o.id, r.id from public.orgs o cross join lateral (select r.id from public.requests r where r.org_id = o.id and r.status = 'archived' and r.closed_at <= now() - make_interval(days => o.retention_days) order by r.closed_at limit 20) r",
    orgs_deleted_at_idx:
      "select * from public.orgs where deleted_at < now() - interval '30 days' order by deleted_at limit 1",
    outbox_provider_id_idx:
      "select * from private.outbox where provider_id = 're_1' order by created_at desc limit 1",
    orphans_since_idx: "select * from private.orphans order by since limit 100",
  };
  for (const [index, query] of Object.entries(expected)) {
    const { rows } = await scene.db.query(`explain (costs off) ${query}`);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
  }
});

async function growAlpha({ db, world }: Scene): Promise<void> {
  const { orgId, owner } = world.alpha;
  await db.query(
    "alter table public.requests disable trigger user; alter table public.items disable trigger user",
  );
  await db.query(
    `insert into public.orgs (name, slug, time_zone, reply_email)
    select 'Idle', 'idle-' || n, 'UTC', 'x@idle.example' from generate_series(1, 50) n`,
  );
  await db.query(
    `with asked as (
      insert into public.clients (org_id, name)
      select $1, 'Client ' || n from generate_series(1, 125) n returning id)
    insert into public.requests
      (org_id, client_id, title, status, due_on, created_by, sent_at, created_at)
    select $1, c.id, 'Accounts', 'open', current_date + n % 300, $2, now(), now() - n * interval '1 hour'
    from (select id, row_number() over () as no from asked) c
    join generate_series(1, 2000) n on n % 125 = c.no - 1`,
    [orgId, owner.id],
  );
  await db.query(
    `insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
    select r.org_id, r.id, n, 'text', 'Item', 'submitted', r.created_at + n * interval '1 minute'
    from public.requests r, generate_series(1, 10) n where r.title = 'Accounts'`,
  );
  await db.query("analyze public.orgs, public.clients, public.requests, public.items");
}

// S-7.2, S-9.15
test("the lists of a large firm are read in index order, without a sort", async ({ scene }) => {
  const { alpha } = scene.world;
  await growAlpha(scene);
  // PostgreSQL may scan a small table instead of its index, depending on when autovacuum last
  // analyzed the table.
  await scene.db.query("set local enable_seqscan = off");
  for (const [name, index, query] of staffQueries.slice(0, 2)) {
    const rows = await scene
      .as(alpha.member)
      .query(`explain (costs off) ${query(alpha.orgId, alpha.requestId)}`);
    const text = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text, name).toContain(index);
    expect(text, name).not.toMatch(/Sort|Bitmap|Seq Scan/);
  }
});

async function sessionLookups({ db }: Scene): Promise<number> {
  const { rows } = await db.query(
    `select (seq_scan + idx_scan)::int as n from pg_stat_xact_all_tables
    where relid = 'auth.sessions'::regclass`,
  );
  return rows[0]?.n;
}

test("listing items looks up the session no more often in a large firm than in a small firm", async ({
  scene,
}) => {
  const lookups = async () => {
    const before = await sessionLookups(scene);
    await scene.as(scene.world.alpha.member).query("select count(*) from public.items");
    return (await sessionLookups(scene)) - before;
  };
  const few = await lookups();
  expect(few).toBeGreaterThan(0);
  await growAlpha(scene);
  expect(await lookups()).toBe(few);
});

test("the list of ready answers reads only requests that have a draft answer", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await growAlpha(scene);
  await scene.db.query("alter table public.request_contacts disable trigger user");
  await scene.db.query(
    `insert into public.request_contacts (org_id, request_id, contact_id)
    select r.org_id, r.id, $1 from public.requests r where r.title = 'Accounts'`,
    [alpha.contactId],
  );
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "We bake bread." },
  });
  expect(await scene.as(alpha.contact).rows("list_ready_items", {})).toMatchObject([
    { request_id: alpha.requestId },
  ]);
  const { rows } = await scene.db.query(
    "select prosrc from pg_proc where oid = 'public.list_ready_items()'::regprocedure",
  );
  // The transaction still has the contact's claims from the last call.
  const plan = await scene.db.query(
    `explain (analyze, costs off, timing off, summary off) ${rows[0].prosrc}`,
  );
  const text = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toMatch(/Function Scan on ready_items .*loops=1\)/);
});

// PostgreSQL 17 plans an SQL function again for each query.
test("the functions that check a user are in PL/pgSQL, which caches their plans for the connection", async ({
  scene,
}) => {
  const { rows } = await scene.db.query(
    `select p.proname as name, l.lanname as language
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'private'::regnamespace and p.proname in
      ('require_staff', 'require_user', 'live_user_id', 'my_gated_org_ids', 'is_factor_unshown',
        'user_name')`,
  );
  expect(rows).toHaveLength(6);
  expect(rows.filter(({ language }) => language !== "plpgsql")).toEqual([]);
});
