import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { webUrl } from "../addresses";
import type { Person } from "../people";
import { findAxeProblems } from "./axe";
import {
  findHiddenFocus,
  findLayoutShifts,
  findMisplacedHelp,
  findOverflow,
  findSmallTargets,
  recordLayoutShifts,
} from "./measures";

const WIDE = { width: 1280, height: 800 };
/** The narrowest screen: 320 px, which also equals 1,280 px zoomed to 400 %. */
const NARROW = { width: 320, height: 640 };
/** Minimum size of a target: WCAG 2.5.8 with a mouse, 2.5.5 on a touch screen. */
const LEAST_WITH_MOUSE = 24;
const LEAST_UNDER_FINGER = 44;

/** Two screens with the same person's session: a wide one with a mouse, and a phone. */
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
    ...(await findAxeProblems(page)),
    ...(await findHiddenFocus(page)),
  ];
  const width = page.viewportSize()?.width;
  return problems.map((problem) => `${new URL(page.url()).pathname} at ${width} px: ${problem}`);
}

/**
 * Expects no problems on a page whose state the test cannot reach a second time. Checks it first on
 * a wide screen, then on a phone. The checks change only the focus.
 */
export async function expectFineHere(page: Page): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    // A page that reloads, for example after a sign-in, has no title for a moment.
    await expect(page).toHaveTitle(/\S/);
    found.push(...(await findProblems(page)));
  }
  if (before) await page.setViewportSize(before);
  expect.soft(found).toEqual([]);
}

/** Opens an address and waits until the page is complete. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/**
 * Opens an address on both screens. Returns the problems of the page, including those while it
 * loads.
 */
export async function lookAt(viewer: Viewer, path: string): Promise<string[]> {
  const found = await Promise.all(
    [viewer.wide, viewer.phone].map(async (page) => {
      await open(page, path);
      // Wait until the page is idle, because the following checks change it.
      await page.waitForLoadState("networkidle");
      const shifts = (await findLayoutShifts(page)).map((shift) => `${path} ${shift}`);
      return [...shifts, ...(await findProblems(page))];
    }),
  );
  return found.flat();
}
