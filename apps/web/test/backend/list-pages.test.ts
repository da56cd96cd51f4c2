import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listEvents } from "@/features/activity/queries";
import { listAuditEvents } from "@/features/audit/queries";
import { listBouncedContacts, listClientChoices } from "@/features/clients/queries";
import { countWork, listInbox } from "@/features/inbox/queries";
import { listRequests } from "@/features/requests/queries";
import type { ListPage, ListPlace } from "@/lib/backend/list-page";
import { type Firm, foundFirm } from "./firm";
import { openStage, type Stage } from "./stage";

const MANY = 120;
const WAITING = 45;

let stage: Stage;
let firm: Firm;

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "lists");
}, 60_000);
afterAll(() => stage?.close());

const db = () => firm.owner.visit().db;

async function pages<Row>(
  read: (place: ListPlace | undefined) => Promise<ListPage<Row>>,
): Promise<Row[][]> {
  const seen: ListPage<Row>[] = [];
  let place: ListPlace | undefined;
  do {
    const page = await read(place);
    seen.push(page);
    place = page.next ? { ...page.next, isBackward: false } : undefined;
  } while (place);
  for (const [index, { previous }] of seen.entries()) {
    const earlier = previous ? await read({ ...previous, isBackward: true }) : undefined;
    expect(earlier?.rows).toEqual(seen[index - 1]?.rows);
    expect(earlier?.extent).toEqual(seen[index - 1]?.extent);
  }
  return seen.map(({ rows }) => rows);
}

const expectWhole = (seen: readonly unknown[][], total: number) => {
  expect(seen.map((page) => page.length)).toEqual([50, 50, total - 100]);
  expect(new Set(seen.flat()).size).toBe(total);
};

describe("the inbox", () => {
  // S-2.22
  test("the inbox lists each request once, and counts all answers that are waiting for review", async () => {
    await stage.sql(
      `with asked as (
         insert into public.requests (org_id, client_id, title, status, due_on, created_by, sent_at)
         select org_id, client_id, 'Waiting ' || n, 'open', '2999-01-01', created_by, sent_at
         from public.requests, generate_series(1, ${WAITING}) n where id = $1
         returning id, org_id),
       sent as (
         insert into public.items
           (org_id, request_id, position, kind, title, status, submitted_at)
         select org_id, id, n, 'text', 'Item ' || n, 'submitted',
           timestamptz '2026-01-01' + interval '1 hour' * (n / 2)
         from asked, generate_series(1, 7) n
         returning id, org_id, request_id, submitted_at)
       insert into public.submissions
         (org_id, request_id, item_id, no, status, answer, author_id, submitted_by, submitted_at)
       select org_id, request_id, id, 1, 'submitted', '{"text":"An answer"}', $2, $2, submitted_at
       from sent`,
      [firm.requestId, firm.owner.id],
    );
    const groups = (
      await pages((place) => listInbox(db(), { orgId: firm.orgId, isMine: false, place }))
    ).flat();
    expect(new Set(groups.map(({ requestId }) => requestId)).size).toBe(WAITING);
    expect(groups).toHaveLength(WAITING);
    expect(groups.every(({ waiting, items }) => waiting === 7 && items.length === 5)).toBe(true);
    const times = groups[0]?.items.map(({ submittedAt }) => submittedAt) ?? [];
    expect(times).toEqual(times.toSorted());
    expect((await countWork(db(), firm.orgId)).toReview).toBe(WAITING * 7);
    const mine = await listInbox(db(), { orgId: firm.orgId, isMine: true });
    expect(mine.rows).toEqual([]);
    await stage.sql("delete from public.requests where title like 'Waiting %'");
  });

  // S-2.22
  test("the inbox lists each contact with bounced email exactly once, even if names repeat", async () => {
    await stage.sql(
      `insert into public.contacts (org_id, client_id, name, email, status)
       select $1, $2, case when n % 3 = 0 then 'Same, "quoted" (name)' else 'Contact ' || n end,
         'lost' || n || '@lists.example', 'bounced'
       from generate_series(1, ${MANY}) n`,
      [firm.orgId, firm.clientId],
    );
    const seen = await pages((place) =>
      listBouncedContacts(db(), { orgId: firm.orgId, place, total: MANY }),
    );
    expectWhole(
      seen.map((page) => page.map(({ id }) => id)),
      MANY,
    );
  });
});

