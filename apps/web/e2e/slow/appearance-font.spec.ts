import type { Page } from "@playwright/test";
import { findLayoutShifts, waitForFrames } from "../appearance/measures";
import type { Demo } from "../routes/demo";
import type { Role } from "../routes/table";
import { expect, test } from "../test";

// The tests delay the fonts. The fallback font must break lines at the same words as the final
// font.

const FONTS = "**/*.woff2";
const FIRM = "/o/harbour-lane";

const PAGES: readonly [Role, (demo: Demo) => string][] = [
  ["visitor", () => "/"],
  ["visitor", () => "/forgot-password"],
  ["contact", ({ ownPublicId }) => `/r/${ownPublicId}/items`],
  ["contact", ({ ownPublicId, openItem }) => `/r/${ownPublicId}/items/${openItem}`],
  ["owner", () => FIRM],
  ["owner", () => `${FIRM}/requests`],
  ["owner", ({ request }) => `${FIRM}/requests/${request}`],
  ["owner", ({ request, submittedItem }) => `${FIRM}/requests/${request}/review/${submittedItem}`],
  ["owner", () => `${FIRM}/settings/security`],
];

async function holdFonts(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(FONTS, async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    release();
    await page.evaluate(() => document.fonts.ready);
    await page.unroute(FONTS);
  };
}

async function findShifts(page: Page, path: string): Promise<string[]> {
  const releaseFonts = await holdFonts(page);
  // Do not wait for the load event, which waits for the font that the page preloads.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.status), path).toBe("loading");
  await releaseFonts();
  await waitForFrames(page);
  const shifts = await findLayoutShifts(page);
  return shifts.map((shift) => `${path} at ${page.viewportSize()?.width} px ${shift}`);
}

test("pages of each layout have no visible layout shift when the font loads last", async ({
  cast,
}) => {
  const demo = await cast.demo();
  const problems: string[] = [];
  for (const [role, pathOf] of PAGES) {
    const { wide, phone } = await cast.viewer(role);
    const found = await Promise.all([wide, phone].map((page) => findShifts(page, pathOf(demo))));
    problems.push(...found.flat());
  }
  expect(problems).toEqual([]);
});
