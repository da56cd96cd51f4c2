import { type Page, test } from "@playwright/test";
import { lacks } from "./addresses";

/** Reloads a page if live updates cannot show another person's change. */
export async function catchUp(page: Page): Promise<void> {
  const [isAbsent] = lacks("realtime");
  if (isAbsent) await page.reload();
}

/**
 * Marks the point at which a page shows another person's change. Without realtime, reloads the page
 * and skips the rest of the test.
 */
export async function needLiveUpdates(page: Page): Promise<void> {
  await catchUp(page);
  // Without realtime, no change would arrive. The local backend has realtime and always runs this
  // test.
  test.skip(...lacks("realtime"));
}
