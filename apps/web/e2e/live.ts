import { type Page, test } from "@playwright/test";
import { lacks } from "./addresses";

/** Without realtime, reloads a page so that it shows another person's change. */
export async function catchUp(page: Page): Promise<void> {
  const [isAbsent] = lacks("realtime");
  if (isAbsent) await page.reload();
}

/**
 * Call this before a test expects that a page shows another person's change without a reload.
 * Skips the rest of the test if the backend has no realtime.
 */
export async function needLiveUpdates(page: Page): Promise<void> {
  await catchUp(page);
  // Without realtime, no change would arrive. A local backend has realtime, so the whole test always
  // runs there.
  test.skip(...lacks("realtime"));
}
