import type { Page } from "@playwright/test";

export const preview = (page: Page) => page.getByRole("complementary", { name: "Preview" });

/** Finds a row by its tag, because the preview is inert and its rows therefore have no roles. */
export const previewRow = (page: Page, title: string) =>
  preview(page).locator("li").filter({ hasText: title });

export const tint = (page: Page, title: string) =>
  previewRow(page, title).evaluate((row) => getComputedStyle(row).backgroundColor);
