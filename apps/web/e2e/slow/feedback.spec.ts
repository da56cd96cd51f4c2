import type { Page } from "@playwright/test";
import { addClient, createDraft } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

const PENDING = "[data-navigation-pending]";

const barOf = (page: Page) =>
  page.evaluate(() => {
    const { content, opacity } = getComputedStyle(document.body, "::after");
    return content === "none" ? "none" : opacity;
  });

async function expectFeedback(page: Page, action: () => Promise<void>, arrives: RegExp) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await held;
      await route.fallback();
    },
  );
  await page.reload();
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  expect(await barOf(page)).toBe("none");
  await action();
  await expect(page.locator(PENDING)).toHaveCount(1);
  await expect.poll(() => barOf(page)).toBe("1");
  await expect(page).not.toHaveURL(arrives);
  release();
  await expect(page).toHaveURL(arrives);
  await expect(page.locator(PENDING)).toHaveCount(0);
  expect(await barOf(page)).toBe("none");
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

test("opening a page by a link, a row or a command shows a progress bar until a slow network responds", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { path, owner } = firm;
  const { page } = owner;
  const client = await addClient(firm, { name: "Okafor Dental Practice" });
  const draft = await createDraft(firm, { client, title: "Annual accounts 2026" });
  const main = page.getByRole("main");

  await test.step("a click on a navigation link shows the progress bar", async () => {
    await page.goto(path);
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expectFeedback(
      page,
      () => navigation.getByRole("link", { name: "Requests" }).click(),
      /\/requests$/,
    );
  });

  await test.step("a click on a row shows the progress bar", async () => {
    await page.goto(`${path}/clients`);
    const row = main.getByRole("link", { name: "Okafor Dental Practice" });
    await expectFeedback(page, () => row.click(), /\/clients\/[0-9a-f-]+$/);
  });

  await test.step("a command that opens a page shows the progress bar", async () => {
    await page.goto(path);
    const menu = page.getByRole("dialog", { name: "Command menu" });
    await expectFeedback(
      page,
      async () => {
        await page.keyboard.press("Control+k");
        await menu.getByRole("combobox").fill("annual");
        await expect(menu.getByRole("option", { name: /Annual accounts/ })).toBeVisible();
        await page.keyboard.press("Enter");
      },
      new RegExp(`${draft.path}`),
    );
  });
});

test("adding or removing a filter of a list shows the progress bar, although only the URL's query changes", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { path, owner } = firm;
  const { page } = owner;
  const main = page.getByRole("main");
  await createDraft(firm);
  await page.goto(`${path}/requests`);
  await test.step("adding a filter shows the progress bar", async () => {
    await expectFeedback(
      page,
      async () => {
        await main.locator("summary", { hasText: "Add filter" }).click();
        await main.getByRole("link", { name: "Draft", exact: true }).click();
      },
      /status=draft/,
    );
  });

  await test.step("removing a filter shows the progress bar", async () => {
    const chip = main.getByRole("link", { name: /^Remove filter/ });
    await expectFeedback(page, () => chip.click(), /status=all/);
  });
});
