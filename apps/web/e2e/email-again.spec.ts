import { unwrap } from "@dossier/backend-client";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { callBackend } from "./fixtures/backend-calls";
import { type ClientRequest, sendRequest } from "./fixtures/firms";
import { nextMail } from "./mailbox";
import { expect, test } from "./test";

// A person who stopped email or deleted their account can get email again.

async function stateOfContact({ client }: ClientRequest) {
  const [row] = await queryAsOwner<{ state: string; token: string }>(
    `select concat_ws(' ', c.status, c.email_pref) as state, private.opt_out_token(c) as token
     from public.contacts c where c.id = $1`,
    [client.contact.id],
  );
  if (!row) throw new Error("There is no such contact.");
  return row;
}

// S-8.31
test("a contact who stopped a firm's email can turn the email on again on the page of their requests", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = await enter(request);
  const { token } = await stateOfContact(request);
  await page.goto(`/unsubscribe/${token}`);
  await page.getByLabel(`I don’t want any email from ${firm.name}`).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. This takes effect now.")).toBeVisible();
  expect((await stateOfContact(request)).state).toContain("opted_out");
  await page.getByRole("link", { name: "Your requests" }).click();
  const stops = page.getByRole("region", { name: "Emails you stopped" });
  await expect(stops).toContainText(`You get no email from ${firm.name}.`);
  await expectFineHere(page);
  await stops.getByRole("button", { name: `Get all email from ${firm.name} again` }).click();
  await expect(stops).toBeHidden();
  expect((await stateOfContact(request)).state).toBe("active all");
});

// S-8.30
test("staff can invite a contact who deleted their account, after confirming that the contact agreed", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { id, contact } = request.client;
  const isRequest = (link: string) => link.includes(request.link);
  await nextMail(contact.email, ({ links }) => links.some(isRequest));
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
  await nextMail(contact.email, ({ links }) => links.some(isRequest));
});
