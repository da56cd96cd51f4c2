import { expect } from "vitest";
import type { Answer } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

interface Side {
  overdue: Answer[];
  bounced: Answer[];
  due_this_week: Answer[];
  drafts: Answer[];
}

async function side(scene: Scene, max_rows?: number): Promise<Side> {
  const { alpha } = scene.world;
  const args = { org_id: alpha.orgId, ...(max_rows ? { max_rows } : {}) };
  return (await scene.as(alpha.member).rpc("get_inbox_side", args)) as unknown as Side;
}

async function due(scene: Scene, days: number) {
  await scene.db.query(
    "update public.requests set due_on = private.today(org_id) + $2::int where id = $1",
    [scene.world.alpha.requestId, days],
  );
}

async function addClient(scene: Scene, name: string, days: number, count = 1) {
  const { alpha } = scene.world;
  await scene.db.query(
    `with client as (insert into public.clients (org_id, name) values ($1, $2) returning id)
    insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
    select $1, client.id, $2, 'open', private.today($1) + $3::int, $4, now()
    from client, generate_series(1, $5::int)`,
    [alpha.orgId, name, days, alpha.owner.id, count],
  );
}

test("get_inbox_side lists an overdue request with its number of missing items and whether staff can send a reminder", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect((await side(scene)).overdue).toEqual([]);
  await due(scene, -2);
  const overdue = {
    request_id: alpha.requestId,
    title: "Annual accounts",
    client_id: alpha.clientId,
    client_name: "Alpha Client",
    due_on: expect.any(String),
    days_late: 2,
    missing: 2,
    reminded_today: false,
    may_remind: true,
  };
  expect((await side(scene)).overdue).toEqual([overdue]);
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  expect((await side(scene)).overdue).toEqual([
    { ...overdue, reminded_today: true, may_remind: false },
  ]);
  await scene.travel("25 hours");
  await due(scene, -3);
  expect((await side(scene)).overdue).toMatchObject([
    { days_late: 3, reminded_today: false, may_remind: true },
  ]);
});

test("may_remind is true if and only if remind_contacts would succeed", async ({ scene }) => {
  const { alpha } = scene.world;
  await due(scene, -2);
  const agrees = async (mayRemind: boolean) => {
    expect((await side(scene)).overdue).toMatchObject([{ may_remind: mayRemind }]);
    await scene.db.query("savepoint tried");
    const call = scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
    const isReminded = await call.then(
      () => true,
      () => false,
    );
    await scene.db.query("rollback to savepoint tried");
    expect(isReminded).toBe(mayRemind);
  };
  await agrees(true);
  const changes = [
    "update public.contacts set email_pref = 'no_reminders'",
    "update public.contacts set status = 'bounced'",
    "update public.contacts set status = 'opted_out', opt_out_reason = 'firm'",
    "update public.items set status = 'accepted', submitted_at = null",
    `insert into private.outbox
      (org_id, kind, request_id, contact_id, to_email, dedupe_key, status, not_before)
    select rc.org_id, 'request_sent', rc.request_id, rc.contact_id, 'x@y.example',
      gen_random_uuid()::text, 'deferred', now() from public.request_contacts rc`,
  ];
  for (const change of changes) {
    await scene.db.query("savepoint change");
    await scene.db.query(change);
    await agrees(false);
    await scene.db.query("rollback to savepoint change");
  }
});

test("get_inbox_side lists the most overdue requests first, up to the requested number", async ({
  scene,
}) => {
  await addClient(scene, "Late", -1);
  await addClient(scene, "Later", -9);
  const names = async (most?: number) =>
    (await side(scene, most)).overdue.map((row) => row.client_name);
  expect(await names()).toEqual(["Later", "Late"]);
  expect(await names(1)).toEqual(["Later"]);
});

test("get_inbox_side lists the due dates from today to Sunday with the number of requests and the first client's name", async ({
  scene,
}) => {
  // 25 November 2026 is a Wednesday, so the week has days before and after it.
  await scene.db.query("select set_config('dossier.clock', '2026-11-25 12:00:00+00', true)");
  await due(scene, 30);
  await addClient(scene, "Yesterday", -1);
  await addClient(scene, "Rookery Farm Shop", 2, 2);
  await addClient(scene, "apple farm", 2);
  await addClient(scene, "Sunday", 4);
  await addClient(scene, "Monday", 5);
  expect((await side(scene)).due_this_week).toMatchObject([
    { due_on: "2026-11-27", total: 3, client_name: "apple farm" },
    { due_on: "2026-11-29", total: 1, client_name: "Sunday" },
  ]);
});

test("get_inbox_side lists bounced contacts and drafts with their clients, but no bounced contacts of archived clients", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    alpha.contactId,
  ]);
  expect(await side(scene)).toMatchObject({
    bounced: [
      {
        contact_id: alpha.contactId,
        name: "Alpha Contact",
        email: alpha.contact.email,
        client_id: alpha.clientId,
        client_name: "Alpha Client",
      },
    ],
    drafts: [
      {
        request_id: alpha.draftId,
        title: "Not sent yet",
        client_name: "Alpha Client",
        saved_at: expect.any(String),
      },
    ],
  });
  const counts = () => scene.as(alpha.member).rows("count_work", { org_id: alpha.orgId });
  expect(await counts()).toMatchObject([{ bounced: 1, drafts: 1 }]);
  await scene.db.query("update public.clients set archived_at = now() where id = $1", [
    alpha.clientId,
  ]);
  expect(await side(scene)).toMatchObject({ bounced: [] });
  expect(await counts()).toMatchObject([{ bounced: 0 }]);
});
