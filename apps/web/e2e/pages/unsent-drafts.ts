import { expect, type Page, type Route } from "@playwright/test";
import { itemOf } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { forgetLostRequests } from "../people";
import type { Fixtures } from "../test";
import { draftKeys } from "./ended-session";
import { waitForReact } from "./hydration";

declare global {
  interface Window {
    mostAlerts: number;
  }
}

/** Records the largest number of alerts in `main`, even alerts that the browser never paints. */
export function watchAlerts(): void {
  window.mostAlerts = 0;
  new MutationObserver(() => {
    const alerts = document.querySelectorAll("main [role=alert]").length;
    window.mostAlerts = Math.max(window.mostAlerts, alerts);
  }).observe(document, { childList: true, subtree: true });
}

/** Contacts' pages send their server actions to their own URLs. */
export const ACTIONS = "**/r/**";

export const loseActions = (route: Route) =>
  route.request().method() === "POST" ? route.abort() : route.fallback();

export const NOT_SENT = "Not sent yet. Keep this page open. We’ll keep trying to send your answer.";

export const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

export const drafts = (page: Page) => draftKeys({ page });

export const TRADE = "Your trade";
export const LETTER = "A letter";

export async function openQuestion({ foundFirm, enter }: Pick<Fixtures, "foundFirm" | "enter">) {
  const items = [{ title: TRADE, kind: "text" }, { title: LETTER }];
  const request = await sendRequest(await foundFirm(), { items });
  const contact = await enter(request);
  const item = itemOf(request, TRADE);
  const path = `${request.link}/items/${item}`;
  await contact.page.goto(path);
  await waitForReact(answer(contact.page));
  return { request, contact, page: contact.page, item, path };
}

/** Polls, because a tab that reloads deletes its drafts only when its scripts run. */
async function expectNoDrafts(tabs: readonly Page[]): Promise<void> {
  await expect(async () => {
    for (const tab of tabs) expect(await drafts(tab)).toEqual([]);
  }).toPass();
}

/** Returns whether the browser would close the tab without asking. Runs in the page. */
export const canClose = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

type WayOut = (page: Page, email: string) => Promise<void>;

export const signOut: WayOut = async (page) => {
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Your email")).toBeVisible();
};

export const signOutEverywhere: WayOut = async (page) => {
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
};

export const deleteAccount: WayOut = async (page, email) => {
  await page.goto("/account/delete");
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("You deleted your account.")).toBeVisible();
};

export async function expectDraftsDeleted(
  { request, contact, page, path }: Awaited<ReturnType<typeof openQuestion>>,
  leave: WayOut,
): Promise<void> {
  const other = await contact.context.newPage();
  await other.goto(path);
  await other.route(ACTIONS, loseActions);
  await answer(other).fill("Butcher or");
  await expect.poll(() => drafts(other)).toHaveLength(1);
  await page.goto(path);
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Butcher and");
  await expect.poll(() => drafts(page)).not.toEqual([]);
  await leave(page, request.client.contact.email);
  await expect(other.getByLabel("Your email")).toBeVisible();
  await expectNoDrafts([page, other]);
  forgetLostRequests(contact);
}
