import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

async function bounce(scene: Scene) {
  const { rows } = await scene.db.query(
    "select id from private.outbox where kind = 'request_sent' and contact_id = $1",
    [scene.world.alpha.contactId],
  );
  await scene.as(service).rpc("record_bounce", { provider_id: "re_1", mail_id: rows[0].id });
}

const correct = (scene: Scene, email = "right@alpha-client.example") =>
  scene.as(scene.world.alpha.member).rpc("save_contact", {
    org_id: scene.world.alpha.orgId,
    client_id: scene.world.alpha.clientId,
    contact_id: scene.world.alpha.contactId,
    name: "Alpha Contact",
    email,
  });

async function reminders(scene: Scene) {
  const { rows } = await scene.db.query(
    `select m.status, m.due_at > private.clock() as is_ahead
    from public.reminders m where m.request_id = $1 and m.contact_id = $2 order by m.seq`,
    [scene.world.alpha.requestId, scene.world.alpha.contactId],
  );
  return rows;
}

const planned = { status: "scheduled", is_ahead: true };
/** A reminder that was skipped before it was due, because an email bounced. */
const ended = { status: "skipped", is_ahead: true };

// S-4.52
test("a contact whose email address is corrected gets each remaining reminder once", async ({
  scene,
}) => {
  await bounce(scene);
  await correct(scene);
  expect(await reminders(scene)).toEqual([ended, planned]);
  await correct(scene, "better@alpha-client.example");
  expect(await reminders(scene)).toEqual([ended, planned]);
});

test("no reminder is sent for a day that passed before a bounced email address was corrected", async ({
  scene,
}) => {
  await bounce(scene);
  await scene.travel("12 days");
  await scene.as(service).rpc("queue_reminders", {});
  await correct(scene);
  const all = await reminders(scene);
  expect(all.at(-1)).toEqual(planned);
  expect(all.filter(({ status }) => status === "scheduled")).toHaveLength(1);
});

// S-4.52
test("correcting an email address plans the reminders that were skipped while the request was closed", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Enough." });
  await bounce(scene);
  await scene.travel("12 days");
  await scene.as(service).rpc("queue_reminders", {});
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  expect(await reminders(scene)).toEqual([{ status: "skipped", is_ahead: false }]);
  await correct(scene);
  expect(await reminders(scene)).toEqual([{ status: "skipped", is_ahead: false }, planned]);
});

test("correcting an email address plans the reminders that a new due date added after the bounce", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const moveBy = (days: number) =>
    scene.as(alpha.member).rpc("update_request", {
      ...{ request_id: alpha.requestId, title: "Annual accounts", message: "" },
      due_on: daysAhead(days),
    });
  // All reminders would be more than 60 days after the request was sent.
  await moveBy(120);
  expect(await reminders(scene)).toEqual([{ status: "skipped", is_ahead: true }]);
  await bounce(scene);
  await moveBy(20);
  await correct(scene);
  expect((await reminders(scene)).at(-1)).toEqual(planned);
});

test("a contact with a corrected email address gets at most eight reminders, and none later than 60 days after sending", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("delete from public.reminders where request_id = $1", [alpha.requestId]);
  const remind = (count: number, manual = false) =>
    scene.db.query(
      `insert into public.reminders (org_id, request_id, contact_id, seq, manual, status, due_at)
      select $1, $2, $3, n, $5, 'sent', private.clock() from generate_series(1, $4::int) n`,
      [alpha.orgId, alpha.requestId, alpha.contactId, count, manual],
    );
  const ahead = async () => (await reminders(scene)).filter(({ status }) => status === "scheduled");
  await scene.db.query("savepoint empty");
  await remind(8);
  await correct(scene);
  expect(await ahead()).toEqual([]);
  await scene.db.query("rollback to savepoint empty");
  await remind(7);
  await correct(scene);
  expect(await ahead()).toEqual([planned]);
  await scene.db.query("rollback to savepoint empty");
  await scene.travel("61 days");
  await correct(scene);
  expect(await ahead()).toEqual([]);
});

// S-4.49
test("changing a contact's email address back to the bounced address queues the request's email only once more", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const emails = async () => {
    const { rows } = await scene.db.query(
      `select to_email, status from private.outbox
      where kind = 'request_sent' and contact_id = $1 order by status, to_email`,
      [alpha.contactId],
    );
    return rows.map(({ to_email, status }) => `${to_email} ${status}`);
  };
  const leave = () =>
    scene.db.query("update private.outbox set status = 'sent' where status = 'queued'");
  await bounce(scene);
  await correct(scene);
  await leave();
  await correct(scene, alpha.contact.email);
  const once = [
    `${alpha.contact.email} bounced`,
    `${alpha.contact.email} queued`,
    "right@alpha-client.example sent",
  ];
  expect(await emails()).toEqual(once);
  await correct(scene, alpha.contact.email);
  expect(await emails()).toEqual(once);
});
