import { expect } from "vitest";
import { refusal } from "../harness/actor.ts";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Auth makes this change after the user has entered both codes. */
async function changeAddress(scene: Scene, email: string) {
  await scene.db.query("update auth.users set email = $1 where id = $2", [
    email,
    scene.world.alpha.contact.id,
  ]);
}

// S-4.52
test("a user who changes their email address loses access to requests that were sent to the old address", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await changeAddress(scene, alpha.contact.email.toUpperCase());
  expect(await contact.see("public.requests")).toEqual([alpha.requestId]);
  await changeAddress(scene, "private@elsewhere.example");
  expect(await contact.see("public.requests")).toEqual([]);
});

test("after a contact's user changes their email address, the next email to the old address can link the contact to another user", async ({
  scene,
}) => {
  const { alpha, stranger } = scene.world;
  await changeAddress(scene, "private@elsewhere.example");
  await scene.db.query("update private.outbox set status = 'sent'");
  await scene.as(alpha.member).rpc("remind_contacts", { request_id: alpha.requestId });
  expect(await scene.as(service).rows("claim_mail", {})).toMatchObject([
    { to_email: alpha.contact.email, user_id: null, account_id: null },
  ]);
  const { contactId: contact_id } = alpha;
  const { email } = alpha.contact;
  expect(
    await scene.as(service).rpc("link_contact", { contact_id, email, user_id: stranger.id }),
  ).toBe(true);
});

async function save(scene: Scene, email: string, contact_id?: string) {
  const { orgId, clientId, member } = scene.world.alpha;
  const { id } = await scene.as(member).rpc("save_contact", {
    ...{ org_id: orgId, client_id: clientId, name: "Anna", email },
    ...(contact_id ? { contact_id } : {}),
  });
  return String(id);
}

const remove = (scene: Scene, contact_id: string) =>
  scene.as(scene.world.alpha.member).rpc("remove_contact", { contact_id });

// S-3.15
test("a contact's email address can be corrected to that of a removed contact, and the removed contact's row is kept", async ({
  scene,
}) => {
  const removed = await save(scene, "anna@alpha-client.example");
  await remove(scene, removed);
  const mistyped = await save(scene, "ana@alpha-client.example");
  await save(scene, "Anna@alpha-client.example", mistyped);
  const { rows } = await scene.db.query(
    "select id, email, status from public.contacts where id = any ($1) order by status",
    [[removed, mistyped]],
  );
  expect(rows).toEqual([
    { id: mistyped, email: "anna@alpha-client.example", status: "active" },
    { id: removed, email: "anna@alpha-client.example", status: "removed" },
  ]);
  // An address can belong to only one active contact of a client.
  const other = await save(scene, "other@alpha-client.example");
  const taken = { code: "validation_failed", detail: { field: "email", rule: "unique" } };
  expect(await refusal(save(scene, "anna@alpha-client.example", other))).toMatchObject(taken);
  expect(await refusal(save(scene, "anna@alpha-client.example"))).toMatchObject(taken);
  await remove(scene, mistyped);
  expect(await save(scene, "anna@alpha-client.example")).toBe(mistyped);
});

test("an earlier email address of a contact can be used for a new contact", async ({ scene }) => {
  const removed = await save(scene, "anna@alpha-client.example");
  await remove(scene, removed);
  const moving = await save(scene, "ana@alpha-client.example");
  await save(scene, "anna@alpha-client.example", moving);
  await save(scene, "ann@alpha-client.example", moving);
  const added = await save(scene, "anna@alpha-client.example");
  expect([removed, moving]).not.toContain(added);
});

test("a contact can return to an earlier email address any number of times if no other contact has it", async ({
  scene,
}) => {
  const email = "anna@alpha-client.example";
  await remove(scene, await save(scene, email));
  const moving = await save(scene, "ann@alpha-client.example");
  for (const other of ["ann@alpha-client.example", "ana@alpha-client.example"]) {
    expect(await save(scene, email, moving)).toBe(moving);
    await save(scene, other, moving);
    const added = await save(scene, email);
    expect(added).not.toBe(moving);
    await remove(scene, added);
  }
  await save(scene, email, moving);
  // Adding the address of a removed contact restores that contact.
  await remove(scene, moving);
  expect(await save(scene, email)).toBe(moving);
});
