import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { signIn } from "./pages/auth-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";
import { readZip } from "./zip";

const FIRM = "/o/harbour-lane";

test.describe.configure({ mode: "serial" });

let mia: Person;
let exportPath: string;

test.beforeAll(async ({ browser }) => {
  mia = await openPerson(browser, "Mia Chen");
  await signIn(mia, "mia@harbour.example", "dossier-demo");
});

test.afterAll(async () => {
  expect(mia.problems).toEqual([]);
  await mia.context.close();
});

// S-2.28, S-9.14
test("accepted files are exported as a ZIP with index, checksums and history", async () => {
  const { page } = mia;
  await page.goto(`${FIRM}/requests?status=complete`);
  await page.getByRole("link", { name: "Self assessment" }).click();
  const link = page.getByRole("link", { name: "Export accepted files" });
  await expect(link).toBeVisible();
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  exportPath = (await link.getAttribute("href")) ?? "";
  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const entries = readZip(readFileSync(await download.path()));
  const names = entries.map(({ name }) => name);
  const textOf = (name: string) =>
    entries.find((entry) => entry.name === name)?.bytes.toString("utf8") ?? "";

  const files = entries.filter(({ name }) => /^\d\d-[^/]+\/\d\d-[^/]+\/[^/]+$/.test(name));
  expect(files.length).toBeGreaterThan(0);
  expect(names.length).toBe(files.length + 4);
  const manifest = textOf("manifest-sha256.txt").trim().split("\n");
  expect(manifest).toEqual(
    files.map(({ name, bytes }) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}`),
  );
  for (const { name } of files) expect(textOf("index.csv")).toContain(name);
  expect(textOf("index.html")).toContain(title.replaceAll("&", "&amp;").replaceAll("'", "&#39;"));
  const events = textOf("events.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { action: string });
  expect(events[0]?.action).toMatch(/^request\./);
  expect(events.at(-1)?.action).toBe("request.exported");
});

test("an export without accepted files is a ZIP that says so", async () => {
  const { page } = mia;
  await page.goto(`${FIRM}/requests?status=cancelled`);
  await page.locator("main ul a").first().click();
  await expect(page.getByRole("link", { name: "Export accepted files" })).toBeVisible();
  const response = await page.request.get(`${new URL(page.url()).pathname}/export`);
  const names = readZip(await response.body()).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["index.html", "index.csv", "manifest-sha256.txt", "events.jsonl"]),
  );
});

test("a stranger gets no export, and a signed-out user is asked to sign in", async ({
  browser,
}) => {
  const stranger = await openPerson(browser, "Nobody");
  const signedOut = await stranger.context.request.get(exportPath, { maxRedirects: 0 });
  expect(signedOut.status()).toBeGreaterThanOrEqual(300);
  expect(signedOut.headers().location ?? "").toContain("/sign-in");
  const missing = await mia.page.request.get(
    `${FIRM}/requests/00000000-0000-4000-8000-000000000000/export`,
  );
  expect(missing.status()).toBe(404);
  await stranger.context.close();
});
