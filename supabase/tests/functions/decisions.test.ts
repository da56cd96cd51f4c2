import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { type Scene, test } from "../harness/test.ts";

async function submit(scene: Scene, kind: "text" | "choice" | "date") {
  const { alpha } = scene.world;
  const answers = {
    text: { text: "Bakery" },
    choice: { choices: ["Cash"] },
    date: { date: "2026-03-31" },
  };
  const contact = scene.as(alpha.contact);
  await contact.rpc("save_answer", { item_id: alpha.items[kind], answer: answers[kind] });
  await contact.rpc("submit_item", { item_id: alpha.items[kind] });
}

/** The file item is already submitted, so the function submits only the other items. */
async function acceptAll(scene: Scene, kinds: ("file" | "text" | "choice")[]) {
  const { alpha } = scene.world;
  let result: Record<string, unknown> = {};
  for (const kind of kinds) {
    if (kind !== "file") await submit(scene, kind);
    result = await scene.as(alpha.member).rpc("review_item", {
      item_id: alpha.items[kind],
      decision: "accepted",
    });
  }
  return result;
}

// S-4.16
test("returning an item and asking for more on another queues one delayed digest, and the contact can read the note", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await submit(scene, "text");
  const member = scene.as(alpha.member);
  expect(
    await member.rpc("review_item", {
      item_id: alpha.items.file,
      decision: "returned",
      note: "  Page two is missing.  ",
      expected_version: 2,
    }),
  ).toEqual({
    item_id: alpha.items.file,
    status: "returned",
    version: 3,
    request_status: "open",
  });
  await member.rpc("review_item", {
    item_id: alpha.items.text,
    decision: "partial",
    note: "And the second business?",
  });
  const notes = await scene
    .as(alpha.contact)
    .query("select decision_note from public.submissions where item_id = $1", [alpha.items.file]);
  expect(notes).toEqual([{ decision_note: "Page two is missing." }]);
  const { rows } = await scene.db.query(
    `select data, status, not_before > private.clock() as delayed from private.outbox
    where kind = 'decision_digest' and request_id = $1`,
    [alpha.requestId],
  );
  expect(rows).toEqual([
    { data: { item_ids: [alpha.items.file, alpha.items.text] }, status: "queued", delayed: true },
  ]);
});

// S-4.16, S-5.8
test("returning an item or asking for more requires a note, and accepting an item does not", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  for (const decision of ["returned", "partial"]) {
    expect(
      await refusal(member.rpc("review_item", { item_id: alpha.items.file, decision })),
    ).toMatchObject({ code: "validation_failed", detail: { field: "note", rule: "required" } });
  }
  expect(
    await refusal(member.rpc("review_item", { item_id: alpha.items.file, decision: "liked" })),
  ).toMatchObject({ detail: { field: "decision" } });
  expect(
    await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" }),
  ).toMatchObject({ status: "accepted" });
});

// S-1.7
test("a decision is refused if the item has no submission, or if the caller's version of the item is outdated", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  expect(
    await refusal(member.rpc("review_item", { item_id: alpha.items.text, decision: "accepted" })),
  ).toMatchObject({ code: "invalid_transition", detail: { status: "open" } });
  expect(
    await refusal(
      member.rpc("review_item", {
        item_id: alpha.items.file,
        decision: "accepted",
        expected_version: 1,
      }),
    ),
  ).toMatchObject({ code: "version_conflict", detail: { version: 2, name: "Alpha Contact" } });
});

// S-4.7, S-9.11
test("accepting the last required item completes the request, and the contact can then read the request for 90 days", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  expect(await acceptAll(scene, ["file", "text", "choice"])).toMatchObject({
    request_status: "complete",
  });
  const { rows } = await scene.db.query(
    "select kind, status from private.outbox where request_id = $1 and status = 'queued'",
    [alpha.requestId],
  );
  expect(rows).toEqual([{ kind: "request_completed", status: "queued" }]);
  const events = await scene
    .as(alpha.member)
    .query("select action, actor_kind from public.events where request_id = $1 order by no", [
      alpha.requestId,
    ]);
  expect(events.at(-1)).toEqual({ action: "request.completed", actor_kind: "system" });
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([alpha.requestId]);
  await scene.travel("91 days");
  const contact = { ...alpha.contact, methods: { otp: -90 * 86_400 } };
  expect(await scene.as(contact).see("public.requests")).toEqual([]);
});

