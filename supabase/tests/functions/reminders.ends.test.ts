import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function finishWork(scene: Scene) {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  for (const { item_id, answer } of [
    { item_id: alpha.items.text, answer: { text: "Bakery" } },
    { item_id: alpha.items.choice, answer: { choices: ["Cash"] } },
  ]) {
    await contact.rpc("save_answer", { item_id, answer });
    await contact.rpc("submit_item", { item_id });
  }
}

async function remind(scene: Scene) {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  return scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
}

async function outcome(scene: Scene) {
  const { rows } = await scene.db.query(
    `select r.status, (
      select count(*)::int from public.events e
      where e.entity_id = r.id and e.action = 'reminder.skipped') as skips
    from public.reminders r where r.request_id = $1 and r.manual order by r.seq`,
    [scene.world.alpha.requestId],
  );
  return rows;
}

const endedOnce = [{ status: "skipped", skips: 1 }];

// S-4.48
test("a reminder is not emailed after the contact has answered every required item", async ({
  scene,
}) => {
  await remind(scene);
  await finishWork(scene);
  const emails = await scene.as(service).rows("claim_mail", {});
  expect(emails.filter((email) => email.kind === "reminder")).toEqual([]);
  expect(await outcome(scene)).toEqual(endedOnce);
});

// S-4.39
test("a manual reminder is refused if the contact has answered every required item", async ({
  scene,
}) => {
  await finishWork(scene);
  expect(await refusal(remind(scene))).toMatchObject({
    status: "409",
    code: "invalid_transition",
    detail: { status: "open" },
  });
});

// S-4.38
test("closing a request skips its waiting reminder, and the skip is recorded once", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await remind(scene);
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Not needed",
  });
  expect(await outcome(scene)).toEqual(endedOnce);
});

test("a bounce or a removal skips the contact's waiting reminder, and the skip is recorded once", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await remind(scene);
  await scene.db.query("savepoint reminded");
  const { rows } = await scene.db.query(
    "select id from private.outbox where kind = 'request_sent' and contact_id = $1",
    [alpha.contactId],
  );
  await scene.as(service).rpc("record_bounce", { provider_id: "re_1", mail_id: rows[0].id });
  expect(await outcome(scene)).toEqual(endedOnce);
  await scene.db.query("rollback to savepoint reminded");
  await scene.db.query("select private.cancel_mail(null, $1, null)", [alpha.contactId]);
  expect(await outcome(scene)).toEqual(endedOnce);
});

// S-4.40
test("a reminder that is being sent when the request closes is recorded as sent", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await remind(scene);
  const [email] = await scene.as(service).rows("claim_mail", {});
  await scene.as(alpha.member).rpc("cancel_request", {
    request_id: alpha.requestId,
    reason: "Not needed",
  });
  await scene.as(service).rpc("finish_mail", {
    mail_id: String(email?.mail_id),
    tries: 1,
    outcome: "sent",
  });
  expect(await outcome(scene)).toEqual([{ status: "sent", skips: 0 }]);
});

// S-4.40
test("a reminder that bounces before it is recorded as sent is recorded once, as failed", async ({
  scene,
}) => {
  await remind(scene);
  const [email] = await scene.as(service).rows("claim_mail", {});
  const mail_id = String(email?.mail_id);
  await scene.db.query("savepoint leaving");
  await scene.as(service).rpc("record_bounce", { provider_id: "re_1", mail_id });
  const late = { mail_id, tries: 1, outcome: "sent", provider_id: "re_1" };
  expect(await scene.as(service).rpc("finish_mail", late)).toBe(false);
  expect(await outcome(scene)).toEqual([{ status: "failed", skips: 0 }]);
  const { rows } = await scene.db.query(
    `select e.action from public.events e
    join private.outbox m on m.data ->> 'reminder_id' = e.entity_id::text
    where m.id = $1 order by e.no desc limit 1`,
    [mail_id],
  );
  expect(rows).toEqual([{ action: "reminder.failed" }]);
  await scene.db.query("rollback to savepoint leaving");
  await scene.as(service).rpc("finish_mail", late);
  await scene.as(service).rpc("record_bounce", { provider_id: "re_1" });
  expect(await outcome(scene)).toEqual([{ status: "sent", skips: 0 }]);
});

test("a reminder whose first attempt failed is queued as a new email to the corrected email address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await remind(scene);
  const [email] = await scene.as(service).rows("claim_mail", {});
  await scene.as(service).rpc("finish_mail", {
    mail_id: String(email?.mail_id),
    tries: 1,
    outcome: "retry",
  });
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    contact_id: alpha.contactId,
    name: "Alpha Contact",
    email: "right@alpha-client.example",
  });
  const { rows } = await scene.db.query(
    `select to_email, status, tries from private.outbox
    where kind = 'reminder' and contact_id = $1 order by status`,
    [alpha.contactId],
  );
  expect(rows).toEqual([
    { to_email: alpha.contact.email, status: "cancelled", tries: 1 },
    { to_email: "right@alpha-client.example", status: "queued", tries: 0 },
  ]);
  const keys = await scene.db.query(
    "select count(distinct dedupe_key)::int as n from private.outbox where kind = 'reminder'",
  );
  expect(keys.rows).toEqual([{ n: 2 }]);
  expect(await outcome(scene)).toEqual([{ status: "queued", skips: 0 }]);
});

// S-4.47
test("a digest whose first attempt failed stays unchanged, and later items go into a new email", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    `update private.outbox set status = 'queued', tries = 1
    where kind = 'staff_digest' and request_id = $1`,
    [alpha.requestId],
  );
  await finishWork(scene);
  const { rows } = await scene.db.query(
    `select tries, data from private.outbox
    where kind = 'staff_digest' and request_id = $1 and status = 'queued' order by tries`,
    [alpha.requestId],
  );
  expect(rows).toEqual([
    { tries: 0, data: { item_ids: [alpha.items.text, alpha.items.choice] } },
    { tries: 1, data: { item_ids: [alpha.items.file] } },
  ]);
});
