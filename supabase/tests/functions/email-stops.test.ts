import { beforeEach, expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { deliver, deliverFor, EmailService } from "../harness/delivery.ts";
import { type Scene, test } from "../harness/test.ts";
import { daysAhead } from "../harness/world.ts";

let emails: EmailService;

beforeEach(() => {
  emails = new EmailService();
});

async function deleteAccount(scene: Scene) {
  const { contact } = scene.world.alpha;
  await scene.as(contact).rpc("close_account", {});
  await scene.db.query("delete from auth.users where id = $1", [contact.id]);
  await scene.db.query("update private.outbox set status = 'sent' where kind = 'account_notice'");
}

async function contactOf(scene: Scene) {
  const { rows } = await scene.db.query(
    "select status, user_id from public.contacts where id = $1",
    [scene.world.alpha.contactId],
  );
  return rows[0];
}

async function draftFor(scene: Scene, contactId: string) {
  const { alpha } = scene.world;
  const draft = await scene.as(alpha.member).rpc("save_draft", {
    org_id: alpha.orgId,
    client_id: alpha.clientId,
    title: "Another request",
    message: "",
    due_on: daysAhead(14),
    contact_ids: [contactId],
    items: [{ kind: "text", title: "A word" }],
  });
  return String(draft.id);
}

// S-8.30
test("a contact who deletes their account gets no more emails and no new account", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await deleteAccount(scene);
  expect(await contactOf(scene)).toEqual({ status: "account_deleted", user_id: null });
  const staff = scene.as(alpha.member);
  expect(await refusal(staff.rpc("remind_contacts", { request_id: alpha.requestId }))).toEqual({
    status: "409",
    code: "account_deleted",
    detail: { contact_id: alpha.contactId, name: "Alpha Contact" },
  });
  const draft = await draftFor(scene, alpha.contactId);
  expect(await refusal(staff.rpc("send_request", { request_id: draft }))).toMatchObject({
    code: "account_deleted",
  });
  await staff.rpc("review_item", {
    item_id: alpha.items.file,
    decision: "returned",
    note: "Again.",
  });
  await staff.rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
  for (let day = 0; day < 20; day += 1) {
    await deliverFor(scene, emails, 1);
    await scene.travel("1 day");
  }
  expect(emails.recipients).not.toContain(alpha.contact.email);
  expect(emails.accounts).not.toContain(alpha.contact.email);
  expect(await contactOf(scene)).toEqual({ status: "account_deleted", user_id: null });
  const { rows } = await scene.db.query(
    "select status from public.reminders where contact_id = $1 and status = 'scheduled'",
    [alpha.contactId],
  );
  expect(rows).toEqual([]);
});

test("when a contact deletes their account, the firm gets an email and an event is recorded", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await scene.db.query("update private.outbox set status = 'sent'");
  await deleteAccount(scene);
  await scene.travel("16 minutes");
  await deliver(scene, emails);
  const [email] = [...emails.accepted.values()];
  expect(emails.recipients).toEqual([alpha.owner.email]);
  expect(email?.subject).toBe("Alpha Contact deleted their account");
  expect(email?.text).toContain("Alpha Client");
  expect(email?.text).toContain(`/o/alpha/clients/${alpha.clientId}`);
  const { rows } = await scene.db.query(
    "select actor_kind, actor_name, data from public.events where action = 'contact.account_deleted'",
  );
  expect(rows).toEqual([
    { actor_kind: "contact", actor_name: "Alpha Contact", data: { client_id: alpha.clientId } },
  ]);
});

