import { expect, type Locator } from "@playwright/test";

type Fiber = { alternate: Fiber | null; flags: number; return: Fiber | null };

/** Runs in the browser. */
function isCommitted(element: Element): boolean {
  // React marks new elements with these flags until it has committed them.
  const PLACEMENT_OR_HYDRATING = 2 | 4096;
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  const own = key ? (element as unknown as Record<string, Fiber>)[key] : undefined;
  if (!own) return false;
  if (own.alternate) return true;
  for (let fiber: Fiber | null = own; fiber; fiber = fiber.return) {
    if (fiber.flags & PLACEMENT_OR_HYDRATING) return false;
  }
  return true;
}

/**
 * Before React has hydrated a part and run its effects, keys do nothing, links load whole
 * documents, and the browser posts forms itself.
 */
export async function waitForReact(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate(isCommitted)).toBe(true);
  // Effects run after the commit, so wait until the browser is idle. The timeout is for headless
  // Chromium, which may report no idle time.
  await part.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 })),
  );
}
