import type { Page, Request } from "@playwright/test";

/**
 * Waits until Next has prefetched the page of a link, down to the page's loading state. Next does
 * not use a prefetch that is still arriving. It aborts the request as soon as it has read the
 * loading state, so the end of the request may count as a failure.
 */
export function waitForAhead(page: Page, path: string): Promise<unknown> {
  const isAhead = (request: Request) => {
    const sent = request.headers();
    return (
      new URL(request.url()).pathname === path &&
      sent["next-router-prefetch"] === "1" &&
      sent["next-router-segment-prefetch"] === undefined
    );
  };
  return Promise.race([
    page.waitForEvent("requestfinished", isAhead),
    page.waitForEvent("requestfailed", isAhead),
  ]);
}
