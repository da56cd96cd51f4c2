import { expect, type Page, type ViewportSize } from "@playwright/test";
import { reviewPathOf, sendAnswered } from "../fixtures/answers";
import type { ClientRequest, Firm } from "../fixtures/firms";
import { waitForReact } from "./hydration";
import { checklistRow } from "./staff-pages";

export const FIRST = "First question";
export const SECOND = "Second question";
export const TITLES = [FIRST, SECOND];

const decision = (page: Page) => page.getByRole("form", { name: "Decision" });
export const note = (page: Page) => decision(page).getByRole("textbox");
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

export const buttons = (page: Page) => decision(page).getByRole("button").filter({ visible: true });
export const CHOICES = [
  "AcceptA",
  "ReturnR",
  "Accept and ask for moreM",
  "WaiveW",
  "Accept with a note",
];

export async function openReview(page: Page, request: ClientRequest): Promise<void> {
  await page.goto(reviewPathOf(request, FIRST));
  await expect(heading(page, FIRST)).toBeVisible();
  await waitForReact(button(page, "Return"));
}

export async function returnByKeyboard(firm: Firm, viewport: ViewportSize): Promise<void> {
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await page.setViewportSize(viewport);
  await openReview(page, request);
  await expect(note(page)).toHaveCount(0);
  await page.keyboard.press("r");
  await expect(note(page)).toBeFocused();
  await expect(buttons(page)).toHaveText(["Return", "Cancel"]);
  await page.keyboard.type("Still blurred, again please.");
  await page.keyboard.press("Tab");
  await expect(button(page, "Return")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, SECOND)).toBeVisible();
  await page.goto(request.path);
  await expect(checklistRow(firm.owner, FIRST)).toContainText("Returned");
}
