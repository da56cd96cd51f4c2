import { expectFineHere } from "./appearance/viewer";
import { sendRequest } from "./fixtures/firms";
import { stateOfContact } from "./pages/email-again";
import { expect, test } from "./test";

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
