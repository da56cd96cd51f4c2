import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { publishableKey } from "./addresses";
import { bytesSent } from "./breakable-network";
import { itemOf } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { forgetLostRequests, type Person } from "./people";
import { readAccessToken, readFileRow } from "./rows";
import { expect, type Fixtures, test } from "./test";

const CHUNK_BYTES = 6 * 1024 * 1024;
/** The product's exact limit for one file. */
const LIMIT_BYTES = 104_857_600;
/** Two full parts and a shorter third one. */
const SMALLER_BYTES = 14_000_000;
/** Cuts while the upload is created, in the middle of a part, and right after a part. */
const CUT_POINTS = [3_000_000, 22_000_000, 5 * CHUNK_BYTES, 57_000_000, 101_000_000];
const TITLE = "General ledger";
const FILE_NAME = "ledger.csv";

const ledgerPath = () => test.info().outputPath(FILE_NAME);
const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Writes a file of exactly this many bytes. No two of its lines are equal. */
function writeLedger(bytes: number) {
  const line = (no: number) => `2026-03-01;${String(no).padStart(38, "0")};3.20 EUR`;
  const length = line(0).length + 1;
  const lines = Array.from({ length: Math.ceil(bytes / length) }, (_, no) => line(no));
  const content = Buffer.from(lines.join("\n")).subarray(0, bytes);
  writeFileSync(ledgerPath(), content);
  return { path: ledgerPath(), bytes, sha256: hashOf(content) };
}

// Delete the large files, because the test report would keep them.
test.afterEach(() => rmSync(ledgerPath(), { force: true }));

const isUpload = (url: URL) => url.pathname.startsWith("/storage/v1/upload/resumable");
const isPart = (url: URL, method: string) => isUpload(url) && method === "PATCH";

async function openItem({
  network,
  foundFirm,
  enter,
}: Pick<Fixtures, "network" | "foundFirm" | "enter">) {
  const request = await sendRequest(await foundFirm(), { items: [{ title: TITLE }] });
  const contact = await enter(request, { proxy: { server: network.server } });
  const { page } = contact;
  await page.goto(`${request.link}/items/${itemOf(request, TITLE)}`);
  const chooser = page.getByRole("button", { name: "Choose files" });
  await waitForReact(chooser);
  return { contact, page, choose: (path: string) => chooser.setInputFiles(path) };
}

/**
 * Expects the page to list the file once, as stored, and its row to have the checksum. Removes the
 * errors that the browser logged for requests that were cut, and for parts that storage refused.
 */
async function expectStored(
  contact: Person,
  { bytes, sha256 }: Pick<ReturnType<typeof writeLedger>, "bytes" | "sha256">,
) {
  const { page } = contact;
  await expect(page.getByRole("link", { name: FILE_NAME })).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
  forgetLostRequests(contact);
  const logged = contact.problems.splice(0);
  expect(logged.filter((each) => !/status of 4\d\d .*\/upload\/resumable/.test(each))).toEqual([]);
  const row = await readFileRow(contact, FILE_NAME);
  expect(row).toMatchObject({ status: "ready", bytes, sha256 });
  return row;
}

// S-1.6, S-9.19
test("the upload of a 100 MB file continues after five cuts, and each cut resends at most one part", async ({
  network,
  foundFirm,
  enter,
}) => {
  const { contact, page, choose } = await openItem({ network, foundFirm, enter });
  const ledger = writeLedger(LIMIT_BYTES);
  network.cutAt(CUT_POINTS);
  await choose(ledger.path);

  const row = await expectStored(contact, ledger);
  expect(network.cuts).toBe(CUT_POINTS.length);
  const cutOff = network.uploads.filter(({ status }) => status === null);
  expect(cutOff.length).toBeGreaterThanOrEqual(CUT_POINTS.length - 1);
  expect(bytesSent(network)).toBeGreaterThanOrEqual(LIMIT_BYTES);
  expect(bytesSent(network)).toBeLessThanOrEqual(LIMIT_BYTES + CUT_POINTS.length * CHUNK_BYTES);

  const stored = await page.request.get(`/files/${row.id}`);
  expect(hashOf(await stored.body())).toBe(ledger.sha256);

  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(`You sent “${TITLE}”.`)).toBeVisible();
});

test("a user who chooses the file again after a reload resends at most one part", async ({
  network,
  foundFirm,
  enter,
}) => {
  const { contact, page, choose } = await openItem({ network, foundFirm, enter });
  const ledger = writeLedger(SMALLER_BYTES);
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await choose(ledger.path);
  await second.first;
  await page.reload();
  second.release();
  await expect(page.getByText("Upload not finished.")).toBeVisible();
  await choose(ledger.path);
  await expectStored(contact, ledger);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(bytesSent(network)).toBeLessThanOrEqual(SMALLER_BYTES + CHUNK_BYTES);
});

// S-2.43, S-8.41, S-9.9
test("a page whose network fails stays, shows a message, and continues once the network is back", async ({
  network,
  foundFirm,
  enter,
}) => {
  const { contact, page, choose } = await openItem({ network, foundFirm, enter });
  const ledger = writeLedger(SMALLER_BYTES);
  await page.getByLabel("Note").fill("Written while the line was dead.");
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await choose(ledger.path);
  await second.first;
  const comeBack = network.goDown();
  second.release();
  // The browser still believes that it is online, but requests fail.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("Written while the line was dead.");
  await page.getByLabel("Note").fill("Saved when it was alive again.");
  await page.getByLabel("Note").blur();
  const kept = "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";
  await expect(page.getByText(kept, { exact: true })).toBeVisible();
  comeBack();
  // This works without a user action and without a network event in the browser.
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await expectStored(contact, ledger);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(page.getByLabel("Note")).toHaveValue("Saved when it was alive again.");
});

// S-8.33
test("an upload that storage no longer knows starts again and shows a message", async ({
  network,
  foundFirm,
  enter,
}) => {
  const { contact, page, choose } = await openItem({ network, foundFirm, enter });
  const ledger = writeLedger(SMALLER_BYTES);
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
  await expectStored(contact, ledger);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(2);
});

// S-8.32
test("an upload continues from the server's offset after a lock or a conflict, without a message", async ({
  network,
  foundFirm,
  enter,
}) => {
  const { contact, page, choose } = await openItem({ network, foundFirm, enter });
  const ledger = writeLedger(SMALLER_BYTES);
  network.answerOnce(423, isPart);
  network.answerOnce(409, isPart);
  const seen: string[] = [];
  await page.exposeFunction("noteStatus", (text: string) => seen.push(text));
  await page.evaluate(() => {
    const note = (window as unknown as { noteStatus: (text: string) => void }).noteStatus;
    const watch = new MutationObserver(() => {
      for (const each of document.querySelectorAll("[role=status]")) note(each.textContent ?? "");
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await choose(ledger.path);
  await expectStored(contact, ledger);
  const refused = network.uploads.filter(({ status }) => status === 423 || status === 409);
  expect(refused).toHaveLength(2);
  expect(seen.filter((text) => text.includes(FILE_NAME))).toEqual(
    seen.filter((text) => text.includes(`${FILE_NAME} uploaded.`)),
  );
});
