import { writeFileSync } from "node:fs";
import { unwrap } from "@dossier/backend-client";
import type { Page, Route } from "@playwright/test";
import { backendUrl } from "./addresses";
import { expectFillInForcedColors } from "./appearance/media";
import { expectFineHere } from "./appearance/viewer";
import { itemOf, waive } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { forgetLostRequests, type Person } from "./people";
import { expect, type Fixtures, test } from "./test";

const TITLE = "First ledger";
const FILE_NAME = "ledger.txt";

/**
 * Call this once per test. A second call would change the file's modification date, by which the
 * app recognizes the file.
 */
function writeLedger(): string {
  const path = test.info().outputPath(FILE_NAME);
  writeFileSync(path, "2026-03-01;Coffee;3.20\n".repeat(600_000));
  return path;
}

const chooser = (page: Page) => page.getByRole("button", { name: "Choose files" });

async function openItem({ foundFirm, enter }: Pick<Fixtures, "foundFirm" | "enter">) {
  // A second item keeps the request open after the first item is submitted.
  const items = [{ title: TITLE }, { title: "Second ledger" }];
  const request = await sendRequest(await foundFirm(), { items });
  const contact = await enter(request);
  await contact.page.goto(`${request.link}/items/${itemOf(request, TITLE)}`);
  await waitForReact(chooser(contact.page));
  return { request, contact, page: contact.page };
}

/** Handles the requests for the script that sends files. Call it before the page loads. */
async function routeSender(page: Page, handle: (route: Route) => Promise<void>) {
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('"begin_upload"')) await handle(route);
    else await route.fulfill({ response });
  });
}

/**
 * The first part of a file is a POST request, and the other parts are PATCH requests. A HEAD
 * request returns how many bytes storage has.
 */
async function holdUploads(page: Page, method: "PATCH" | "HEAD" = "PATCH") {
  const methods: string[] = [];
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${backendUrl}/storage/v1/upload/resumable**`, async (route) => {
    methods.push(route.request().method());
    if (route.request().method() === method) {
      isHeld();
      await released;
    }
    // The request cannot continue if its page has closed.
    await route.continue().catch(() => undefined);
  });
  return { methods, held, release };
}

async function submitOnce(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: FILE_NAME })).toHaveCount(1, { timeout: 30_000 });
  const list = page.getByRole("list", { name: "Files" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(`You sent “${TITLE}”.`)).toBeVisible();
}

test("a file that the contact chooses before the script for uploads arrives is uploaded when the script arrives", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: TITLE }, { title: "Second ledger" }],
  });
  const { page } = await enter(request);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await routeSender(page, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${request.link}/items/${itemOf(request, TITLE)}`, { waitUntil: "commit" });
  await waitForReact(chooser(page));
  await chooser(page).setInputFiles(writeLedger());
  await expect(
    page.getByRole("button", { name: `Cancel the upload of ${FILE_NAME}` }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Not sent yet: one file is still uploading.")).toBeVisible();
  release();
  await expect(page.getByText(`You sent “${TITLE}”.`)).toBeVisible({ timeout: 30_000 });
});

