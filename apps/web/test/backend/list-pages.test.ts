import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBouncedContacts, listClientChoices } from "@/features/clients/queries";
import { countWaitingItems, listWaitingItems } from "@/features/inbox/queries";
import { listRequests } from "@/features/requests/queries";
import { listEvents } from "@/features/timeline/queries";
import type { PageKey } from "@/lib/backend/page-key";
import { type Firm, foundFirm } from "./firm";
import { openStage, type Stage } from "./stage";

const MANY = 120;

let stage: Stage;
let firm: Firm;

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "lists");
}, 60_000);
afterAll(() => stage?.close());

const db = () => firm.owner.visit().db;

async function pages<Row>(
  read: (after: PageKey | undefined) => Promise<{ rows: Row[]; next: PageKey | null }>,
): Promise<Row[][]> {
  const seen: Row[][] = [];
  let after: PageKey | undefined;
  for (;;) {
    const { rows, next } = await read(after);
    seen.push(rows);
    if (!next) return seen;
    after = next;
  }
}

const expectWhole = (seen: readonly unknown[][], total: number) => {
  expect(seen.map((page) => page.length)).toEqual([50, 50, total - 100]);
  expect(new Set(seen.flat()).size).toBe(total);
};

describe("the inbox", () => {
  beforeAll(async () => {
    // Ten rows have the same time, so some pages end between rows with equal keys.
    await stage.sql(
      `insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
       select org_id, id, 100 + n, 'text', 'Waiting ' || n, 'submitted',
         timestamptz '2026-01-01' + interval '1 hour' * ((${MANY} - n) / 10)
       from public.requests, generate_series(1, ${MANY}) n where id = $1`,
      [firm.requestId],
    );
    await stage.sql(
      `with called_off as (
         insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
         select org_id, client_id, 'Called off', 'open', due_on, created_by, sent_at
         from public.requests where id = $1 returning id, org_id)
       insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
       select org_id, id, 1, 'text', 'Nobody waits for this', 'submitted', '2025-01-01' from called_off`,
      [firm.requestId],
    );
    await stage.sql(
      `update public.requests set status = 'cancelled', closed_at = now(), close_reason = 'No.'
       where title = 'Called off'`,
    );
  });

  // S-2.22
  test("lists every waiting item once, the longest waiting first, and counts them all", async () => {
    const submitted: (string | null)[] = [];
    const seen = await pages(async (after) => {
      const { items, next } = await listWaitingItems(db(), { orgId: firm.orgId, after });
      submitted.push(...items.map(({ submittedAt }) => submittedAt));
      return { rows: items.map(({ itemTitle }) => itemTitle), next };
    });
    expectWhole(seen, MANY);
    expect(submitted).toEqual(submitted.toSorted());
    expect(seen.flat()).not.toContain("Nobody waits for this");
    expect(await countWaitingItems(db(), { orgId: firm.orgId })).toBe(MANY);
  });

  test("continues after the last row even if someone decided on that item in the meantime", async () => {
    const first = await listWaitingItems(db(), { orgId: firm.orgId });
    const last = first.items.at(-1);
    await stage.sql(
      "update public.items set status = 'waived', submitted_at = null where id = $1",
      [last?.itemId],
    );
    const second = await listWaitingItems(db(), {
      orgId: firm.orgId,
      after: first.next ?? undefined,
    });
    const both = [...first.items, ...second.items].map(({ itemId }) => itemId);
    expect(new Set(both).size).toBe(100);
  });

  // S-2.22
  test("lists and counts only items of the member's own requests when filtered by that member", async () => {
    const mine = { orgId: firm.orgId, assigneeId: firm.owner.id };
    expect((await listWaitingItems(db(), mine)).items).toEqual([]);
    expect(await countWaitingItems(db(), mine)).toBe(0);
    const [taken] = await stage.sql(
      `with taken as (
         insert into public.requests
           (org_id, client_id, title, status, due_on, created_by, sent_at, assignee_id)
         select org_id, client_id, 'Taken', 'open', due_on, created_by, sent_at, $2
         from public.requests where id = $1 returning id, org_id)
       insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
       select org_id, id, n, 'text', 'Mine ' || n, 'submitted',
         timestamptz '2026-01-01' + interval '1 hour' * ((${MANY} - n) / 10)
       from taken, generate_series(1, ${MANY}) n returning request_id`,
      [firm.requestId, firm.owner.id],
    );
    const seen = await pages(async (after) => {
      const { items, next } = await listWaitingItems(db(), { ...mine, after });
      return { rows: items.map(({ itemTitle }) => itemTitle), next };
    });
    expectWhole(seen, MANY);
    expect(seen.flat().every((title) => title.startsWith("Mine "))).toBe(true);
    expect(await countWaitingItems(db(), mine)).toBe(MANY);
    await stage.sql("delete from public.requests where id = $1", [taken?.request_id]);
  });

  // S-2.22
  test("lists every contact whose email bounced, sorted by name, even if names repeat", async () => {
    await stage.sql(
      `insert into public.contacts (org_id, client_id, name, email, status)
       select $1, $2, case when n % 3 = 0 then 'Same, "quoted" (name)' else 'Contact ' || n end,
         'lost' || n || '@lists.example', 'bounced'
       from generate_series(1, ${MANY}) n`,
      [firm.orgId, firm.clientId],
    );
    const seen = await pages(async (after) => {
      const { contacts, next } = await listBouncedContacts(db(), { orgId: firm.orgId, after });
      return { rows: contacts.map(({ id }) => id), next };
    });
    expectWhole(seen, MANY);
  });
});

