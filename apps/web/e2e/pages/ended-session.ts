import { expect } from "@playwright/test";
import type { Person } from "../people";

/** Ends someone's session behind their back, as its lifetime or an administrator does. */
export async function endSession({ context }: Person): Promise<void> {
  await context.clearCookies();
}

/** Signs in where the application asked for it; ends where it leads back to. */
export async function signInAgain(person: Person, email: string, password: string): Promise<void> {
  const { page } = person;
  await page.waitForURL((url) => url.pathname === "/sign-in" && url.searchParams.has("next"));
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(next.replace(/\?.*/, ""));
}

/** Names under which a tab keeps unsent words. */
export function keptNames({ page }: Pick<Person, "page">): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));
}