test("an upload pauses while the script for uploads cannot be loaded, and continues when the network is back", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: TITLE }, { title: "Second ledger" }],
  });
  const contact = await enter(request);
  const { page } = contact;
  let isLost = true;
  await routeSender(page, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${request.link}/items/${itemOf(request, TITLE)}`);
  await waitForReact(chooser(page));
  await chooser(page).setInputFiles(writeLedger());
  await expect(
    page.getByText("Upload paused. Keep this page open. We’ll keep trying.").first(),
  ).toBeVisible();
  isLost = false;
  await submitOnce(page);
  forgetLostRequests(contact);
});

// S-1.6, S-2.51, S-7.3
test("an upload pauses when the network is lost, and continues when the network is back", async ({
  foundFirm,
  enter,
}) => {
  const { page, contact } = await openItem({ foundFirm, enter });
  const ledger = writeLedger();
  const { methods, held, release } = await holdUploads(page);
  await chooser(page).setInputFiles(ledger);
  await held;
  await contact.context.setOffline(true);
  release();
  await expect(
    page.getByText("Upload paused. Keep this page open. We’ll keep trying.").first(),
  ).toBeVisible();
  const retry = page.getByRole("button", { name: `Try again: ${FILE_NAME}` });
  await expect(retry).toBeVisible();
  expect((await retry.boundingBox())?.height).toBe(44);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expectFineHere(page);
  await expectFillInForcedColors(page.getByRole("progressbar"));
  await contact.context.setOffline(false);
  await submitOnce(page);
  expect(methods.filter((method) => method === "POST")).toHaveLength(1);
  forgetLostRequests(contact);
});

// S-1.4, S-2.58
test("if the user chooses the file again after a reload, the upload continues in the row of the unfinished upload", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await openItem({ foundFirm, enter });
  const ledger = writeLedger();
  const first = await holdUploads(page);
  await chooser(page).setInputFiles(ledger);
  await first.held;
  await page.reload();
  first.release();
  await expect(page.getByText("Upload not finished")).toBeVisible();
  const bar = page.locator("[data-bottom-bar]");
  await expect(
    bar.getByText("Not sent yet. Choose the unfinished file again, or remove it."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(chooser(page)).toBeFocused();
  await expect(chooser(page)).toHaveAccessibleDescription(
    /Choose the unfinished file again, or remove it\.$/,
  );
  await expectFineHere(page);
  expect(first.methods.filter((method) => method === "POST")).toHaveLength(1);
  const { methods, held, release } = await holdUploads(page, "HEAD");
  await chooser(page).setInputFiles(ledger);
  await held;
  const row = page.getByRole("listitem").filter({ hasText: FILE_NAME });
  await expect(
    row.getByRole("button", { name: `Cancel the upload of ${FILE_NAME}` }),
  ).toBeVisible();
  await expect(row).not.toContainText("%");
  await expect(row.getByRole("progressbar")).toBeHidden();
  release();
  await submitOnce(page);
  expect(methods).not.toContain("POST");
  expect(methods).toContain("HEAD");
});

// S-2.29
test("the file route serves a text file in its original encoding", async ({ foundFirm, enter }) => {
  const { page, contact } = await openItem({ foundFirm, enter });
  const texts = [
    // The bytes of "Müller;12 €" in Windows-1252, which western European spreadsheet programs use.
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
  for (const { name, bytes } of texts) {
    await page
      .getByRole("button", { name: "Choose files" })
      .setInputFiles({ name, mimeType: "text/plain", buffer: bytes });
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  const shown = await contact.context.newPage();
  for (const { name, bytes, charset } of texts) {
    const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
    const answer = await page.request.get(href);
    expect(answer.headers()["content-type"]).toBe(`text/plain; charset=${charset}`);
    expect((await answer.body()).equals(bytes)).toBe(true);
    if (name.endsWith(".csv")) continue;
    await shown.goto(href);
    await expect(shown.locator("body")).toHaveText("Müller;12 €");
  }
});

// S-1.10
test("a stored file shows its sender and its fingerprint, and the list says once that files are not scanned for viruses", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await openItem({ foundFirm, enter });
  await chooser(page).setInputFiles({
    name: "old.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Coffee"),
  });
  const row = page.getByRole("list", { name: "Files" }).getByRole("listitem").first();
  await expect(row).toContainText("Uploaded");
  await chooser(page).setInputFiles({
    name: "new.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Tea"),
  });
  await expect(page.getByRole("button", { name: "Remove new.txt" })).toBeVisible();
  await expect(page.getByText(/scanned for viruses/)).toHaveText(
    "Files are not scanned for viruses.",
  );
  const sender = row.getByText("Added by you", { exact: true });
  const whole = row.getByText(/^[0-9a-f]{64}$/);
  await expect(sender).toBeHidden();
  await expect(whole).toBeHidden();
  await row.getByText("Details").click();
  await expect(sender).toBeVisible();
  await expect(whole).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("You sent “First ledger”.")).toBeVisible();
});

async function closeMidUpload(contact: Person, close: () => Promise<unknown>): Promise<void> {
  const { page, problems } = contact;
  await page.getByLabel("Note").fill("The last one.");
  const { methods, held, release } = await holdUploads(page);
  await chooser(page).setInputFiles(writeLedger());
  await held;
  await close();
  const before = methods.length;
  const removed = page.waitForResponse("**/rpc/remove_file");
  release();
  // The page may list the upload before storage has refused it.
  await removed;
  const left = page.getByRole("region", { name: "Not sent" });
  await expect(left).toContainText(FILE_NAME);
  await expect(left).toContainText("This file was still uploading when this item closed.");
  await expect(page.getByText(/Reload the page|already answered/)).toHaveCount(0);
  await expect(left.getByRole("button", { name: `Try again: ${FILE_NAME}` })).toHaveCount(0);
  await expect(page.getByLabel("Your unsent note. Copy it to keep it.")).toHaveValue(
    "The last one.",
  );
  await expect(page.getByRole("button", { name: "Send answer" })).toHaveCount(0);
  // After the refusal, the page tries at most once more, with a new token.
  expect(methods.slice(before).filter((method) => method === "PATCH").length).toBeLessThanOrEqual(
    1,
  );
  expect(methods.filter((method) => method === "POST").length).toBeLessThanOrEqual(2);
  const refused = /status of 40[39] /;
  expect(problems.splice(0).filter((each) => !refused.test(each))).toEqual([]);
}

// S-2.51, S-8.19
test("if staff waive an item while a file uploads, the page shows a message and ends the upload", async ({
  foundFirm,
  enter,
}) => {
  const { contact, page, request } = await openItem({ foundFirm, enter });
  await closeMidUpload(contact, () =>
    waive(request.firm.owner, itemOf(request, TITLE), "We have it from the bank."),
  );
  await expect(page.getByText("no longer needs this item.")).toBeVisible();
  await expectFineHere(page);
  await page.getByRole("banner").getByRole("link", { name: "Closing the books" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: TITLE })).toContainText("Not needed");
});

// S-8.34
test("if staff complete a request while a file uploads, the page shows a message and ends the upload", async ({
  foundFirm,
  enter,
}) => {
  const { contact, page, request } = await openItem({ foundFirm, enter });
  const end = { request_id: request.id, reason: "The rest is in the audit file." };
  await closeMidUpload(contact, () =>
    callBackend(request.firm.owner.context, async ({ db }) =>
      unwrap(await db.rpc("complete_request", end)),
    ),
  );
  await page.getByRole("banner").getByRole("link", { name: "Closing the books" }).click();
  await expect(page.getByText("This request is complete").first()).toBeVisible();
});

test("an item whose title contains two spaces in a row accepts an upload", async ({
  foundFirm,
  enter,
}) => {
  const title = "Bank  statements";
  const request = await sendRequest(await foundFirm(), {
    title: "Two  spaces",
    items: [{ title }],
  });
  const { page } = await enter(request);
  await page.goto(`${request.link}/items/${itemOf(request, title)}`);
  await waitForReact(chooser(page));
  await chooser(page).setInputFiles(writeLedger());
  await expect(page.getByRole("link", { name: FILE_NAME })).toHaveCount(1, { timeout: 30_000 });
});
