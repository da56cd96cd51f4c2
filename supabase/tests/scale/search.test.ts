import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

async function addClients({ db, world }: Scene): Promise<void> {
  const { alpha } = world;
  for (const table of ["clients", "contacts", "requests"]) {
    await db.query(`alter table public.${table} disable trigger user`);
  }
  await db.query(
    `insert into public.clients (org_id, name, ref)
    select $1, (array['Müller', 'Okafor', 'Łódź', 'Straße'])[1 + n % 4] || ' Trading ' || n, 'R-' || n
    from generate_series(1, 100000) n`,
    [alpha.orgId],
  );
  await db.query(
    `insert into public.contacts (org_id, client_id, name, email)
    select c.org_id, c.id, 'Jürgen ' || c.ref, 'person-' || c.ref || '@firm.example'
    from public.clients c where c.ref like 'R-%'`,
  );
  await db.query(
    `insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
    select c.org_id, c.id, 'Accounts ' || c.ref, 'open', current_date + 9, $1, now()
    from public.clients c where c.ref like 'R-%' order by c.name limit 5000`,
    [alpha.owner.id],
  );
  await db.query("analyze public.clients, public.contacts, public.requests");
}

/**
 * Counts the rows of clients and contacts that the transaction has read, and its scans of a search
 * index.
 */
async function reads({ db }: Scene): Promise<{ rows: number; scans: number }> {
  const { rows } = await db.query(
    `select
      (select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int
        from pg_class where oid = any ($1::regclass[])) as rows,
      (select sum(pg_stat_get_xact_numscans(oid))::int
        from pg_class where oid = any ($2::regclass[])) as scans`,
    [
      ["public.clients", "public.contacts"],
      ["clients", "contacts", "requests"].map((table) => `public.${table}_search_idx`),
    ],
  );
  return rows[0];
}

test("searching or listing 100,000 clients reads fewer than 20,000 rows", {
  timeout: 300_000,
}, async ({ scene }) => {
  const { alpha } = scene.world;
  await addClients(scene);
  const actor = scene.as(alpha.member);
  const cost = async (call: () => Promise<unknown[]>) => {
    const before = await reads(scene);
    expect((await call()).length).toBeGreaterThan(0);
    const after = await reads(scene);
    return { rows: after.rows - before.rows, scans: after.scans - before.scans };
  };
  for (const query of ["OKAFOR trading 4713", "person-r-4711", "R-47119", "lodz trading 4714"]) {
    const search = await cost(() => actor.rows("search_org", { org_id: alpha.orgId, query }));
    expect(search.scans, query).toBeGreaterThanOrEqual(3);
    expect(search.rows, query).toBeLessThan(3000);
    const list = await cost(() => actor.rows("list_clients", { org_id: alpha.orgId, query }));
    expect(list.scans, query).toBeGreaterThanOrEqual(2);
    expect(list.rows, query).toBeLessThan(3000);
  }
  const found = await cost(() =>
    actor.rows("list_requests", { org_id: alpha.orgId, query: "accounts r-100" }),
  );
  expect(found.scans).toBeGreaterThanOrEqual(1);
  expect(found.rows).toBeLessThan(3000);
  // A short query matches most clients, but `search_org` reads only some of them.
  const broad = await cost(() => actor.rows("search_org", { org_id: alpha.orgId, query: "a" }));
  expect(broad.rows).toBeLessThan(20_000);
  const page = await cost(() => actor.rows("list_clients", { org_id: alpha.orgId }));
  // list_clients stops counting at 10,001.
  expect(page.rows).toBeLessThan(20_000);
});
