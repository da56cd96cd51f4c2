import { expect, type Locator } from "@playwright/test";

/**
 * Waits until React has taken a part of a page over: before that a key goes nowhere, a link asks
 * for a document, and a form is posted by the browser.
 */
export async function waitForReact(part: Locator): Promise<void> {
  const isListening = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  await expect.poll(() => part.evaluate(isListening)).toBe(true);
}
