import { bytesSent } from "../breakable-network";
import {
  CHUNK_BYTES,
  deleteLedger,
  expectStored,
  hashOf,
  openItem,
  TITLE,
  writeLedger,
} from "../pages/ledger-upload";
import { expect, test } from "../test";

const LIMIT_BYTES = 104_857_600;
/** The first cut is in the request that creates the upload. */
const CUT_POINTS = [3_000_000, 22_000_000, 5 * CHUNK_BYTES, 57_000_000, 101_000_000];

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
