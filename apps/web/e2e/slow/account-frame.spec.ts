import { expectFineHere } from "../appearance/viewer";
import { createFirm } from "../fixtures/firms";
import { unique } from "../fixtures/names";
import { firmButton, personButton, sections } from "../pages/account-frame";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

test("account pages and help are shown with the sidebar of the firm that the user came from", async ({
  foundFirm,
}) => {
  const first = await foundFirm({ name: "Alder Advisers" });
  const { page } = first.owner;
  const second = await createFirm(first.owner, { name: "Birch & Co", slug: unique("firm") });

  await page.goto(second.path);
  await personButton(page).click();
  await page.getByRole("link", { name: "Your account", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  await expect(firmButton(page, "Birch & Co")).toBeVisible();
  await expect(personButton(page)).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  await expect(page.getByRole("link", { name: /^Inbox/ })).toHaveAttribute("href", second.path);

  for (const section of ["Email", "Security", "Delete account"]) {
    await sections(page).getByRole("link", { name: section }).click();
    await expect(page.getByRole("heading", { level: 2, name: section })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(sections(page).locator("[aria-current=page]")).toHaveText(section);
  }
  await expectFineHere(page);
  await page.goto("/help");
  await expect(firmButton(page, "Birch & Co")).toBeVisible();

  await page.goto(first.path);
  await waitForReact(personButton(page));
  await page.goto("/account/security");
  await expect(firmButton(page, "Alder Advisers")).toBeVisible();
  await waitForReact(personButton(page));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command menu" })).toBeVisible();
});

test("a user without a firm sees the account pages without a sidebar", async ({ join }) => {
  const { page } = await join("Nora Vik");
  for (const path of ["/account", "/account/email", "/account/security", "/account/delete"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Dossier" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    await expectFineHere(page);
  }
});

test("the sidebar marks Settings as the current page in every section of the settings", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(path);
  const link = page.getByRole("banner").getByRole("link", { name: "Settings", exact: true });
  await expect(link).not.toHaveAttribute("aria-current");
  await link.click();
  for (const section of ["General", "Brand", "Team", "Security", "Reminders", "Audit"]) {
    await page
      .getByRole("navigation", { name: "Settings" })
      .getByRole("link", { name: section })
      .click();
    await expect(page.getByRole("heading", { level: 2, name: section, exact: true })).toBeVisible();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(
      page.locator("main .bg-primary:not([data-contact-sizes] *)").filter({ visible: true }),
    ).not.toHaveCount(2);
  }
});
