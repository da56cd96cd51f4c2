import { expect, type Locator } from "@playwright/test";

/**
 * Waits until React has hydrated a part of a page. Before that, keys do nothing, links load whole
 * documents, and the browser posts forms itself.
 */
export async function waitForReact(part: Locator): Promise<void> {
  const isListening = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  await expect.poll(() => part.evaluate(isListening)).toBe(true);
}
