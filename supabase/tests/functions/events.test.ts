import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

// S-3.25
test("verify_audit finds no broken event if the firm's events are unchanged", async ({ scene }) => {
  const { alpha } = scene.world;
  for (const person of [alpha.owner, alpha.admin]) {
    expect(await scene.as(person).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
      broken: null,
      done: true,
      checked: expect.any(Number),
    });
  }
});

// S-3.26
test("verify_audit finds an event whose actor's name was changed in the table", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.events disable trigger user");
  const { rows } = await scene.db.query(
    `update public.events set actor_name = 'Someone else'
    where request_id = $1 and no = 2 returning id::int, chain, no`,
    [alpha.requestId],
  );
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: rows[0],
  });
});

/** Adds ten thousand events with valid hashes to a chain. */
const GROW = `
  with recursive last as (
    select * from public.events e where e.chain = $1 order by e.no desc limit 1
  ), link as (
    select l.no, l.prev_hash, l.hash from last l
    union all
    select k.no + 1, k.hash, private.event_hash(k.hash, row(
      null, l.org_id, l.request_id, l.chain, k.no + 1, l.actor_kind, l.actor_id, l.actor_name,
      l.action, l.entity, l.entity_id, l.data, l.at, k.hash, null)::public.events)
    from link k, last l where k.no < l.no + 10000
  )
  insert into public.events (
    org_id, request_id, chain, no, actor_kind, actor_id, actor_name, action, entity, entity_id,
    data, at, prev_hash, hash)
  select l.org_id, l.request_id, l.chain, k.no, l.actor_kind, l.actor_id, l.actor_name, l.action,
    l.entity, l.entity_id, l.data, l.at, k.prev_hash, k.hash
  from link k, last l where k.no > l.no order by k.no`;

// S-3.31
test("verify_audit reads pages of 10,000 events and finds a broken event on any page, even at a boundary", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const org_id = alpha.orgId;
  const verify = (after = 0) => scene.as(alpha.owner).rpc("verify_audit", { org_id, after });
  await scene.db.query(GROW, [alpha.requestId]);
  const first = await verify();
  expect(first).toMatchObject({ checked: 10_000, done: false, broken: null });
  const boundary = Number(first.last_id);
  const { rows } = await scene.db.query(
    `select id::int, chain, no from public.events where org_id = $1 and id > $2 order by id`,
    [org_id, boundary],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(await verify(boundary)).toMatchObject({
    checked: rows.length,
    last_id: rows.at(-1)?.id,
    done: true,
    broken: null,
  });

  await scene.db.query("alter table public.events disable trigger user");
  const forge = "update public.events set actor_name = 'Someone else' where id = $1";
  await scene.db.query(forge, [rows[1]?.id]);
  expect(await verify()).toMatchObject({ broken: null });
  expect(await verify(boundary)).toMatchObject({ broken: rows[1] });
  // The next event must contain the hash of the last event of the first page.
  await scene.db.query("update public.events set hash = repeat('f', 64) where id = $1", [boundary]);
  expect(await verify(boundary)).toMatchObject({ broken: rows[0] });
});

// S-3.26
test("verify_audit reports the event after a missing event as broken", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.events disable trigger user");
  await scene.db.query("delete from public.events where request_id = $1 and no = 2", [
    alpha.requestId,
  ]);
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: { chain: alpha.requestId, no: 3 },
  });
});

// S-3.26
test.for([
  [
    "the newest events of a chain were removed",
    "delete from public.events where request_id = $1 and no > 1",
  ],
  [
    "a chain was rewritten as a whole",
    `do $rewrite$
    declare
      event public.events;
      last text := repeat('0', 64);
    begin
      for event in select * from public.events where request_id = $1 order by no loop
        event.actor_name := 'Someone else';
        event.prev_hash := last;
        last := private.event_hash(last, event);
        update public.events e
          set actor_name = event.actor_name, prev_hash = event.prev_hash, hash = last
          where e.id = event.id;
      end loop;
    end $rewrite$`,
  ],
] as const)("verify_audit cannot find that %s", async ([, change], { scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.events disable trigger user");
  const { rowCount } = await scene.db.query(
    "select from public.events where request_id = $1 and no > 1",
    [alpha.requestId],
  );
  expect(rowCount).toBeGreaterThan(0);
  await scene.db.query(change.replace("$1", `'${alpha.requestId}'`));
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: null,
  });
});

// S-3.25
test("the hash of an event does not depend on the session's time zone", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("set local time zone 'Pacific/Chatham'");
  expect(await scene.as(alpha.owner).rpc("verify_audit", { org_id: alpha.orgId })).toMatchObject({
    broken: null,
  });
});

// S-3.27
test.for([
  "update public.events set action = 'nothing'",
  "delete from public.events",
  "truncate public.events",
])(
  "events cannot be changed or deleted, even by the database owner: %s",
  async (statement, { scene }) => {
    await scene.db.query("savepoint attempt");
    await expect(scene.db.query(statement)).rejects.toThrow("events cannot be changed or deleted");
    await scene.db.query("rollback to savepoint attempt");
  },
);

// S-3.30
test("the data of events contains ids, statuses and times, but no titles, notes or file names", async ({
  scene,
}) => {
  const { rows } = await scene.db.query<{ text: string }>(
    "select data::text as text from public.events",
  );
  const value = /"[0-9a-z_-]+"|"\d{4}-\d\d-\d\dT[\d:.]+\+00:00"|\d+|true|false/.source;
  const allowed = new RegExp(`^(\\{\\}|\\{("[a-z_]+": (${value})(, )?)+\\})$`);
  expect(rows.filter((row) => !allowed.test(row.text))).toEqual([]);
});

// S-6.5
test("members, contacts and users outside the firm cannot verify events", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.member, alpha.contact, beta.owner, stranger]) {
    expect(
      await refusal(scene.as(person).rpc("verify_audit", { org_id: alpha.orgId })),
    ).toMatchObject({ status: "404", code: "not_found" });
  }
});
