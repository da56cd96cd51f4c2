import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { test } from "../harness/test.ts";

// S-8.17
test("saving an outdated version of a contact is refused, and the error contains the other editor's name", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const args = { org_id: alpha.orgId, client_id: alpha.clientId };
  const added = { ...args, name: "Ivo Reed", email: "ivo@alpha-client.example" };
  const contact = await member.rpc("save_contact", added);
  expect(contact).toMatchObject({ version: 1 });
  const rename = { ...added, contact_id: String(contact.id), name: "Ivo Reade" };
  expect(await member.rpc("save_contact", { ...rename, expected_version: 1 })).toMatchObject({
    version: 2,
  });
  const late = { ...rename, email: "ivo@reade.example", expected_version: 1 };
  expect(await refusal(scene.as(alpha.admin).rpc("save_contact", late))).toEqual({
    status: "409",
    code: "version_conflict",
    detail: { version: 2, name: "Alpha member" },
  });
  expect(await refusal(member.rpc("save_contact", late))).toMatchObject({
    detail: { version: 2, name: "You" },
  });
  const state = "select name, email::text, version from public.contacts where id = $1";
  expect(await member.query(state, [contact.id])).toEqual([
    { name: "Ivo Reade", email: "ivo@alpha-client.example", version: 2 },
  ]);
  expect(
    await scene.as(alpha.admin).rpc("save_contact", { ...late, expected_version: 2 }),
  ).toMatchObject({ version: 3 });
  await member.rpc("remove_contact", { contact_id: String(contact.id) });
  // Adding a removed contact again increases the version.
  expect(await member.rpc("save_contact", { ...added, email: "ivo@reade.example" })).toMatchObject({
    id: contact.id,
    version: 4,
  });
});

// S-5.6
test("a contact's email address must be valid and, ignoring case, unique within the client", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const args = { org_id: alpha.orgId, client_id: alpha.clientId, name: "Twin" };
  expect(
    await refusal(
      scene
        .as(alpha.member)
        .rpc("save_contact", { ...args, email: alpha.contact.email.toUpperCase() }),
    ),
  ).toMatchObject({ detail: { field: "email", rule: "unique" } });
  for (const email of ["", "no-at", "two@@x.example", "a b@x.example", "a@x"]) {
    expect(
      await refusal(scene.as(alpha.member).rpc("save_contact", { ...args, email })),
    ).toMatchObject({ code: "validation_failed", detail: { field: "email" } });
  }
});

// S-4.52
test("changing a contact's email address unlinks the user, clears the bounced status and emails the open request again", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update public.contacts set status = 'bounced' where id = $1", [
    alpha.contactId,
  ]);
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.as(alpha.member).rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    contact_id: alpha.contactId,
    name: "Alpha Contact",
    email: "moved@alpha-client.example",
  });
  const [contact] = await scene
    .as(alpha.member)
    .query("select user_id, status, email from public.contacts where id = $1", [alpha.contactId]);
  expect(contact).toEqual({
    user_id: null,
    status: "active",
    email: "moved@alpha-client.example",
  });
  expect(await scene.as(alpha.contact).see("public.requests")).toEqual([]);
  const { rows } = await scene.db.query(
    "select kind, to_email from private.outbox where status = 'queued'",
  );
  expect(rows).toEqual([{ kind: "request_sent", to_email: "moved@alpha-client.example" }]);
});

// S-4.52
test("the only contact of an open request cannot be removed", async ({ scene }) => {
  const { alpha } = scene.world;
  expect(
    await refusal(scene.as(alpha.member).rpc("remove_contact", { contact_id: alpha.contactId })),
  ).toEqual({
    status: "409",
    code: "sole_recipient",
    detail: { request_ids: [alpha.requestId] },
  });
});

// S-4.52
test("removing a contact skips the contact's reminders and is recorded in the open requests", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const member = scene.as(alpha.member);
  const second = await member.rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    name: "Second Contact",
    email: "second@alpha-client.example",
  });
  const contact_id = String(second.id);
  await member.rpc("add_recipient", { request_id: alpha.requestId, contact_id });
  const version = () =>
    member
      .query("select version from public.requests where id = $1", [alpha.requestId])
      .then(([row]) => Number(row?.version));
  const before = await version();
  await member.rpc("remove_contact", { contact_id });
  expect(await version()).toBe(before + 1);
  const reminders = await member.query(
    "select distinct status from public.reminders where contact_id = $1",
    [contact_id],
  );
  expect(reminders).toEqual([{ status: "skipped" }]);
  const events = await member.query(
    `select action, data ->> 'change' as change from public.events
     where request_id = $1 and data ->> 'contact_id' = $2 order by no`,
    [alpha.requestId, contact_id],
  );
  expect(events).toEqual([
    { action: "recipient.changed", change: "added" },
    { action: "reminder.scheduled", change: null },
    { action: "reminder.skipped", change: null },
    { action: "recipient.changed", change: "removed" },
  ]);
});
