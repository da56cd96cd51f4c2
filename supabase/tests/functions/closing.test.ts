import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

// S-4.8, S-8.20
test("completing a request early is refused while an answer is undecided, and otherwise waives the open items", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const args = { request_id: alpha.requestId, reason: "Enough for now." };
  expect(await refusal(member.rpc("complete_request", args))).toEqual({
    status: "409",
    code: "items_waiting",
    detail: { item_ids: [alpha.items.file] },
  });
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  expect(await refusal(member.rpc("complete_request", { ...args, reason: "" }))).toMatchObject({
    detail: { field: "reason" },
  });
  await member.rpc("complete_request", args);
  const items = await member.query(
    "select status, waive_note from public.items where request_id = $1 order by position",
    [alpha.requestId],
  );
  expect(items).toEqual([
    { status: "accepted", waive_note: null },
    { status: "waived", waive_note: "Enough for now." },
    { status: "waived", waive_note: "Enough for now." },
    { status: "waived", waive_note: "Enough for now." },
  ]);
});

// S-4.9
test("a complete request can be reopened, but an archived request cannot", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const request_id = alpha.requestId;
  expect(
    await refusal(member.rpc("reopen_request", { request_id, note: "One more page, please." })),
  ).toMatchObject({
    code: "invalid_transition",
  });
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id, reason: "Done" });
  await member.rpc("reopen_request", { request_id, note: "One more page, please." });
  const [row] = await member.query(
    "select status, closed_at, close_reason from public.requests where id = $1",
    [request_id],
  );
  expect(row).toEqual({ status: "open", closed_at: null, close_reason: null });
  await member.rpc("complete_request", { request_id, reason: "Done" });
  await member.rpc("archive_request", { request_id });
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([]);
  expect(
    await refusal(member.rpc("reopen_request", { request_id, note: "One more page, please." })),
  ).toMatchObject({
    code: "invalid_transition",
    detail: { status: "archived" },
  });
});

// S-4.11
test("an archived request can be restored to the status in which it closed", async ({ scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const request_id = alpha.requestId;
  const read = async () => {
    const { rows } = await scene.db.query(
      `select r.status, r.closed_at, r.close_reason,
        (select e.action || ' ' || (e.data ->> 'status') from public.events e
        where e.request_id = r.id order by e.no desc limit 1) as event
      from public.requests r where r.id = $1`,
      [request_id],
    );
    return rows[0];
  };
  expect(await refusal(member.rpc("restore_request", { request_id }))).toMatchObject({
    code: "invalid_transition",
  });
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id, reason: "Done" });
  const complete = await read();
  await member.rpc("archive_request", { request_id });
  await member.rpc("restore_request", { request_id });
  expect(await read()).toEqual({ ...complete, event: "request.restored complete" });
  expect(await scene.as(alpha.contact).see("public.requests")).toHaveLength(1);
  await member.rpc("reopen_request", { request_id, note: "One more page, please." });
  await member.rpc("cancel_request", { request_id, reason: "Sent by mistake." });
  const cancelled = await read();
  await member.rpc("archive_request", { request_id });
  await member.rpc("restore_request", { request_id });
  expect(await read()).toEqual({ ...cancelled, event: "request.restored cancelled" });
});

// S-4.11
test("a request that closed 90 days ago cannot be restored, because the sweep would archive it again", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const request_id = alpha.requestId;
  await member.rpc("cancel_request", { request_id, reason: "Sent by mistake." });
  await member.rpc("archive_request", { request_id });
  await scene.db.query(
    "update public.requests set closed_at = closed_at - interval '90 days' where id = $1",
    [request_id],
  );
  expect(await refusal(member.rpc("restore_request", { request_id }))).toMatchObject({
    code: "invalid_transition",
    detail: { status: "archived" },
  });
});

// S-4.10
test("canceling a request cancels its waiting emails, sends the reason and ends the contact's access", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await member.rpc("cancel_request", { request_id: alpha.requestId, reason: "Sent by mistake." });
  const { rows } = await scene.db.query(
    "select kind, data from private.outbox where request_id = $1 and status = 'queued'",
    [alpha.requestId],
  );
  expect(rows).toEqual([{ kind: "request_cancelled", data: { reason: "Sent by mistake." } }]);
  const contact = scene.as(alpha.contact);
  expect(await contact.see("public.items")).toEqual([]);
  expect(await refusal(contact.rpc("save_answer", { item_id: alpha.items.text }))).toMatchObject({
    code: "not_found",
  });
  for (const call of [
    member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" }),
    member.rpc("waive_item", { item_id: alpha.items.text, note: "No need" }),
    member.rpc("save_answer", { item_id: alpha.items.text }),
    member.rpc("complete_request", { request_id: alpha.requestId, reason: "Done" }),
    member.rpc("cancel_request", { request_id: alpha.requestId, reason: "Twice" }),
  ]) {
    expect(await refusal(call)).toEqual({
      status: "409",
      code: "request_closed",
      detail: { status: "cancelled" },
    });
  }
});

// S-6.6
test("users who are not active members of the firm cannot complete, cancel, reopen, archive or restore a request", async ({
  scene,
}) => {
  const { alpha, beta, stranger } = scene.world;
  for (const person of [alpha.contact, beta.owner, stranger, alpha.suspended]) {
    const actor = scene.as(person);
    const request_id = alpha.requestId;
    for (const call of [
      actor.rpc("complete_request", { request_id, reason: "Done" }),
      actor.rpc("cancel_request", { request_id, reason: "Done" }),
      actor.rpc("reopen_request", { request_id, note: "One more page, please." }),
      actor.rpc("archive_request", { request_id }),
      actor.rpc("restore_request", { request_id }),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: "404", code: "not_found" });
    }
  }
});

// S-4.9
test("reopening a request requires a note, and the email to contacts contains the note", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const request_id = alpha.requestId;
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id, reason: "Done" });
  await scene.db.query(
    "update private.outbox set status = 'sent' where kind = 'request_completed'",
  );
  for (const note of ["", "  ", "x".repeat(1_001)]) {
    expect(await refusal(member.rpc("reopen_request", { request_id, note }))).toMatchObject({
      code: "validation_failed",
      detail: { field: "note" },
    });
  }
  await member.rpc("reopen_request", { request_id, note: " Page 3 is missing. " });
  const { rows } = await scene.db.query(
    "select data from private.outbox where kind = 'request_reopened'",
  );
  expect(rows).toEqual([{ data: { note: "Page 3 is missing." } }]);
});

test("when a member reopens a request, even contacts who were not notified of the completion get an email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const request_id = alpha.requestId;
  await scene.db.query("update private.outbox set status = 'sent' where kind = 'request_sent'");
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id, reason: "Done" });
  await member.rpc("reopen_request", { request_id, note: "Page 3 is missing." });
  const { rows } = await scene.db.query(
    "select status, data from private.outbox where kind = 'request_reopened'",
  );
  expect(rows).toEqual([{ status: "queued", data: { note: "Page 3 is missing." } }]);
});
