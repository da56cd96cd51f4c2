import { publishableKey } from "../addresses";
import { bytesSent } from "../breakable-network";
import {
  CHUNK_BYTES,
  deleteLedger,
  expectStored,
  FILE_NAME,
  hashOf,
  isPart,
  isUpload,
  openItem,
  TITLE,
  writeLedger,
} from "../pages/ledger-upload";
import { readAccessToken } from "../rows";
import { expect, test } from "../test";

const LIMIT_BYTES = 104_857_600;
/** The first cut is in the request that creates the upload. */
const CUT_POINTS = [3_000_000, 22_000_000, 5 * CHUNK_BYTES, 57_000_000, 101_000_000];
/** Size of a file with two full parts and a shorter third part. */
const SMALLER_BYTES = 14_000_000;

test.afterEach(deleteLedger);

// S-1.6, S-9.19
test("the upload of a 100 MB file continues after five lost connections, and resends at most one part each time", async ({
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

test("if the user chooses the file again after a reload, the browser resends at most one part", async ({
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
  await expect(page.getByText("Upload not finished")).toBeVisible();
  await choose(ledger.path);
  await expectStored(contact, ledger);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(bytesSent(network)).toBeLessThanOrEqual(SMALLER_BYTES + CHUNK_BYTES);
});

// S-2.43, S-8.41, S-9.9
test("an upload shows a message when the network fails, and continues when the network is back", async ({
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
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("Dossier can’t be reached. Keep this page open")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("Written while the line was dead.");
  await page.getByLabel("Note").fill("Saved when it was alive again.");
  await page.getByLabel("Note").blur();
  const kept = "Draft not saved yet. Keep this page open. We’ll keep trying to save it.";
  await expect(page.getByText(kept, { exact: true })).toBeVisible();
  comeBack();
  await expect(page.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await expectStored(contact, ledger);
  await expect(page.getByText("Dossier can’t be reached. Keep this page open")).toBeHidden();
  await expect(page.getByLabel("Note")).toHaveValue("Saved when it was alive again.");
});

// S-8.33
test("an upload that storage has deleted starts again and shows a message", async ({
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
test("an upload continues after a 423 and a 409 response, and the page shows no message about them", async ({
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
