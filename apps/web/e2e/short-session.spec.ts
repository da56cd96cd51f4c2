import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import pg from "pg";
import { expectFineHere } from "./appearance/viewer";
import { bytesSent } from "./breakable-network";
import { makePdf } from "./documents";
import { unique } from "./fixtures/names";
import { type OwnStack, startOwnStack } from "./own-stack";
import { removeFile } from "./pages/answer-files";
import { signIn } from "./pages/auth-pages";
import { askForCode, CODE_FORMS } from "./pages/code-page";
import { signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { forgetOutage, stopRetries, stopSessions, UNAVAILABLE } from "./pages/outage";
import { drafts, loseActions } from "./pages/unsent-words";
import type { Person } from "./people";
import { test as base, expect } from "./test";

const REQUEST = "de300000000000000000000000000001";
const CONTACT = "ruth@bramblefinch.example";
const MEMBER = "mia@harbour.example";
const PASSWORD = "dossier-demo";
const CHUNK_BYTES = 6 * 1024 * 1024;
const TOKEN_SECONDS = 8;

let stack: OwnStack;

base.beforeAll(async () => {
  stack = await startOwnStack({ auth: { jwt_expiry: TOKEN_SECONDS } });
});

base.afterAll(async () => {
  await stack?.stop();
});

const test = base.extend<{ ruth: Person; mia: Person }>({
  /** A contact of the demo whose browser uses a network that the test can break. */
  ruth: async ({ network, open }, use) => {
    const proxy = { server: network.server };
    const ruth = await open("Ruth Bramble", { baseURL: stack.webUrl, proxy });
    // Delete the counters of earlier tests, because an email address gets only one code a minute.
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

/** Returns the time at which a token expires, in milliseconds since the epoch. */
function endOf(token: string): number {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8")).exp * 1000;
}

/** Writes a PDF that the browser uploads in three parts, the last one shorter. */
function writeStatement() {
  const name = `${unique("loan")}.pdf`;
  const content = Buffer.concat([makePdf("Loan statement"), Buffer.alloc(14_000_000, "\n")]);
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return { path, name, size: content.length, sha256: hashOf(content) };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/**
 * Accepts every dialog that the browser opens. Returns a list to which each dialog adds its type.
 */
function collectDialogs(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
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
  // The test delays the second part until its token has expired. Storage refuses the part, and the
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
  await removeFile(page, file.name);
  await expect(link).toHaveCount(0);
});

// S-2.52, S-7.7
test("during an outage of the auth service, a page shows a message and a reload button, and does not ask the user to sign in", async ({
  ruth,
}) => {
  const { page } = ruth;
  await openLoanStatement(page);
  const path = page.url();
  const heal = await stopSessions(stack, page);
  await stopRetries(page);
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
  const banner = page.getByText("You’re offline.");
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
  await other.goto(`/r/${REQUEST}/items`);
  await other.locator("summary[aria-label^='Account']").click();
  // The browser does not ask before it leaves the page, because the page must not stay open after
  // the sign-out.
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
test("an export is refused and not recorded if it would take longer than the token is valid", async ({
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

// S-2.6
test("the Try again button of a page that reports an outage works without scripts and keeps the URL's query", async ({
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

test("a link followed during an outage opens a page that reports the outage, and Try again loads the content", async ({
  mia,
}) => {
  const { page } = mia;
  await page.goto("/o/harbour-lane/clients");
  await stopRetries(page);
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
test("a page that fails shows an error and a button that renders the page again, and keeps the sidebar unless the sidebar failed too", async ({
  mia,
}) => {
  const { page } = mia;
  const failed = page.getByRole("heading", { level: 1, name: "Something went wrong" });
  const sidebar = page.getByRole("navigation", { name: "Main" });
  const recover = async () => {
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
    await expect(sidebar).toBeVisible();
    // React logs that the server failed to render the page. If the layout failed, the browser also
    // logs the status.
    for (const problem of mia.problems.splice(0)) {
      expect(problem).toMatch(/React error #441|status of 500 .*\/requests\)$/);
    }
  };
  await query("revoke execute on function public.list_requests from authenticated");
  await page.goto("/o/harbour-lane/requests");
  await expect(failed).toBeVisible();
  await expect(sidebar).toBeVisible();
  await expectFineHere(page);
  await query("grant execute on function public.list_requests to authenticated");
  await recover();

  // The sidebar shows the counts that `count_work` returns, so the sidebar fails too.
  await query("revoke execute on function public.count_work from authenticated");
  await page.reload();
  await expect(failed).toBeVisible();
  await expect(sidebar).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Dossier" })).toBeVisible();
  await expect(page.getByText(/^Reference BC;database;42501$/)).toBeVisible();
  await expectFineHere(page);
  await query("grant execute on function public.count_work to authenticated");
  await recover();
});

test("a contact's page that fails still shows the firm, and has a button that renders the page again", async ({
  ruth,
}) => {
  const { page } = ruth;
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await query("revoke execute on function public.list_request_staff from authenticated");
  await page.goto(`/r/${REQUEST}/items`);
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Harbour & Lane")).toBeVisible();
  await expect(page.getByText(/^Reference \S+/)).toBeVisible();
  await expectFineHere(page);
  await query("grant execute on function public.list_request_staff to authenticated");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
  forgetOutage(ruth);
  expect(ruth.problems.splice(0)).toEqual([expect.stringContaining("React error #441")]);
});

// S-8.9
test("while no email can be sent, a request's code page looks the same for known and unknown addresses", async ({
  open,
}) => {
  const visitor = await open("Visitor", { baseURL: stack.webUrl });
  const failing = { path: "/functions/v1/auth-email", status: 500, times: 10_000 };
  const heal = stack.backend.faults.add(failing);
  const known = await askForCode(visitor, CODE_FORMS[3], "adam@harbour.example");
  const unknown = await askForCode(visitor, CODE_FORMS[3], "no-account@harbour.example");
  heal();
  expect(known).toMatch(/^.*If .*ADDRESS.*, a code is on its way\./m);
  expect(unknown).toBe(known);
});

test("a user whose calls are rate limited sees a message instead of the second factor's form", async ({
  mia,
}) => {
  const { page } = mia;
  const limited = { path: "/auth/v1/user", status: 429, times: 10_000 };
  const heal = stack.backend.faults.add(limited);
  await page.goto("/mfa");
  await expect(page.getByText("Too many attempts")).toBeVisible();
  heal();
  await page.getByRole("link", { name: "Reload the page" }).click();
  await expect(page.getByLabel("Name of the app or device")).toBeVisible();
});

const endSessions = () =>
  query(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${MEMBER}')`,
  );

async function openDraft(page: Page) {
  await page.goto("/o/harbour-lane/requests?status=draft");
  await page.locator("main [data-list-keys] a").first().click();
  const message = page.getByLabel("Message (optional)");
  await expect(message).toBeVisible();
  return { message, path: new URL(page.url()).pathname };
}

test("a tab redirects to the sign-in page when its session ends, and restores the typed text after the sign-in", async ({
  mia,
}) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the tab knew");
  await page.route(`**${path}`, loseActions);
  await message.fill(text);
  await endSessions();
  // The tab redirects because its refresh failed after the end of the session. No one signed out.
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(await drafts(page)).toHaveLength(1);
  await page.unroute(`**${path}`, loseActions);
  await signInAgain(mia, MEMBER, PASSWORD);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

// S-8.10
test("a draft stays in the tab when the user's session ends, and is restored after the user signs in", async ({
  mia,
}) => {
  const { page } = mia;
  const { message, path } = await openDraft(page);
  const text = unique("Before the third of May, please");
  // Block refreshes, because a refresh would detect the end of the session immediately.
  await page.route("**/auth/refresh", (route) => route.abort());
  await endSessions();
  const end = Date.now() + TOKEN_SECONDS * 1000;
  await expect.poll(() => Date.now() > end, { timeout: 30_000 }).toBe(true);
  await message.fill(text);
  // Autosave shows a link to sign in, and the page stays open.
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
  await signInAgain(mia, MEMBER, PASSWORD);
  await expect(message).toHaveValue(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await drafts(page)).toEqual([]);

  // Signing out deletes the draft, and the browser does not ask before it leaves the page.
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
