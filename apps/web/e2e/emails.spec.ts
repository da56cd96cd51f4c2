import { expect, test } from "@playwright/test";
import { renderExampleHtml, renderExamples } from "../../../supabase/tests/support/email/examples";
import { findAxeProblems } from "./appearance/axe";
import { findWideEmails, showLogos } from "./pages/emails";

test.beforeEach(({ page }) => showLogos(page));

test("no email is wider than a window of 320 px, even with a word of 2,000 characters", async ({
  page,
}) => {
  expect(await findWideEmails(page, { colorScheme: "light", width: 320 })).toEqual([]);
});

test("every example email passes axe in light and dark mode", async ({ page }) => {
  const problems: string[] = [];
  for (const { name, html } of renderExampleHtml()) {
    await page.setContent(html);
    for (const problem of await findAxeProblems(page)) problems.push(`${name}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

test("the emails of a firm show the firm's logo, and security notices show Dossier's", async ({
  page,
}) => {
  const sizes = { request_sent: 256, code_firm: 256, notice_password_changed: 180 };
  for (const [example, size] of Object.entries(sizes)) {
    await page.setContent(renderExamples().find(({ name }) => name === example)?.email.html ?? "");
    await expect(page.locator("img"), example).toHaveJSProperty("naturalWidth", size);
  }
});

test("without images, the email about a new request shows the firm's name, the headline, the item list and the link", async ({
  page,
}) => {
  await page.route("**/*", (route) => route.abort());
  const request = renderExamples().find(({ name }) => name === "request_sent");
  await page.setContent(request?.email.html ?? "");
  await expect(page.getByText("Harbour & Lane", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Annual accounts 2026: 12\u00a0items we need from you",
  );
  await expect(page.getByText("Fixed asset register")).toBeVisible();
  await expect(page.getByRole("link", { name: "View the list and start" })).toBeVisible();
  await expect(page.getByText("Due Friday 11")).toBeHidden();
});
