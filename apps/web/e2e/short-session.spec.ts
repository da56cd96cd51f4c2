import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import pg from "pg";
import { expectFineHere } from "./appearance/viewer";
import { bytesSent } from "./breakable-network";
import { makePdf } from "./documents";
import { unique } from "./fixtures/names";
import { type OwnStack, startOwnStack } from "./own-stack";
import { signIn } from "./pages/auth-pages";
import { signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { drafts, loseActions } from "./pages/unsent-words";
import type { Person } from "./people";
import type { Demo } from "./routes/demo";
import { ROUTES, type RouteCase } from "./routes/table";
import { test as base, expect } from "./test";

const REQUEST = "de300000000000000000000000000001";
const CONTACT = "ruth@bramblefinch.example";
const MEMBER = "mia@harbour.example";
const PASSWORD = "dossier-demo";
const CHUNK_BYTES = 6 * 1024 * 1024;
const TOKEN_SECONDS = 8;
const UNAVAILABLE = "This page can’t be loaded right now";

let stack: OwnStack;

base.beforeAll(async () => {
  stack = await startOwnStack({ auth: { jwt_expiry: TOKEN_SECONDS } });
});

base.afterAll(async () => {
  await stack?.stop();
});

/** Removes the errors that browsers log for requests that fail in an outage. */
function forgetOutage({ problems }: Person): void {
  const failed = "Failed to load resource:";
  problems.push(...problems.splice(0).filter((problem) => !problem.includes(failed)));
}

const test = base.extend<{ ruth: Person; mia: Person }>({
  /** A contact of the demo, on a network that the test can break. */
  ruth: async ({ network, open }, use) => {
    const proxy = { server: network.server };
    const ruth = await open("Ruth Bramble", { baseURL: stack.webUrl, proxy });
    // Forget the codes of earlier tests, because an address gets only one code a minute.
    await query("delete from private.counters where scope = 'codes'");
    await query("update auth.users set recovery_sent_at = null, confirmation_sent_at = null");
    await stack.enterAsContact(ruth, REQUEST, CONTACT);
    await use(ruth);
    forgetOutage(ruth);
  },
  mia: async ({ open }, use) => {
    const mia = await open("Mia Chen", { baseURL: stack.webUrl });
    await signIn(mia, MEMBER, PASSWORD);
    await use(mia);
    forgetOutage(mia);
  },
});

async function query(text: string): Promise<unknown[]> {
  const database = new pg.Client(stack.backend.urls.db);
  await database.connect();
  const { rows } = await database.query(text);
  await database.end();
  return rows;
}

const isPart = (url: URL, method: string) =>
  url.pathname.startsWith("/storage/v1/upload/resumable") && method === "PATCH";

/** Returns when a token expires, in milliseconds since the epoch. */
function endOf(token: string): number {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8")).exp * 1000;
}

/** Writes a PDF of two full parts and a shorter third one. */
function writeStatement() {
  const name = `${unique("loan")}.pdf`;
  const content = Buffer.concat([makePdf("Loan statement"), Buffer.alloc(14_000_000, "\n")]);
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return { path, name, size: content.length, sha256: hashOf(content) };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Collects the dialogs that the browser opens, and accepts each. */
function collectDialogs(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

/** Stops the session service and makes the token expire. Returns a function that restores both. */
async function stopSessions(page: Page): Promise<() => void> {
  const heal = stack.backend.faults.add({ path: "/auth/v1/token", status: 503, times: 10_000 });
  const { exp } = await page.evaluate(async () => {
    const answer = await fetch("/auth/session", { headers: { "x-backend-client": "1" } });
    const { accessToken = "..e30" } = (await answer.json()) as { accessToken?: string };
    return JSON.parse(atob(accessToken.split(".")[1] ?? "e30")) as { exp?: number };
  });
  await expect.poll(() => Date.now() > ((exp ?? 0) + 1) * 1000, { timeout: 30_000 }).toBe(true);
  return heal;
}

const unavailable = (page: Page) =>
  page.getByRole("heading", { level: 1, name: UNAVAILABLE, exact: true });

async function openLoanStatement(page: Page): Promise<void> {
  await page.goto(`/r/${REQUEST}/items`);
  await page.getByRole("link", { name: "Loan statement", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan statement" })).toBeVisible();
}

// S-7.10
test("an upload continues after its first token expires, and resends at most one part", async ({
  ruth,
  network,
}) => {
  const { page } = ruth;
  const file = writeStatement();
  await openLoanStatement(page);
  // The test holds the second part until its token has expired. Storage rejects the part, and the
  // upload continues with the next token.
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
  await page.getByRole("button", { name: `Remove ${file.name}` }).click();
  await expect(link).toHaveCount(0);
});

// S-2.52, S-7.7
test("a page in an outage shows a message and a reload button, and does not ask to sign in", async ({
  ruth,
}) => {
  const { page } = ruth;
  await openLoanStatement(page);
  const path = page.url();
  const heal = await stopSessions(page);
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await expect(unavailable(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(new URL(path).pathname);
  await expectFineHere(page);
  heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan statement" })).toBeVisible();
  await expect(unavailable(page)).toBeHidden();
});

test("a page keeps typed text and shows a message while the database is unavailable", async ({
  ruth,
}) => {
  const { page } = ruth;
  await openLoanStatement(page);
  const text = unique("By the end of May");
  const note = page.getByLabel("Note");
  const banner = page.getByText("You are offline.");
  await waitForReact(note);
  const heal = stack.backend.faults.add({ path: "/rest/v1/", status: 503, times: 10_000 });
  await note.fill(text);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(banner).toBeVisible();
  await expect(note).toHaveValue(text);
  await expectFineHere(page);
  heal();
  await expect(banner).toBeHidden();
  await expect(note).toHaveValue(text);
});

// S-7.9
test("signing out in another tab pauses the upload and opens the request's sign-in page", async ({
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
  await other.goto(`/r/${REQUEST}/items`);
  await other.locator("summary[aria-label^='Account']").click();
  // No dialog asks whether to stay, because a signed-out user's page must not remain.
  const asked = collectDialogs(page);
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(other.getByLabel("Your email")).toBeVisible();
  await expect(page.getByLabel("Your email")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/r/${REQUEST}`);
  expect(asked).toEqual([]);
  second.release();
  const parts = network.uploads.filter(({ method }) => method === "PATCH");
  expect(parts.filter(({ status }) => status !== null && status < 300)).toHaveLength(0);
  await page.goBack();
  await expect(page.getByLabel("Your email")).toBeVisible();
});

// S-2.28
test("an export that would take longer than the token is valid is refused and not recorded", async ({
  mia,
}) => {
  const { page } = mia;
  await page.goto("/o/harbour-lane/requests?status=complete");
  await page.getByRole("link", { name: "Self assessment" }).click();
  await page.locator("summary[aria-label='More actions']").click();
  await page.getByRole("link", { name: "Export accepted files" }).click();
  await expect(
    page.getByText("Your session would end before the export finishes.", { exact: false }),
  ).toBeVisible();
  const exports = "select from public.events where action = 'request.exported'";
  expect(await query(exports)).toEqual([]);
});

/** Any id works, because the server checks the session first. */
const anyId = new Proxy({} as Demo, { get: () => "de300000-0000-4000-8000-000000000001" });

/**
 * Returns the text of a response during an outage. Null for public pages, which only have to load.
 */
function wordsOf({ file, gets }: RouteCase): string | null {
  // The command menu shows a sentence of its own.
  if (file.endsWith("search/route.ts")) return null;
  if (file.startsWith("files/")) return "This file can’t be loaded right now.";
  const isForUsers = gets.visitor.kind === "sign-in" || /\/r\/(\(list\)|.*items)/.test(file);
  return isForUsers ? UNAVAILABLE : null;
}

// S-2.6
test("no page shows an error during an outage of the auth service", async ({ mia }) => {
  const { page } = mia;
  const heal = await stopSessions(page);
  const failed: string[] = [];
  for (const route of ROUTES) {
    if (/^(api|auth)\//.test(route.file)) continue;
    const answer = await page.request.get(route.path(anyId), {
      headers: { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" },
    });
    const words = wordsOf(route);
    const isSaid = words === null || (await answer.text()).includes(words);
    if (answer.status() === 500 || !isSaid) failed.push(`${route.file} ${answer.status()}`);
  }
  expect(failed).toEqual([]);
  heal();
});

// S-2.6
test("a page in an outage can be reloaded without scripts, and keeps its query", async ({
  open,
}) => {
  const options = { baseURL: stack.webUrl, javaScriptEnabled: false };
  const mia = await open("Mia Chen without scripts", options);
  await signIn(mia, MEMBER, PASSWORD);
  const { page } = mia;
  const failing = { path: "/rest/v1/rpc/list_requests", status: 503, times: 10_000 };
  const heal = stack.backend.faults.add(failing);
  const path = "/o/harbour-lane/requests?status=complete";
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await expect(unavailable(page)).toBeVisible();
  heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  expect(page.url()).toBe(`${stack.webUrl}${path}`);
  forgetOutage(mia);
});

test("a link followed in an outage opens a page that reports the outage", async ({ mia }) => {
  const { page } = mia;
  await page.goto("/o/harbour-lane/clients");
  const failing = { path: "/rest/v1/rpc/list_requests", status: 503, times: 10_000 };
  const heal = stack.backend.faults.add(failing);
  await page
    .getByRole("link", { name: /^Requests\b/ })
    .first()
    .click();
  await expect(unavailable(page)).toBeVisible();
  await expectFineHere(page);
  heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
});

// S-2.52
test("a page that fails shows an error, and its button renders the page again", async ({ mia }) => {
  const { page } = mia;
  await query("revoke execute on function public.list_requests from authenticated");
  await page.goto("/o/harbour-lane/requests");
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expectFineHere(page);
  await query("grant execute on function public.list_requests to authenticated");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  // React logs that the server failed to render the page.
  expect(mia.problems.splice(0)).toEqual([expect.stringContaining("React error #441")]);
});

/** Ends every session of Mia, as an administrator or another device does. */
const endSessions = () =>
  query(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${MEMBER}')`,
  );

async function openDraft(page: Page) {
  await page.goto("/o/harbour-lane/requests?status=draft");
  await page.locator("main [data-list-keys] a").first().click();
  const message = page.getByLabel("Message");
  await expect(message).toBeVisible();
  return { message, path: new URL(page.url()).pathname };
}

test("a tab keeps typed text when it detects the end of its session", async ({ mia }) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the tab knew");
  await page.route(`**${path}`, loseActions);
  await message.fill(text);
  await endSessions();
  // No one signed out in this tab. Its own refresh finds that the session has ended.
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(await drafts(page)).toHaveLength(1);
  await page.unroute(`**${path}`, loseActions);
  await signInAgain(mia, MEMBER, PASSWORD);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

// S-8.10
test("a draft stays when its session ends, and is restored after the user signs in", async ({
  mia,
}) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the third of May, please");
  // This tab refreshes its token often, so it would notice the end of the session immediately.
  await page.route("**/auth/refresh", (route) => route.abort());
  await endSessions();
  const end = Date.now() + TOKEN_SECONDS * 1000;
  await expect.poll(() => Date.now() > end, { timeout: 30_000 }).toBe(true);
  await message.fill(text);
  // Autosave reports the ended session and does not navigate.
  await message.blur();
  await expect(page.getByText("Please sign in again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
    "href",
    `/sign-in?next=${encodeURIComponent(path)}`,
  );
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(message).toHaveValue(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await page.unroute("**/auth/refresh");
  expect(new URL(page.url()).searchParams.get("next")).toBe(path);
  expect(await drafts(page)).toHaveLength(1);
  await signInAgain(mia, MEMBER, PASSWORD);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await drafts(page)).toEqual([]);

  // Signing out deletes the draft and does not ask whether to stay.
  const asked = collectDialogs(page);
  await page.route(`**${path}`, loseActions);
  await message.fill("Not for others.");
  expect(await drafts(page)).toHaveLength(1);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("link", { name: "Create your firm" }).first()).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  expect(asked).toEqual([]);
});
