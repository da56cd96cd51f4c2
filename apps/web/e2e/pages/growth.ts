import type { Page } from "@playwright/test";

/** Call this before the page opens. Records the CSS transitions of progress bar segments. */
export async function recordGrowth(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const grown: string[] = [];
    addEventListener("transitionrun", ({ target, propertyName, pseudoElement }) => {
      const isSegment = target instanceof Element && target.matches("[data-bar] > *");
      if (isSegment && pseudoElement === "::before") grown.push(propertyName);
    });
    Object.assign(window, { grown });
  });
}

export const readGrowth = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { grown: string[] }).grown);
