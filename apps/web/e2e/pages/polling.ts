import { expect, type Page, type Request } from "@playwright/test";

/** To poll, a page calls a server action that has no arguments. */
export const isPoll = (request: Request) => request.postData() === "[]";

const turn = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => visibilityState,
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Scripts and prefetches do not count, because the browser loads them when it has time. */
const readsData = (request: Request) =>
  ["fetch", "xhr"].includes(request.resourceType()) &&
  request.headers()["next-router-prefetch"] === undefined;

/** The page must be idle and use Playwright's fake clock. */
export async function expectOneRequestEachMinute(page: Page): Promise<void> {
  const urls: string[] = [];
  // Listen to `response`, because Chromium may not report `requestfinished` for a server action.
  page.on("response", (response) => {
    if (readsData(response.request())) urls.push(response.url());
  });

  await turn(page, "hidden");
  for (let minute = 1; minute <= 10; minute += 1) await page.clock.runFor(60_000);
  expect(urls).toEqual([]);

  await turn(page, "visible");
  await expect.poll(() => urls).toHaveLength(1);
  for (let minute = 2; minute <= 11; minute += 1) {
    await page.clock.runFor(60_000);
    await expect.poll(() => urls).toHaveLength(minute);
  }
}
