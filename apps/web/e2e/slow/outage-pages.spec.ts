import type { Page } from "@playwright/test";
import { expectFineHere } from "../appearance/viewer";
import { unique } from "../fixtures/names";
import { DEMO, openLoanStatement, testWithShortTokens } from "../fixtures/short-tokens";
import { signIn } from "../pages/auth-pages";
import { askForCode, CODE_FORMS } from "../pages/code-page";
import { waitForReact } from "../pages/hydration";
import { forgetOutage, stopRetries, stopSessions, UNAVAILABLE } from "../pages/outage";
import { expect } from "../test";

const test = testWithShortTokens();

const unavailable = (page: Page) =>
  page.getByRole("heading", { level: 1, name: UNAVAILABLE, exact: true });

// S-2.52, S-7.7
test("during an outage of the auth service, a page shows a message and a reload button, and does not ask the user to sign in", async ({
  ruth,
  stack,
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

// S-7.7
test("during an outage of the auth service, a public page shows its content below a message that disappears afterwards", async ({
  ruth,
  stack,
}) => {
  const { page } = ruth;
  await page.goto("/help");
  const heal = await stopSessions(stack, page);
  await stopRetries(page);
  await page.goto("/help");
  const banner = page.getByText("Dossier can’t check right now whether you are signed in.");
  await expect(banner).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
  await expectFineHere(page);
  heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(banner).toBeHidden();
});

test("a page keeps typed text and shows a message while the database is unavailable", async ({
  ruth,
  stack,
}) => {
  const { page } = ruth;
  await openLoanStatement(page);
  const text = unique("By the end of May");
  const note = page.getByLabel("Note");
  const banner = page.getByText("Dossier can’t be reached. Keep this page open");
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

// S-2.6
test("the Try again button of a page that reports an outage works without scripts and keeps the URL's query", async ({
  open,
  stack,
}) => {
  const options = { baseURL: stack.webUrl, javaScriptEnabled: false };
  const mia = await open("Mia Chen without scripts", options);
  await signIn(mia, DEMO.member, DEMO.password);
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
  stack,
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
  query,
}) => {
  const { page } = mia;
  const failed = page.getByRole("heading", { level: 1, name: "Something went wrong" });
  const sidebar = page.getByRole("navigation", { name: "Main" });
  const recover = async () => {
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
    await expect(sidebar).toBeVisible();
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

  // The sidebar shows the counts of `count_work`, so the sidebar fails too.
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
  query,
}) => {
  const { page } = ruth;
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await query("revoke execute on function public.list_request_staff from authenticated");
  await page.goto(`/r/${DEMO.request}/items`);
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
  stack,
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
  stack,
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
