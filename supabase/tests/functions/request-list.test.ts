import { expect } from "vitest";
import { type Answer, refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

type Args = Partial<{
  in_status: string;
  of_assignee: string;
  of_client: string;
  query: string;
  sort: string;
  page_key: string;
  page_id: string;
  backward: boolean;
  max_rows: number;
}>;

async function list(scene: Scene, args: Args = {}): Promise<Answer[]> {
  const { alpha } = scene.world;
  return scene.as(alpha.member).rows("list_requests", { org_id: alpha.orgId, ...args });
}

async function addRequests(scene: Scene, requests: [title: string, days: number][]) {
  const { alpha } = scene.world;
  await scene.db.query(
    `insert into public.requests
      (org_id, client_id, title, status, due_on, created_by, sent_at, created_at)
    select $1, $2, r ->> 0, 'open', private.today($1) + (r ->> 1)::int, $3, now(),
      now() + no * interval '1 microsecond'
    from jsonb_array_elements($4::jsonb) with ordinality each (r, no)`,
    [alpha.orgId, alpha.clientId, alpha.owner.id, JSON.stringify(requests)],
  );
}

const titles = (rows: Answer[]) => rows.map((row) => row.title);

test("a row of the request list has the request, its client, its progress and its assignee", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.clients set ref = 'A-1' where id = $1", [alpha.clientId]);
  await scene.db.query("update public.requests set assignee_id = $2 where id = $1", [
    alpha.requestId,
    alpha.admin.id,
  ]);
  expect(await list(scene, { in_status: "open" })).toEqual([
    {
      id: alpha.requestId,
      title: "Annual accounts",
      status: "open",
      due_on: expect.any(Date),
      days_late: 0,
      client_id: alpha.clientId,
      client_name: "Alpha Client",
      client_ref: "A-1",
      progress: {
        accepted: 0,
        submitted: 1,
        partial: 0,
        returned: 0,
        open: 2,
        waived: 0,
        optional: 1,
        waiting: 1,
      },
      optional_items: 1,
      assignee_id: alpha.admin.id,
      assignee_name: "Alpha admin",
      assignee_avatar_path: null,
      sent_at: expect.any(Date),
      last_activity_at: expect.any(Date),
      key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      total: 1,
      skipped: 0,
    },
  ]);
});

test("the progress of a request counts an answer to an optional item as waiting for review", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.items set required = false where request_id = $1", [
    alpha.requestId,
  ]);
  expect(await list(scene, { in_status: "open" })).toMatchObject([
    { progress: { submitted: 0, open: 0, optional: 4, waiting: 1 } },
  ]);
});

test("the request list can be filtered by status, due date, assignee and client", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  // 25 November 2026 is a Wednesday, so the week has days before and after it.
  await scene.db.query("select set_config('dossier.clock', '2026-11-25 12:00:00+00', true)");
  await addRequests(scene, [
    ["Long late", -9],
    ["Late", -1],
    ["Today", 0],
    ["Sunday", 4],
    ["Monday", 5],
  ]);
  await scene.db.query("update public.requests set assignee_id = $1 where title = 'Sunday'", [
    alpha.member.id,
  ]);
  const all = await list(scene);
  expect(all).toHaveLength(7);
  expect(titles(await list(scene, { in_status: "overdue" }))).toEqual(["Long late", "Late"]);
  expect((await list(scene, { in_status: "overdue" })).map((row) => row.days_late)).toEqual([9, 1]);
  expect(titles(await list(scene, { in_status: "due_this_week" }))).toEqual(["Today", "Sunday"]);
  expect(titles(await list(scene, { in_status: "draft" }))).toEqual(["Not sent yet"]);
  expect(titles(await list(scene, { of_assignee: alpha.member.id }))).toEqual(["Sunday"]);
  expect(await list(scene, { of_client: alpha.clientId })).toHaveLength(7);
  expect(await list(scene, { of_client: scene.world.beta.clientId })).toEqual([]);
  await scene.db.query(
    "update public.requests set status = 'complete', closed_at = now() where title = 'Late'",
  );
  expect(await list(scene, { in_status: "complete" })).toMatchObject([
    { title: "Late", days_late: 0 },
  ]);
});

test("the filter for requests that are due this week ends on Sunday in the firm's time zone", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.orgs set time_zone = 'Pacific/Auckland' where id = $1", [
    alpha.orgId,
  ]);
  // In Auckland, this moment is a Monday.
  await scene.db.query("select set_config('dossier.clock', '2026-11-29 12:00:00+00', true)");
  await addRequests(scene, [
    ["Sunday", -1],
    ["Monday", 0],
    ["Next Sunday", 6],
    ["Next Monday", 7],
  ]);
  expect(titles(await list(scene, { in_status: "due_this_week" }))).toEqual([
    "Monday",
    "Next Sunday",
  ]);
});

