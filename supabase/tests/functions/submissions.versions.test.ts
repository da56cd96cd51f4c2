import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

// S-4.13
test("saving an answer over a newer version is refused and keeps the newer version", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = alpha.items.text;
  const first = await contact.rpc("save_answer", {
    item_id,
    answer: { text: "We bake bread." },
    expected_version: 0,
  });
  expect(first).toMatchObject({ version: 1 });
  // A second tab, opened before this answer was saved, saves only a note.
  const late = { item_id, client_note: "Since 1987", expected_version: 0 };
  expect(await refusal(contact.rpc("save_answer", late))).toMatchObject({
    status: "409",
    code: "version_conflict",
    detail: { version: 1, name: "You" },
  });
  const stored = () =>
    contact.query(
      "select answer, client_note, version from public.submissions where item_id = $1",
      [item_id],
    );
  expect(await stored()).toEqual([
    { answer: { text: "We bake bread." }, client_note: "", version: 1 },
  ]);
  // After the conflict, the user has seen both versions and may overwrite the newer one.
  expect(await contact.rpc("save_answer", { ...late, expected_version: 1 })).toMatchObject({
    version: 2,
  });
  expect(await stored()).toEqual([{ answer: null, client_note: "Since 1987", version: 2 }]);
});

// S-4.13
test("saving the same text twice or adding files causes no conflict", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const same = { item_id: alpha.items.text, answer: { text: "Bread" }, expected_version: 0 };
  await contact.rpc("save_answer", same);
  expect(await contact.rpc("save_answer", same)).toMatchObject({ version: 1 });

  await contact.rpc("withdraw_item", { item_id: alpha.items.file });
  const [before] = await contact.query(
    "select version from public.submissions where item_id = $1 and status = 'draft'",
    [alpha.items.file],
  );
  await contact.rpc("begin_upload", {
    item_id: alpha.items.file,
    name: "more.pdf",
    bytes: 1,
    mime: "application/pdf",
  });
  const expected_version = Number(before?.version);
  const note = { item_id: alpha.items.file, client_note: "Two", expected_version };
  expect(await contact.rpc("save_answer", note)).toMatchObject({ version: expected_version + 1 });
});

// S-8.17
test("a version conflict gives a contact the firm's name and staff the contact's name, but never gives a contact the name of another contact", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const member = scene.as(alpha.member);
  const item_id = alpha.items.date;
  await member.rpc("save_answer", { item_id, answer: { date: "2026-03-31" }, expected_version: 0 });
  const late = { item_id, answer: { date: "2026-04-01" }, expected_version: 0 };
  const [firm] = await member.query("select name from public.orgs where id = $1", [alpha.orgId]);
  expect(await refusal(contact.rpc("save_answer", late))).toMatchObject({
    code: "version_conflict",
    detail: { version: 1, name: firm?.name },
  });
  await contact.rpc("save_answer", { ...late, expected_version: 1 });
  const own = { item_id, answer: { date: "2026-05-01" }, expected_version: 1 };
  expect(await refusal(member.rpc("save_answer", own))).toMatchObject({
    code: "version_conflict",
    detail: { version: 2, name: "Alpha Contact" },
  });
  await scene.db.query(
    "update public.submissions set saved_by = gen_random_uuid() where item_id = $1",
    [item_id],
  );
  const refused = await refusal(contact.rpc("save_answer", own));
  expect(refused).toMatchObject({ code: "version_conflict" });
  expect(refused.detail).toEqual({ version: 2 });
});

// S-4.13
test("chosen options are stored once each, in the order of the item's choices", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const item_id = alpha.items.choice;
  await scene.db.query(
    `update public.items set options = '{"choices":["Cash","Accrual"],"multiple":true}' where id = $1`,
    [item_id],
  );
  const contact = scene.as(alpha.contact);
  const choices = ["Accrual", "Cash", "Accrual"];
  await contact.rpc("save_answer", { item_id, answer: { choices } });
  expect(
    await contact.query("select answer from public.submissions where item_id = $1", [item_id]),
  ).toEqual([{ answer: { choices: ["Cash", "Accrual"] } }]);
});
