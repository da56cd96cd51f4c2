import { expect } from "@playwright/test";
import type { Person } from "../people";

export async function endSession({ context }: Person): Promise<void> {
  await context.clearCookies();
}

/** A tab stores drafts only after it has stored the email address of its user. */
export async function waitForSession({ page }: Pick<Person, "page">): Promise<void> {
  const knowsOwner = () => Object.keys(sessionStorage).some((key) => key.startsWith("address:"));
  await expect.poll(() => page.evaluate(knowsOwner)).toBe(true);
}

export async function signInAgain(person: Person, email: string, password: string): Promise<void> {
  const { page } = person;
  await page.waitForURL((url) => url.pathname === "/sign-in" && url.searchParams.has("next"));
  const next = new URL(page.url()).searchParams.get("next") ?? "";
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(next.replace(/\?.*/, ""));
}

export function draftKeys({ page }: Pick<Person, "page">): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));
}
