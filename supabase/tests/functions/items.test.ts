import { expect } from "vitest";
import { type Scene, test } from "../harness/test.ts";

async function inbox(scene: Scene): Promise<string[]> {
  const { alpha } = scene.world;
  const rows = await scene.as(alpha.member).query(
    `select kind from public.items
      where org_id = $1 and status = 'submitted' and submitted_at is not null
      order by submitted_at, id`,
    [alpha.orgId],
  );
  return rows.map(({ kind }) => String(kind));
}

async function submitText(scene: Scene) {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await contact.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "Bakery" } });
  await contact.rpc("submit_item", { item_id: alpha.items.text });
}

// S-2.22
test("an item with an undecided answer keeps its position in the inbox when staff reword the item", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.travel("1 hour");
  await submitText(scene);
  expect(await inbox(scene)).toEqual(["file", "text"]);
  await scene.travel("1 hour");
  await scene.as(alpha.member).rpc("save_item", {
    request_id: alpha.requestId,
    item_id: alpha.items.file,
    kind: "file",
    title: "Bank statements of all accounts",
  });
  expect(await inbox(scene)).toEqual(["file", "text"]);
});

test("undoing a decision keeps an item's position in the inbox, and submitting the item again moves it to the end", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.travel("1 hour");
  await submitText(scene);
  const item_id = alpha.items.file;
  await scene.travel("1 hour");
  await scene.as(alpha.member).rpc("waive_item", { item_id, note: "Not needed." });
  expect(await inbox(scene)).toEqual(["text"]);
  await scene.as(alpha.member).rpc("undo_decision", { item_id });
  expect(await inbox(scene)).toEqual(["file", "text"]);
  await scene.as(alpha.member).rpc("review_item", { item_id, decision: "accepted" });
  await scene.as(alpha.member).rpc("undo_decision", { item_id });
  expect(await inbox(scene)).toEqual(["file", "text"]);
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id });
  const { rows } = await scene.db.query("select submitted_at from public.items where id = $1", [
    item_id,
  ]);
  expect(rows).toEqual([{ submitted_at: null }]);
  await scene.travel("1 hour");
  await scene.as(alpha.contact).rpc("submit_item", { item_id });
  expect(await inbox(scene)).toEqual(["text", "file"]);
});

test("items of a canceled request are not in the inbox", async ({ scene }) => {
  const { alpha } = scene.world;
  expect(await inbox(scene)).toEqual(["file"]);
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Sent by mistake.",
  });
  expect(await inbox(scene)).toEqual([]);
  const { rows } = await scene.db.query("select status from public.items where id = $1", [
    alpha.items.file,
  ]);
  expect(rows).toEqual([{ status: "submitted" }]);
});
