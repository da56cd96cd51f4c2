import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bytesSent } from "../breakable-network";
import { makePdf } from "../documents";
import { unique } from "../fixtures/names";
import {
  DEMO,
  openLoanStatement,
  TOKEN_SECONDS,
  testWithShortTokens,
} from "../fixtures/short-tokens";
import { removeFile } from "../pages/answer-files";
import { signInAgain } from "../pages/ended-session";
import { drafts, loseActions } from "../pages/unsent-drafts";
import { expect } from "../test";

const CHUNK_BYTES = 6 * 1024 * 1024;

const test = testWithShortTokens();

const isPart = (url: URL, method: string) =>
  url.pathname.startsWith("/storage/v1/upload/resumable") && method === "PATCH";

function endOf(token: string): number {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8")).exp * 1000;
}

function writeStatement() {
  const name = `${unique("loan")}.pdf`;
  const content = Buffer.concat([makePdf("Loan statement"), Buffer.alloc(14_000_000, "\n")]);
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return { path, name, size: content.length, sha256: hashOf(content) };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

function collectDialogs(page: Page): string[] {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.type());
    void dialog.accept();
  });
  return dialogs;
}

const endSessions = (query: (text: string) => Promise<unknown[]>) =>
  query(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${DEMO.member}')`,
  );

async function openDraft(page: Page) {
  await page.goto("/o/harbour-lane/requests?status=draft");
  await page.locator("main [data-list-keys] a").first().click();
  const message = page.getByLabel("Message (optional)");
  await expect(message).toBeVisible();
  return { message, path: new URL(page.url()).pathname };
}

// S-7.10
test("an upload continues after its first token expires, and resends at most one part", async ({
  ruth,
  network,
}) => {
  const { page } = ruth;
  const file = writeStatement();
  await openLoanStatement(page);
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(file.path);
  await second.first;
  const firstToken = network.uploads[0]?.token ?? "";
  const longest = endOf(firstToken) + TOKEN_SECONDS * 1000;
  await expect.poll(() => Date.now() > longest, { timeout: 30_000 }).toBe(true);
  second.release();

  const link = page.getByRole("link", { name: file.name });
  await expect(link).toHaveCount(1, { timeout: 60_000 });
  const statuses = network.uploads.map(({ status }) => status ?? 0);
  expect(statuses.filter((status) => status >= 400)).toHaveLength(1);
  expect(network.uploads.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(network.uploads.at(-1)?.token).not.toBe(firstToken);
  expect(bytesSent(network)).toBeLessThanOrEqual(file.size + CHUNK_BYTES);
  const stored = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(hashOf(await stored.body())).toBe(file.sha256);
  await removeFile(page, file.name);
  await expect(link).toHaveCount(0);
});

// S-7.9
test("signing out in another tab stops the upload and opens the request's sign-in page", async ({
  ruth,
  network,
}) => {
  const { page, context } = ruth;
  const file = writeStatement();
  await openLoanStatement(page);
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(file.path);
  await second.first;
  const other = await context.newPage();
  await other.goto(`/r/${DEMO.request}/items`);
  await other.locator("summary[aria-label^='Account']").click();
  // If the browser asked whether to leave the page, the page could not close at sign-out.
  const dialogs = collectDialogs(page);
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(other.getByLabel("Your email")).toBeVisible();
  await expect(page.getByLabel("Your email")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/r/${DEMO.request}`);
  expect(dialogs).toEqual([]);
  second.release();
  const parts = network.uploads.filter(({ method }) => method === "PATCH");
  expect(parts.filter(({ status }) => status !== null && status < 300)).toHaveLength(0);
  await page.goBack();
  await expect(page.getByLabel("Your email")).toBeVisible();
});

// S-2.28
test("an export is refused and not recorded if it would take longer than the token is valid", async ({
  mia,
  query,
}) => {
  const { page } = mia;
  await page.goto("/o/harbour-lane/requests?status=complete");
  await page.getByRole("link", { name: "Self assessment" }).click();
  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("link", { name: "Export accepted answers" }).click();
  await expect(
    page.getByText("Your session would end before the export finishes.", { exact: false }),
  ).toBeVisible();
  const exports = "select from public.events where action = 'request.exported'";
  expect(await query(exports)).toEqual([]);
});

test("a tab redirects to the sign-in page when its session ends, and restores the typed text after the sign-in", async ({
  mia,
  query,
}) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the tab knew");
  await page.route(`**${path}`, loseActions);
  await message.fill(text);
  await endSessions(query);
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(await drafts(page)).toHaveLength(1);
  await page.unroute(`**${path}`, loseActions);
  await signInAgain(mia, DEMO.member, DEMO.password);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

// S-8.10
test("a draft stays in the tab when the user's session ends, and is restored after the user signs in", async ({
  mia,
  query,
}) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the third of May, please");
  // Block refreshes, because a refresh would detect the end of the session immediately.
  await page.route("**/auth/refresh", (route) => route.abort());
  await endSessions(query);
  const end = Date.now() + TOKEN_SECONDS * 1000;
  await expect.poll(() => Date.now() > end, { timeout: 30_000 }).toBe(true);
  await message.fill(text);
  await message.blur();
  await expect(page.getByText("Sign in again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
    "href",
    `/sign-in?next=${encodeURIComponent(path)}`,
  );
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(message).toHaveValue(text);
  await page.getByRole("button", { name: /^Send/ }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await page.unroute("**/auth/refresh");
  expect(new URL(page.url()).searchParams.get("next")).toBe(path);
  expect(await drafts(page)).toHaveLength(1);
  await signInAgain(mia, DEMO.member, DEMO.password);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await drafts(page)).toEqual([]);

  const dialogs = collectDialogs(page);
  await page.route(`**${path}`, loseActions);
  await message.fill("Not for others.");
  expect(await drafts(page)).toHaveLength(1);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("link", { name: "Create your firm" }).first()).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  expect(dialogs).toEqual([]);
});
