import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";
import { sendFile } from "../harness/world.ts";

// S-4.13
test("an answer is visible to staff only after it is submitted", async ({ scene }) => {
  const { alpha } = scene.world;
  const item_id = alpha.items.text;
  const contact = scene.as(alpha.contact);
  const member = scene.as(alpha.member);
  const saved = await contact.rpc("save_answer", { item_id, answer: { text: "We ba" } });
  await contact.rpc("save_answer", { item_id, answer: { text: "We bake bread." } });
  const seen = () =>
    member.query("select status, answer from public.submissions where id = $1", [
      saved.submission_id,
    ]);
  expect(await seen()).toEqual([]);
  expect(await contact.rpc("submit_item", { item_id })).toEqual({
    item_id,
    status: "submitted",
    version: 2,
  });
  expect(await seen()).toEqual([{ status: "submitted", answer: { text: "We bake bread." } }]);
  const events = await member.query(
    "select action, actor_kind, actor_name from public.events where request_id = $1 order by no desc limit 2",
    [alpha.requestId],
  );
  expect(events).toEqual([
    { action: "item.submitted", actor_kind: "contact", actor_name: "Alpha Contact" },
    { action: "submission.started", actor_kind: "contact", actor_name: "Alpha Contact" },
  ]);
});

// S-1.8, S-3.9, S-4.15
test("withdrawing an answer makes it a draft again and cancels the digest to staff", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  expect(await contact.rpc("withdraw_item", { item_id: alpha.items.file })).toMatchObject({
    status: "open",
  });
  const member = scene.as(alpha.member);
  expect(await member.see("public.files")).toEqual([]);
  expect(await member.see("public.submissions")).toEqual([]);
  const { rows } = await scene.db.query(
    "select status from private.outbox where kind = 'staff_digest' and request_id = $1",
    [alpha.requestId],
  );
  expect(rows).toEqual([{ status: "cancelled" }]);
  expect(await refusal(contact.rpc("withdraw_item", { item_id: alpha.items.file }))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "open" },
  });
});

// S-4.15
test("a person can withdraw an answer at most 20 times an hour", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = alpha.items.file;
  for (let times = 0; times < 20; times += 1) {
    await contact.rpc("withdraw_item", { item_id });
    await contact.rpc("submit_item", { item_id });
    await scene.travel("1 second");
  }
  expect(await refusal(contact.rpc("withdraw_item", { item_id }))).toMatchObject({
    status: "409",
    code: "too_soon",
    detail: { what: "withdrawals", limit: 20, time_zone: "Europe/London" },
  });
  await scene.travel("59 minutes 41 seconds");
  expect(await contact.rpc("withdraw_item", { item_id })).toMatchObject({ item_id });
});

// S-4.15
test("staff can withdraw only what they submitted themselves", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  expect(await refusal(member.rpc("withdraw_item", { item_id: alpha.items.file }))).toMatchObject({
    code: "invalid_transition",
  });
  await member.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "By phone." } });
  await member.rpc("submit_item", { item_id: alpha.items.text });
  expect(
    await refusal(scene.as(alpha.admin).rpc("withdraw_item", { item_id: alpha.items.text })),
  ).toMatchObject({ code: "invalid_transition" });
  expect(await member.rpc("withdraw_item", { item_id: alpha.items.text })).toMatchObject({
    status: "open",
  });
});

// S-4.13
test("staff cannot write into a contact's draft, but a contact can finish a staff draft", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const member = scene.as(alpha.member);
  await contact.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "Mine" } });
  for (const call of [
    member.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "Ours" } }),
    member.rpc("submit_item", { item_id: alpha.items.text }),
  ]) {
    expect(await refusal(call)).toMatchObject({ code: "invalid_transition" });
  }
  await member.rpc("save_answer", { item_id: alpha.items.date, answer: { date: "2026-03-31" } });
  expect(await contact.rpc("submit_item", { item_id: alpha.items.date })).toMatchObject({
    status: "submitted",
  });
});

