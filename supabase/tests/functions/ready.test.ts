import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { sendFile } from "../harness/world.ts";

const readyTitles = async ({ world, as }: Scene, person = world.alpha.contact) =>
  (await as(person).rows("list_ready_items", {} as never)).map(({ title }) => title);

const readyIds = ({ world: { alpha }, as }: Scene) =>
  as(alpha.member).rpc("list_ready_item_ids", { request_id: alpha.requestId });

async function saveText({ world: { alpha }, as }: Scene, text: string) {
  await as(alpha.contact).rpc("save_answer", { item_id: alpha.items.text, answer: { text } });
}

test("a complete saved answer is listed as ready until it is submitted, and an incomplete answer is not listed", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await readyTitles(scene)).toEqual([]);
  await saveText(scene, "");
  expect(await readyTitles(scene)).toEqual([]);
  await saveText(scene, "We bake bread.");
  expect(await readyTitles(scene)).toEqual(["Business activity"]);
  expect(await readyIds(scene)).toEqual([alpha.items.text]);
  const [ready] = await scene.as(alpha.contact).rows("list_ready_items", {} as never);
  await scene.as(alpha.contact).rpc("submit_item", {
    item_id: String(ready?.item_id),
    expected_version: Number(ready?.version),
    expected_no: Number(ready?.no),
  });
  expect(await readyTitles(scene)).toEqual([]);
  expect(await readyIds(scene)).toEqual([]);
});

test("an answer with files is ready only when all its files have been inspected", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await contact.rpc("withdraw_item", { item_id: alpha.items.file });
  expect(await readyTitles(scene)).toEqual(["Bank statements"]);
  await contact.rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "more.pdf",
    bytes: 10,
    mime: "application/pdf",
  });
  expect(await readyTitles(scene)).toEqual([]);
});

test("the draft of a returned answer is ready only if it differs from the returned version", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "March is missing.",
  });
  await sendFile(scene.db, alpha.contact, alpha.items.file);
  expect(await readyTitles(scene)).toEqual([]);
  await sendFile(scene.db, alpha.contact, alpha.items.file, "b".repeat(64));
  expect(await readyTitles(scene)).toEqual(["Bank statements"]);
});

test("items of a closed request, and answers that staff prepared, are not ready", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("save_answer", {
    item_id: alpha.items.date,
    answer: { date: "2026-03-31" },
  });
  expect(await readyTitles(scene)).toEqual([]);
  await saveText(scene, "We bake bread.");
  await scene
    .as(alpha.owner)
    .rpc("cancel_request", { request_id: alpha.requestId, reason: "Sold" });
  expect(await readyIds(scene)).toEqual([]);
});

// S-4.57
test("only contacts see the titles of their ready items, and only staff see the ids of the ready items of a request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  await saveText(scene, "We bake bread.");
  for (const person of [alpha.member, beta.owner, beta.contact, stranger]) {
    expect(await readyTitles(scene, person)).toEqual([]);
  }
  for (const person of [alpha.contact, beta.owner, beta.contact, stranger]) {
    const call = scene.as(person).rpc("list_ready_item_ids", { request_id: alpha.requestId });
    expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
  }
});

test("a reminder lists a ready required item after the other required items", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from private.outbox");
  await saveText(scene, "We bake bread.");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  const [email] = await scene.as(service).rows("claim_mail", {});
  expect(email).toMatchObject({
    kind: "reminder",
    data: {
      ready: ["Business activity"],
      asked: [
        { title: "Accounting basis", required: true, is_ready: false },
        { title: "Business activity", required: true, is_ready: true },
        { title: "Year end", required: false, is_ready: false },
      ],
    },
  });
});
