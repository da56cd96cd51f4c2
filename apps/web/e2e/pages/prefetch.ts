import type { Page } from "@playwright/test";

/** Waits until Next has prefetched the page of a link, down to the page's loading state. */
export function waitForAhead(page: Page, path: string): Promise<unknown> {
  return page.waitForResponse((response) => {
    const sent = response.request().headers();
    return (
      new URL(response.url()).pathname === path &&
      sent["next-router-prefetch"] === "1" &&
      sent["next-router-segment-prefetch"] === undefined
    );
  });
}
