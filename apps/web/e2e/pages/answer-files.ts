import type { Page } from "@playwright/test";

export async function removeFile(page: Page, name: string, isSure = true): Promise<void> {
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  const question = page.getByRole("dialog", { name: `Remove ${name}` });
  await question.getByRole("button", { name: isSure ? "Remove file" : "Keep file" }).click();
}