test("the list of open requests starts with the longest overdue request, and each filter by due date can be combined with an assignee", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("select set_config('dossier.clock', '2026-11-25 12:00:00+00', true)");
  await scene.db.query("update public.requests set due_on = private.today(org_id) + 30");
  await addRequests(scene, [
    ["Sunday", 4],
    ["Also today", 0],
    ["Today", 0],
    ["Late", -1],
    ["Monday", 5],
    ["Long late", -200],
  ]);
  const open = await list(scene, { in_status: "open" });
  expect(open.map((row) => row.days_late)).toEqual([200, 1, 0, 0, 0, 0, 0]);
  expect(titles(open).slice(4)).toEqual(["Sunday", "Monday", "Annual accounts"]);
  expect(open[0]).toMatchObject({
    title: "Long late",
    progress: { open: 0, accepted: 0 },
    assignee_name: null,
  });
  await scene.db.query(
    "update public.requests set assignee_id = $1 where title = any ('{Long late,Today,Monday}')",
    [alpha.admin.id],
  );
  const ofAdmin = (in_status: string) => list(scene, { in_status, of_assignee: alpha.admin.id });
  expect(await ofAdmin("due_this_week")).toMatchObject([
    { title: "Today", assignee_name: "Alpha admin" },
  ]);
  expect(titles(await ofAdmin("overdue"))).toEqual(["Long late"]);
  expect(titles(await ofAdmin("open"))).toEqual(["Long late", "Today", "Monday"]);
});

test("the list of open requests is ordered by due date by default, and the list of all requests is ordered newest first", async ({
  scene,
}) => {
  await addRequests(scene, [
    ["Due first", 2],
    ["Due last", 5],
  ]);
  const newest = ["Due last", "Due first"];
  const first = async (args?: Args) => titles(await list(scene, args)).slice(0, 2);
  expect(await first({ in_status: "open" })).toEqual(newest.toReversed());
  expect(await first()).toEqual(newest);
  expect(await first({ in_status: "open", sort: "newest" })).toEqual(newest);
  const refused = { code: "validation_failed", detail: { field: "sort", rule: "format" } };
  expect(await refusal(list(scene, { sort: "due" }))).toMatchObject(refused);
  expect(await refusal(list(scene, { in_status: "open", sort: "client" }))).toMatchObject(refused);
  expect(await refusal(list(scene, { in_status: "lost" }))).toMatchObject({
    detail: { field: "in_status", rule: "format" },
  });
});

test("a query finds requests by title and by client, and ignores case and accents", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await addRequests(scene, [["Über­prüfung der Löhne", 3]]);
  expect(titles(await list(scene, { query: "LOHNE" }))).toEqual(["Über­prüfung der Löhne"]);
  await scene.db.query("update public.clients set name = 'Müller Ceramics' where id = $1", [
    alpha.clientId,
  ]);
  expect(await list(scene, { query: "muller" })).toHaveLength(3);
  expect(await list(scene, { query: "muller", in_status: "draft" })).toHaveLength(1);
  expect(await list(scene, { query: "beta" })).toEqual([]);
  expect(await refusal(list(scene, { query: "x".repeat(81) }))).toMatchObject({
    detail: { field: "query", rule: "length" },
  });
});

test.for([
  { in_status: "open" },
  { in_status: "open", sort: "newest" },
  {},
  { query: "many" },
  { in_status: "open", query: "alpha" },
] as Args[])("paging forward and back keeps the order of requests: %j", async (args, { scene }) => {
  await addRequests(
    scene,
    Array.from({ length: 24 }, (_, no) => [`Many ${no}`, 1 + (no % 3)]),
  );
  const all = (await list(scene, args)).map((row) => row.id);
  expect(all.length).toBeGreaterThanOrEqual(24);
  const seen: Answer[][] = [];
  let page = await list(scene, { ...args, max_rows: 10 });
  while (page.length > 0) {
    seen.push(page);
    const last = page.at(-1);
    page = await list(scene, {
      ...args,
      max_rows: 10,
      page_key: String(last?.key),
      page_id: String(last?.id),
    });
  }
  expect(seen.flat().map((row) => row.id)).toEqual(all);
  expect(seen.map((rows) => rows[0]?.skipped)).toEqual([0, 10, 20]);
  expect(seen[0]?.[0]?.total).toBe(all.length);
  const first = seen[2]?.[0];
  const back = await list(scene, {
    ...args,
    max_rows: 10,
    page_key: String(first?.key),
    page_id: String(first?.id),
    backward: true,
  });
  expect(back).toEqual(seen[1]);
});

test("a query with many matches lists all matches, in the same order as without a query", async ({
  scene,
}) => {
  await addRequests(
    scene,
    Array.from({ length: 2100 }, (_, no) => [`Many ${no}`, 1 + (no % 300)]),
  );
  const page = await list(scene, { in_status: "open", query: "many" });
  expect(page).toHaveLength(50);
  expect(page[0]).toMatchObject({ total: 2100, skipped: 0 });
  const all = await list(scene, { in_status: "open", max_rows: 50 });
  expect(page.map((row) => row.id)).toEqual(all.map((row) => row.id));
});
