import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAssignees, listRequests } from "@/features/requests/queries";
import type { RequestRow } from "@/features/requests/types";
import type { ListPage, ListPlace } from "@/lib/backend/list-page";
import { type Firm, foundFirm } from "./firm";
import { openStage, type Stage } from "./stage";

const MANY = 120;
const TOMORROW = "2999-01-01";

let stage: Stage;
let firm: Firm;

type Filters = Omit<Parameters<typeof listRequests>[1], "orgId">;

const page = (filters: Filters) =>
  listRequests(firm.owner.visit().db, { orgId: firm.orgId, ...filters });

async function pages(
  filters: Filters,
  between?: () => Promise<unknown>,
): Promise<ListPage<RequestRow>[]> {
  const seen: ListPage<RequestRow>[] = [];
  let place: ListPlace | undefined;
  do {
    const next = await page({ ...filters, place });
    seen.push(next);
    place = next.next ? { ...next.next, isBackward: false } : undefined;
    if (seen.length === 1) await between?.();
  } while (place);
  return seen;
}

const titles = (seen: readonly ListPage<RequestRow>[]) =>
  seen.flatMap(({ rows }) => rows.map(({ title }) => title));

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "pages");
  await stage.sql("update public.requests set due_on = '2030-06-30'");
  // Groups of ten rows have the same due date and creation time, so that some pages end within a
  // group.
  await stage.sql(
    `insert into public.requests
       (org_id, client_id, title, status, due_on, created_by, sent_at, created_at)
     select $1, $2, 'Payroll ' || n, 'open', date '2026-01-01' + n / 10, $3, now(),
       timestamptz '2026-01-01' + interval '1 hour' * (n / 10)
     from generate_series(1, ${MANY}) n`,
    [firm.orgId, firm.clientId, firm.owner.id],
  );
}, 60_000);
afterAll(() => stage?.close());

describe("listRequests for one state", () => {
  // S-2.23, S-9.8
  test("lists open requests by due date, each exactly once, even if requests with the same due date are on two pages", async () => {
    const seen = await pages({ status: "open" });
    expect(seen.map(({ rows }) => rows.length)).toEqual([50, 50, MANY + 1 - 100]);
    expect(seen.map(({ extent }) => extent.skipped)).toEqual([0, 50, 100]);
    expect(seen[0]?.extent.total).toBe(MANY + 1);
    const dates = seen.flatMap(({ rows }) => rows.map(({ dueOn }) => dueOn));
    expect(dates).toEqual(dates.toSorted());
    expect(new Set(titles(seen)).size).toBe(MANY + 1);
    expect(titles(seen).at(-1)).toBe("Annual accounts");
  });

  test("continues the list after a page's last request even if that request is completed before the next page is read", async () => {
    const first = await page({ status: "open" });
    const last = first.rows.at(-1);
    const whole = titles(await pages({ status: "open" }));
    const seen = await pages({ status: "open" }, () =>
      stage.sql("update public.requests set status = 'complete', closed_at = now() where id = $1", [
        last?.id,
      ]),
    );
    await stage.sql("update public.requests set status = 'open', closed_at = null where id = $1", [
      last?.id,
    ]);
    expect(titles(seen)).toEqual(whole);
  });

  // S-2.22
  test("starts the list of overdue requests with the request that has been overdue the longest", async () => {
    const seen = await pages({ status: "overdue" });
    expect(titles(seen)).toHaveLength(MANY);
    expect(seen[0]?.rows[0]?.dueOn).toBe("2026-01-01");
  });
});

describe("listRequests for every state", () => {
  test("lists requests in every state, newest first and each exactly once, including drafts without a due date", async () => {
    await stage.sql(
      `insert into public.requests (org_id, client_id, title, status, created_by, created_at)
       select $1, $2, 'Draft ' || n, 'draft', $3, timestamptz '2026-01-01 01:00'
       from generate_series(1, 60) n`,
      [firm.orgId, firm.clientId, firm.owner.id],
    );
    const seen = await pages({});
    expect(titles(seen)).toHaveLength(MANY + 61);
    expect(new Set(titles(seen)).size).toBe(MANY + 61);
    expect(titles(seen)[0]).toBe("Annual accounts");
    expect(titles(seen).at(-1)).toMatch(/^Payroll [1-9]$/);
  });

  // S-2.23
  test("lists each request exactly once even if requests change between the reads of two pages", async () => {
    const seen = await pages({}, async () => {
      await stage.sql("update public.requests set status = 'open', due_on = $1, sent_at = now()", [
        TOMORROW,
      ]);
      await stage.sql(
        `insert into public.requests (org_id, client_id, title, created_by)
         values ($1, $2, 'Started in the meantime', $3)`,
        [firm.orgId, firm.clientId, firm.owner.id],
      );
    });
    expect(new Set(titles(seen)).size).toBe(MANY + 61);
    expect(titles(seen)).toHaveLength(MANY + 61);
    expect(seen.slice(0, -1).every(({ rows }) => rows.length === 50)).toBe(true);
  });
});

test("the list of assignees includes the assignees of existing requests, even suspended or removed members", async () => {
  const { db } = firm.owner.visit();
  const adam = await stage.join("Adam Reyes");
  const eve = await stage.join("Eve Lund");
  await stage.sql(
    "insert into public.memberships (org_id, user_id, role, status) values ($1, $2, 'member', 'suspended'), ($1, $3, 'member', 'removed')",
    [firm.orgId, adam.id, eve.id],
  );
  const assigned = [adam.id, eve.id, firm.owner.id, null];
  const people = await listAssignees(db, { orgId: firm.orgId, assigned });
  expect(people).toEqual([
    { userId: firm.owner.id, name: expect.any(String), imageUrl: null },
    { userId: adam.id, name: "Adam Reyes", imageUrl: null, status: "suspended" },
    { userId: eve.id, name: "Eve Lund", imageUrl: null, status: "removed" },
  ]);
});

// S-2.23
test("going back from the second page returns the whole first page", async () => {
  const [, second] = await pages({});
  const previous = second?.previous;
  if (!previous) throw new Error("the second page has no page before it");
  const back = await page({ place: { ...previous, isBackward: true } });
  expect(back.extent.skipped).toBe(0);
  expect(back.rows).toEqual((await page({})).rows);
});
