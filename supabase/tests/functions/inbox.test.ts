import { expect } from "vitest";
import type { Answer } from "../harness/actor.ts";
import { expectCounts, seedsOf } from "../harness/random-inbox.ts";
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

test("the inbox groups undecided answers by request, and a group shows the client, the progress and the answers", async ({
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
      skipped: 0,
    },
  ]);
});

test("an inbox item shows the text, the choice, or the reason why the item does not apply", async ({
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

test("a new version of a returned answer is listed with its version number and the number and size of its files", async ({
  scene,
}) => {
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

test("the inbox shows the sender of an answer, even if the sender is a removed contact or a staff member", async ({
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

test("the inbox shows neither draft answers nor withdrawn answers", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "Not sent yet." },
  });
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  expect(await list(scene)).toEqual([]);
});

test("the inbox lists overdue requests first, then the requests with the oldest answers", async ({
  scene,
}) => {
  await scene.travel("1 hour");
  await addAnswered(scene, "Second");
  await scene.travel("1 hour");
  const late = await addAnswered(scene, "Late");
  await scene.db.query(
    "update public.requests set due_on = private.today(org_id) - 6 where id = $1",
    [late],
  );
  const groups = await list(scene);
  expect(groups.map((group) => [group.title, group.is_late, group.days_late])).toEqual([
    ["Late", true, 6],
    ["Annual accounts", false, 0],
    ["Second", false, 0],
  ]);
});

test("a group of the inbox shows at most five items, but counts all waiting items", async ({
  scene,
}) => {
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

test("paging through the inbox returns every group once, in order", async ({ scene }) => {
  for (let no = 0; no < 4; no += 1) await addAnswered(scene, `Request ${no}`);
  await scene.db.query(
    "update public.requests set due_on = due_on - 20 where title in ('Request 1', 'Request 3')",
  );
  const all = await list(scene);
  expect(all).toHaveLength(5);
  const withoutPlace = ({ skipped: _skipped, ...group }: Answer) => group;
  const seen: Answer[] = [];
  let page = await list(scene, { max_rows: 2 });
  while (page.length > 0) {
    seen.push(...page);
    const last = page.at(-1);
    page = await list(scene, { max_rows: 2, page_key: last?.key, page_id: last?.request_id });
  }
  expect(seen.map(withoutPlace)).toEqual(all.map(withoutPlace));
  expect(seen.map(({ skipped }) => skipped)).toEqual([0, 0, 2, 2, 4]);
  for (const [end, titles] of [
    [4, [all[2], all[3]]],
    [2, [all[0], all[1]]],
    [1, [all[0]]],
  ] as const) {
    const place = { page_key: all[end]?.key, page_id: all[end]?.request_id };
    const earlier = await list(scene, { max_rows: 2, backward: true, ...place });
    expect(earlier.map(({ title }) => title)).toEqual(titles.map((group) => group?.title));
    expect(earlier[0]?.skipped).toBe(end - earlier.length);
  }
  expect(new Set(seen.map((group) => `${group.groups} ${group.total}`))).toEqual(new Set(["5 5"]));
});

test("a person's own inbox has only the requests that are assigned to that person", async ({
  scene,
}) => {
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

// `tests/scale/inbox-counts.test.ts` checks nine hundred other states.
test("the inbox counts match a slow reference query for a hundred random states of the data", async ({
  scene,
}) => {
  await expectCounts(scene, seedsOf(0));
});
