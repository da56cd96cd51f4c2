import type { Page } from "@playwright/test";

/**
 * Waits until Next has prefetched the page of a link, down to the page's loading state, and has
 * read the whole response. Next does not use a prefetch that is still arriving.
 */
export async function waitForAhead(page: Page, path: string): Promise<void> {
  const ahead = await page.waitForResponse((response) => {
    const sent = response.request().headers();
    return (
      new URL(response.url()).pathname === path &&
      sent["next-router-prefetch"] === "1" &&
      sent["next-router-segment-prefetch"] === undefined
    );
  });
  await ahead.finished();
  // The browser has the whole response, but the page may not have read it yet.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 })),
  );
}
