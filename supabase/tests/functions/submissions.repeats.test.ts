import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

async function saveText({ world, as }: Scene, text = "We bake bread.") {
  const { alpha } = world;
  const saved = await as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text },
    expected_version: 0,
  });
  return {
    item_id: alpha.items.text,
    expected_version: Number(saved.version),
    expected_no: Number(saved.no),
  };
}

const recorded = ({ db }: Scene, itemId: string) =>
  db
    .query(
      "select count(*)::int as count from public.events where action = 'item.submitted' and entity_id = $1",
      [itemId],
    )
    .then(({ rows }) => rows[0].count);

// S-8.44
test("a submission that is repeated because its response was lost is recorded once", async ({
  scene,
}) => {
  const contact = scene.as(scene.world.alpha.contact);
  const args = await saveText(scene);
  const first = await contact.rpc("submit_item", args);
  expect(await contact.rpc("submit_item", args)).toEqual(first);
  expect(await recorded(scene, args.item_id)).toBe(1);
  await scene.as(scene.world.alpha.member).rpc("review_item", {
    item_id: args.item_id,
    decision: "returned",
    note: "Please say more.",
  });
  expect(await contact.rpc("submit_item", args)).toMatchObject({ status: "returned" });
  expect(await recorded(scene, args.item_id)).toBe(1);
});

test("a repeated submission without the version number is refused", async ({ scene }) => {
  const contact = scene.as(scene.world.alpha.contact);
  const { item_id } = await saveText(scene);
  await contact.rpc("submit_item", { item_id });
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    code: "item_closed",
  });
});

test("repeating another person's submission is refused", async ({ scene }) => {
  const { alpha } = scene.world;
  const args = await saveText(scene);
  await scene.as(alpha.contact).rpc("submit_item", args);
  expect(await refusal(scene.as(alpha.member).rpc("submit_item", args))).toMatchObject({
    code: "item_closed",
  });
});

test("submitting an outdated version of a draft is refused", async ({ scene }) => {
  const contact = scene.as(scene.world.alpha.contact);
  const args = await saveText(scene);
  await contact.rpc("save_answer", {
    item_id: args.item_id,
    answer: { text: "We bake cakes." },
    expected_version: args.expected_version,
  });
  expect(await refusal(contact.rpc("submit_item", args))).toMatchObject({
    status: "409",
    code: "version_conflict",
    detail: { version: args.expected_version + 1, name: "You" },
  });
  const later = { ...args, expected_version: args.expected_version + 1 };
  expect(
    await refusal(contact.rpc("submit_item", { ...later, expected_no: args.expected_no + 1 })),
  ).toMatchObject({ code: "version_conflict" });
  expect(await contact.rpc("submit_item", later)).toMatchObject({ status: "submitted" });
});
