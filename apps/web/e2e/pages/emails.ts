import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { renderExampleHtml, withText } from "../../../../supabase/tests/support/email/examples";

const DOSSIER = new URL("../../public/", import.meta.url);
const FIRMS = new URL("../../../../supabase/seed/images/", import.meta.url);
const BUCKET = "/storage/v1/object/public/images/";

export async function showLogos(page: Page): Promise<void> {
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname.startsWith(BUCKET)
      ? new URL(pathname.slice(BUCKET.length), FIRMS)
      : new URL(pathname.slice(1), DOSSIER);
    return route.fulfill({ path: fileURLToPath(file) });
  });
}

export async function findWideEmails(
  page: Page,
  { colorScheme, width }: { colorScheme: "light" | "dark"; width: number },
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  const wide: string[] = [];
  const long = withText("W".repeat(2_000)).map(({ name, email }) => ({ name, html: email.html }));
  for (const { name, html } of [...renderExampleHtml(), ...long]) {
    await page.setContent(html);
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    if (needed > width) wide.push(`${name}: ${needed} px`);
  }
  return wide;
}
