import { addClient, sendRequest } from "../fixtures/firms";
import { nextEmail } from "../mailbox";
import { openMenu } from "../pages/command-menu";
import { expect, test } from "../test";

test("on a request's page, the command menu can copy the client's link, start an export and remind the client", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const client = await addClient(firm, { name: "Okafor Dental Practice" });
  const request = await sendRequest(firm, { client, title: "Annual accounts 2026" });
  await nextEmail(client.contact.email);
  await page.goto(request.path);
  const menu = await openMenu(page);
  const actions = menu.getByRole("group", { name: "Actions" }).getByRole("option");
  await expect(actions).toContainText([
    "Remind Okafor Dental Practice",
    "Copy client link",
    "Export Annual accounts 2026",
  ]);
  await menu.getByRole("combobox").fill("copy");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Client link copied")).toBeVisible();

  await openMenu(page);
  await menu.getByRole("combobox").fill("export");
  await expect(actions).toHaveText(["Export Annual accounts 2026"]);
  // The export fails, because no answer has been accepted yet.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?]problem=/);

  await openMenu(page);
  await menu.getByRole("combobox").fill("remind");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A reminder to Okafor Dental Practice is on its way")).toBeVisible();
  await nextEmail(client.contact.email);
  await openMenu(page);
  await expect(actions.first()).toContainText("Copy client link");
});
