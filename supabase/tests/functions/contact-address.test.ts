import { expect } from "vitest";
import { service } from "../harness/person.ts";
import { type Scene, test } from "../harness/test.ts";

/** Gives the contact's account another address, as Auth does once both codes are typed. */
async function changeAddress(scene: Scene, email: string) {
  await scene.db.query("update auth.users set email = $1 where id = $2", [
    email,
    scene.world.alpha.contact.id,
  ]);
}

test("an account that takes another address leaves the requests of the old one", async ({
  scene,
}) => {
  const { alpha } = scene.world;
  const contact = scene.as(alpha.contact);
  await changeAddress(scene, alpha.contact.email.toUpperCase());
  expect(await contact.see("public.requests")).toEqual([alpha.requestId]);
  await changeAddress(scene, "private@elsewhere.example");
  expect(await contact.see("public.requests")).toEqual([]);
});

test("the next mail gives the written address its requests back", async ({ scene }) => {
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
