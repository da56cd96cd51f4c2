import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function queued({ db, world }: Scene) {
  const { rows } = await db.query(
    `select kind, data -> 'item_ids' as items from private.outbox
     where request_id = $1 and status = 'queued' and kind <> 'staff_digest' order by kind`,
    [world.alpha.requestId],
  );
  return rows.map(({ kind, items }) => (items ? `${kind} ${items.join()}` : kind));
}

async function deliver(scene: Scene) {
  const system = scene.as(service);
  for (const email of await system.rows("claim_mail", {})) {
    await system.rpc("finish_mail", {
      mail_id: String(email.mail_id),
      tries: Number(email.tries),
      outcome: "sent",
      provider_id: `p-${email.mail_id}`,
    });
  }
}

function decide(scene: Scene, decision: string, itemId = scene.world.alpha.items.file) {
  return scene.as(scene.world.alpha.member).rpc("review_item", {
    item_id: itemId,
    decision,
    note: "Page two is missing.",
  });
}

/** Returns the file item. Only the text item is required, and its answer is submitted. */
async function returnTheOptionalFile(scene: Scene) {
  const { db, as, world } = scene;
  const { alpha } = world;
  await db.query("update public.items set required = id = $2 where request_id = $1", [
    alpha.requestId,
    alpha.items.text,
  ]);
  await as(alpha.contact).rpc("save_answer", {
    item_id: alpha.items.text,
    answer: { text: "Bakery" },
  });
  await as(alpha.contact).rpc("submit_item", { item_id: alpha.items.text });
  await decide(scene, "returned");
}

// S-4.18
test("undoing the waiver of a returned item queues the email about the return again if that email was not sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const digest = `decision_digest ${alpha.items.file}`;
  await deliver(scene);
  await decide(scene, "returned");
  expect(await queued(scene)).toEqual([digest]);
  const member = scene.as(alpha.member);
  await member.rpc("waive_item", { item_id: alpha.items.file, note: "It came by post." });
  expect(await queued(scene)).toEqual([]);
  expect(await member.rpc("undo_decision", { item_id: alpha.items.file })).toMatchObject({
    status: "returned",
  });
  expect(await queued(scene)).toEqual([digest]);
});

test("undoing the waiver of a returned item does not queue the email about the return again if that email was already sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await decide(scene, "returned");
  await scene.travel("6 minutes");
  await deliver(scene);
  const member = scene.as(alpha.member);
  await member.rpc("waive_item", { item_id: alpha.items.file, note: "It came by post." });
  await member.rpc("undo_decision", { item_id: alpha.items.file });
  expect(await queued(scene)).toEqual([]);
});

// S-4.18
test("a contact gets the email about a returned item even if the request completes and is reopened within minutes", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await deliver(scene);
  await returnTheOptionalFile(scene);
  expect(await decide(scene, "accepted", alpha.items.text)).toMatchObject({
    request_status: "complete",
  });
  expect(await queued(scene)).toEqual(["request_completed"]);
  await scene.as(alpha.member).rpc("undo_decision", { item_id: alpha.items.text });
  expect(await queued(scene)).toEqual([`decision_digest ${alpha.items.file}`]);
});

test("a contact who gets an email about the reopening gets no separate digest of returned items", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("open_request", { public_id: alpha.publicId });
  await returnTheOptionalFile(scene);
  await decide(scene, "accepted", alpha.items.text);
  await scene.travel("6 minutes");
  await deliver(scene);
  await scene.as(alpha.member).rpc("undo_decision", { item_id: alpha.items.text });
  expect(await queued(scene)).toEqual(["request_reopened"]);
});

test("reopening queues the first email of a request that completed before that email was sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.as(alpha.contact).rpc("withdraw_item", { item_id: alpha.items.file });
  expect(await queued(scene)).toEqual(["request_sent"]);
  const member = scene.as(alpha.member);
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Sent by mistake." });
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  expect(await queued(scene)).toEqual(["request_sent"]);
});

test("a contact who opened the request before it was completed and reopened gets the reopening email, not the request's first email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await contact.rpc("withdraw_item", { item_id: alpha.items.file });
  await contact.rpc("open_request", { public_id: alpha.publicId });
  const member = scene.as(alpha.member);
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Sent by mistake." });
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  expect(await queued(scene)).toEqual(["request_reopened"]);
});
