import { webUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextCode } from "./mailbox";
import { letCodeBeSent, openRequestLink, signIn } from "./pages/auth-pages";
import { holdScripts } from "./pages/held-scripts";
import { waitForReact } from "./pages/hydration";
import { expectOneRequestEachMinute, isPoll } from "./pages/polling";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import {
  ACTIONS,
  answer,
  canClose,
  drafts,
  expectNothingKept,
  loseActions,
  noteOf,
  WAYS_OUT,
  watchAlerts,
} from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "ida@unsent.example";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Unsent Ltd", contact: "Ida Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("What stays in a tab");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  await addItem(staff, { button: "Add file", number: 2, title: "A letter" });
  await addItem(staff, { button: "Add text answer", number: 3, title: "A removed one" });
  link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Ida Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

// S-9.9
test("text that could not be submitted survives leaving the page", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toBeVisible();
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Baker, by the");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  // Closing the tab would lose the text, so the browser asks first.
  expect(await page.evaluate(canClose)).toBe(false);
  await page.getByRole("link", { name: "All items" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What stays in a tab" })).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toHaveValue("Baker, by the");
});

// S-8.17
test("unsent text does not overwrite a newer save: both are shown, even after a reload", async () => {
  const { page, context } = contact;
  const other = await context.newPage();
  await other.goto(page.url());
  await answer(other).fill("Butcher");
  await other.getByRole("button", { name: "Save for later" }).click();
  await other.waitForURL(/\/items$/);
  await other.close();
  // Only now, because the first page repeats its submission as soon as it reaches the server.
  await page.unroute(ACTIONS, loseActions);
  const conflict = page.getByRole("main").getByRole("alert");
  await page.addInitScript(watchAlerts);
  for (const typed of ["Baker, by the", "Baker, by the sea"]) {
    await page.reload();
    await expect(conflict).toContainText("You already changed this.");
    await expect(conflict).toContainText("Saved version: Butcher");
    await expect(conflict).toContainText("Yours: Baker, by the");
    await expect(answer(page)).toHaveValue(typed);
    // The notice that the answer will be sent never appears next to the conflict, not even
    // briefly.
    expect(await page.evaluate(() => window.mostAlerts)).toBe(1);
    await answer(page).fill("Baker, by the sea");
  }
  await answer(page).fill("Butcher");
  await page.getByRole("button", { name: "Save for later" }).click();
  await page.waitForURL(/\/items$/);
  expect(await drafts(page)).toEqual([]);
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toHaveValue("Butcher");
});

// S-9.9
test("typed text is saved two seconds after the last key, and at once on leaving the field", async () => {
  const { page } = contact;
  await page.clock.install();
  await page.reload();
  await waitForReact(answer(page));
  let saves = 0;
  page.on("request", (request) => {
    const isOwn = request.method() === "POST" && request.url().startsWith(`${webUrl}/r/`);
    if (isOwn && !isPoll(request)) saves += 1;
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await answer(page).fill("Butcher, since");
  await page.clock.runFor(1_500);
  await answer(page).fill("Butcher, since 1987");
  await page.clock.runFor(1_999);
  expect(saves).toBe(0);
  await page.clock.runFor(1);
  await expect(page.getByText("Draft saved")).toBeVisible();
  expect(saves).toBe(1);
  expect(await page.evaluate(canClose)).toBe(true);
  await answer(page).fill("Butcher since 1987");
  await answer(page).blur();
  await expect.poll(() => saves).toBe(2);
  // Wait until it is saved, because a page loaded before that would show the older one.
  await expect.poll(() => drafts(page)).toEqual([]);
  await page.clock.resume();
});

test("input from before the page's scripts run is saved like the rest", async () => {
  const { page, context } = contact;
  const slow = await context.newPage();
  const note = slow.getByLabel("Note");
  for (const words of ["Typed on a slow line", ""]) {
    const release = await holdScripts(slow);
    await slow.goto(page.url(), { waitUntil: "commit" });
    await note.fill(words);
    expect(await drafts(slow)).toEqual([]);
    release();
    await expect.poll(() => noteOf("Your trade")).toBe(words);
  }
  await slow.getByRole("link", { name: "All items" }).click();
  await slow.getByRole("link", { name: "A letter" }).click();
  await expect(note).toBeVisible();
  const release = await holdScripts(slow);
  await slow.reload({ waitUntil: "commit" });
  await slow
    .getByLabel("Choose files")
    .setInputFiles({ name: "0.txt", mimeType: "text/plain", buffer: Buffer.from("0") });
  release();
  await expect(slow.getByRole("link", { name: "0.txt" })).toBeVisible();
  await slow.getByRole("button", { name: "Remove 0.txt" }).click();
  await expect(slow.getByText("0.txt")).toHaveCount(0);
  await slow.close();
});

// S-7.5, S-9.2
test("changes by staff arrive each minute, and when the page gets the focus", async () => {
  const { page } = contact;
  const help = (text: string) =>
    queryAsOwner("update public.items set help = $1 where title = 'Your trade'", [text]);
  await page.reload();
  await waitForReact(answer(page));
  await help("In two words.");
  await page.clock.fastForward(55_000);
  await expect(page.getByText("In two words.")).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(page.getByText("In two words.")).toBeVisible();
  await help("In three words.");
  await page.clock.fastForward(5_000);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("In three words.")).toBeVisible();
});

// S-7.5
test("a visible checklist polls ten times in ten minutes, a hidden one never", async () => {
  const page = await contact.context.newPage();
  await page.clock.install();
  await page.goto(contact.page.url().replace(/\/items.*/, "/items"));
  await waitForReact(page.getByRole("link", { name: "Your trade", exact: true }));
  await page.waitForLoadState("networkidle");
  await expectOneRequestEachMinute(page);
  await page.close();
});

// S-2.52, S-8.17
test("a second tab does not overwrite what the first one saved: both are shown and kept", async () => {
  const { page, context } = contact;
  await page.reload();
  const other = await context.newPage();
  await other.goto(page.url());
  await answer(page).fill("Butcher in Leeds");
  await answer(page).blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  // Opened before: its answer is older, and only a note is typed.
  await other.getByLabel("Note").fill("Since 1987.");
  await other.getByLabel("Note").blur();
  const conflict = other.getByRole("main").getByRole("alert");
  await expect(conflict).toContainText("You already changed this.");
  await expect(conflict).toContainText("Saved version: Butcher in Leeds");
  await expect(conflict).toContainText("Yours: Since 1987.");
  await expectFineHere(other);
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in Leeds");
  await answer(other).fill("Butcher in Leeds");
  // Because of the conflict the draft was kept here; now the server has it.
  expect(await drafts(other)).toHaveLength(1);
  await other.getByRole("button", { name: "Save for later" }).click();
  await other.waitForURL(/\/items$/);
  await expect.poll(() => drafts(other)).toEqual([]);
  // Back leads to what was saved, not to what the tab loaded first.
  await other.goBack();
  await expect(other.getByLabel("Note")).toHaveValue("Since 1987.");
  await other.close();
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in Leeds");
  await expect(page.getByLabel("Note")).toHaveValue("Since 1987.");
});

// S-7.9, S-8.10
test("an answer whose session has ended leads to the sign-in page, and is there after the code", async () => {
  const { page, context } = contact;
  await expect(answer(page)).toHaveValue("Butcher in Leeds");
  await context.clearCookies();
  await answer(page).fill("Butcher in York");
  // Autosave says so and does not navigate.
  await answer(page).blur();
  await expect(page.getByText("Please sign in again.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByLabel("Your email")).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/r\/[^/]+$/);
  await expect(
    page.getByText("Please sign in again. Your draft is still in this tab."),
  ).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(CONTACT);
  expect(await drafts(page)).toHaveLength(1);
  const left = new URL(page.url()).searchParams.get("next");
  await letCodeBeSent(CONTACT, page);
  // The tab learns that its session has ended only after the code is typed; the code stays.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/auth/session", (route) => released.then(() => route.continue()));
  await page.getByLabel("Your email").fill(CONTACT);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = await nextCode(CONTACT);
  await page.getByLabel("Code").fill(code);
  const renewed = page.waitForRequest(
    (request) => request.method() === "GET" && new URL(request.url()).searchParams.has("next"),
  );
  release();
  expect((await renewed).isNavigationRequest()).toBe(false);
  await expect(page.getByLabel("Code")).toHaveValue(code);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(answer(page)).toHaveValue("Butcher in York");
  expect(new URL(page.url()).pathname).toBe(left);
});

// S-8.19
test("a draft for an item that has closed in the meantime stays for copying", async () => {
  const { page } = contact;
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Butcher in Hull");
  const close = (status: string) =>
    queryAsOwner("update public.items set status = $1 where title = 'Your trade'", [status]);
  await close("waived");
  for (const _ of ["once", "again"]) {
    await page.reload();
    await expect(page.getByLabel("Your answer, to copy")).toHaveValue("Butcher in Hull");
  }
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Your answer, to copy")).toBeHidden();
  expect(await drafts(page)).toEqual([]);
  await close("open");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in York");
});

test("staff keep what they typed on behalf when another member removes the item", async () => {
  const { page } = staff;
  // Block live updates, so that this page does not show the notice first.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {});
  await page.getByRole("link", { name: "A removed one", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A removed one" })).toBeVisible();
  await page.reload();
  await page.locator("summary", { hasText: "Answer on behalf of the client" }).click();
  await queryAsOwner("delete from public.items where title = 'A removed one'");
  await page.getByLabel("Answer", { exact: true }).fill("By phone: yes.");
  await page.getByRole("button", { name: "Submit" }).click();
  const refusal = page.getByRole("main").getByRole("alert");
  await expect(refusal).toContainText("Not found or no access.");
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("By phone: yes.");
  expect(await drafts(page)).toHaveLength(1);
});

// S-7.9
test("signing out deletes drafts in every tab, as do signing out everywhere and deleting the account", async () => {
  const { page, context } = contact;
  const path = new URL(page.url()).pathname;
  for (const leave of WAYS_OUT) {
    const other = await context.newPage();
    await other.goto(path);
    await other.route(ACTIONS, loseActions);
    await answer(other).fill("Butcher or");
    await expect.poll(() => drafts(other)).toHaveLength(1);
    await page.goto(path);
    await page.route(ACTIONS, loseActions);
    await answer(page).fill("Butcher and");
    await expect.poll(() => drafts(page)).not.toEqual([]);
    await leave(page, CONTACT);
    await expect(other.getByLabel("Your email")).toBeVisible();
    await expectNothingKept([page, other]);
    await other.close();
    if (leave === WAYS_OUT.at(-1)) continue;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await letCodeBeSent(CONTACT, contact.page);
    await openRequestLink(contact, link, CONTACT);
  }
});
