import type { Page } from "@playwright/test";

/**
 * Delays the scripts of the documents that the page loads next, like a slow connection.
 * @returns a function that releases the scripts
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", (route) => released.then(() => route.continue()));
  return release;
}
