import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { expectFineHere } from "./appearance/viewer";
import { type BreakableNetwork, bytesSent, openNetwork } from "./breakable-network";
import { makePdf } from "./documents";
import { type OwnStack, startOwnStack } from "./own-stack";
import { signIn } from "./pages/auth-pages";
import { openPerson, type Person } from "./people";

const REQUEST = "de300000000000000000000000000001";
const CONTACT = "ruth@bramblefinch.example";
const CHUNK_BYTES = 6 * 1024 * 1024;
/** Seconds that an access token lives here. */
const TOKEN_SECONDS = 8;

test.describe.configure({ mode: "serial" });

const directory = mkdtempSync(join(tmpdir(), "dossier-short-"));
let stack: OwnStack;
let network: BreakableNetwork;
let ruth: Person;
let mia: Person;

test.beforeAll(async ({ browser }) => {
  [stack, network] = await Promise.all([
    startOwnStack({ auth: { jwt_expiry: TOKEN_SECONDS } }),
    openNetwork(),
  ]);
  ruth = await openPerson(browser, "Ruth Bramble", {
    baseURL: stack.webUrl,
    proxy: { server: network.server },
  });
  await stack.enterAsContact(ruth, REQUEST, CONTACT);
});

test.afterAll(async () => {
  await ruth?.context.close();
  await mia?.context.close();
  await network?.close();
  await stack?.stop();
  rmSync(directory, { recursive: true, force: true });
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

/** The moment at which a token ends, in milliseconds. */
function endOf(token: string): number {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8")).exp * 1000;
}

/** Writes a PDF of two parts and a piece of a third. */
function writeStatement(name: string) {
  const content = Buffer.concat([makePdf("Loan statement"), Buffer.alloc(14_000_000, "\n")]);
  const path = join(directory, name);
  writeFileSync(path, content);
  return { path, name, size: content.length, sha256: hashOf(content) };
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** What the browser asks from now on; each is answered with yes. */
function collectDialogs(page: Page): string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

async function openLoanStatement(page: Page): Promise<void> {
  await page.goto(`/r/${REQUEST}/items`);
  await page.getByRole("link", { name: "Loan statement", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan statement" })).toBeVisible();
}

test("an upload outlives the token it began with and sends at most one part again", async () => {
  const { page } = ruth;
  const file = writeStatement("loan.pdf");
  await openLoanStatement(page);
  // Held until its token has ended: storage refuses it, and the next token goes on.
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
});

test("an outage while the token has ended shows a banner, not the sign-in page", async () => {
  const { page } = ruth;
  await page.getByRole("button", { name: "Remove loan.pdf" }).click();
  await expect(page.getByRole("link", { name: "loan.pdf" })).toHaveCount(0);
  const path = page.url();
  const heal = stack.backend.faults.add({ path: "/auth/v1/token", status: 503, times: 10_000 });
  const { exp } = await page.evaluate(async () => {
    const answer = await fetch("/auth/session", { headers: { "x-backend-client": "1" } });
    const { accessToken = "..e30" } = (await answer.json()) as { accessToken?: string };
    return JSON.parse(atob(accessToken.split(".")[1] ?? "e30")) as { exp?: number };
  });
  await expect.poll(() => Date.now() > ((exp ?? 0) + 1) * 1000, { timeout: 30_000 }).toBe(true);
  await page.goto(path);
  await expect(page.getByText("You are still signed in; what you type stays here.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(new URL(path).pathname);
  await expectFineHere(page);
  heal();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Loan statement" })).toBeVisible();
  await expect(page.getByText("You are still signed in")).toBeHidden();
});

test("signing out in another tab pauses the upload and leads to the request's door", async () => {
  const { page, context } = ruth;
  const file = writeStatement("again.pdf");
  await openLoanStatement(page);
  network.uploads.length = 0;
  const second = network.hold((url, method) => isPart(url, method) && network.uploads.length > 0);
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(file.path);
  await second.first;
  const other = await context.newPage();
  await other.goto(`/r/${REQUEST}/items`);
  await other.locator("summary[aria-label^='Account']").click();
  // Nothing asks whether to stay: the page of someone who is gone cannot be kept.
  const asked = collectDialogs(page);
  await other.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(other.getByLabel("Your e-mail")).toBeVisible();
  await expect(page.getByLabel("Your e-mail")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/r/${REQUEST}`);
  expect(asked).toEqual([]);
  second.release();
  const parts = network.uploads.filter(({ method }) => method === "PATCH");
  expect(parts.filter(({ status }) => status !== null && status < 300)).toHaveLength(0);
  await page.goBack();
  await expect(page.getByLabel("Your e-mail")).toBeVisible();
  await other.close();
});

test("an export that the token would not outlive is refused and not recorded", async ({
  browser,
}) => {
  mia = await openPerson(browser, "Mia Chen", { baseURL: stack.webUrl });
  await signIn(mia, "mia@harbour.example", "dossier-demo");
  const { page } = mia;
  await page.goto("/o/harbour-lane/requests?status=complete");
  await page.getByRole("link", { name: "Self assessment" }).click();
  await page.getByRole("link", { name: "Export accepted files" }).click();
  await expect(
    page.getByText("Your session would end before this export.", { exact: false }),
  ).toBeVisible();
  const exports = "select from public.events where action = 'request.exported'";
  expect(await query(exports)).toEqual([]);
});

test("a page that fails says so, and is drawn again by its button", async () => {
  const { page } = mia;
  const failing = { path: "/rest/v1/requests", status: 500, times: 10_000 };
  const heal = stack.backend.faults.add(failing);
  await page.goto("/o/harbour-lane/requests");
  await expect(page.getByRole("heading", { level: 1, name: "Something failed" })).toBeVisible();
  await expectFineHere(page);
  heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
});

test("a draft whose session has ended stays, and its words are there after signing in", async () => {
  const { page } = mia;
  await page.goto("/o/harbour-lane/requests?status=draft");
  await page.locator("main [data-list-keys] a").first().click();
  const message = page.getByLabel("Message");
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));
  await expect(message).toBeVisible();
  const path = new URL(page.url()).pathname;
  await query(
    "delete from auth.sessions where user_id = (select id from auth.users where email = 'mia@harbour.example')",
  );
  const end = Date.now() + TOKEN_SECONDS * 1000;
  await expect.poll(() => Date.now() > end, { timeout: 30_000 }).toBe(true);
  await message.fill("Before the third of May, please.");
  // Saving by itself says so and leads nowhere.
  await message.blur();
  await expect(page.getByText("Please sign in again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
    "href",
    `/sign-in?next=${encodeURIComponent(path)}`,
  );
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(message).toHaveValue("Before the third of May, please.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(new URL(page.url()).searchParams.get("next")).toBe(path);
  expect(await kept()).toHaveLength(1);
  await page.getByLabel("E-mail").fill("mia@harbour.example");
  await page.getByLabel("Password").fill("dossier-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(message).toHaveValue("Before the third of May, please.");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await kept()).toEqual([]);

  // Who signs out leaves nothing behind, and is not asked to stay over it.
  const asked = collectDialogs(page);
  await page.route(`**${path}`, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await message.fill("Not for others.");
  expect(await kept()).toHaveLength(1);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("link", { name: "Sign up" }).first()).toBeVisible();
  expect(await kept()).toEqual([]);
  expect(asked).toEqual([]);
});
