import { expect, type Page } from "@playwright/test";
import type { OwnStack } from "../own-stack";
import type { Person } from "../people";

/** The heading of a page that cannot check the session. */
export const UNAVAILABLE = "This page can’t be loaded right now";

/** Removes the errors that browsers log for requests that fail in an outage. */
export function forgetOutage({ problems }: Person): void {
  const failed = "Failed to load resource:";
  problems.push(...problems.splice(0).filter((problem) => !problem.includes(failed)));
}

/**
 * Makes every refresh of the session fail, and waits until the access token expires. The tokens of
 * the stack must be short-lived. Returns a function that ends the failures.
 */
export async function stopSessions({ backend }: OwnStack, page: Page): Promise<() => void> {
  const heal = backend.faults.add({ path: "/auth/v1/token", status: 503, times: 10_000 });
  const { exp } = await page.evaluate(async () => {
    const answer = await fetch("/auth/session", { headers: { "x-backend-client": "1" } });
    const { accessToken = "..e30" } = (await answer.json()) as { accessToken?: string };
    return JSON.parse(atob(accessToken.split(".")[1] ?? "e30")) as { exp?: number };
  });
  await expect.poll(() => Date.now() > ((exp ?? 0) + 1) * 1000, { timeout: 30_000 }).toBe(true);
  return heal;
}

/**
 * Prevents automatic retries, which the page makes every fifteen seconds if the server is ready.
 * Only a click of the user then loads the page again.
 */
export async function stopRetries(page: Page): Promise<void> {
  await page.route("**/api/ready", (route) => route.abort());
}
