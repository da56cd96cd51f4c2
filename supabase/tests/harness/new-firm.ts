import { createPerson } from "./person.ts";
import type { Scene } from "./test.ts";
import { daysAhead } from "./world.ts";

export async function foundFirm(scene: Scene, slug: string) {
  const owner = await createPerson(scene.db, `${slug} Owner`, `owner@${slug}.example`);
  const staff = scene.as(owner);
  const org = await staff.rpc("create_org", { name: slug, slug, time_zone: "Europe/London" });
  const orgId = String(org.id);
  let no = 0;
  return { owner, orgId, ask };

  async function ask(email: string) {
    no += 1;
    const client = await staff.rpc("save_client", { org_id: orgId, name: `Client ${no}` });
    const clientId = String(client.id);
    const contact = await staff.rpc("save_contact", {
      org_id: orgId,
      client_id: clientId,
      name: "Contact",
      email,
    });
    const contactId = String(contact.id);
    const draft = await staff.rpc("save_draft", {
      org_id: orgId,
      client_id: clientId,
      title: "Annual accounts",
      message: "",
      due_on: daysAhead(14),
      contact_ids: [contactId],
      items: [{ kind: "text", title: "A word" }],
    });
    const requestId = String(draft.id);
    await staff.rpc("send_request", { request_id: requestId });
    return { requestId, contactId, clientId };
  }
}
