import { expect } from "vitest";
import type { Answer } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

async function claimed(scene: Scene, kind: string): Promise<Answer | undefined> {
  const { alpha } = scene.world;
  const rows = await scene.as(service).rows("claim_mail", {});
  const email = rows.find((row) => row.kind === kind && row.to_email === alpha.contact.email);
  return email?.data as Answer | undefined;
}

test("the first email lists five items, with required items first, and counts the other items", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  const titles = ["One", "Two", "Three", "Four", "Five", "Six"].map((title) => `Item ${title}`);
  const draft = await scene.as(alpha.member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Payroll",
    message: "",
    due_on: daysAhead(7),
    contact_ids: [alpha.contactId],
    items: [
      { kind: "text", title: "If you have it", required: false },
      ...titles.map((title) => ({ kind: "file", title, max_files: 3, help: "a".repeat(300) })),
    ],
  });
  await scene.as(alpha.member).rpc("send_request", { request_id: String(draft.id) });
  expect(await claimed(scene, "request_sent")).toMatchObject({
    client_name: "Alpha Client",
    sender_name: "Alpha member",
    required: 6,
    optional: 1,
    asked: titles.slice(0, 5).map((title) => ({
      title,
      help: "a".repeat(200),
      kind: "file",
      max_files: 3,
      required: true,
      status: "open",
      is_ready: false,
    })),
  });
});

test("a reminder lists only what the client still has to send", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.db.query("update public.profiles set name = '' where user_id = $1", [alpha.owner.id]);
  await scene.as(alpha.member).rpc("waive_item", { item_id: alpha.items.text, note: "No need." });
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  expect(await claimed(scene, "reminder")).toMatchObject({
    sender_name: null,
    required: 1,
    optional: 1,
    asked: [
      { title: "Accounting basis", required: true },
      { title: "Year end", required: false },
    ],
    ready: [],
  });
});

test("an email about a returned answer shows who returned the answer", async ({ scene }) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.as(alpha.member).rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "March is missing.",
  });
  await scene.travel("1 hour");
  expect(await claimed(scene, "decision_digest")).toMatchObject({
    items: [{ title: "Bank statements", note: "March is missing.", staff_name: "Alpha member" }],
  });
});

test.for([
  ["complete_request", "request_completed"],
  ["cancel_request", "request_cancelled"],
] as const)("an email after %s shows the client", async ([call, kind], { scene }) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await scene.db.query("update private.outbox set status = 'sent'");
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc(call, { request_id: alpha.requestId, reason: "Sold." });
  await scene.travel("1 hour");
  expect(await claimed(scene, kind)).toMatchObject({ client_name: "Alpha Client" });
});
