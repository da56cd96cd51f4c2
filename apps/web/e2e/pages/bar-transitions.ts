import type { Page } from "@playwright/test";

/** Call this before the page opens. Records the CSS transitions of progress bar segments. */
export async function recordBarTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const barTransitions: string[] = [];
    addEventListener("transitionrun", ({ target, propertyName, pseudoElement }) => {
      const isSegment = target instanceof Element && target.matches("[data-bar] > *");
      if (isSegment && pseudoElement === "::before") barTransitions.push(propertyName);
    });
    Object.assign(window, { barTransitions });
  });
}

export const readBarTransitions = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { barTransitions: string[] }).barTransitions);
