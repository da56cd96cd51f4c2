import { type Page, test } from "@playwright/test";
import { lacks } from "./addresses";

/** Loads a page again where nothing tells it what someone else has just done. */
export async function catchUp(page: Page): Promise<void> {
  const [isAbsent] = lacks("realtime");
  if (isAbsent) await page.reload();
}

/**
 * Marks where a page shows what someone else has just done. Without realtime the page is loaded
 * again, for the tests that follow, and this test ends here as one that cannot run.
 */
export async function needLiveUpdates(page: Page): Promise<void> {
  await catchUp(page);
  // Nothing would arrive. On the local backend, which has realtime, it always runs.
  test.skip(...lacks("realtime"));
}
