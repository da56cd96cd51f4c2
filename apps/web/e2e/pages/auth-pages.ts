import { expect, type Page } from "@playwright/test";
import { backendUrl, publishableKey } from "../addresses";
import { queryAsOwner } from "../database";
import { nextCode } from "../mailbox";
import type { Person } from "../people";

export type AtStep = (page: Page) => Promise<void>;

export async function signUp(
  person: Person,
  email: string,
  password: string,
  atStep?: AtStep,
): Promise<void> {
  const { page } = person;
  await page.goto("/");
  await page.getByRole("link", { name: "Create your firm" }).first().click();
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  await atStep?.(page);
  await page.getByLabel("Code").fill(await nextCode(email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Save password" })).toBeVisible();
  await atStep?.(page);
  await page.getByLabel("Password", { exact: false }).fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create your firm" })).toBeVisible();
}

export async function signIn(person: Person, email: string, password: string): Promise<void> {
  const { page } = person;
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

export function callAuth(path: string, body: object): Promise<Response> {
  return fetch(`${backendUrl}/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

export async function letCodeBeSent(email: string, page?: Page): Promise<void> {
  await page?.context().clearCookies({ name: "pending-code" });
  await queryAsOwner("delete from private.counters where scope in ('codes', 'address_codes')");
  await queryAsOwner(
    "update auth.users set recovery_sent_at = null, confirmation_sent_at = null where email = $1",
    [email],
  );
}

export async function openRequestLink(
  person: Person,
  link: string,
  email: string,
  readCode: () => Promise<string> = () => nextCode(email),
): Promise<void> {
  const { page } = person;
  await page.goto(link);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  // The page sends the form when the code has eight digits.
  await page.getByLabel("Code").fill(await readCode());
  await page.waitForURL(/\/r\/[^/]+\/items$/);
}
