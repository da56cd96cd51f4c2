import type { Page } from "@playwright/test";
import { renderExamples, withText } from "../../../../supabase/tests/support/email/examples";

const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Responds to every request with a logo, because emails request only images. */
export async function showLogos(page: Page): Promise<void> {
  await page.route("**/*", (route) => route.fulfill({ contentType: "image/png", body: LOGO }));
}

/**
 * Renders the example emails, and variants with a very long word. Returns those that are wider than
 * the window.
 */
export async function findWideEmails(
  page: Page,
  { colorScheme, width }: { colorScheme: "light" | "dark"; width: number },
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  const wide: string[] = [];
  for (const { name, email } of [...renderExamples(), ...withText("W".repeat(2_000))]) {
    await page.setContent(email.html);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (needed > width) wide.push(`${name}: ${needed} px`);
  }
  return wide;
}
