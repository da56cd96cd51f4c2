import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { ADA, GRACE } from "../src/backend.ts";
import { leaveOneMinute, test } from "./test.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const ADAS_NOTES = ["Buy milk", "Call the printer", "Print the punched cards"];

async function fillIn(page: Page, { email, password }: typeof ADA): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function signIn(page: Page, path = "/notes"): Promise<void> {
  await page.goto(path);
  await fillIn(page, ADA);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

const notes = (page: Page) => page.getByRole("main").getByRole("listitem");
// Searches in `main`, because Next adds an element with the role `alert` outside of `main`.
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test("the app signs a user in with a password and shows only the user's rows", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await fillIn(page, ADA);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
  await expect(notes(page)).toHaveText(ADAS_NOTES);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText(`You are signed in as ${ADA.email}.`)).toBeVisible();
});

test("the app refuses a wrong code, and signs a user in with the emailed code", async ({
  page,
  backend,
}) => {
  await page.goto("/sign-in?next=/notes%3Fsearch%3Dmoth");
  await page.getByLabel("Email").fill(GRACE.email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(
    page.getByText(`If ${GRACE.email} has an account, a code is on its way.`),
  ).toBeVisible();
  const { codes } = await backend.mailbox.waitFor({ to: GRACE.email });
  const code = codes[0] ?? "";
  await page.getByLabel("Code").fill(code.replace(/^\d/, (digit) => `${(Number(digit) + 1) % 10}`));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(alert(page)).toHaveText("The code is wrong or has expired.");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(notes(page)).toHaveText(["Find the moth"]);
  expect(new URL(page.url()).search).toBe("?search=moth");
});

test("the app keeps the text that a visitor types before the scripts of the page run", async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\.m?js(\?|$)/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("early@example.org");
  scripts.resolve();
  // The `load` event does not wait for scripts that other scripts import.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(page.getByLabel("Email")).toHaveValue("early@example.org");
});

test("the app does not reveal that an email address has no account", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill("stranger@example.org");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(
    page.getByText("If stranger@example.org has an account, a code is on its way."),
  ).toBeVisible();
});

test("the app shows an error for a wrong password, and keeps the email address in the form but not in the URL", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await fillIn(page, { ...ADA, password: "difference engine" });
  await expect(alert(page)).toHaveText("The email or the password is wrong.");
  await expect(page.getByLabel("Email")).toHaveValue(ADA.email);
  expect(page.url()).not.toContain("ada");
});

test("the app returns a visitor to the path and query of a guarded page after the sign-in", async ({
  page,
}) => {
  await page.goto("/notes?search=print");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await fillIn(page, ADA);
  await expect(notes(page)).toHaveText(["Call the printer", "Print the punched cards"]);
  expect(new URL(page.url())).toMatchObject({ pathname: "/notes", search: "?search=print" });
});

test("the app signs a user out, and the browser's Back button does not show the guarded page", async ({
  page,
  context,
}) => {
  await signIn(page);
  await expect(notes(page)).toHaveText(ADAS_NOTES);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain("sb-session");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await expect(page.getByText("Buy milk")).toHaveCount(0);
});

test("the app refreshes the session before it streams a page", async ({
  page,
  context,
  app,
  sql,
}) => {
  await signIn(page, "/stream");
  const countTokens = async () => {
    const { rows } = await sql.query(
      `select count(*)::int from auth.refresh_tokens t
       join auth.users u on u.id::text = t.user_id where u.email = $1`,
      [ADA.email],
    );
    return rows[0].count;
  };
  const readSession = async () => {
    const cookies = await context.cookies();
    return cookies.filter(({ name }) => name.startsWith("sb-session")).map(({ value }) => value);
  };
  await leaveOneMinute(context, app.origin);
  const before = await countTokens();
  const due = await readSession();
  // Lock the table, so that the query of the page waits.
  await sql.query("begin; lock table public.notes in access exclusive mode");
  await page.goto("/stream", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Streamed notes");
  await expect(notes(page)).toHaveCount(0);
  expect(due).not.toEqual([]);
  expect(await readSession()).not.toEqual(due);
  await sql.query("rollback");
  await expect(notes(page)).toHaveText(ADAS_NOTES);
  expect(await countTokens()).toBe(before + 1);
  await page.goto("/notes");
  await expect(notes(page)).toHaveText(ADAS_NOTES);
  expect(await countTokens()).toBe(before + 1);
});

test("the app refuses a sign-in form submitted from another site", async ({ page, app }) => {
  await page.goto("/sign-in");
  const form = await page.locator("main form").evaluate((element) => element.outerHTML);
  await page.goto("about:blank");
  await page.setContent(form);
  await page.locator("form").evaluate((element: HTMLFormElement, origin) => {
    element.action = new URL(element.getAttribute("action") ?? "/sign-in", origin).href;
  }, `${app.origin}/sign-in`);
  await page.getByLabel("Email").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await Promise.all([
    page.waitForURL(`${app.origin}/**`),
    page.getByRole("button", { name: "Sign in" }).click(),
  ]);
  await page.goto("/");
  await expect(page.getByText("You are signed out.")).toBeVisible();
});

async function checkPage(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(320);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
    page.url(),
  ).toEqual([]);
}

test("the sign-in, home, notes and stream pages fit a 320 px wide screen and have no serious or critical axe violation", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/sign-in");
  await checkPage(page);
  await signIn(page);
  for (const path of ["/", "/notes", "/notes?search=nothing", "/stream"]) {
    await page.goto(path);
    await checkPage(page);
  }
});
