import type { Page } from "@playwright/test";

export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/*.js", (route) => released.then(() => route.continue()));
  return release;
}
