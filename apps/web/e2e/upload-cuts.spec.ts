import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishableKey } from "./addresses";
import { type BreakableNetwork, bytesSent, openNetwork } from "./breakable-network";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { readAccessToken, readFileRow } from "./rows";
import { expect, test } from "./test";

const CONTACT = "vera@uploads.example";
const CHUNK_BYTES = 6 * 1024 * 1024;
/** The product's exact limit for one file. */
const LIMIT_BYTES = 104_857_600;
/** Two full parts and a partial third. */
const SMALLER_BYTES = 14_000_000;
const ITEMS = ["General ledger", "Journal", "Cash book", "Inventory", "Bank book"];
/** In the request that creates the upload, in the middle of a part, right after a part. */
const CUT_POINTS = [3_000_000, 22_000_000, 5 * CHUNK_BYTES, 57_000_000, 101_000_000];

test.describe.configure({ mode: "serial" });

const directory = mkdtempSync(join(tmpdir(), "dossier-cuts-"));
let network: BreakableNetwork;
let contact: Person;

/** Writes a file of exactly this many bytes, with no two equal lines; returns path and checksum. */
function writeLedger(name: string, bytes: number) {
  const line = (no: number) => `2026-03-01;${String(no).padStart(38, "0")};3.20 EUR;${name}`;
  const length = line(0).length + 1;
  const lines = Array.from({ length: Math.ceil(bytes / length) }, (_, no) => line(no));
  const content = Buffer.from(lines.join("\n")).subarray(0, bytes);
  const path = join(directory, name);
  writeFileSync(path, content);
  return { path, name, sha256: createHash("sha256").update(content).digest("hex") };
}

test.beforeAll(async ({ browser }) => {
  network = await openNetwork();
  const staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Broken Lines Ltd",
    contact: "Vera Voss",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Very large files");
  for (const [index, title] of ITEMS.entries()) {
    await addItem(staff, { button: "Add file", number: index + 1, title });
  }
  const link = await sendRequest(staff, CONTACT);
  await staff.context.close();
  contact = await openPerson(browser, "Vera Voss", { proxy: { server: network.server } });
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await network?.close();
  rmSync(directory, { recursive: true, force: true });
});

const isUpload = (url: URL) => url.pathname.startsWith("/storage/v1/upload/resumable");
const isPart = (url: URL, method: string) => isUpload(url) && method === "PATCH";

