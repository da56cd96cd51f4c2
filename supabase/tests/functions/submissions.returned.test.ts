import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";
import { sendFile } from "../harness/world.ts";

const ANSWER = { text: "We bake bread." };
const NOTE = "Since 1987.";

async function decide({ world: { alpha }, as }: Scene, decision: "returned" | "partial") {
  const item_id = alpha.items.text;
  await as(alpha.contact).rpc("save_answer", { item_id, answer: ANSWER, client_note: NOTE });
  await as(alpha.contact).rpc("submit_item", { item_id });
  await as(alpha.member).rpc("review_item", { item_id, decision, note: "Please say more." });
  return item_id;
}

const drafts = ({ db }: Scene, itemId: string) =>
  db
    .query(
      "select no, answer, client_note from public.submissions where item_id = $1 and status = 'draft'",
      [itemId],
    )
    .then(({ rows }) => rows);

test("the draft of a returned item starts with the contact's note on the returned answer", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "March is missing.",
  });
  await scene.db.query(
    "update public.submissions set client_note = 'Three months' where item_id = $1",
    [alpha.items.file],
  );
  await scene.as(alpha.contact).rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "march.pdf",
    bytes: 10,
    mime: "application/pdf",
  });
  expect(await drafts(scene, alpha.items.file)).toEqual([
    { no: 2, answer: null, client_note: "Three months" },
  ]);
});

test("the draft of a partly accepted item starts empty", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "partial",
    note: "More, please.",
  });
  await scene.db.query(
    "update public.submissions set client_note = 'Three months' where item_id = $1",
    [alpha.items.file],
  );
  await scene.as(alpha.contact).rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "march.pdf",
    bytes: 10,
    mime: "application/pdf",
  });
  expect(await drafts(scene, alpha.items.file)).toEqual([{ no: 2, answer: null, client_note: "" }]);
});

// S-8.18
test("a returned answer cannot be submitted unchanged", async ({ scene }) => {
  const contact = scene.as(scene.world.alpha.contact);
  const item_id = await decide(scene, "returned");
  for (const client_note of [NOTE, ""]) {
    await contact.rpc("save_answer", { item_id, answer: ANSWER, client_note });
    expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
      status: "422",
      code: "nothing_changed",
    });
  }
});

test.for([
  ["another answer", { answer: { text: "We bake bread and cakes." }, client_note: NOTE }],
  ["a new note", { answer: ANSWER, client_note: "There is no more to say." }],
  ["a reason why it does not apply", { answer: ANSWER, client_note: NOTE, not_applicable: true }],
] as const)("a returned item can be submitted again with %s", async ([, change], { scene }) => {
  const contact = scene.as(scene.world.alpha.contact);
  const item_id = await decide(scene, "returned");
  await contact.rpc("save_answer", { item_id, ...change });
  expect(await contact.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
});

test("the same answer can be submitted again if staff asked for more", async ({ scene }) => {
  const contact = scene.as(scene.world.alpha.contact);
  const item_id = await decide(scene, "partial");
  await contact.rpc("save_answer", { item_id, answer: ANSWER, client_note: NOTE });
  expect(await contact.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
});

test("a returned answer can be submitted again with another file, but not with the same file", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const item_id = alpha.items.file;
  const contact = scene.as(alpha.contact);
  await scene.as(alpha.member).rpc("review_item", {
    item_id,
    decision: "returned",
    note: "March is missing.",
  });
  await sendFile(scene.db, alpha.contact, item_id);
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    code: "nothing_changed",
  });
  await sendFile(scene.db, alpha.contact, item_id, "f".repeat(64));
  expect(await contact.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
});
