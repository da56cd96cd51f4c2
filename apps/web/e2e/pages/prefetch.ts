import type { Page, Request } from "@playwright/test";

/**
 * Waits for the prefetch of the page behind `link`, because Next does not use a prefetch that is
 * still arriving. `open` opens a page that shows the link.
 */
export async function openWithAhead(
  page: Page,
  link: string,
  open: () => Promise<unknown>,
): Promise<void> {
  await page.goto("about:blank");
  const started = page.waitForEvent("request", (each) => isAhead(each, link));
  const isThis = async (each: Request) => each === (await started);
  // Next aborts the request when it has read the loading state, so the request may count as failed.
  const ended = Promise.race([
    page.waitForEvent("requestfinished", isThis),
    page.waitForEvent("requestfailed", isThis),
  ]);
  await Promise.all([ended, open()]);
}

function isAhead(request: Request, path: string): boolean {
  const sent = request.headers();
  return (
    new URL(request.url()).pathname === path &&
    sent["next-router-prefetch"] === "1" &&
    sent["next-router-segment-prefetch"] === undefined
  );
}