async function openItem(title: string): Promise<void> {
  const list = new URL(contact.page.url()).pathname.replace(/\/items.*$/, "/items");
  await contact.page.goto(list);
  await contact.page.getByRole("link", { name: title, exact: true }).click();
  await expect(contact.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  network.uploads.length = 0;
}

const choose = (path: string) =>
  contact.page.getByRole("button", { name: "Choose files" }).setInputFiles(path);

/** Expects the file on the page once, as stored, and its row to have the checksum. */
async function expectStored(ledger: ReturnType<typeof writeLedger>, bytes: number) {
  const { page } = contact;
  await expect(page.getByRole("link", { name: ledger.name })).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  const row = await readFileRow(contact, ledger.name);
  expect(row).toMatchObject({ status: "ready", bytes, sha256: ledger.sha256 });
  return row;
}

// S-1.6, S-9.19
test("a file of 100 MB survives five cuts; each resends at most one part", async () => {
  const { page } = contact;
  const ledger = writeLedger("ledger.csv", LIMIT_BYTES);
  await openItem("General ledger");
  network.cutAt(CUT_POINTS);
  await choose(ledger.path);

  const row = await expectStored(ledger, LIMIT_BYTES);
  expect(network.cuts).toBe(CUT_POINTS.length);
  const cutOff = network.uploads.filter(({ status }) => status === null);
  expect(cutOff.length).toBeGreaterThanOrEqual(CUT_POINTS.length - 1);
  expect(bytesSent(network)).toBeGreaterThanOrEqual(LIMIT_BYTES);
  expect(bytesSent(network)).toBeLessThanOrEqual(LIMIT_BYTES + CUT_POINTS.length * CHUNK_BYTES);

  const stored = await page.request.get(`/files/${row.id}`);
  expect(
    createHash("sha256")
      .update(await stored.body())
      .digest("hex"),
  ).toBe(ledger.sha256);

  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“General ledger” was submitted.")).toBeVisible();
});

test("a reload during an upload costs at most one part: the file is chosen again and continues", async () => {
  const { page } = contact;
  const ledger = writeLedger("journal.csv", SMALLER_BYTES);
  await openItem("Journal");
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await choose(ledger.path);
  await second.first;
  await page.reload();
  second.release();
  await expect(page.getByText("Upload not finished.")).toBeVisible();
  await choose(ledger.path);
  await expectStored(ledger, SMALLER_BYTES);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(bytesSent(network)).toBeLessThanOrEqual(SMALLER_BYTES + CHUNK_BYTES);
});

// S-2.43, S-8.41, S-9.9
test("when the network fails the page stays, says so, and continues when it is back", async () => {
  const { page } = contact;
  const ledger = writeLedger("cash.csv", SMALLER_BYTES);
  await openItem("Cash book");
  await page.getByLabel("Note").fill("Written while the line was dead.");
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await choose(ledger.path);
  await second.first;
  const comeBack = network.goDown();
  second.release();
  // The browser still believes it is online, but requests fail.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Cash book" })).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("Written while the line was dead.");
  await page.getByLabel("Note").fill("Saved when it was alive again.");
  await page.getByLabel("Note").blur();
  const kept = "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";
  await expect(page.getByText(kept, { exact: true })).toBeVisible();
  comeBack();
  // No user action, and no network event in the browser.
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await expectStored(ledger, SMALLER_BYTES);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(page.getByLabel("Note")).toHaveValue("Saved when it was alive again.");
});

// S-8.33
test("an upload that storage no longer knows starts again and says so", async () => {
  const { page } = contact;
  const ledger = writeLedger("inventory.csv", SMALLER_BYTES);
  await openItem("Inventory");
  const gone = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && isUpload(new URL(answer.url())),
  );
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await choose(ledger.path);
  await second.first;
  const location = (await gone).headers().location ?? "";
  const deleted = await fetch(location, {
    method: "DELETE",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await readAccessToken(contact)}`,
      "tus-resumable": "1.0.0",
    },
  });
  expect(deleted.status).toBe(204);
  const last = network.hold(
    (url, method) => method === "PATCH" && !location.endsWith(url.pathname),
  );
  second.release();
  await last.first;
  await expect(page.getByText("Starting this upload again.").first()).toBeVisible();
  last.release();
  await expectStored(ledger, SMALLER_BYTES);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(2);
});

// S-8.32
test("a locked upload and a conflict continue from the server's offset without a message", async () => {
  const ledger = writeLedger("bank.csv", SMALLER_BYTES);
  await openItem("Bank book");
  network.answerOnce(423, isPart);
  network.answerOnce(409, isPart);
  const seen: string[] = [];
  await contact.page.exposeFunction("noteStatus", (text: string) => seen.push(text));
  await contact.page.evaluate(() => {
    const note = (window as unknown as { noteStatus: (text: string) => void }).noteStatus;
    const watch = new MutationObserver(() => {
      for (const each of document.querySelectorAll("[role=status]")) note(each.textContent ?? "");
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await choose(ledger.path);
  await expectStored(ledger, SMALLER_BYTES);
  const refused = network.uploads.filter(({ status }) => status === 423 || status === 409);
  expect(refused).toHaveLength(2);
  expect(seen.filter((text) => text.includes(ledger.name))).toEqual(
    seen.filter((text) => text.includes(`${ledger.name} uploaded.`)),
  );
});
