import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Sets the clock to a local time in London. 7 June 2027 is a Monday. */
function at(scene: Scene, local: string) {
  return scene.db.query(
    `select set_config('dossier.clock', ($1::timestamp at time zone 'Europe/London')::text, true)`,
    [local],
  );
}

async function send(scene: Scene, due_on: string): Promise<string> {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const draft = await member.rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Bank statements",
    message: "",
    due_on,
    contact_ids: [alpha.contactId],
    items: [{ kind: "text", title: "A word" }],
  });
  await member.rpc("send_request", { request_id: String(draft.id) });
  await scene.db.query("update private.outbox set status = 'sent' where request_id = $1", [
    draft.id,
  ]);
  return String(draft.id);
}

async function next(scene: Scene, requestId: string, contactId = scene.world.alpha.contactId) {
  const { rows } = await scene.db.query(
    `select to_char(due_at at time zone 'Europe/London', 'Dy DD HH24:MI') as at
    from public.reminders where request_id = $1 and contact_id = $2 and status = 'scheduled'`,
    [requestId, contactId],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.at;
}

async function sweep(scene: Scene, requestId: string): Promise<number> {
  await scene.as(service).rpc("queue_reminders", {});
  const { rows } = await scene.db.query(
    "select count(*)::int as emails from private.outbox where kind = 'reminder' and request_id = $1",
    [requestId],
  );
  return rows[0].emails;
}

test.for([
  ["2027-06-07 08:55", "2027-06-14", "Fri 11 09:00"],
  ["2027-06-07 08:55", "2027-06-10", "Wed 09 09:00"],
  ["2027-06-07 08:55", "2027-06-08", "Wed 09 09:00"],
  ["2027-06-07 15:00", "2027-06-09", "Thu 10 09:00"],
  ["2027-06-07 08:55", "2027-06-09", "Tue 08 09:00"],
] as const)(
  "a request sent at %s and due on %s has its first reminder on %s",
  async ([sentAt, dueOn, reminded], { scene }) => {
    await at(scene, sentAt);
    expect(await next(scene, await send(scene, dueOn))).toBe(reminded);
  },
);

// S-4.37
test("a contact who was reminded manually just before nine is not reminded at nine", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await at(scene, "2027-06-01 10:00");
  const request_id = await send(scene, "2027-06-14");
  expect(await next(scene, request_id)).toBe("Mon 07 09:00");
  await at(scene, "2027-06-07 08:55");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id });
  expect(await next(scene, request_id)).toBe("Fri 11 09:00");
  await at(scene, "2027-06-07 09:00");
  expect(await sweep(scene, request_id)).toBe(1);
});

test("a contact who was notified of a reopening is not reminded minutes later", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await at(scene, "2027-06-01 10:00");
  const request_id = await send(scene, "2027-06-14");
  await member.rpc("complete_request", { request_id, reason: "Enough." });
  await scene.db.query("update private.outbox set status = 'sent' where status = 'queued'");
  await at(scene, "2027-06-07 08:55");
  await member.rpc("reopen_request", { request_id, note: "One more page, please." });
  expect(await next(scene, request_id)).toBe("Fri 11 09:00");
});

test("undoing a completion before contacts are notified of the completion moves no reminder", async ({
  scene,
}) => {
  const member = scene.as(scene.world.alpha.member);
  await at(scene, "2027-06-01 10:00");
  const request_id = await send(scene, "2027-06-14");
  await at(scene, "2027-06-07 08:55");
  await member.rpc("complete_request", { request_id, reason: "Enough." });
  await scene.db.query(
    "select private.reopen(r, private.system_actor()) from public.requests r where r.id = $1",
    [request_id],
  );
  expect(await next(scene, request_id)).toBe("Mon 07 09:00");
});

// S-4.37
test("a contact added to a request and a contact with a corrected email address are not reminded minutes after the change", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  await at(scene, "2027-06-01 10:00");
  const request_id = await send(scene, "2027-06-14");
  const save = (name: string, contact_id?: string) =>
    member.rpc("save_contact", {
      ...{ org_id: alpha.orgId, client_id: alpha.clientId, name },
      ...(contact_id && { contact_id }),
      email: `${name.toLowerCase()}@alpha-client.example`,
    });
  const { id } = await save("Rita");
  await at(scene, "2027-06-07 08:55");
  await member.rpc("add_recipient", { request_id, contact_id: String(id) });
  expect(await next(scene, request_id, String(id))).toBe("Fri 11 09:00");
  expect(await next(scene, request_id)).toBe("Mon 07 09:00");
  await save("Right", alpha.contactId);
  expect(await next(scene, request_id)).toBe("Fri 11 09:00");
});

test("reminders are sent on consecutive mornings, but the reminder on the morning after a late reminder is skipped", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query(
    "update public.orgs set reminder_days = '{-4,-3,-2,-1}', reminder_every = 0 where id = $1",
    [alpha.orgId],
  );
  await at(scene, "2027-06-01 10:00");
  const request_id = await send(scene, "2027-06-11");
  await at(scene, "2027-06-07 09:30");
  expect(await sweep(scene, request_id)).toBe(1);
  expect(await next(scene, request_id)).toBe("Tue 08 09:00");
  await at(scene, "2027-06-08 15:00");
  expect(await sweep(scene, request_id)).toBe(2);
  expect(await next(scene, request_id)).toBe("Thu 10 09:00");
});

test("a request email that the email service accepted late postpones the next reminder", async ({
  scene,
}) => {
  await at(scene, "2027-06-05 10:00");
  const request_id = await send(scene, "2027-06-14");
  expect(await next(scene, request_id)).toBe("Mon 07 09:00");
  await at(scene, "2027-06-07 08:30");
  await scene.db.query(
    `update private.outbox set status = 'sent', tries = 5, not_before = private.clock()
    where request_id = $1`,
    [request_id],
  );
  await at(scene, "2027-06-07 09:00");
  expect(await sweep(scene, request_id)).toBe(0);
  expect(await next(scene, request_id)).toBe("Fri 11 09:00");
});

test("a request email that could not be sent does not postpone the next reminder", async ({
  scene,
}) => {
  await at(scene, "2027-06-07 08:30");
  const request_id = await send(scene, "2027-06-14");
  await scene.db.query("update private.outbox set status = 'dead' where request_id = $1", [
    request_id,
  ]);
  await scene.db.query("select private.replan_reminders(r) from public.requests r where id = $1", [
    request_id,
  ]);
  expect(await next(scene, request_id)).toBe("Mon 07 09:00");
});
