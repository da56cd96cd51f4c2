import { expect, test } from "@playwright/test";
import { renderExamples, withText } from "../../../supabase/functions/_shared/email/examples";
import { findAxeProblems } from "./appearance/axe";

// These tests draw emails as an email program does: without a server, and without scripts of ours.
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeEach(async ({ page }) => {
  await page.route("**/*", (route) => route.fulfill({ contentType: "image/png", body: LOGO }));
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 640]) {
    test(`no email is wider than ${width} px with a word of 2,000 characters, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const emails = [...renderExamples(), ...withText("W".repeat(2_000))];
      const wide: string[] = [];
      for (const { name, email } of emails) {
        await page.setContent(email.html);
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed > width) wide.push(`${name}: ${needed} px`);
      }
      expect(wide).toEqual([]);
    });
  }
}

test("every email passes axe in light and dark", async ({ page }) => {
  const problems: string[] = [];
  for (const { name, email } of renderExamples()) {
    await page.setContent(email.html);
    for (const problem of await findAxeProblems(page)) problems.push(`${name}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

test("an email keeps its name, headline, list and link without images", async ({ page }) => {
  await page.route("**/*", (route) => route.abort());
  const request = renderExamples().find(({ name }) => name === "request_sent");
  await page.setContent(request?.email.html ?? "");
  await expect(page.getByText("Harbour & Lane", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Annual accounts 2026: 12\u00a0things we need from you",
  );
  await expect(page.getByText("Fixed asset register")).toBeVisible();
  await expect(page.getByRole("link", { name: "View the list and start" })).toBeVisible();
  await expect(page.getByText("Due Friday 11")).toBeHidden();
});
