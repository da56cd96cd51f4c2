import { expect } from "vitest";
import type { Answer } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead, sendFile } from "../harness/world.ts";

interface Item extends Answer {
  title: string;
}

async function list(scene: Scene, args: Answer = {}): Promise<Answer[]> {
  const { alpha } = scene.world;
  return scene.as(alpha.member).rows("list_inbox", { org_id: alpha.orgId, ...args });
}

const itemsOf = (group?: Answer) => (group?.items ?? []) as Item[];

async function submit(scene: Scene, kind: "text" | "choice" | "date", answer: Answer) {
  const { alpha } = scene.world;
  const item_id = alpha.items[kind];
  await scene.as(alpha.contact).rpc("save_answer", { item_id, answer: answer as never });
  await scene.as(alpha.contact).rpc("submit_item", { item_id });
}

/** Sends a request of one text item and answers it. */
async function addAnswered(scene: Scene, title: string, days = 14): Promise<string> {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title,
    message: "",
    due_on: daysAhead(days),
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", title: "A word" }],
  });
  await scene.as(alpha.member).rpc("send_request", { request_id: String(draft.id) });
  const item_id = String((draft.item_ids as string[])[0]);
  await scene.as(alpha.contact).rpc("save_answer", { item_id, answer: { text: "Yes" } });
  await scene.as(alpha.contact).rpc("submit_item", { item_id });
  return String(draft.id);
}

test("a request with an answer to review comes with its client, progress and items", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await list(scene)).toEqual([
    {
      request_id: alpha.requestId,
      title: "Annual accounts",
      client_id: alpha.clientId,
      client_name: "Alpha Client",
      due_on: expect.any(Date),
      is_late: false,
      days_late: 0,
      assignee_id: null,
      assignee_name: null,
      assignee_avatar_path: null,
      progress: { accepted: 0, submitted: 1, partial: 0, returned: 0, open: 2, waived: 0 },
      waiting: 1,
      oldest_at: expect.any(Date),
      items: [
        {
          id: alpha.items.file,
          title: "Bank statements",
          kind: "file",
          no: 1,
          submitted_at: expect.any(String),
          sender_id: alpha.contact.id,
          sender_kind: "contact",
          sender_name: "Alpha Contact",
          not_applicable: false,
          note: "",
          files: 1,
          bytes: 1000,
          types: ["application/pdf"],
          file_name: "statement.pdf",
          text: null,
          choices: null,
          date: null,
        },
      ],
      key: expect.stringMatching(/^due \d{4}-/),
      groups: 1,
      total: 1,
    },
  ]);
});

test("an item shows what was sent: text, choice, date, or why it does not apply", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await submit(scene, "text", { text: `${"x".repeat(200)}\nsecond line` });
  await submit(scene, "choice", { choices: ["Cash"] });
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.date,
    answer: null as never,
    not_applicable: true,
    client_note: "No claims in five years.\nSince we moved.",
  });
  await scene.as(alpha.contact).rpc("submit_item", { item_id: alpha.items.date });
  const items = itemsOf((await list(scene))[0]);
  const byId = new Map(items.map((item) => [item.id, item]));
  expect(byId.get(alpha.items.text)).toMatchObject({ text: "x".repeat(120), files: 0, bytes: 0 });
  expect(byId.get(alpha.items.choice)).toMatchObject({ choices: ["Cash"], text: null });
  expect(byId.get(alpha.items.date)).toMatchObject({
    not_applicable: true,
    note: "No claims in five years.",
  });
});

test("a returned answer comes again with its next number and all its files", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "March is missing.",
  });
  expect(await list(scene)).toEqual([]);
  await sendFile(scene.db, alpha.contact, alpha.items.file, "b".repeat(64));
  await sendFile(scene.db, alpha.contact, alpha.items.file, "c".repeat(64));
  await scene.as(alpha.contact).rpc("submit_item", { item_id: alpha.items.file });
  expect(itemsOf((await list(scene))[0])[0]).toMatchObject({
    no: 2,
    files: 2,
    bytes: 2000,
    types: ["application/pdf"],
    file_name: null,
  });
});

test("names the sender after the contact was removed, and staff who answered", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    "update public.contacts set status = 'removed', user_id = null where id = $1",
    [alpha.contactId],
  );
  await scene.as(alpha.member).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "By phone." },
  });
  await scene.as(alpha.member).rpc("submit_item", { item_id: alpha.items.text });
  const items = itemsOf((await list(scene))[0]);
  expect(items.map((item) => [item.sender_name, item.sender_kind])).toEqual([
    ["Alpha Contact", "contact"],
    ["Alpha member", "staff"],
  ]);
});

