import { afterAll, beforeAll, expect, test } from "vitest";
import { hasWorkLeft } from "@/features/items/selectors";
import type { ItemStatus } from "@/features/items/types";
import { type Firm, foundFirm } from "./firm";
import { openStage, type Stage } from "./stage";

let stage: Stage;
let firm: Firm;

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "reminders");
}, 60_000);
afterAll(() => stage?.close());

test("hasWorkLeft and the database agree for every status of two required or optional items", async () => {
  const requests = await stage.sql(
    `with kinds as (
       select status, required from unnest(
         '{open,submitted,accepted,partial,returned,waived}'::text[]) status,
         unnest('{true,false}'::boolean[]) required),
     pairs as (
       select gen_random_uuid() id, one.status, one.required,
         other.status other_status, other.required other_required
       from kinds one, kinds other),
     asked as (
       insert into public.requests
         (id, org_id, client_id, title, status, due_on, created_by, sent_at)
       select p.id, r.org_id, r.client_id, 'Pair', 'open', r.due_on, r.created_by, r.sent_at
       from pairs p, public.requests r where r.id = $1)
     insert into public.items (org_id, request_id, position, kind, title, status, required)
     select $2::uuid, id, 1, 'text', 'One', status, required from pairs
     union all
     select $2::uuid, id, 2, 'text', 'Other', other_status, other_required from pairs
     returning request_id`,
    [firm.requestId, firm.orgId],
  );
  const ids = [...new Set(requests.map(({ request_id }) => request_id))];
  expect(ids).toHaveLength(144);
  const rows = (await stage.sql(
    `select private.has_work_left(i.request_id) as expected,
       jsonb_agg(jsonb_build_object('status', i.status, 'required', i.required)) as items
     from public.items i where i.request_id = any ($1) group by i.request_id`,
    [ids],
  )) as { expected: boolean; items: { status: ItemStatus; required: boolean }[] }[];
  const differing = rows.filter(({ expected, items }) => hasWorkLeft(items) !== expected);
  expect(differing).toEqual([]);
  expect(new Set(rows.map(({ expected }) => expected)).size).toBe(2);
});
