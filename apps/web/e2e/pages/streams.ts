import { expect, type Page } from "@playwright/test";

/**
 * Waits until React has moved every streamed part of the page to its place. React may do this up
 * to 300 ms after the browser's `load` event. Until then, the document contains both the
 * placeholder of the part and its hidden content, so a locator may match twice.
 */
export async function waitForStreams(page: Page): Promise<void> {
  await expect(page.locator("template[id^='B:']")).toHaveCount(0);
}

/**
 * Makes `goto` and `reload` wait for the streamed parts of the page. A call with `waitUntil` does
 * not wait for them.
 */
export function expectWholeDocuments(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (!options?.waitUntil) await waitForStreams(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await waitForStreams(page);
    return response;
  };
}