test("drafts of answers and files that were not sent are not shown", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "Not sent yet." },
  });
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  expect(await list(scene)).toEqual([]);
});

test("late requests come first, then the oldest answer", async ({ scene }) => {
  await scene.travel("1 hour");
  await addAnswered(scene, "Second");
  await scene.travel("1 hour");
  const late = await addAnswered(scene, "Late");
  await scene.db.query("update public.requests set due_on = due_on - 20 where id = $1", [late]);
  const groups = await list(scene);
  expect(groups.map((group) => [group.title, group.is_late, group.days_late])).toEqual([
    ["Late", true, 6],
    ["Annual accounts", false, 0],
    ["Second", false, 0],
  ]);
});

test("a group has five items at most and says how many wait", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query(
    `insert into public.items (org_id, request_id, position, kind, title, status, submitted_at)
    select $1, $2, 10 + n, 'text', 'Item ' || n, 'submitted', now() + n * interval '1 second'
    from generate_series(1, 6) n`,
    [alpha.orgId, alpha.requestId],
  );
  await scene.db.query(
    `insert into public.submissions
      (org_id, request_id, item_id, no, status, answer, author_id, submitted_by, submitted_kind,
        submitted_at)
    select i.org_id, i.request_id, i.id, 1, 'submitted', '{"text":"Yes"}', $1, $1, 'contact',
      i.submitted_at
    from public.items i where i.title like 'Item %'`,
    [alpha.contact.id],
  );
  const [group] = await list(scene);
  expect(group).toMatchObject({ waiting: 7, total: 7, groups: 1 });
  expect(itemsOf(group).map((item) => item.title)).toEqual([
    "Bank statements",
    "Item 1",
    "Item 2",
    "Item 3",
    "Item 4",
  ]);
});

test("pages of groups lead to the end without a gap", async ({ scene }) => {
  for (let no = 0; no < 4; no += 1) await addAnswered(scene, `Request ${no}`);
  await scene.db.query(
    "update public.requests set due_on = due_on - 20 where title in ('Request 1', 'Request 3')",
  );
  const all = await list(scene);
  expect(all).toHaveLength(5);
  const seen: Answer[] = [];
  let page = await list(scene, { max_rows: 2 });
  while (page.length > 0) {
    seen.push(...page);
    const last = page.at(-1);
    page = await list(scene, { max_rows: 2, page_key: last?.key, page_id: last?.request_id });
  }
  expect(seen).toEqual(all);
  expect(new Set(seen.map((group) => `${group.groups} ${group.total}`))).toEqual(new Set(["5 5"]));
});

test("a person's own inbox has only the requests assigned to them", async ({ scene }) => {
  const { alpha } = scene.world;
  const mine = await addAnswered(scene, "Mine");
  await scene.db.query("update public.requests set assignee_id = $2 where id = $1", [
    mine,
    alpha.member.id,
  ]);
  expect((await list(scene, { mine: true })).map((group) => group.title)).toEqual(["Mine"]);
  expect(await list(scene)).toHaveLength(2);
  const count = (isMine: boolean) =>
    scene.as(alpha.member).rpc("count_inbox", { org_id: alpha.orgId, mine: isMine });
  expect([await count(false), await count(true)]).toEqual([2, 1]);
});

/** Sets random states, due dates and assignees, the same ones in every run. */
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

/** What the counts should be, by reading every row. */
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
  };
}

// Ten tests of a hundred states each, so that a failing state is near its seed.
test.for(Array.from({ length: 10 }, (_, no) => no))(
  "counts equal a slow reference for a hundred random states, number %s",
  async (hundred, { scene }) => {
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
    for (let no = 0; no < 100; no += 1) {
      await shuffle(scene, hundred * 100 + no);
      const expected = await slowCounts(scene);
      const [counts] = await actor.rows("count_work", { org_id: alpha.orgId });
      expect(counts, `state ${hundred * 100 + no}`).toEqual(expected);
      const [first] = await actor.rows("list_inbox", { org_id: alpha.orgId, max_rows: 1 });
      expect(first?.total ?? 0).toBe(expected.to_review);
      const inbox = await actor.rpc("count_inbox", { org_id: alpha.orgId, mine: true });
      expect(inbox).toBe(expected.to_review_mine);
    }
  },
);
