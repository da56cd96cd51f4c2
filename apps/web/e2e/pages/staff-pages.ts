import { expect, type Locator, type Page } from "@playwright/test";
import { webUrl } from "../addresses";
import { nextEmail } from "../mailbox";
import type { Person } from "../people";
import { waitForReact } from "./hydration";

export async function createFirm({ page }: Person, name: string, slug: string): Promise<void> {
  // Wait for React, because a script selects the browser's time zone for the firm.
  await page.goto("/o/new");
  await waitForReact(page.getByLabel("Firm name"));
  await page.getByLabel("Firm name").fill(name);
  await page.getByLabel("Address").fill(slug);
  await page.getByRole("button", { name: "Create firm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
}

export async function startRequestForNewClient(
  { page }: Person,
  client: { name: string; contact: string; email: string },
): Promise<void> {
  await page
    .getByRole("link", { name: /^Requests\b/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.getByRole("link", { name: "New request" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
  await page.getByRole("link", { name: "Add client" }).first().click();
  await page.getByLabel("Client name").fill(client.name);
  await page.getByLabel("Contact name").fill(client.contact);
  await page.getByLabel("Contact email").fill(client.email);
  await page.getByRole("button", { name: "Add client" }).click();
  await expect(page.getByLabel("Client")).toHaveValue(/.+/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
}

export async function openItem({ page }: Pick<Person, "page">, number: number): Promise<Locator> {
  const group = page.getByRole("group", { name: `Item ${number}`, exact: true });
  const isOpen = await group.getByLabel("What do you need?").isVisible();
  if (!isOpen) await group.locator("details[name=item] > summary").click();
  return group;
}

export async function openItemMenu({ page }: Pick<Person, "page">, number: number): Promise<void> {
  await page.locator(`summary[aria-label='Actions for item ${number}']`).click();
}

export async function addItem(
  { page }: Person,
  item: {
    kind?: "Files" | "Text" | "Choice" | "Date";
    number: number;
    title: string;
    isOptional?: boolean;
  },
): Promise<Locator> {
  await page
    .getByRole("button", { name: /^Add item/ })
    .last()
    .click();
  const group = page.getByRole("group", { name: `Item ${item.number}`, exact: true });
  if (item.kind) await group.getByRole("radio", { name: item.kind, exact: true }).check();
  await group.getByLabel("What do you need?").fill(item.title);
  if (item.isOptional) await group.getByLabel("Required").uncheck();
  return group;
}

export async function sendRequest({ page }: Person, contactEmail: string): Promise<string> {
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  const isRequest = (link: string) => link.startsWith(`${webUrl}/r/`);
  // A contact who has an account may also get emails about that account.
  const { links } = await nextEmail(contactEmail, (email) => email.links.some(isRequest));
  const link = links.find(isRequest);
  if (!link) throw new Error(`The email to ${contactEmail} contains no link to a request.`);
  return link;
}

export async function chooseAct({ page }: Pick<Person, "page">, act: string): Promise<void> {
  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("button", { name: act, exact: true }).click();
}

export async function openRecord({ page }: Pick<Person, "page">, path: string): Promise<Locator> {
  await page.goto(`${path}?tab=record`);
  return page.getByRole("region", { name: "Full record" }).getByRole("list").last();
}

export function checklistRow({ page }: Person, title: string): Locator {
  return page
    .getByRole("region", { name: "Checklist" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });
}

export async function confirmAct(page: Page, name: string): Promise<void> {
  const opener = page.locator("summary", { hasText: name });
  await waitForReact(opener);
  await opener.click();
  await page.getByRole("dialog", { name }).getByRole("button", { name }).click();
}
