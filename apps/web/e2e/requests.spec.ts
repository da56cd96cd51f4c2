import { randomUUID } from "node:crypto";
import type { Route } from "@playwright/test";
import { findAxeProblems } from "./appearance/axe";
import { queryAsOwner } from "./database";
import { signUp } from "./pages/auth-pages";
import { endSession, keptNames, signInAgain } from "./pages/ended-session";
import { holdScripts } from "./pages/held-scripts";
import { waitForReact } from "./pages/hydration";
import { addItem, checklistRow, createFirm, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// A request from draft to archive, and how to find it among others.
test.describe.configure({ mode: "serial" });

let lea: Person;
let requestPath: string;

const BASE = "/o/sommer-requests";
const EMAIL = "lea@requests.example";
const PASSWORD = "correct horse battery staple";

test.beforeAll(async ({ browser }) => {
  lea = await openPerson(browser, "Lea Sommer");
  await signUp(lea, EMAIL, PASSWORD);
  await createFirm(lea, "Sommer Requests", "sommer-requests");
  await startRequestForNewClient(lea, {
    name: "Winter Ltd",
    contact: "Wim Winter",
    email: "wim@requests.example",
  });
});

test.afterEach(() => {
  expect(lea.problems.splice(0)).toEqual([]);
});

test.afterAll(async () => {
  await lea.context.close();
});

const titleOf = (number: number) =>
  lea.page.getByRole("group", { name: `Item ${number}` }).getByLabel("What do you need?");

test("the page names the firm's time zone when the user's clock differs", async ({ browser }) => {
  // A new firm has the time zone of its creator.
  const note = lea.page.getByText("Times are in the time zone of");
  await expect(lea.page.getByText("Documents and answers, checked, with proof.")).toBeVisible();
  await expect(note).toHaveCount(0);
  const elsewhere = await browser.newContext({
    timezoneId: "Europe/London",
    storageState: await lea.context.storageState(),
  });
  const page = await elsewhere.newPage();
  await page.goto(`${BASE}/requests`);
  await expect(
    page.getByText(/^Times are in the time zone of Sommer Requests \(Asia\/Kath?mandu\)\.$/),
  ).toBeVisible();
  await elsewhere.close();
});

// S-2.24, S-2.68
test("the draft shows each date on which the contact would be reminded", async () => {
  const { page } = lea;
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Kathmandu" });
  const inDays = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  await page.locator("summary", { hasText: "Reminders of this request" }).click();
  const dates = page.getByRole("listitem").filter({ hasText: /before|after|on the due date/ });
  await page.getByLabel("Due date").fill("2031-12-05");
  // Written out next to the field, whatever date format the browser uses.
  await expect(page.getByText("5 December 2031", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Due date")).toHaveAccessibleDescription(/5 December 2031$/);
  await page.getByLabel("Due date").fill(inDays(2));
  // Days before tomorrow are left out; later ones follow every four days, eight in all.
  await expect(dates).toHaveCount(8);
  await expect(dates.filter({ hasText: "7 days before" })).toHaveCount(0);
  await page.getByLabel("Due date").fill(inDays(300));
  await expect(page.getByText("No reminders are sent.")).toBeVisible();
  await page.getByLabel("Due date").fill("");
  await expect(page.getByText("Choose a due date to see when")).toBeVisible();
  // On a Wednesday nothing is moved off a weekend. Due on a Sunday, the day before moves to
  // Friday.
  const sunday = 14 + (7 - new Date(inDays(14)).getUTCDay());
  await page.getByLabel("Due date").fill(inDays(sunday + 3));
  await expect(dates.filter({ hasText: "1 day before" })).toHaveCount(1);
  await page.getByLabel("Due date").fill(inDays(sunday));
  await expect(dates.filter({ hasText: "1 day before" })).toHaveCount(0);
  await expect(dates.filter({ hasText: "1 day after" })).toHaveCount(1);
});

// S-2.24, S-2.61
test("items move by buttons, which keep the focus, and by dragging", async () => {
  const { page } = lea;
  await page.getByLabel("Title", { exact: true }).fill("Winter accounts");
  await addItem(lea, { button: "Add text answer", number: 1, title: "Alpha" });
  await addItem(lea, { button: "Add text answer", number: 2, title: "Beta" });
  await addItem(lea, { button: "Add text answer", number: 3, title: "Gamma" });
  await page.getByRole("button", { name: "Move item 3 up" }).press("Enter");
  await expect(titleOf(2)).toHaveValue("Gamma");
  await expect(page.getByRole("button", { name: "Move item 2 up" })).toBeFocused();
  await expect(page.getByText("Moved to position 2 of 3.")).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(titleOf(1)).toHaveValue("Gamma");
  // The first item cannot move up, so the button next to it has the focus.
  await expect(page.getByRole("button", { name: "Move item 1 down" })).toBeFocused();

  // Both positions must be on the screen, because a mouse cannot scroll while dragging.
  const viewport = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 1280, height: 2_400 });
  await page
    .getByTitle("Drag item 1 to another position")
    .dragTo(page.getByRole("group", { name: "Item 3" }));
  await expect(titleOf(1)).toHaveValue("Alpha");
  await expect(titleOf(2)).toHaveValue("Beta");
  await expect(titleOf(3)).toHaveValue("Gamma");
  await page.setViewportSize(viewport);

  // A removed item leaves the focus in its place, and returns with its typed text, even after the
  // removal was saved.
  await titleOf(2).fill("Beta, signed");
  await page.getByRole("button", { name: "Remove item 2" }).press("Enter");
  await expect(page.getByRole("group", { name: "Item 2" })).toBeFocused();
  await expect(titleOf(2)).toHaveValue("Gamma");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const removed = page.getByRole("dialog", { name: "“Beta, signed” was removed." });
  await removed.getByRole("button", { name: "Undo" }).click();
  await expect(titleOf(2)).toHaveValue("Beta, signed");
  await expect(page.getByRole("group", { name: "Item 2" })).toBeFocused();
  await expect(page.getByText("Restored at position 2.")).toBeAttached();
  await titleOf(2).fill("Beta");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(titleOf(2)).toHaveValue("Beta");
  await expect(titleOf(3)).toHaveValue("Gamma");
});

// S-2.24, S-8.41
test("typed text survives going back and forward", async () => {
  const { page } = lea;
  await page.getByLabel("Message").fill("Before the third of May, please.");
  await page.getByRole("link", { name: "Requests", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("Before the third of May, please.");

  // The same holds for autosaved text, and for text that could not be saved at all.
  await page.getByLabel("Message").fill("Before the fourth of May, please.");
  await page.getByLabel("Message").blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Requests", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("Before the fourth of May, please.");
  const lose = (route: Route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback();
  await page.route("**/o/**", lose);
  await page.getByLabel("Message").fill("Before the first of May, please.");
  await page.getByLabel("Message").blur();
  await expect(
    page.getByText("Draft not saved yet. Keep this page open. We’ll keep trying to save it."),
  ).toBeVisible();
  await page.unroute("**/o/**", lose);
  // Without any action the page saves once the server answers again.
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.route("**/o/**", lose);
  await page.getByLabel("Message").fill("Before the fifth of May, please.");
  await page.getByRole("link", { name: "Requests", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.unroute("**/o/**", lose);
  await page.goBack();
  await expect(page.getByLabel("Message")).toHaveValue("Before the fifth of May, please.");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  lea.problems.splice(0);
});

test("keeps the caret and the typed text when the page's scripts arrive late", async () => {
  const { page, context } = lea;
  const slow = await context.newPage();
  const message = slow.getByLabel("Message");
  const stored = () => queryAsOwner("select message from public.requests where title ~ '^Winter'");
  let release = await holdScripts(slow);
  await slow.goto(page.url(), { waitUntil: "commit" });
  await message.selectText();
  release();
  await waitForReact(message);
  await slow.keyboard.insertText("By the second.");
  await message.blur();
  await expect.poll(stored).toEqual([{ message: "By the second." }]);

  release = await holdScripts(slow);
  await slow.reload({ waitUntil: "commit" });
  await message.fill("By the third.");
  release();
  await expect.poll(stored).toEqual([{ message: "By the third." }]);

  // After Back, the browser would restore this text over what was saved since.
  await slow.goto("about:blank");
  await page.reload();
  await page.getByLabel("Message").fill("By the fourth.");
  await page.getByLabel("Message").blur();
  await expect.poll(stored).toEqual([{ message: "By the fourth." }]);
  await slow.goBack();
  await expect(message).toHaveValue("By the fourth.");
  await slow.close();
});

test("one click leads to the sign-in page while a field has the focus, and keeps its text", async () => {
  const { page } = lea;
  const message = page.getByLabel("Message");
  await endSession(lea);
  await message.fill("By the ninth.");
  const link = page.getByRole("link", { name: "Sign in", exact: true });
  await expect(link).toBeVisible();
  await expect(message).toBeFocused();
  // Like a real click: the field loses focus when the button goes down.
  await link.click({ delay: 90 });
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await expect(
    page.getByText("Please sign in again. Your draft is still in this tab."),
  ).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(EMAIL);
  await signInAgain(lea, EMAIL, PASSWORD);
  await expect(message).toHaveValue("By the ninth.");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("after Send the page continues at its top", async () => {
  const { page } = lea;
  await page.getByRole("button", { name: "Send", exact: true }).press("Enter");
  await expect(page.getByText("Request sent")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  requestPath = new URL(page.url()).pathname;
});

test("the client's link is shown in full, with scripts and without", async ({ browser }) => {
  const link = lea.page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/r\/[0-9a-f]{32}$/);
  await expect(link).toBeVisible();
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await lea.context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto(new URL(requestPath, lea.page.url()).href);
  await expect(page.getByText((await link.textContent()) ?? "missing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  await plain.close();
});

// S-2.25, S-8.10
test("a request is completed early with a reason, reopened, cancelled and archived", async () => {
  const { page } = lea;
  await page.goto(requestPath);
  await page.locator("summary", { hasText: "Complete request early" }).click();
  const form = page.getByRole("form", { name: "Complete request early" });
  await form.getByRole("button", { name: "Complete request early" }).click();
  await expect(form.getByText("Give a reason.")).toBeVisible();
  await form.getByLabel("Reason").fill("All of it was in last year's file.");
  // The session ends in the meantime: after signing in, the reason is there and visible.
  await page.goto("about:blank");
  await endSession(lea);
  await page.goto(requestPath);
  await signInAgain(lea, EMAIL, PASSWORD);
  await expect(form.getByLabel("Reason")).toBeVisible();
  await expect(form.getByLabel("Reason")).toHaveValue("All of it was in last year's file.");
  await form.getByRole("button", { name: "Complete request early" }).click();
  await expect(page.getByText("This request is complete. You can reopen it.")).toBeVisible();
  await expect(checklistRow(lea, "Alpha")).toContainText("Waived");
  await expect(page.getByRole("link", { name: "Edit request" })).toHaveCount(0);

  // One click does not reopen or send email: the page asks for a note first.
  await page.locator("summary", { hasText: "Reopen" }).click();
  const reopening = page.getByRole("form", { name: "Reopen" });
  await reopening.getByRole("button", { name: "Reopen" }).click();
  await expect(reopening.getByText("Write a note to the contacts.")).toBeVisible();
  await reopening.getByLabel("Note to the contacts").fill("The file of this year, please.");
  await reopening.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByRole("link", { name: "Edit request" })).toBeVisible();
  await page.locator("summary", { hasText: "Cancel request" }).click();
  await page.getByRole("form", { name: "Cancel request" }).getByLabel("Reason").fill("Sold.");
  await page.getByRole("button", { name: "Cancel request" }).click();
  await expect(page.getByText("Canceled: Sold.")).toBeVisible();
  expect(await keptNames(lea)).toEqual([]);
  await page.getByRole("button", { name: "Archive request", exact: true }).click();
  await expect(page.getByText("This request is archived and read-only.")).toBeVisible();
  await expect(page.locator("summary", { hasText: "Reopen" })).toHaveCount(0);
  for (const name of ["Archive", "Remind now"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
});

// S-2.23
test("search and filters are kept in the URL, and Back restores the earlier ones", async () => {
  const { page } = lea;
  await queryAsOwner(
    `with firm as (select id from public.orgs where slug = 'sommer-requests')
     insert into public.requests
       (org_id, client_id, public_id, title, message, status, due_on, created_by, sent_at)
     select firm.id, c.id, md5(n::text || 'sommer'), 'Payroll ' || n, '', 'open',
       current_date - n, (select id from auth.users where email = 'lea@requests.example'), now()
     from firm, public.clients c, generate_series(1, 60) n where c.org_id = firm.id`,
  );
  await page.goto(`${BASE}/requests`);
  const rows = page.locator("main [data-list-keys] > li");
  await expect(rows).toHaveCount(50);
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(rows).toHaveCount(11);
  // Past the last page, as when its requests were just closed: not the text for a new firm.
  await page.goto(`${BASE}/requests?after=2000-01-01&id=${randomUUID()}`);
  await expect(page.getByText("Nothing more in this list.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the first" }).click();
  await expect(rows).toHaveCount(50);

  await page.goto(`${BASE}/requests`);
  await page.getByLabel("Status").selectOption("archived");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/status=archived/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Winter accounts");
  await page.getByLabel("Status").selectOption("overdue");
  await page.getByRole("searchbox", { name: "Search requests" }).fill("payroll 6");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=payroll\+6.*status=overdue/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search requests" })).toHaveValue("payroll 6");
  await expect(page.getByLabel("Status")).toHaveValue("overdue");
  await page.goBack();
  await expect(page).toHaveURL(/status=archived/);
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search requests" }).fill("100 % nothing_");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  // Filter syntax in the search is treated as text.
  await page.getByRole("searchbox", { name: "Search requests" }).fill('x%",id.not.is.null,a.eq."(');
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(rows).toHaveCount(50);
  // No title contains it, but the client's name does.
  await page.getByRole("searchbox", { name: "Search requests" }).fill("winter L");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=winter\+L/);
  await expect(rows).toHaveCount(50);
});

// S-2.24
test("a client is found among many by a part of its name", async () => {
  const { page } = lea;
  await queryAsOwner(
    `insert into public.clients (org_id, name) select id, 'Künde ' || n
     from public.orgs, generate_series(1, 1200) n where slug = 'sommer-requests'`,
  );
  await page.goto(`${BASE}/requests/new`);
  // Until the scripts run it is a native select.
  const client = page.getByRole("combobox", { name: "Client" }).and(page.locator("button"));
  await client.click();
  const search = page.getByPlaceholder("Type part of the name");
  await search.fill("nobody");
  await expect(page.getByText("No client has this name.")).toBeVisible();
  await search.fill("kunde 118");
  const found = page.getByRole("dialog", { name: "Client" }).getByRole("option");
  await expect(found).toHaveCount(11);
  await search.press("ArrowDown");
  await expect(found.filter({ hasText: "Künde 1180" })).toHaveAttribute("data-highlighted");
  expect(await findAxeProblems(page)).toEqual([]);
  await search.fill("kunde 1187");
  await search.press("Enter");
  await expect(client).toHaveText("Künde 1187");
  await expect(client).toBeFocused();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("A draft for Künde 1187.")).toBeVisible();
});

test("a template that cannot be saved without a network stays in its form", async () => {
  const { page, context } = lea;
  await page.goto(`${BASE}/templates/new`);
  await page.getByLabel("Template title").fill("Year end");
  await page.getByRole("button", { name: "Add file" }).click();
  await page.getByLabel("What do you need?").fill("Stock list");
  await page.getByRole("button", { name: "Remove item 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add file" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: "Item 1" })).toBeFocused();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Dossier can’t be reached, so this may not have worked.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Template title")).toHaveValue("Year end");
  await expect(page.getByLabel("What do you need?")).toHaveValue("Stock list");
  await context.setOffline(false);
  lea.problems.splice(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
});
