import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { itemOf } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { forgetLostRequests, type Person } from "../people";
import { readFileRow } from "../rows";
import { expect, type Fixtures, test } from "../test";
import { waitForReact } from "./hydration";

/** Size of each part of an upload, except the last part, which may be smaller. */
export const CHUNK_BYTES = 6 * 1024 * 1024;
export const TITLE = "General ledger";
export const FILE_NAME = "ledger.csv";

const ledgerPath = () => test.info().outputPath(FILE_NAME);
export const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

export function writeLedger(bytes: number) {
  const line = (no: number) => `2026-03-01;${String(no).padStart(38, "0")};3.20 EUR`;
  const length = line(0).length + 1;
  const lines = Array.from({ length: Math.ceil(bytes / length) }, (_, no) => line(no));
  const content = Buffer.from(lines.join("\n")).subarray(0, bytes);
  writeFileSync(ledgerPath(), content);
  return { path: ledgerPath(), bytes, sha256: hashOf(content) };
}

/** Deletes the file, because Playwright would keep it with the test report. */
export const deleteLedger = () => rmSync(ledgerPath(), { force: true });

export const isUpload = (url: URL) => url.pathname.startsWith("/storage/v1/upload/resumable");
export const isPart = (url: URL, method: string) => isUpload(url) && method === "PATCH";

export async function openItem({
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
 * Waits until the file is stored. Ignores the errors that the browser logged for cut requests and
 * for parts that storage refused.
 */
export async function expectStored(
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
