import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { webUrl } from "../addresses";
import { waitForStreams } from "../pages/streams";
import type { Person } from "../people";
import { findAxeProblems } from "./axe";
import {
  findHiddenFocus,
  findLayoutShifts,
  findMisplacedHelp,
  findOverflow,
  findSmallTargets,
  findWrongStrokes,
  recordLayoutShifts,
} from "./measures";
import { findLostInForcedColors, findMotion } from "./media";
import { findSameNames, openDisclosures } from "./names";
import { findWrongTimes } from "./times";

const WIDE = { width: 1440, height: 900 };
/** The narrowest screen: 320 px, which is also the width of a 1,280 px window at 400% zoom. */
const NARROW = { width: 320, height: 568 };
/** Widths of the layout's breakpoints. */
const BETWEEN = [1024, 768];
/** Minimum size of a target in pixels: WCAG 2.5.8 with a mouse, 2.5.5 on a touch screen. */
const LEAST_WITH_MOUSE = 24;
const LEAST_UNDER_FINGER = 44;

export type Viewer = { wide: Page; phone: Page; close: () => Promise<void> };

export async function openViewer(browser: Browser, person: Person): Promise<Viewer> {
  const storageState = await person.context.storageState();
  const open = async (options: Parameters<Browser["newContext"]>[0]) => {
    const context = await browser.newContext({
      baseURL: webUrl,
      storageState,
      colorScheme: "light",
      ...options,
    });
    await context.addInitScript(recordLayoutShifts);
    return context;
  };
  const contexts: BrowserContext[] = [
    await open({ viewport: WIDE }),
    await open({ viewport: NARROW, hasTouch: true }),
  ];
  const [wide, phone] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!wide || !phone) throw new Error("The browser opened no page.");
  return {
    wide,
    phone,
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

export async function findProblems(page: Page): Promise<string[]> {
  const isTouched = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  const problems = [
    ...(await findOverflow(page)),
    ...(await findMisplacedHelp(page)),
    ...(await findSmallTargets(page, isTouched ? LEAST_UNDER_FINGER : LEAST_WITH_MOUSE)),
    ...(await findWrongStrokes(page)),
    ...(await findSameNames(page)),
    ...(await findAxeProblems(page)),
    ...(await findHiddenFocus(page)),
  ];
  const width = page.viewportSize()?.width;
  return problems.map((problem) => `${new URL(page.url()).pathname} at ${width} px: ${problem}`);
}

async function expectComplete(page: Page): Promise<void> {
  await waitForStreams(page);
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  // The pages of a PDF are drawn after the rest of the page.
  const sheets = page.locator("[data-sheets], [data-sheets] *");
  await expect(sheets.and(page.locator("[aria-busy=true]"))).toHaveCount(0);
}

/**
 * Checks the open page without loading it again, for states that a reload would lose. Moves the
 * focus.
 */
export async function expectFineHere(page: Page): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    // A page that reloads, for example after a sign-in, has no title for a moment.
    await expect(page).toHaveTitle(/\S/);
    await expectComplete(page);
    found.push(...(await findProblems(page)));
  }
  if (before) await page.setViewportSize(before);
  expect.soft(found).toEqual([]);
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectComplete(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

export async function findOverflowBetween(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of BETWEEN) {
    await page.setViewportSize({ ...WIDE, width });
    found.push(...(await findOverflow(page)).map((problem) => `at ${width} px: ${problem}`));
  }
  await page.setViewportSize(WIDE);
  return found;
}

export async function lookAt(viewer: Viewer, path: string, zone: string): Promise<string[]> {
  const found = await Promise.all(
    [viewer.wide, viewer.phone].map(async (page) => {
      await open(page, path);
      await page.waitForLoadState("networkidle");
      const shifts = (await findLayoutShifts(page)).map((shift) => `${path} ${shift}`);
      const isWide = page === viewer.wide;
      const here = [
        ...(await findWrongTimes(page, zone)),
        ...(await findMotion(page)),
        ...(await findLostInForcedColors(page)),
        ...(isWide ? await findOverflowBetween(page) : []),
      ];
      const problems = await findProblems(page);
      await openDisclosures(page);
      here.push(...(await findSameNames(page)));
      return [
        ...shifts,
        ...problems,
        ...here.map((problem) => `${path} on a ${isWide ? "wide" : "narrow"} screen: ${problem}`),
      ];
    }),
  );
  return found.flat();
}
