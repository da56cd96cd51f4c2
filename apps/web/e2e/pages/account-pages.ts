import { expect } from "@playwright/test";
import { Authenticator } from "../authenticator";
import type { Person } from "../people";
import type { AtStep } from "./auth-pages";

export async function addFactor(
  { page }: Person,
  name: string,
  atStep?: AtStep,
): Promise<Authenticator> {
  const field = page.getByLabel("Name of the app or device");
  const opener = page.locator("#add-factor summary");
  await expect(field.or(opener).filter({ visible: true }).first()).toBeVisible();
  if (!(await field.isVisible())) await opener.click();
  await field.fill(name);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await atStep?.(page);
  const key = await page.getByText(/^([A-Z2-7]{4} ){4,}[A-Z2-7]{1,4}$/).textContent();
  const authenticator = new Authenticator(key ?? "");
  await page.getByLabel("Code from your app").fill(authenticator.nextCode());
  await page.getByRole("button", { name: /^(Turn on|Add app)$/ }).click();
  return authenticator;
}

export async function signOut({ page }: Person): Promise<void> {
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
}
