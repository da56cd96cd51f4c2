import { expect, type Page, type Route } from "@playwright/test";
import { keptNames } from "./ended-session";

declare global {
  interface Window {
    /** The largest number of alerts that the page showed at the same time. See `watchAlerts`. */
    mostAlerts: number;
  }
}

/** Counts a page's alerts after every change, even alerts that the browser never paints. */
export function watchAlerts(): void {
  window.mostAlerts = 0;
  new MutationObserver(() => {
    const alerts = document.querySelectorAll("main [role=alert]").length;
    window.mostAlerts = Math.max(window.mostAlerts, alerts);
  }).observe(document, { childList: true, subtree: true });
}

/** Matches the server actions of a contact's page. */
export const ACTIONS = "**/r/**";

/** Drops server actions, but lets pages load. */
export const loseActions = (route: Route) =>
  route.request().method() === "POST" ? route.abort() : route.fallback();

export const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

export const drafts = (page: Page) => keptNames({ page });

/** Waits until no tab has unsent drafts. A tab that reloads deletes them when its scripts run. */
export async function expectNothingKept(tabs: readonly Page[]): Promise<void> {
  await expect(async () => {
    for (const tab of tabs) expect(await drafts(tab)).toEqual([]);
  }).toPass();
}

/** Returns whether the browser would close the tab without asking. Runs in the page. */
export const canClose = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Each function signs out in another way. It ends at the page that the browser shows next. */
export const WAYS_OUT: readonly ((page: Page, email: string) => Promise<void>)[] = [
  async (page) => {
    await page.locator("summary[aria-label^='Account']").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByLabel("Your email")).toBeVisible();
  },
  async (page) => {
    await page.goto("/account/security");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  },
  async (page, email) => {
    await page.goto("/account/delete");
    await page.getByLabel("Type your email to confirm").fill(email);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByText("You deleted your account.")).toBeVisible();
  },
];