// S-9.8
test("a client's list of requests continues after the first page", async () => {
  await stage.sql(
    `insert into public.requests (org_id, client_id, title, created_by, created_at)
     select org_id, client_id, 'Draft ' || n, created_by, timestamptz '2026-01-01' + n % 7 * interval '1 day'
     from public.requests, generate_series(1, ${MANY - 2}) n where id = $1`,
    [firm.requestId],
  );
  const seen = await pages(async (after) => {
    const { orgId, clientId } = firm;
    const { requests, next } = await listRequests(db(), { orgId, clientId, after });
    return { rows: requests.map(({ id }) => id), next };
  });
  expectWhole(seen, MANY);
});

// S-2.25
test("an activity longer than one page continues to earlier events, down to the first", async () => {
  await stage.sql(
    `select private.record_event(private.system_actor(), $1, $2, 'request.updated', 'request', $2)
     from generate_series(1, 420)`,
    [firm.orgId, firm.requestId],
  );
  const stored = await stage.sql("select id from public.events where request_id = $1 order by id", [
    firm.requestId,
  ]);
  const seen: number[][] = [];
  let before: number | undefined;
  do {
    const { requestId, orgId } = firm;
    const page = await listEvents(db(), { orgId, requestId, before });
    seen.unshift(page.events.map(({ id }) => id));
    before = page.earlierBefore ?? undefined;
  } while (before);
  expect(seen.slice(1).map((page) => page.length)).toEqual([200, 200]);
  expect(seen.flat()).toEqual(stored.map(({ id }) => Number(id)));
});

describe("a firm with more than a thousand clients", () => {
  beforeAll(() =>
    stage.sql(
      `with made as (
         insert into public.clients (org_id, name)
         select $1, 'Bakery ' || to_char(n, 'FM0000') from generate_series(1, 1100) n returning id, name)
       insert into public.requests (org_id, client_id, title, created_by)
       select $1, id, 'Accounts of ' || right(name, 4), $2 from made where right(name, 1) = '7'`,
      [firm.orgId, firm.owner.id],
    ),
  );

  test("can choose each of its clients for a new request, sorted by name", async () => {
    const choices = await listClientChoices(db(), firm.orgId);
    const names = choices.map(({ name }) => name).filter((name) => name.startsWith("Bakery"));
    expect(names).toHaveLength(1_100);
    expect(names).toEqual(names.toSorted());
  });

  // S-9.8
  test("finds the requests of every client whose name matches a search", async () => {
    const search = (query: string) =>
      pages(async (after) => {
        const { requests, next } = await listRequests(db(), { orgId: firm.orgId, query, after });
        return { rows: requests.map(({ title }) => title), next };
      });
    expectWhole(await search("bakery"), 110);
    expect(await search("y 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("of 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("a,b)")).toEqual([[]]);
  });
});
