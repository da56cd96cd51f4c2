import { expect, type Page, type Route } from "@playwright/test";
import { queryAsOwner } from "../database";
import { keptNames } from "./ended-session";

declare global {
  interface Window {
    /** The most alerts that the page has shown at once; see `watchAlerts`. */
    mostAlerts: number;
  }
}

/** Counts a page's alerts after every change, also those that are gone when the browser paints. */
export function watchAlerts(): void {
  window.mostAlerts = 0;
  new MutationObserver(() => {
    const alerts = document.querySelectorAll("main [role=alert]").length;
    window.mostAlerts = Math.max(window.mostAlerts, alerts);
  }).observe(document, { childList: true, subtree: true });
}

/** What a contact's page calls on the server. */
export const ACTIONS = "**/r/**";

/** Loses what is sent, and lets pages be read. */
export const loseActions = (route: Route) =>
  route.request().method() === "POST" ? route.abort() : route.fallback();

/** The field of a text answer. */
export const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Names under which a tab keeps unsent words. */
export const drafts = (page: Page) => keptNames({ page });

/** Waits until no tab keeps unsent words; one that is being loaded anew forgets when its scripts run. */
export async function expectNothingKept(tabs: readonly Page[]): Promise<void> {
  await expect(async () => {
    for (const tab of tabs) expect(await drafts(tab)).toEqual([]);
  }).toPass();
}

/** Whether the browser would close the tab without asking; runs in the page. */
export const canClose = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** The note that the server has of an item that is not submitted. */
export async function noteOf(title: string): Promise<string | undefined> {
  const [row, another] = await queryAsOwner<{ client_note: string }>(
    "select s.client_note from public.submissions s join public.items i on i.id = s.item_id where i.title = $1 and s.status = 'draft'",
    [title],
  );
  if (another)
    throw new Error(`Two drafts answer an item titled "${title}": give one another title.`);
  return row?.client_note;
}

/** How a person ends what is theirs in a browser; each ends at what the browser shows then. */
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
    await expect(page.getByText("Your account was deleted.")).toBeVisible();
  },
];
