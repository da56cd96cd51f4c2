import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { backendUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "uma@uploads.example";
const FILE_NAME = "ledger.txt";

test.describe.configure({ mode: "serial" });

const directory = mkdtempSync(join(tmpdir(), "dossier-uploads-"));
// A file with its own date, so choosing it twice means the same file.
const filePath = join(directory, FILE_NAME);
let staff: Person;
let contact: Person;
let requestPath: string;

test.beforeAll(async ({ browser }) => {
  writeFileSync(filePath, "2026-03-01;Coffee;3.20\n".repeat(600_000));
  staff = await openPerson(browser, "Mia Chen");
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
  await addItem(staff, { button: "Add file", number: 3, title: "Third ledger" });
  await addItem(staff, { button: "Add file", number: 4, title: "Fourth ledger" });
  await addItem(staff, { button: "Add file", number: 5, title: "Old exports" });
  const link = await sendRequest(staff, CONTACT);
  requestPath = new URL(staff.page.url()).pathname;
  contact = await openPerson(browser, "Uma Upton");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await staff?.context.close();
  await contact?.context.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Lets the first part of a file through and holds the others until they are released. */
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
    // The request of a closed page can no longer continue.
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

// S-1.6, S-2.51, S-7.3
test("an upload that loses the network waits on the page and continues with it", async () => {
  const { page, context } = contact;
  await page.getByRole("link", { name: "First ledger" }).click();
  const { asked, held, release } = await holdParts(page);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await held;
  await context.setOffline(true);
  release();
  await expect(
    page.getByText("Upload paused. Keep this page open. We’ll keep trying to continue it.").first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: `Retry ${FILE_NAME}` })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "First ledger" })).toBeVisible();
  await expectFineHere(page);
  await context.setOffline(false);
  await submitOnce(page, "First ledger");
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

// S-1.4, S-2.58
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
  await expect(page.getByText("A file was not uploaded completely.").first()).toBeVisible();
  await expectFineHere(page);
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await submitOnce(page, "Second ledger");
  expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  expect(asked).toContain("HEAD");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

// S-2.29
test("text keeps its encoding through the file route", async () => {
  const { page } = contact;
  const texts = [
    // "Müller;12 €" as spreadsheets of western Europe write it.
    {
      name: "old.csv",
      bytes: Buffer.from("4dfc6c6c65723b313220800d0a", "hex"),
      charset: "windows-1252",
    },
    {
      name: "old.txt",
      bytes: Buffer.from("4dfc6c6c65723b313220800d0a", "hex"),
      charset: "windows-1252",
    },
    { name: "new.txt", bytes: Buffer.from("Müller;12 €\r\n"), charset: "utf-8" },
  ];
  await page.getByRole("link", { name: "Old exports" }).click();
  for (const { name, bytes } of texts) {
    await page
      .getByRole("button", { name: "Choose files" })
      .setInputFiles({ name, mimeType: "text/plain", buffer: bytes });
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  for (const { name, bytes, charset } of texts) {
    const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
    const answer = await page.request.get(href);
    expect(answer.headers()["content-type"]).toBe(`text/plain; charset=${charset}`);
    expect((await answer.body()).equals(bytes)).toBe(true);
    if (name.endsWith(".csv")) continue;
    const shown = await contact.context.newPage();
    await shown.goto(href);
    await expect(shown.locator("body")).toHaveText("Müller;12 €");
    await shown.close();
  }
});

// S-1.10
test("every stored file shows its sender, its fingerprint, and that no one scanned it", async () => {
  const { page } = contact;
  const row = page.getByRole("list", { name: "Files" }).getByRole("listitem").first();
  await expect(row).toContainText("Checked");
  await expect(row).toContainText("Sent by you · Not virus-scanned");
  const whole = row.getByText(/^[0-9a-f]{64}$/);
  await expect(whole).toBeHidden();
  await row.getByText(/^Fingerprint \(SHA-256\) [0-9a-f]{12}…$/).click();
  await expect(whole).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“Old exports” was submitted.")).toBeVisible();
});

/**
 * Runs the firm's action while a file of the item is half uploaded, and checks the page's
 * message.
 */
async function closeMidUpload(title: string, close: () => Promise<void>): Promise<void> {
  const { page } = contact;
  const list = new URL(page.url()).pathname.replace(/\/items.*$/, "/items");
  await page.goto(list);
  await page.getByRole("link", { name: title }).click();
  await page.getByLabel("Note").fill("The last one.");
  const { asked, held, release } = await holdParts(page);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(filePath);
  await held;
  await close();
  const before = asked.length;
  release();
  const left = page.getByRole("region", { name: "Not sent" });
  await expect(left).toContainText(FILE_NAME);
  await expect(left).toContainText(/This (item|request) is closed\./);
  await expect(left.getByRole("button", { name: `Retry ${FILE_NAME}` })).toHaveCount(0);
  await expect(page.getByLabel("Your note, to copy")).toHaveValue("The last one.");
  await expect(page.getByRole("button", { name: "Submit" })).toHaveCount(0);
  // One more check with a new token, then nothing: neither another part nor another upload.
  expect(asked.slice(before).filter((method) => method === "PATCH").length).toBeLessThanOrEqual(1);
  expect(asked.filter((method) => method === "POST").length).toBeLessThanOrEqual(2);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

// S-2.51, S-8.19
test("waiving an item while its file uploads says so, and nothing is sent again", async () => {
  const { page } = contact;
  await closeMidUpload("Third ledger", async () => {
    await staff.page.goto(requestPath);
    await staff.page.getByRole("link", { name: "Third ledger", exact: true }).click();
    await staff.page.locator("summary", { hasText: "No longer needed" }).click();
    const form = staff.page.getByRole("form", { name: "No longer needed" });
    await form.getByLabel("Reason").fill("We have it from the bank.");
    await form.getByRole("button", { name: "Waive item" }).click();
    await expect(staff.page.getByText("Waived").first()).toBeVisible();
  });
  await expect(page.getByText("no longer needs this.")).toBeVisible();
  await expectFineHere(page);
  await page.getByRole("link", { name: "All items" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Third ledger" })).toContainText(
    "Not needed",
  );
});

// S-8.34
test("completing a request while a file uploads ends the upload in the same way", async () => {
  const { page } = contact;
  await closeMidUpload("Fourth ledger", async () => {
    await staff.page.goto(requestPath);
    for (const title of ["First ledger", "Second ledger", "Old exports"]) {
      await staff.page.getByRole("link", { name: title, exact: true }).click();
      await staff.page.getByRole("button", { name: "Accept", exact: true }).click();
      await expect(
        staff.page.getByRole("button", { name: "Undo", exact: true }).first(),
      ).toBeVisible();
      await staff.page.goto(requestPath);
    }
    await staff.page.locator("summary", { hasText: "Complete request early" }).click();
    const form = staff.page.getByRole("form", { name: "Complete request early" });
    await form.getByLabel("Reason").fill("The rest is in the audit file.");
    await form.getByRole("button", { name: "Complete request early" }).click();
    await expect(staff.page.getByText("This request is complete.")).toBeVisible();
  });
  await page.getByRole("link", { name: "All items" }).click();
  await expect(page.getByText("This request is complete").first()).toBeVisible();
});
