import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { makePdf } from "./documents";
import { decide, itemOf, submitFile } from "./fixtures/answers";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { expect, test } from "./test";
import { readZip } from "./zip";

// S-2.28, S-9.14
test("an export of accepted files is a ZIP with an index, fingerprints and the activity", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { owner } = firm;
  const request = await sendRequest(firm, {
    title: "Brandt & Sons’ books, 'closed'",
    items: [
      { title: "Bank statements", section: "Money" },
      { title: "Contracts", section: "Papers" },
    ],
  });
  for (const title of Object.keys(request.items)) {
    const item = itemOf(request, title);
    const file = { name: `${title}.pdf`, mime: "application/pdf", bytes: makePdf(title) };
    await submitFile(owner, item, file);
    await decide(owner, item, "accepted");
  }

  const { page } = owner;
  await page.goto(request.path);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export accepted files" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const entries = readZip(readFileSync(await download.path()));
  const names = entries.map(({ name }) => name);
  const textOf = (name: string) =>
    entries.find((entry) => entry.name === name)?.bytes.toString("utf8") ?? "";

  const files = entries.filter(({ name }) => /^\d\d-[^/]+\/\d\d-[^/]+\/[^/]+$/.test(name));
  expect(files).toHaveLength(2);
  expect(names.length).toBe(files.length + 4);
  const manifest = textOf("manifest-sha256.txt").trim().split("\n");
  expect(manifest).toEqual(
    files.map(({ name, bytes }) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}`),
  );
  for (const { name } of files) expect(textOf("index.csv")).toContain(name);
  expect(textOf("index.html")).toContain("Brandt &amp; Sons’ books, &#39;closed&#39;");
  const events = textOf("events.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { action: string });
  expect(events[0]?.action).toMatch(/^request\./);
  expect(events.at(-1)?.action).toBe("request.exported");
});

test("an export without accepted files contains the index and the events, and opens only for the firm's staff", async ({
  foundFirm,
  join,
  request: signedOut,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  await cancelRequest(request, "The company was sold.");
  const { page } = firm.owner;
  await page.goto(request.path);
  const path = await page.getByRole("link", { name: "Export accepted files" }).getAttribute("href");
  expect(path).toBe(`${request.path}/export`);

  const refused = await signedOut.get(`${path}`, { maxRedirects: 0 });
  expect(refused.status()).toBeGreaterThanOrEqual(300);
  expect(refused.headers().location ?? "").toContain("/sign-in");
  const stranger = await join("Otto Lind");
  expect((await stranger.context.request.get(`${path}`)).status()).toBe(404);
  const missing = `${firm.path}/requests/00000000-0000-4000-8000-000000000000/export`;
  expect((await page.request.get(missing)).status()).toBe(404);

  const response = await page.request.get(`${path}`);
  const names = readZip(await response.body()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["index.html", "index.csv", "manifest-sha256.txt", "events.jsonl"]),
  );
});