test("an undecided optional answer keeps a request open after its required items are accepted", async ({
  scene,
}) => {
  await submit(scene, "date");
  expect(await acceptAll(scene, ["file", "text", "choice"])).toMatchObject({
    request_status: "open",
  });
});

// S-4.7
test("a request without required items completes when all items are decided", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.items set required = false where request_id = $1", [
    alpha.requestId,
  ]);
  expect(await acceptAll(scene, ["file", "text", "choice"])).toMatchObject({
    request_status: "open",
  });
  expect(
    await scene.as(alpha.member).rpc("waive_item", { item_id: alpha.items.date, note: "Known" }),
  ).toMatchObject({ status: "waived", request_status: "complete" });
});

// S-4.18
test("undoing a decision makes the answer undecided again and cancels the email about the decision", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const item_id = alpha.items.file;
  await member.rpc("review_item", { item_id, decision: "returned", note: "Wrong year." });
  expect(await member.rpc("undo_decision", { item_id })).toMatchObject({ status: "submitted" });
  const { rows } = await scene.db.query(
    "select status from private.outbox where kind = 'decision_digest' and request_id = $1",
    [alpha.requestId],
  );
  expect(rows).toEqual([{ status: "cancelled" }]);
  expect(await refusal(member.rpc("undo_decision", { item_id }))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "submitted" },
  });
  await member.rpc("review_item", { item_id, decision: "returned", note: "Wrong year." });
  const again = await scene.db.query(
    "select count(*)::int as n from private.outbox where kind = 'decision_digest' and status = 'queued'",
  );
  expect(again.rows).toEqual([{ n: 1 }]);
});

// S-4.18
test("undoing a decision after completion reopens the request and notifies only contacts who were notified of the completion", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const queued = async () => {
    const { rows } = await scene.db.query(
      "select kind from private.outbox where request_id = $1 and status = 'queued'",
      [alpha.requestId],
    );
    return rows.map((row) => row.kind);
  };
  await scene.db.query("update private.outbox set status = 'sent' where kind = 'request_sent'");
  await acceptAll(scene, ["file", "text", "choice"]);
  expect(await member.rpc("undo_decision", { item_id: alpha.items.file })).toMatchObject({
    status: "submitted",
    request_status: "open",
  });
  expect(await queued()).toEqual([]);
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await scene.db.query("update private.outbox set status = 'sent' where status = 'queued'");
  await member.rpc("undo_decision", { item_id: alpha.items.file });
  expect(await queued()).toEqual(["request_reopened"]);
});

// S-4.17
test("waiving requires a reason, and undoing the waiver restores the earlier state", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const item_id = alpha.items.file;
  expect(await refusal(member.rpc("waive_item", { item_id, note: "" }))).toMatchObject({
    detail: { field: "note" },
  });
  await member.rpc("waive_item", { item_id, note: "Found it ourselves." });
  expect(await refusal(member.rpc("waive_item", { item_id, note: "Again" }))).toMatchObject({
    code: "invalid_transition",
  });
  expect(await refusal(scene.as(alpha.contact).rpc("withdraw_item", { item_id }))).toMatchObject({
    code: "invalid_transition",
  });
  expect(await member.rpc("undo_decision", { item_id })).toMatchObject({ status: "submitted" });
});

// S-6.7
test("only active staff of the firm can decide on answers", async ({ scene }) => {
  const { alpha, beta, stranger } = scene.world;
  const item_id = alpha.items.file;
  for (const person of [alpha.contact, beta.owner, stranger, alpha.suspended]) {
    const actor = scene.as(person);
    for (const call of [
      actor.rpc("review_item", { item_id, decision: "accepted" }),
      actor.rpc("undo_decision", { item_id }),
      actor.rpc("waive_item", { item_id, note: "No need" }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
    }
  }
});
