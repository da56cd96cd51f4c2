import { type Page, test } from "@playwright/test";
import { lacks } from "./addresses";

/** Without realtime, a page shows another person's change only after a reload. */
export async function catchUp(page: Page): Promise<void> {
  const [isAbsent] = lacks("realtime");
  if (isAbsent) await page.reload();
}

/**
 * Call this before a test expects another person's change without a reload. Skips the test if the
 * project has no realtime.
 */
export async function needLiveUpdates(page: Page): Promise<void> {
  await catchUp(page);
  test.skip(...lacks("realtime"));
}