test("owners get one email when a person deletes an account that is linked to several contacts", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const staff = scene.as(alpha.owner);
  await staff.rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
  const client = await staff.rpc("save_client", { org_id: alpha.orgId, name: "Second" });
  const second = await staff.rpc("save_contact", {
    org_id: alpha.orgId,
    client_id: String(client.id),
    name: "Same Person",
    email: alpha.contact.email,
  });
  await scene.db.query("update public.contacts set user_id = $1 where id = $2", [
    alpha.contact.id,
    second.id,
  ]);
  await scene.db.query("update private.outbox set status = 'sent'");
  await deleteAccount(scene);
  await scene.travel("16 minutes");
  await deliver(scene, emails);
  expect([...emails.accepted.values()].map(({ to, subject }) => [to, subject])).toEqual([
    [alpha.owner.email, "2 contacts no longer get email"],
  ]);
});

test("a contact who deleted their account keeps the status account_deleted when staff add them again, even to another client", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const staff = scene.as(alpha.owner);
  const firm = { org_id: alpha.orgId, name: "Again", email: alpha.contact.email };
  await staff.rpc("cancel_request", { request_id: alpha.requestId, reason: "Not needed" });
  await deleteAccount(scene);
  await staff.rpc("remove_contact", { contact_id: alpha.contactId });
  await staff.rpc("save_contact", { ...firm, client_id: alpha.clientId });
  const other = await staff.rpc("save_client", { org_id: alpha.orgId, name: "Other" });
  await staff.rpc("save_contact", { ...firm, client_id: String(other.id) });
  await staff.rpc("import_clients", {
    org_id: alpha.orgId,
    rows: [{ name: "Third", contact_name: "Again", contact_email: alpha.contact.email }],
  });
  const { rows } = await scene.db.query(
    "select status from public.contacts where email::text = $1 and org_id = $2",
    [alpha.contact.email, alpha.orgId],
  );
  expect(rows.map((row) => row.status)).toEqual(Array(3).fill("account_deleted"));
});

test("a contact who deleted their account gets open requests at a new email address, but never again at the old address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  await deleteAccount(scene);
  const move = (email: string, expected_version: number) =>
    scene.as(alpha.owner).rpc("save_contact", {
      org_id: alpha.orgId,
      client_id: alpha.clientId,
      contact_id: alpha.contactId,
      name: "Successor",
      email,
      expected_version,
    });
  await move("successor@alpha-client.example", 1);
  expect(await contactOf(scene)).toMatchObject({ status: "active" });
  await deliver(scene, emails);
  expect(emails.recipients).toContain("successor@alpha-client.example");
  await move(alpha.contact.email, 2);
  expect(await contactOf(scene)).toMatchObject({ status: "account_deleted" });
  await scene.travel("10 minutes");
  await deliver(scene, emails);
  expect(emails.recipients).not.toContain(alpha.contact.email);
});

// S-8.30
test("reinviting a contact requires their consent, sends the request again and links the contact to an account", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  await deleteAccount(scene);
  await scene.db.query("update private.outbox set status = 'sent' where status = 'queued'");
  const staff = scene.as(alpha.member);
  const invite = (agreed: boolean, person = staff) =>
    person.rpc("reinvite_contact", { contact_id: alpha.contactId, agreed });
  expect(await refusal(invite(false))).toEqual({
    status: "422",
    code: "validation_failed",
    detail: { field: "agreed", rule: "required" },
  });
  expect(await refusal(invite(true, scene.as(stranger)))).toMatchObject({ code: "not_found" });
  expect(await invite(true)).toMatchObject({ id: alpha.contactId });
  expect(await refusal(invite(true))).toMatchObject({ code: "invalid_transition" });
  await deliver(scene, emails);
  expect(emails.recipients).toEqual([alpha.contact.email]);
  expect(emails.accounts).toEqual([alpha.contact.email]);
  expect(await contactOf(scene)).toMatchObject({ user_id: expect.any(String) });
  const { rows } = await scene.db.query(
    "select action from public.events where entity_id = $1 and action like 'contact.%ted' order by id",
    [alpha.contactId],
  );
  expect(rows.map((row) => row.action)).toEqual(["contact.account_deleted", "contact.reinvited"]);
});
