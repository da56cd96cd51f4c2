import type { Page } from "@playwright/test";
import { reviewPathOf } from "../fixtures/answers";
import { type ClientRequest, type Firm, sendRequest } from "../fixtures/firms";
import { waitForReact } from "./hydration";

export const ON_BEHALF = "Answer for the client";

export const RITA = { owner: "Rita Moss" };

export const sendItem = (firm: Firm, title: string, kind: string) =>
  sendRequest(firm, { title: "Received by post", items: [{ title, kind }] });

export async function openAnswer(page: Page, request: ClientRequest, item: string): Promise<void> {
  await page.goto(reviewPathOf(request, item));
  const summary = page.locator("summary", { hasText: ON_BEHALF });
  await waitForReact(summary);
  await summary.click();
}
