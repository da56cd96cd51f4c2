import { expect } from "vitest";
import type { Scene } from "./test.ts";

async function shuffle(scene: Scene, seed: number) {
  const { alpha } = scene.world;
  await scene.db.query(`select setseed(${seed / 1000})`);
  await scene.db.query(
    `update public.requests set
      status = picked.status, due_on = private.today(org_id) + floor(random() * 30)::int - 15,
      assignee_id = case when random() < 0.4 then $2::uuid end, sent_at = now(),
      closed_at = case when picked.status not in ('draft', 'open') then now() end
    from (
      select r.id, (array['draft', 'open', 'open', 'open', 'complete', 'cancelled'])
        [1 + floor(random() * 6)::int] as status
      from public.requests r where r.org_id = $1) picked
    where requests.id = picked.id and requests.org_id = $1`,
    [alpha.orgId, alpha.member.id],
  );
  await scene.db.query(
    `update public.items set status = picked.status, submitted_at = case
        when picked.status = 'submitted' and picked.is_open
        then now() - random() * interval '9 days' end
    from (
      select i.id, r.status = 'open' as is_open,
        (array['open', 'submitted', 'accepted', 'partial', 'returned', 'waived'])
          [1 + floor(random() * 6)::int] as status
      from public.items i join public.requests r on r.id = i.request_id
      where i.org_id = $1) picked
    where items.id = picked.id`,
    [alpha.orgId],
  );
}

async function slowCounts({ db, world }: Scene) {
  const { alpha } = world;
  const { rows: requests } = await db.query(
    `select r.id, r.status, r.assignee_id, r.due_on - private.today(r.org_id) as days,
      7 - extract(isodow from private.today(r.org_id))::int as sunday
    from public.requests r where r.org_id = $1`,
    [alpha.orgId],
  );
  const { rows: items } = await db.query(
    "select i.request_id, i.status from public.items i where i.org_id = $1",
    [alpha.orgId],
  );
  const open = requests.filter((request) => request.status === "open");
  const mine = open.filter((request) => request.assignee_id === alpha.member.id);
  const waiting = (some: typeof open) =>
    items.filter(
      (item) =>
        item.status === "submitted" && some.some((request) => request.id === item.request_id),
    ).length;
  return {
    to_review: waiting(open),
    to_review_mine: waiting(mine),
    open_requests: open.length,
    open_mine: mine.length,
    overdue: open.filter((request) => request.days < 0).length,
    due_this_week: open.filter((request) => request.days >= 0 && request.days <= request.sunday)
      .length,
    bounced: 0,
    drafts: requests.filter((request) => request.status === "draft").length,
    requests: requests.length,
  };
}

export async function expectCounts(scene: Scene, seeds: Iterable<number>): Promise<void> {
  const { alpha } = scene.world;
  await scene.db.query("alter table public.requests disable trigger user");
  await scene.db.query("alter table public.items disable trigger user");
  await scene.db.query(
    `with added as (
      insert into public.requests (org_id, client_id, title, created_by)
      select $1, $2, 'Request ' || n, $3 from generate_series(1, 12) n returning org_id, id)
    insert into public.items (org_id, request_id, position, kind, title)
    select added.org_id, added.id, n, 'text', 'Item' from added, generate_series(1, 4) n`,
    [alpha.orgId, alpha.clientId, alpha.owner.id],
  );
  const actor = scene.as(alpha.member);
  for (const seed of seeds) {
    await shuffle(scene, seed);
    const expected = await slowCounts(scene);
    const [counts] = await actor.rows("count_work", { org_id: alpha.orgId });
    expect(counts, `state ${seed}`).toEqual(expected);
    const [first] = await actor.rows("list_inbox", { org_id: alpha.orgId, max_rows: 1 });
    expect(first?.total ?? 0).toBe(expected.to_review);
    const inbox = await actor.rpc("count_inbox", { org_id: alpha.orgId, mine: true });
    expect(inbox).toBe(expected.to_review_mine);
  }
}

/** Different series have no seed in common. */
export function seedsOf(series: number): number[] {
  return Array.from({ length: 100 }, (_, no) => series * 100 + no);
}