// S-9.8
test("paging through a client's requests reaches each request once", async () => {
  await stage.sql(
    `insert into public.requests (org_id, client_id, title, created_by, created_at)
     select org_id, client_id, 'Draft ' || n, created_by, timestamptz '2026-01-01' + n % 7 * interval '1 day'
     from public.requests, generate_series(1, ${MANY - 1}) n where id = $1`,
    [firm.requestId],
  );
  const { orgId, clientId } = firm;
  const seen = await pages((place) => listRequests(db(), { orgId, clientId, place }));
  expectWhole(
    seen.map((page) => page.map(({ id }) => id)),
    MANY,
  );
});

// S-2.25
test("paging back through a request's activity reaches the earliest event", async () => {
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
    seen.unshift(page.events.map(({ id }) => id).reverse());
    before = page.olderThan ?? undefined;
  } while (before);
  expect(seen.slice(1).map((page) => page.length)).toEqual([200, 200]);
  expect(seen.flat()).toEqual(stored.map(({ id }) => Number(id)));
});

test("a page of events links to newer or older events only if such events match the filter", async () => {
  const { orgId, requestId } = firm;
  await stage.sql(
    `select private.record_event(private.system_actor(), $1, $2, 'request.updated', 'request', $2)
     from generate_series(1, 60)`,
    [orgId, requestId],
  );
  const rows = await stage.sql(
    `select id from public.events
     where org_id = $1 and actor_kind = 'system' and action ~ '^(request|recipient|reminder)\\.' order by id`,
    [orgId],
  );
  const [oldest = 0, newest = 0] = [Number(rows.at(0)?.id), Number(rows.at(-1)?.id)];
  const end = { kind: "requests", who: "system" } as const;
  const linksAt = async (place: { before?: number; after?: number }) => {
    const { events, newerThan, olderThan } = await listAuditEvents(db(), {
      orgId,
      ...end,
      ...place,
    });
    return {
      rows: events.length,
      hasNewer: newerThan !== null && newerThan === events[0]?.id,
      hasOlder: olderThan !== null && olderThan === events.at(-1)?.id,
    };
  };
  // The id in the URL may belong to no event, or to an event that the filter excludes.
  expect(await linksAt({ before: newest + 9 })).toEqual({
    rows: 50,
    hasNewer: false,
    hasOlder: true,
  });
  expect(await linksAt({ after: oldest - 1 })).toEqual({
    rows: 50,
    hasNewer: true,
    hasOlder: false,
  });
  expect(await linksAt({ before: newest })).toEqual({ rows: 50, hasNewer: true, hasOlder: true });
  expect(await linksAt({ before: oldest })).toEqual({ rows: 0, hasNewer: false, hasOlder: false });
  const record = await listEvents(db(), { orgId, requestId, after: newest - 1 });
  expect(record.olderThan).toBe(record.events.at(-1)?.id);
  expect(record.newerThan).toBeNull();
});

describe("in a firm with more than a thousand clients,", () => {
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

  test("a new request offers only the first 50 clients, and a search finds the others", async () => {
    const namesOf = async (query?: string) => {
      const { clients, total } = await listClientChoices(db(), { orgId: firm.orgId, query });
      return { names: clients.map(({ name }) => name), total };
    };
    const all = await namesOf();
    expect(all.names).toHaveLength(50);
    expect(all.names).toEqual(all.names.toSorted());
    expect(all.total).toBeGreaterThanOrEqual(1_100);
    expect(await namesOf("bakery 1087")).toEqual({ names: ["Bakery 1087"], total: 1 });
  });

  // S-9.8
  test("a search finds the requests of every client whose name matches", async () => {
    const search = async (query: string) => {
      const seen = await pages((place) => listRequests(db(), { orgId: firm.orgId, query, place }));
      return seen.map((page) => page.map(({ title }) => title));
    };
    expectWhole(await search("bakery"), 110);
    expect(await search("y 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("of 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("a,b)")).toEqual([[]]);
  });
});
