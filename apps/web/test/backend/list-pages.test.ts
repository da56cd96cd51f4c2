import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listEvents } from "@/features/activity/queries";
import { listBouncedContacts, listClientChoices } from "@/features/clients/queries";
import { countWork, listInbox } from "@/features/inbox/queries";
import type { InboxGroup } from "@/features/inbox/types";
import { listRequests } from "@/features/requests/queries";
import type { PageKey } from "@/lib/backend/page-key";
import { type Firm, foundFirm } from "./firm";
import { openStage, type Stage } from "./stage";

const MANY = 120;
/** More requests than one page of the inbox shows. */
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
  // S-2.22
  test("lists every request with answers to review once, and counts all answers", async () => {
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
    const groups: InboxGroup[] = [];
    let after: PageKey | undefined;
    do {
      const page = await listInbox(db(), { orgId: firm.orgId, isMine: false, after });
      groups.push(...page.groups);
      after = page.next ?? undefined;
    } while (after);
    expect(new Set(groups.map(({ requestId }) => requestId)).size).toBe(WAITING);
    expect(groups).toHaveLength(WAITING);
    expect(groups.every(({ waiting, items }) => waiting === 7 && items.length === 5)).toBe(true);
    const times = groups[0]?.items.map(({ submittedAt }) => submittedAt) ?? [];
    expect(times).toEqual(times.toSorted());
    expect((await countWork(db(), firm.orgId)).toReview).toBe(WAITING * 7);
    const mine = await listInbox(db(), { orgId: firm.orgId, isMine: true });
    expect(mine.groups).toEqual([]);
    await stage.sql("delete from public.requests where title like 'Waiting %'");
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
     from public.requests, generate_series(1, ${MANY - 1}) n where id = $1`,
    [firm.requestId],
  );
  const seen = await pages(async (after) => {
    const { orgId, clientId } = firm;
    const place = after && { ...after, isBackward: false };
    const { rows, next } = await listRequests(db(), { orgId, clientId, place });
    return { rows: rows.map(({ id }) => id), next };
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
    seen.unshift(page.events.map(({ id }) => id).reverse());
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
        const place = after && { ...after, isBackward: false };
        const { rows, next } = await listRequests(db(), { orgId: firm.orgId, query, place });
        return { rows: rows.map(({ title }) => title), next };
      });
    expectWhole(await search("bakery"), 110);
    expect(await search("y 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("of 0017")).toEqual([["Accounts of 0017"]]);
    expect(await search("a,b)")).toEqual([[]]);
  });
});
