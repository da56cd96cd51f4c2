import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import type { Person } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

const NOT_FOUND = { status: "404", code: "not_found" };

function save(scene: Scene, person: Person, definition: Record<string, unknown> = {}) {
  return scene.as(person).rpc("save_item", {
    request_id: scene.world.alpha.requestId,
    kind: "text",
    title: "Bank details",
    ...definition,
  });
}

async function titles(scene: Scene): Promise<string[]> {
  const { rows } = await scene.db.query(
    "select position, title from public.items where request_id = $1 order by position",
    [scene.world.alpha.requestId],
  );
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => index + 1));
  return rows.map((row) => row.title);
}

async function changes(scene: Scene, itemId: string): Promise<string[]> {
  const { rows } = await scene.db.query(
    "select data ->> 'change' as change from public.events where action = 'item.changed' and entity_id = $1 order by no",
    [itemId],
  );
  return rows.map((row) => row.change);
}

test("an item that is added to an open request is last and can be answered", async ({ scene }) => {
  const { alpha } = scene.world;
  const added = await save(scene, alpha.member, { help: "IBAN, please.", required: false });
  expect(added).toEqual({ id: expect.any(String), version: 1, position: 5 });
  const item_id = String(added.id);
  await scene.as(alpha.contact).rpc("save_answer", { item_id, answer: { text: "GB00" } });
  await scene.as(alpha.contact).rpc("submit_item", { item_id });
  expect(await changes(scene, item_id)).toEqual(["added"]);
  const { rows } = await scene.db.query(
    "select count(*)::int as count from realtime.messages where payload ->> 'item_id' = $1 and topic = $2",
    [item_id, `request:${alpha.requestId}`],
  );
  expect(rows[0].count).toBeGreaterThan(0);
});

// S-4.4
test("an item can be reworded but cannot change its kind, and concurrent edits do not overwrite each other", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const stated = (definition: Record<string, unknown>) => ({
    item_id: alpha.items.choice,
    kind: "choice",
    title: "Basis",
    options: { choices: ["Cash", "Accrual", "Other"], multiple: true },
    ...definition,
  });
  const reword = (definition: Record<string, unknown>) =>
    save(scene, alpha.member, stated(definition));
  expect(await reword({ expected_version: 1 })).toMatchObject({ version: 2, position: 3 });
  const [row] = await scene
    .as(alpha.contact)
    .query("select title, options from public.items where id = $1", [alpha.items.choice]);
  expect(row).toEqual({
    title: "Basis",
    options: { choices: ["Cash", "Accrual", "Other"], multiple: true },
  });
  expect(await changes(scene, alpha.items.choice)).toEqual(["changed"]);
  const late = stated({ expected_version: 1 });
  expect(await refusal(save(scene, alpha.admin, late))).toMatchObject({
    code: "version_conflict",
    detail: { version: 2, name: "Alpha member" },
  });
  expect(await refusal(save(scene, alpha.member, late))).toMatchObject({
    code: "version_conflict",
    detail: { version: 2, name: "You" },
  });
  expect(await refusal(reword({ kind: "text" }))).toMatchObject({ detail: { field: "kind" } });
});

test.for([
  [{ title: "ab" }, "title"],
  [{ kind: "signature" }, "kind"],
  [{ kind: "choice", options: { choices: ["One"] } }, "options"],
  [{ kind: "file", accept: ["video"] }, "accept"],
  [{ kind: "file", max_files: 21 }, "max_files"],
  [{ section: "x".repeat(61) }, "section"],
] as const)("an item with the definition %j is refused", async ([definition, field], { scene }) => {
  expect(await refusal(save(scene, scene.world.alpha.member, definition))).toMatchObject({
    status: "422",
    detail: { field },
  });
});

test("a request with 300 items accepts no further item", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query(
    `insert into public.items (org_id, request_id, position, kind, title)
    select $1, $2, 4 + n, 'text', 'Filler' from generate_series(1, 296) n`,
    [alpha.orgId, alpha.requestId],
  );
  expect(await refusal(save(scene, alpha.member))).toMatchObject({
    code: "limit_reached",
    detail: { limit: 300, what: "items" },
  });
});

test("moving an item leaves no gaps in the order, and does not change how long submitted items have waited", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const move = (item_id: string, position: number) =>
    scene.as(alpha.member).rpc("move_item", { item_id, position });
  const waitingSince = async () => {
    const { rows } = await scene.db.query("select submitted_at from public.items where id = $1", [
      alpha.items.file,
    ]);
    return rows[0].submitted_at;
  };
  const since = await waitingSince();
  await scene.travel("1 hour");
  expect(await move(alpha.items.date, 1)).toMatchObject({ position: 1, version: 2 });
  expect(await titles(scene)).toEqual([
    "Year end",
    "Bank statements",
    "Business activity",
    "Accounting basis",
  ]);
  expect(await waitingSince()).toEqual(since);
  await move(alpha.items.date, 3);
  expect(await titles(scene)).toEqual([
    "Bank statements",
    "Business activity",
    "Year end",
    "Accounting basis",
  ]);
  await move(alpha.items.date, 3);
  expect(await changes(scene, alpha.items.date)).toEqual(["moved", "moved"]);
  for (const place of [0, 5]) {
    expect(await refusal(move(alpha.items.date, place))).toMatchObject({
      detail: { field: "position", rule: "range", min: 1, max: 4 },
    });
  }
  // Checks the deferred constraint on positions now, instead of at commit.
  await scene.db.query("set constraints all immediate");
});

// S-4.4
test("an item without answers can be removed, and an item with an answer or a draft can only be waived", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const remove = (item_id: string) => scene.as(alpha.member).rpc("remove_item", { item_id });
  expect(await refusal(remove(alpha.items.file))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "submitted" },
  });
  await scene.as(alpha.contact).rpc("save_answer", { item_id: alpha.items.choice });
  expect(await refusal(remove(alpha.items.choice))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "open" },
  });
  expect(await remove(alpha.items.text)).toEqual({ id: alpha.items.text });
  expect(await titles(scene)).toEqual(["Bank statements", "Accounting basis", "Year end"]);
  expect(await changes(scene, alpha.items.text)).toEqual(["removed"]);
  await scene.db.query("set constraints all immediate");
});

test("the last item of a request cannot be removed", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from public.items where request_id = $1 and id <> $2", [
    alpha.requestId,
    alpha.items.text,
  ]);
  expect(
    await refusal(scene.as(alpha.member).rpc("remove_item", { item_id: alpha.items.text })),
  ).toMatchObject({ detail: { field: "items", rule: "required" } });
});

test("only staff can change items, and no one can change items of closed requests or of other firms", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  const item_id = alpha.items.text;
  const calls = (person: Person) => [
    save(scene, person),
    save(scene, person, { item_id }),
    scene.as(person).rpc("move_item", { item_id, position: 1 }),
    scene.as(person).rpc("remove_item", { item_id }),
  ];
  for (const person of [alpha.contact, alpha.suspended, beta.owner, stranger]) {
    for (const call of calls(person)) expect(await refusal(call)).toMatchObject(NOT_FOUND);
  }
  expect(await refusal(save(scene, alpha.member, { item_id: beta.items.text }))).toMatchObject(
    NOT_FOUND,
  );
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Sent by mistake.",
  });
  for (const call of calls(alpha.member)) {
    expect(await refusal(call)).toMatchObject({ code: "request_closed" });
  }
});
