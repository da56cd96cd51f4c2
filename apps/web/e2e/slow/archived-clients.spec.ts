import type { Page, Route } from "@playwright/test";
import { addClient, sendRequest } from "../fixtures/firms";
import { confirmAct } from "../pages/staff-pages";
import { forgetLostRequests } from "../people";
import { expect, test } from "../test";

const openMenu = (page: Page) => page.locator("summary[aria-label='More actions']").click();

// S-2.30, S-8.20
test("a client can be archived and restored, but a client with open requests cannot be archived", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const vane = await addClient(firm, { name: "Vane; Sons", contact: "Zoë Vane" });
  const reed = await addClient(firm, { name: "Reed & Press", contact: "Nadia Reed" });
  await sendRequest(firm, { client: reed, title: "Book-keeping" });
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients/${vane.id}`);
  await openMenu(page);
  await page.getByRole("button", { name: "Archive client" }).click();
  const isArchived = page.getByText(
    "This client is archived. To see it in the list of clients, filter by “Archived”.",
  );
  await expect(isArchived).toBeVisible();
  const toast = page.getByRole("dialog").filter({ hasText: "Archived “Vane; Sons”" });
  const lose = (route: Route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback();
  await page.route(page.url(), lose);
  await toast.getByRole("button", { name: "Undo", exact: true }).click();
  const problem = page
    .getByRole("alert")
    .filter({ hasText: "“Vane; Sons” may not have been restored" });
  await expect(problem).toBeVisible();
  await page.unroute(page.url(), lose);
  forgetLostRequests(firm.owner);
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(isArchived).toHaveCount(0);
  await expect(problem).toHaveCount(0);
  // Turn off long timers, so that the toast does not disappear after its usual time.
  await page.evaluate(() => {
    const start = window.setTimeout;
    const startShort = (run: () => void, ms = 0) => (ms > 1_000 ? 0 : start(run, ms));
    Object.assign(window, { setTimeout: startShort });
  });
  await openMenu(page);
  await page.getByRole("button", { name: "Archive client" }).click();
  await expect(toast).toBeVisible();
  await openMenu(page);
  await page.getByRole("button", { name: "Restore client" }).click();
  await expect(isArchived).toHaveCount(0);
  await expect(toast).toHaveCount(0);
  await openMenu(page);
  await page.getByRole("button", { name: "Archive client" }).click();
  await expect(isArchived).toBeVisible();
  await page.goto(`${firm.path}/clients`);
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toHaveCount(0);
  const filter = async (name: string) => {
    await page.locator("summary", { hasText: "Add filter" }).click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await filter("Archived");
  await expect(page.getByRole("heading", { level: 1, name: "Archived clients" })).toBeVisible();
  await expect(page).toHaveTitle(/^Archived clients/);
  await page.getByRole("searchbox").fill("vane");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=vane/);
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toBeVisible();
  await filter("Active");
  await expect(page.getByText("No clients match “vane”")).toBeVisible();
  await filter("Archived");
  await page.getByRole("link", { name: "Vane; Sons" }).click();
  await openMenu(page);
  await page.getByRole("button", { name: "Restore client" }).click();
  await expect(page.getByRole("link", { name: "New request" })).toBeVisible();
  await page.locator("summary", { hasText: "Edit Zoë Vane" }).click();
  await confirmAct(page, "Remove Zoë Vane");
  await expect(page.getByText(vane.contact.email)).toHaveCount(0);

  await page.goto(`${firm.path}/clients`);
  await page.getByRole("link", { name: "Reed & Press" }).click();
  await openMenu(page);
  await page.getByRole("button", { name: "Archive client" }).click();
  await expect(
    page.getByText("First complete or cancel this client’s open requests, and delete its drafts."),
  ).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "Book-keeping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping" })).toBeVisible();
});
