import type { Page, Route } from "@playwright/test";
import { queryAsOwner } from "./database";
import { makePdf } from "./documents";
import { itemOf, submitFile } from "./fixtures/answers";
import { createDraft, sendRequest } from "./fixtures/firms";
import { endSession, signInAgain, waitForSession } from "./pages/ended-session";
import { holdScripts } from "./pages/hold-scripts";
import { waitForReact } from "./pages/hydration";
import { openItem, openItemMenu } from "./pages/staff-pages";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

const titleOf = (page: Page, number: number) =>
  page.getByRole("group", { name: `Item ${number}` }).getByLabel("What do you need?");

// S-2.24, S-2.68
test("a draft lists the dates of its planned reminders, and moves a reminder from Saturday to Friday", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, { dueOn: null });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Due date"));
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Kathmandu" });
  const inDays = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  await page.locator("summary", { hasText: "Choose a due date to see when" }).click();
  const dates = page.getByRole("listitem").filter({ hasText: /before|after|on the due date/ });
  await page.getByLabel("Due date").fill("2031-12-05");
  await expect(page.getByText(/^Friday 5\s?December 2031/)).toBeVisible();
  // The browser may add a space before the comma.
  await expect(page.getByLabel("Due date")).toHaveAccessibleDescription(
    /Friday 5\s?December 2031\s?, in\s\d+\sdays$/,
  );
  const due = page.getByLabel("Due date");
  await due.blur();
  await expect(due).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await due.evaluate((field: HTMLInputElement) => {
    field.showPicker = () => field.setAttribute("data-was-opened", "");
  });
  await due.click();
  await expect(due).toHaveAttribute("data-was-opened");
  await expect(due).not.toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await due.blur();
  await page.getByLabel("Due date").fill(inDays(2));
  await expect(dates).toHaveCount(8);
  await expect(dates.filter({ hasText: "7 days before" })).toHaveCount(0);
  await page.getByLabel("Due date").fill(inDays(300));
  await expect(page.getByText("No reminders are planned.")).toBeVisible();
  await page.getByLabel("Due date").fill("");
  await expect(page.getByText("Choose a due date to see when")).toBeVisible();
  // The reminder one day before a Sunday moves from Saturday to Friday. The reminder before a
  // Wednesday does not move.
  const sunday = 14 + (7 - new Date(inDays(14)).getUTCDay());
  await page.getByLabel("Due date").fill(inDays(sunday + 3));
  await expect(dates.filter({ hasText: /1 day before$/ })).toHaveCount(1);
  await page.getByLabel("Due date").fill(inDays(sunday));
  await expect(dates.filter({ hasText: "1 day before, moved from Sat" })).toHaveCount(1);
});

// S-2.61, S-2.74
test("items move by dragging and with buttons, and the focus stays on the moved item's buttons", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    items: ["Alpha", "Beta", "Gamma"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await openItemMenu(firm.owner, 3);
  await page.getByRole("button", { name: "Move up: item 3" }).press("Enter");
  await expect(titleOf(page, 2)).toHaveValue("Gamma");
  await expect(page.getByRole("button", { name: "Move up: item 2" })).toBeFocused();
  await expect(page.getByText("Moved to position 2 of 3.")).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(titleOf(page, 1)).toHaveValue("Gamma");
  await expect(page.getByRole("button", { name: "Move down: item 1" })).toBeFocused();

  // The mouse cannot scroll during a drag, so the start and the end must both be visible.
  const viewport = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 1280, height: 2_400 });
  await page
    .getByTitle("Drag item 1 to another position")
    .dragTo(page.getByRole("group", { name: "Item 3" }));
  await expect(titleOf(page, 1)).toHaveValue("Alpha");
  await expect(titleOf(page, 2)).toHaveValue("Beta");
  await expect(titleOf(page, 3)).toHaveValue("Gamma");
  await page.setViewportSize(viewport);

  await openItem(firm.owner, 2);
  await titleOf(page, 2).fill("Beta, signed");
  await openItemMenu(firm.owner, 2);
  await page.getByRole("button", { name: "Remove item 2" }).press("Enter");
  await expect(page.getByRole("group", { name: "Item 2" })).toBeFocused();
  await expect(titleOf(page, 2)).toHaveValue("Gamma");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const removed = page.getByRole("dialog", { name: "You removed “Beta, signed”." });
  await removed.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(titleOf(page, 2)).toHaveValue("Beta, signed");
  await expect(page.getByRole("group", { name: "Item 2" })).toBeFocused();
  await expect(page.getByText("Restored at position 2.")).toBeAttached();
  await openItem(firm.owner, 2);
  await titleOf(page, 2).fill("Beta");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(titleOf(page, 2)).toHaveValue("Beta");
  await expect(titleOf(page, 3)).toHaveValue("Gamma");
});

