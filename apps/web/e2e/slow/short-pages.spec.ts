import type { Page } from "@playwright/test";
import { cancelRequest, sendRequest } from "../fixtures/firms";
import { expect, test } from "../test";

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 320, height: 568 },
];

async function expectNoScrolling(page: Page): Promise<void> {
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  const { scrollHeight, innerHeight } = await page.evaluate(() => ({
    scrollHeight: document.documentElement.scrollHeight,
    innerHeight: window.innerHeight,
  }));
  expect(scrollHeight).toBeLessThanOrEqual(innerHeight);
}

async function expectWholePage(page: Page): Promise<void> {
  await expectNoScrolling(page);
  await expect(page.getByRole("contentinfo")).toBeInViewport();
}

test("a page with little content is not taller than the window", async ({
  foundFirm,
  enter,
  join,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = await enter(request);
  const { page: newcomer } = await join("Nils Winther");
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await newcomer.setViewportSize(screen);
    await page.goto("/r");
    await expectWholePage(page);
    await newcomer.goto("/o");
    await expectWholePage(newcomer);
  }

  await test.step("after Back within the app, a page with little content is not taller than the window", async () => {
    await page.getByRole("link", { name: request.title }).click();
    await page.waitForURL(/\/items$/);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Your requests" })).toBeVisible();
    await expectWholePage(page);
  });

  await cancelRequest(request, "The company was sold.");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(request.link);
  await expectWholePage(page);
});

test("the page of an empty list is not taller than the window, and has no link back to the first page", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  await sendRequest(firm);
  const storageState = await firm.owner.context.storageState();
  const { page } = await open("Lea in London", { timezoneId: "Europe/London", storageState });
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    for (const list of ["requests?q=nothing", "clients?status=archived", "?show=bounced"]) {
      await page.goto(`${firm.path}${list.startsWith("?") ? "" : "/"}${list}`);
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(/^No /);
      await expect(page.getByRole("link", { name: "Back to the first page" })).toHaveCount(0);
      await expectNoScrolling(page);
    }
  }
});
