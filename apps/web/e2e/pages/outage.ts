import { expect, type Page } from "@playwright/test";
import type { OwnStack } from "../own-stack";
import type { Person } from "../people";

export const UNAVAILABLE = "This page can’t be loaded right now";

export function forgetOutage({ problems }: Person): void {
  const failed = "Failed to load resource:";
  problems.push(...problems.splice(0).filter((problem) => !problem.includes(failed)));
}

/**
 * Makes every refresh of the session fail until the returned function is called, and waits until
 * the token has expired. The tokens of the stack must be short-lived.
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
 * A page that reports an outage asks every 15 seconds whether the server is ready, and retries when
 * it is.
 */
export async function stopRetries(page: Page): Promise<void> {
  await page.route("**/api/ready", (route) => route.abort());
}
