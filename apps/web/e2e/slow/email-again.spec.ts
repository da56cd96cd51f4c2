import { unwrap } from "@dossier/backend-client";
import { expectFineHere } from "../appearance/viewer";
import { callBackend } from "../fixtures/backend-calls";
import { sendRequest } from "../fixtures/firms";
import { nextEmail } from "../mailbox";
import { stateOfContact } from "../pages/email-again";
import { expect, test } from "../test";

// S-8.30
test("after a contact deletes their account, staff can invite the contact again, but must confirm that the contact agreed", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { id, contact } = request.client;
  const isRequest = (link: string) => link.includes(request.link);
  await nextEmail(contact.email, ({ links }) => links.some(isRequest));
  await callBackend((await enter(request)).context, async ({ functions }) =>
    unwrap(await functions.invoke("delete-account", { body: {} })),
  );
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients/${id}`);
  await expect(
    page.getByText(`${contact.name} deleted their account and gets no email.`),
  ).toBeVisible();
  const invite = page.getByRole("form", { name: `Invite ${contact.name} again` });
  await invite.getByRole("button", { name: `Invite ${contact.name} again` }).click();
  await expect(invite.getByText("Ask them first, then check this box.").first()).toBeVisible();
  await expectFineHere(page);
  await invite.getByLabel("They agreed").check();
  await invite.getByRole("button", { name: `Invite ${contact.name} again` }).click();
  await expect(invite).toBeHidden();
  expect((await stateOfContact(request)).state).toBe("active all");
  await nextEmail(contact.email, ({ links }) => links.some(isRequest));
});
