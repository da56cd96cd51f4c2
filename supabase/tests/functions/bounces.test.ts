import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

async function send(scene: Scene): Promise<string> {
  const { alpha } = scene.world;
  await scene.db.query("delete from private.outbox where contact_id is distinct from $1", [
    alpha.contactId,
  ]);
  const [email] = await scene.as(service).rows("claim_mail", {});
  const mail_id = String(email?.mail_id);
  await scene.as(service).rpc("finish_mail", {
    mail_id,
    tries: Number(email?.tries),
    outcome: "sent",
    provider_id: "re_1",
  });
  return mail_id;
}

function bounce(scene: Scene, provider_id: string, mail_id?: string) {
  return scene.as(service).rpc("record_bounce", { provider_id, ...(mail_id && { mail_id }) });
}

async function contactStatus(scene: Scene) {
  const { rows } = await scene.db.query("select status from public.contacts where id = $1", [
    scene.world.alpha.contactId,
  ]);
  return rows[0].status;
}

// S-4.49, S-9.10
test("a bounce marks the email and the contact as bounced, cancels waiting emails and records one event", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const mail_id = await send(scene);
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  expect(await bounce(scene, "re_1")).toBe(true);
  expect(await bounce(scene, "re_1")).toBe(true);
  expect(await contactStatus(scene)).toBe("bounced");
  const { rows: emails } = await scene.db.query(
    "select kind, status from private.outbox where contact_id = $1 order by kind desc",
    [alpha.contactId],
  );
  expect(emails).toEqual([
    { kind: "request_sent", status: "bounced" },
    { kind: "reminder", status: "cancelled" },
  ]);
  const { rows: reminders } = await scene.db.query(
    "select status from public.reminders where contact_id = $1 and manual",
    [alpha.contactId],
  );
  expect(reminders).toEqual([{ status: "skipped" }]);
  const { rows: events } = await scene.db.query(
    "select request_id, entity_id, actor_kind, data from public.events where action = 'mail.bounced'",
  );
  expect(events).toEqual([
    {
      request_id: alpha.requestId,
      entity_id: mail_id,
      actor_kind: "system",
      data: { kind: "request_sent", contact_id: alpha.contactId },
    },
  ]);
  expect(await scene.as(alpha.contact).see("public.items")).toHaveLength(4);
  await scene.travel("25 hours");
  expect(
    await refusal(scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId })),
  ).toMatchObject({ code: "contact_bounced" });
});

test("a contact whose email bounced gets no reminder, not even one that was already scheduled", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const planned = async () => {
    const { rows } = await scene.db.query(
      "select request_id from public.reminders where contact_id = $1 and status = 'scheduled'",
      [alpha.contactId],
    );
    return rows;
  };
  await send(scene);
  expect(await planned()).toEqual([{ request_id: alpha.requestId }]);
  await bounce(scene, "re_1");
  expect(await planned()).toEqual([]);
  const { rows: events } = await scene.db.query(
    "select actor_kind, entity_id from public.events where action = 'reminder.skipped'",
  );
  expect(events).toEqual([{ actor_kind: "system", entity_id: alpha.reminderId }]);

  // The sweep skips a reminder that is still scheduled, and plans no other.
  await scene.db.query("update public.reminders set status = 'scheduled' where id = $1", [
    alpha.reminderId,
  ]);
  await scene.travel("12 days");
  await scene.as(service).rpc("queue_reminders", {});
  expect(await planned()).toEqual([]);
});

test("reopening a request schedules no reminder if the contact's email bounced while the request was closed", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await send(scene);
  await member.rpc("review_item", { item_id: alpha.items.file, decision: "accepted" });
  await member.rpc("complete_request", { request_id: alpha.requestId, reason: "Enough." });
  await bounce(scene, "re_1");
  await member.rpc("reopen_request", {
    request_id: alpha.requestId,
    note: "One more page, please.",
  });
  const { rows } = await scene.db.query(
    "select from public.reminders where request_id = $1 and status = 'scheduled'",
    [alpha.requestId],
  );
  expect(rows).toEqual([]);
});

test("if a bounce report arrives before its email is marked as sent, the report is matched by its mail_id", async ({
  scene,
}) => {
  await scene.db.query("delete from private.outbox where contact_id is distinct from $1", [
    scene.world.alpha.contactId,
  ]);
  const [email] = await scene.as(service).rows("claim_mail", {});
  const mail_id = String(email?.mail_id);
  expect(await bounce(scene, "re_unknown")).toBe(false);
  expect(await bounce(scene, "re_unknown", mail_id)).toBe(true);
  expect(await contactStatus(scene)).toBe("bounced");
  expect(await scene.as(service).rpc("finish_mail", { mail_id, tries: 1, outcome: "sent" })).toBe(
    false,
  );
});

test("a bounce of a contact's old email address does not change the contact's status, and a new address ends the status bounced", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await send(scene);
  const correct = (email: string) =>
    scene.as(alpha.member).rpc("save_contact", {
      org_id: alpha.orgId,
      client_id: alpha.clientId,
      contact_id: alpha.contactId,
      name: "Alpha Contact",
      email,
    });
  await correct("right@alpha-client.example");
  expect(await bounce(scene, "re_1")).toBe(true);
  expect(await contactStatus(scene)).toBe("active");
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    alpha.contactId,
  ]);
  await correct("newest@alpha-client.example");
  expect(await contactStatus(scene)).toBe("active");
});

test("users cannot report bounces", async ({ scene }) => {
  const call = scene.as(scene.world.alpha.owner).rpc("record_bounce", { provider_id: "re_1" });
  expect((await refusal(call)).status).toBe("42501");
});
