import type { Page } from "@playwright/test";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const PENDING = "[data-link-pending]";

/** Returns the opacity of the bar at the top of the sheet. */
const barOf = (page: Page) =>
  page.evaluate(() => {
    const { content, opacity } = getComputedStyle(document.body, "::after");
    return content === "none" ? "none" : opacity;
  });

test("a link whose page does not arrive shows a bar until the page is there", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await held;
      await route.fallback();
    },
  );
  await page.goto(path);
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Clients" });
  await waitForReact(link);
  expect(await barOf(page)).toBe("none");
  await link.click();
  await expect(page.locator(PENDING)).toHaveCount(1);
  await expect.poll(() => barOf(page)).toBe("1");
  release();
  await expect(page.getByRole("heading", { level: 1, name: /^Clients/ })).toBeVisible();
  await expect(page.locator(PENDING)).toHaveCount(0);
  expect(await barOf(page)).toBe("none");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a strip says that the browser is offline, and disappears when the connection returns", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page, context } = owner;
  await page.goto(`${path}/templates`);
  await waitForReact(page.getByRole("button", { name: "Search or run…" }));
  const strip = page.getByText("You’re offline. Your drafts are saved on this device.");
  await expect(strip).toHaveCount(0);
  await context.setOffline(true);
  await expect(strip).toBeVisible();
  await context.setOffline(false);
  await expect(strip).toHaveCount(0);
  owner.problems.splice(0);
});
