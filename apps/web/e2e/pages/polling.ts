import { expect, type Page, type Request } from "@playwright/test";

/** Returns true for the request that a page sends each minute: an action without arguments. */
export const isPoll = (request: Request) => request.postData() === "[]";

/** Shows a page, or hides it as another tab in front of it would. */
const turn = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => visibilityState,
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/**
 * Expects a page to send no requests for ten minutes while hidden, one when it is shown, and then
 * one a minute for ten minutes. The page must be idle, with its clock installed.
 */
export async function expectOneRequestEachMinute(page: Page): Promise<void> {
  const asked: string[] = [];
  const network = await page.context().newCDPSession(page);
  network.on("Network.responseReceived", ({ response }) => {
    // Ignore the icon, which the browser may have in its cache.
    if (!response.fromDiskCache) asked.push(response.url);
  });
  await network.send("Network.enable");

  await turn(page, "hidden");
  for (let minute = 1; minute <= 10; minute += 1) await page.clock.runFor(60_000);
  expect(asked).toEqual([]);

  await turn(page, "visible");
  await expect.poll(() => asked).toHaveLength(1);
  for (let minute = 2; minute <= 11; minute += 1) {
    await page.clock.runFor(60_000);
    await expect.poll(() => asked).toHaveLength(minute);
  }
}
