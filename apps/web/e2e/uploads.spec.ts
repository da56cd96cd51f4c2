import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { backendUrl, webUrl } from "./addresses";
import { nextMail } from "./mailbox";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";

const CONTACT = "uma@uploads.example";
const FILE_NAME = "ledger.txt";

test.describe.configure({ mode: "serial" });

const directory = mkdtempSync(join(tmpdir(), "dossier-uploads-"));
// A file with a date of its own: chosen twice it is the same file.
const filePath = join(directory, FILE_NAME);
let contact: Person;

test.beforeAll(async ({ browser }) => {
  writeFileSync(filePath, "2026-03-01;Coffee;3.20\n".repeat(600_000));
  const staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Uploads Ltd",
    contact: "Uma Upton",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Large files");
  await addItem(staff, { button: "Add file", number: 1, title: "First ledger" });
  await addItem(staff, { button: "Add file", number: 2, title: "Second ledger" });
  await staff.page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(staff.page.getByText("Request sent")).toBeVisible();
  await staff.context.close();

  const mail = await nextMail(CONTACT);
  const link = mail.links.find((each) => each.startsWith(`${webUrl}/r/`)) ?? "";
  contact = await openPerson(browser, "Uma Upton");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Lets the first part of a file through and holds the next ones until they are released. */
async function holdParts(page: Page) {
  const asked: string[] = [];
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${backendUrl}/storage/v1/upload/resumable**`, async (route) => {
    asked.push(route.request().method());
    if (route.request().method() === "PATCH") {
      isHeld();
      await released;
    }
    // A request of a page that is gone can no longer go on.
    await route.continue().catch(() => undefined);
  });
  return { asked, held, release };
}

async function submitOnce(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("link", { name: FILE_NAME })).toHaveCount(1, { timeout: 30_000 });
  const list = page.getByRole("list", { name: "Files" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText(`“${title}” was submitted.`)).toBeVisible();
}

test("an upload that loses the network waits on the page and goes on with it", async () => {
  const { page, context } = contact;
  await page.getByRole("link", { name: "First ledger" }).click();
  const { asked, held, release } = await holdParts(page);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await held;
  await context.setOffline(true);
  release();
  await expect(page.getByText("Kept here. We'll continue when you're back.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: `Retry ${FILE_NAME}` })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "First ledger" })).toBeVisible();
  await context.setOffline(false);
  await submitOnce(page, "First ledger");
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a file chosen again after a reload continues its unfinished row", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Second ledger" }).click();
  const { asked, held, release } = await holdParts(page);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await held;
  await page.reload();
  release();
  await expect(page.getByText("Upload not finished.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("A file has not arrived completely.").first()).toBeVisible();
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await submitOnce(page, "Second ledger");
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  expect(asked).toContain("HEAD");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
