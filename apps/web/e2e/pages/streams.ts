import { expect, type Page } from "@playwright/test";

/**
 * React may move streamed parts up to 300 ms after the browser's `load` event. Until then, the
 * document contains both the placeholder and the hidden content of a part, so a locator may match
 * twice.
 */
export async function waitForStreams(page: Page): Promise<void> {
  await expect(page.locator("template[id^='B:']")).toHaveCount(0);
}

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
