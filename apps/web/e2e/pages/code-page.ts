import { expect } from "@playwright/test";
import type { Person } from "../people";

export const CODE_FORMS = [
  { path: "/sign-in", label: "Email", button: "Send me a code" },
  { path: "/forgot-password", label: "Email", button: "Send code" },
  { path: "/sign-up", label: "Email", button: "Create account" },
  { path: "/r/de300000000000000000000000000001", label: "Your email", button: "Continue" },
] as const;

export async function askForCode(
  { page, context }: Person,
  { path, label, button }: (typeof CODE_FORMS)[number],
  email: string,
): Promise<string> {
  await context.clearCookies();
  await page.goto(path);
  if (path === "/sign-up") await page.getByLabel("Your name").fill("Ada Doe");
  await page.getByLabel(label).fill(email);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(/^You can ask for a new code in /)).toBeVisible();
  return ((await page.getByRole("main").textContent()) ?? "")
    .replaceAll(email, "ADDRESS")
    .replace(/for a new code in \d+:\d\d/, "for a new code in TIME");
}
