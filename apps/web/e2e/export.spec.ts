import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { queryAsOwner } from "./database";
import { makePdf } from "./documents";
import { decide, itemOf, submitFile } from "./fixtures/answers";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { openMenu } from "./pages/command-menu";
import { expect, test } from "./test";
import { readZip } from "./zip";

// S-2.28, S-9.14
test("an export of accepted files is a ZIP with an index, fingerprints and the request's events", async ({
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
  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("link", { name: "Export accepted answers" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^\S.* – Brandt & Sons’ books, 'closed'\.zip$/);
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

  await expect((await openMenu(page)).getByRole("option", { name: /^Export / })).toBeVisible();
});

// S-2.28
test("visitors and users outside the firm cannot export a request, and the firm's owner cannot export one without accepted answers", async ({
  foundFirm,
  join,
  request: signedOut,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = firm.owner;
  const path = `${request.path}/export`;
  await page.goto(request.path);
  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("link", { name: "Export accepted answers" }).click();
  await expect(page.getByText("Your team has not accepted an answer yet")).toBeVisible();
  const exports = "select from public.events where action = 'request.exported' and request_id = $1";
  expect(await queryAsOwner(exports, [request.id])).toEqual([]);

  const refused = await signedOut.get(path, { maxRedirects: 0 });
  expect(refused.status()).toBeGreaterThanOrEqual(300);
  expect(refused.headers().location ?? "").toContain("/sign-in");
  const stranger = await join("Otto Lind");
  expect((await stranger.context.request.get(path)).status()).toBe(404);
  const missing = `${firm.path}/requests/00000000-0000-4000-8000-000000000000/export`;
  expect((await page.request.get(missing)).status()).toBe(404);

  await cancelRequest(request, "The company was sold.");
  await page.goto(request.path);
  await page.locator("summary[aria-label='More actions']").click();
  await expect(page.getByRole("button", { name: "Archive request" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Export accepted answers" })).toHaveCount(0);
  const menu = await openMenu(page);
  await expect(menu.getByRole("option", { name: /^Copy client link/ })).toBeVisible();
  await expect(menu.getByRole("option", { name: /^Export / })).toHaveCount(0);
});