test.for([
  ["text", { text: "" }, "required"],
  ["text", {}, "required"],
  ["choice", { choices: [] }, "required"],
  ["date", { date: "" }, "required"],
] as const)(
  "an empty %s answer can be saved but not submitted",
  async ([kind, answer, rule], { scene }) => {
    const { alpha } = scene.world;
    const contact = scene.as(alpha.contact);
    const item_id = alpha.items[kind];
    await contact.rpc("save_answer", { item_id, answer: structuredClone(answer) as never });
    expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
      status: "422",
      code: "validation_failed",
      detail: { field: "answer", rule },
    });
  },
);

test.for([
  ["text", { text: "x".repeat(4001) }, "length"],
  ["choice", { choices: ["Neither"] }, "format"],
  ["choice", { choices: ["Cash", "Accrual"] }, "range"],
  ["choice", { choices: "Cash" }, "type"],
  ["date", { date: "2026-02-30" }, "format"],
  ["date", { date: "yesterday" }, "format"],
  ["date", [], "type"],
] as const)(
  "an invalid %s answer is refused when it is saved: %o",
  async ([kind, answer, rule], { scene }) => {
    const { alpha } = scene.world;
    expect(
      await refusal(
        scene.as(alpha.contact).rpc("save_answer", {
          item_id: alpha.items[kind],
          answer: structuredClone(answer) as never,
        }),
      ),
    ).toMatchObject({ code: "validation_failed", detail: { field: "answer", rule } });
  },
);

// S-4.14
test("submitting requires a draft, and the answer “doesn’t apply” requires a reason", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  const item_id = alpha.items.text;
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    detail: { field: "answer", rule: "required" },
  });
  await contact.rpc("save_answer", { item_id, not_applicable: true });
  expect(await refusal(contact.rpc("submit_item", { item_id }))).toMatchObject({
    detail: { field: "client_note", rule: "required" },
  });
  await contact.rpc("save_answer", { item_id, not_applicable: true, client_note: "Not trading" });
  expect(await contact.rpc("submit_item", { item_id })).toMatchObject({ status: "submitted" });
});

// S-8.19
test("a submitted item accepts no further answer", async ({ scene }) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  for (const call of [
    contact.rpc("save_answer", { item_id: alpha.items.file }),
    contact.rpc("submit_item", { item_id: alpha.items.file }),
    contact.rpc("begin_upload", {
      item_id: alpha.items.file,
      name: "late.pdf",
      bytes: 1,
      mime: "application/pdf",
    }),
  ]) {
    expect(await refusal(call)).toMatchObject({
      status: "409",
      code: "item_closed",
      detail: { status: "submitted" },
    });
  }
});

// S-1.9, S-3.9
test("submitting a returned item again creates version 2 and keeps version 1, and staff can no longer undo the return", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "Page two is missing.",
  });
  await sendFile(scene.db, alpha.contact, alpha.items.file, "b".repeat(64));
  await scene.as(alpha.contact).rpc("submit_item", { item_id: alpha.items.file });
  const versions = await scene
    .as(alpha.member)
    .query(
      "select no, status, decision_note from public.submissions where item_id = $1 order by no",
      [alpha.items.file],
    );
  expect(versions).toEqual([
    { no: 1, status: "returned", decision_note: "Page two is missing." },
    { no: 2, status: "submitted", decision_note: null },
  ]);
  expect(
    await refusal(scene.as(alpha.member).rpc("undo_decision", { item_id: alpha.items.file })),
  ).toMatchObject({ code: "invalid_transition" });
});

// S-6.9
test("users without access to a request cannot answer its items", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  const passwordOnly = { ...alpha.contact, methods: { password: 10 } };
  for (const person of [beta.owner, beta.contact, stranger, alpha.suspended, passwordOnly]) {
    const actor = scene.as(person);
    for (const call of [
      actor.rpc("save_answer", { item_id: alpha.items.text, answer: { text: "Hi" } }),
      actor.rpc("submit_item", { item_id: alpha.items.text }),
      actor.rpc("withdraw_item", { item_id: alpha.items.file }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
    }
  }
});