// S-2.24, S-8.41
test("the text typed in a draft is restored after the user leaves the page and goes back", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await page.getByLabel("Message (optional)").fill("Before the third of May, please.");
  await page
    .getByRole("link", { name: /^Requests\b/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message (optional)")).toHaveValue(
    "Before the third of May, please.",
  );

  await page.getByLabel("Message (optional)").fill("Before the fourth of May, please.");
  await page.getByLabel("Message (optional)").blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page
    .getByRole("link", { name: /^Requests\b/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Message (optional)")).toHaveValue(
    "Before the fourth of May, please.",
  );
  const lose = (route: Route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback();
  await page.route("**/o/**", lose);
  await page.getByLabel("Message (optional)").fill("Before the first of May, please.");
  await page.getByLabel("Message (optional)").blur();
  await expect(
    page.getByText("Draft not saved yet. Keep this page open. We’ll keep trying to save it."),
  ).toBeVisible();
  await page.unroute("**/o/**", lose);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.route("**/o/**", lose);
  await page.getByLabel("Message (optional)").fill("Before the fifth of May, please.");
  await page
    .getByRole("link", { name: /^Requests\b/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await page.unroute("**/o/**", lose);
  await page.goBack();
  await expect(page.getByLabel("Message (optional)")).toHaveValue(
    "Before the fifth of May, please.",
  );
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  forgetLostRequests(firm.owner);
});

test("a draft's message field keeps its selection and typed text when the page's scripts arrive late", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const { page, context } = firm.owner;
  const slow = await context.newPage();
  const message = slow.getByLabel("Message (optional)");
  const stored = () =>
    queryAsOwner("select message from public.requests where id = $1", [draft.id]);
  let release = await holdScripts(slow);
  await slow.goto(draft.path, { waitUntil: "commit" });
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

  // After Back, the browser restores the field's text, which is older than the saved text.
  await slow.goto("about:blank");
  await page.goto(draft.path);
  await page.getByLabel("Message (optional)").fill("By the fourth.");
  await page.getByLabel("Message (optional)").blur();
  await expect.poll(stored).toEqual([{ message: "By the fourth." }]);
  await slow.goBack();
  await expect(message).toHaveValue("By the fourth.");
});

test("after the session ends, a single click on “Sign in” works even while a draft's field has the focus, and signing in restores the text", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const lea = firm.owner;
  const { page } = lea;
  const message = page.getByLabel("Message (optional)");
  await page.goto(draft.path);
  await waitForReact(message);
  await waitForSession(lea);
  await endSession(lea);
  await message.fill("By the ninth.");
  const link = page.getByRole("link", { name: "Sign in", exact: true });
  await expect(link).toBeVisible();
  await expect(message).toBeFocused();
  // With a delay, the field loses the focus before the mouse button is released, as in a real
  // click.
  await link.click({ delay: 90 });
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await expect(page.getByText("Sign in again. Your draft is still in this tab.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(lea.email);
  await signInAgain(lea, lea.email, lea.password);
  await expect(message).toHaveValue("By the ninth.");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("sending a request moves the focus to the main content of the next page", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const { page } = firm.owner;
  await page.goto(draft.path);
  const send = page.getByRole("button", { name: /^Send/ });
  await waitForReact(send);
  await send.press("Enter");
  await expect(page.getByText("Request sent")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
});

test("staff see the client's link in full, with scripts and without", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = firm.owner;
  await page.goto(request.path);
  const link = page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/r\/[0-9a-f]{32}$/);
  await expect(link).toBeVisible();
  const plain = await openWithoutScripts(firm.owner);
  await plain.page.goto(request.path);
  await expect(plain.page.locator("main code")).toHaveText((await link.textContent()) ?? "missing");
  await expect(plain.page.getByRole("button", { name: "Copy client link" })).toBeHidden();
});

test("the template form keeps its values when saving fails because the network is down", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  await page.goto(`${firm.path}/templates/new`);
  await page.getByLabel("Template title").fill("Year end");
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByLabel("What do you need?").fill("Stock list");
  await openItemMenu(firm.owner, 1);
  await page.getByRole("button", { name: "Remove item 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("group", { name: "Item 1" })).toBeFocused();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Dossier can’t be reached, so your last action may not have worked.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Template title")).toHaveValue("Year end");
  await expect(page.getByLabel("What do you need?")).toHaveValue("Stock list");
  await context.setOffline(false);
  forgetLostRequests(firm.owner);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
});

const LETTER = "Letter of 31 March to the bank.pdf";

test("the tabs of a request show its files and its full record with filters", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Letters", kind: "file" }] });
  const file = { name: LETTER, mime: "application/pdf", bytes: makePdf("A letter") };
  await submitFile(firm.owner, itemOf(request, "Letters"), file);
  const { page } = firm.owner;
  await page.goto(request.path);
  const tabs = page.getByRole("navigation", { name: "Request" });
  await tabs.getByRole("link", { name: "Files" }).click();
  const files = page.getByRole("region", { name: "Files" });
  const link = files.getByRole("link", { name: `${LETTER}, Version 1` });
  await expect(files.getByRole("heading", { name: "Letters 1 file" })).toBeVisible();
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const { scrollWidth, clientWidth } = await link.evaluate((element) => ({
      scrollWidth: element.scrollWidth,
      clientWidth: element.clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  }
  await tabs.getByRole("link", { name: "Full record" }).click();
  const record = page.getByRole("region", { name: "Full record" });
  await expect(record.getByText(/uploaded a file for “Letters”/)).toBeVisible();
  await expect(record.getByText("Event 1", { exact: true })).toBeVisible();
  await record.getByRole("link", { name: "Email" }).click();
  await expect(record.getByText(/uploaded a file/)).toHaveCount(0);
  await expect(record.getByText(/sent the request to/)).toBeVisible();

  await tabs.getByRole("link", { name: "Checklist" }).click();
  const activity = page.getByRole("region", { name: "Activity" });
  await expect(
    activity.getByText(/sent “Letters” with 1\sfile on behalf of the client/),
  ).toBeVisible();
  await expect(activity.getByText(/uploaded a file/)).toBeHidden();
  await activity.locator("summary", { hasText: "events" }).first().click();
  await expect(activity.getByText(/uploaded a file for “Letters”/)).toBeVisible();
});

test("the due date of a draft counts the days in the firm's time zone, not in the browser's", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm({ timeZone: "Pacific/Kiritimati" });
  const draft = await createDraft(firm, { dueOn: null });
  const storageState = await firm.owner.context.storageState();
  // In Pago Pago, the date is always one or two days earlier than in Kiritimati.
  const { page } = await open("Ines in Pago Pago", {
    timezoneId: "Pacific/Pago_Pago",
    storageState,
  });
  await page.goto(draft.path);
  const due = page.getByLabel("Due date");
  await waitForReact(due);
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Pacific/Kiritimati" });
  const inNineDays = new Date(Date.parse(`${today}T00:00:00Z`) + 9 * 86_400_000);
  await due.fill(inNineDays.toISOString().slice(0, 10));
  await expect(due).toHaveAccessibleDescription(/in\s9\sdays$/);
});
