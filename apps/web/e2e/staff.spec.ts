import { unwrap } from "@dossier/backend-client";
import type { Locator } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { sendAnswered } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { addClient, addMember, createDraft, type Firm } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { endSession, keptNames, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { sendLedger } from "./pages/ledger";
import { addItem, confirmAct, openItemMenu } from "./pages/staff-pages";
import { forgetLostRequests } from "./people";
import { expect, type Fixtures, test } from "./test";

async function foundForTwo({ foundFirm, join }: Pick<Fixtures, "foundFirm" | "join">) {
  const firm = await foundFirm({ owner: "Mia Chen", timeZone: "Europe/London" });
  const adam = await join("Adam Reyes");
  await addMember(firm, adam);
  return { firm, mia: firm.owner, adam };
}

async function saveTemplate({ id, path, owner }: Firm): Promise<string> {
  const row = await callBackend(owner.context, async ({ db }) =>
    unwrap(
      await db.rpc("save_template", {
        org_id: id,
        title: "Quarterly VAT",
        message: "",
        due_in_days: 10,
        items: [
          { kind: "text", title: "Any export?", section: "" },
          { kind: "file", title: "Invoices", section: "" },
        ],
      }),
    ),
  );
  return `${path}/templates/${(row as { id: string }).id}`;
}

// S-2.31
test("the list of templates shows the three starter templates", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(firm.path);
  await page.getByRole("link", { name: "Templates", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  for (const title of ["Annual financial statements", "Mortgage application", "New employee"]) {
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  }
});

// S-2.31
test("the preview next to the templates shows the template under the pointer or with the focus", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${firm.path}/templates`);
  const column = page.getByRole("complementary", { name: "Preview" });
  await expect(column).toContainText("Annual financial statements");
  await page.getByRole("link", { name: "Mortgage application" }).focus();
  await expect(column).toContainText("Passport or driver’s license");
  await page.getByRole("link", { name: "New employee" }).hover();
  await expect(column).toContainText("New employee");
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(column).toBeHidden();
  // On a tablet, the preview is below the list.
  await page.setViewportSize({ width: 768, height: 900 });
  await column.getByRole("link", { name: "Start a request" }).click();
  await expect(page).toHaveURL(/requests\/new\?template=/);
});

// S-2.31
test("while a template loads, the preview does not show the earlier template, and Try again keeps the focus in the preview", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${firm.path}/templates`);
  const column = page.getByRole("complementary", { name: "Preview" });
  await expect(column).toContainText("Annual financial statements");
  let fail = () => {};
  const isHeld = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/search?template=*", async (route) => {
    await isHeld;
    await route.abort();
  });
  await page.getByRole("link", { name: "Mortgage application" }).focus();
  await expect(column).not.toContainText("Annual financial statements");
  fail();
  await expect(column).toContainText("The preview could not be loaded.");
  forgetLostRequests(firm.owner);
  await page.unroute("**/search?template=*");
  await column.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(column).toContainText("Passport or driver’s license");
  await expect(column.getByRole("region", { name: "Preview" })).toBeFocused();
});

test("the Tab key stops at the preview of a template only if the preview scrolls", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.goto(`${path}/templates`);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toHaveAttribute("tabindex", "0");
  await page.setViewportSize({ width: 768, height: 400 });
  await expect(preview).toHaveAttribute("tabindex", "-1");
});

// S-2.31
test("a user writes a template, moves its items with buttons, and saves it", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates/new`);
  await waitForReact(page.getByLabel("Template title"));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Give the template a title.")).toBeVisible();
  await page.getByLabel("Template title").fill("Quarterly VAT");
  await page.getByLabel("Days until the request is due").fill("10");
  await addItem(firm.owner, { number: 1, title: "Invoices" });
  const choice = await addItem(firm.owner, { kind: "Choice", number: 2, title: "Any export?" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Offer at least 2 choices, one per line.")).toBeVisible();
  await choice.getByLabel("Choices", { exact: true }).fill("Yes\nNo");
  await openItemMenu(firm.owner, 2);
  await page.getByRole("button", { name: "Move up: item 2" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await expect(
    page.getByRole("group", { name: "Item 1" }).getByLabel("What do you need?"),
  ).toHaveValue("Any export?");
  await expect(page.locator("[name='items.0.kind']")).toHaveValue("choice");
  await expect(page.locator("[name='items.1.kind']")).toHaveValue("file");
});

// S-8.10, S-8.17
test("if two members edit one template, the second member sees both versions and loses no typed text", async ({
  foundFirm,
  join,
}) => {
  const { firm, mia, adam } = await foundForTwo({ foundFirm, join });
  const path = await saveTemplate(firm);
  const [first, second] = [mia.page, adam.page];
  await second.goto(path);
  await first.goto(path);
  await waitForReact(first.getByLabel("Message (optional)"));
  await first.getByLabel("Message (optional)").fill("Mia asks politely.");
  await first.getByRole("button", { name: "Save", exact: true }).click();
  await expect(first.getByText("Template saved")).toBeVisible();
  await second.getByLabel("Message (optional)").fill("Adam asks briefly.");
  const receipts = await addItem(adam, { kind: "Date", number: 3, title: "Last receipt" });
  await endSession(adam);
  await second.getByRole("button", { name: "Save", exact: true }).click();
  // After the sign-in, the page restores Adam's text on top of the version that Mia saved.
  await signInAgain(adam, adam.email, adam.password);
  await expect(second.getByLabel("Message (optional)")).toHaveValue("Adam asks briefly.");
  await expect(receipts.getByLabel("What do you need?")).toHaveValue("Last receipt");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = second.getByRole("alert").filter({ hasText: "already changed this" });
  await expect(conflict).toContainText("Mia Chen already changed this.");
  await expect(conflict).toContainText("Saved version: Mia asks politely.");
  await expect(conflict).toContainText("Yours: Adam asks briefly.");
  await expect(second.getByLabel("Message (optional)")).toHaveValue("Adam asks briefly.");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await expect(conflict).toBeHidden();
  await expect(second.getByText("Template saved")).toBeVisible();
  await expect(second.getByLabel("Message (optional)")).toHaveValue("Adam asks briefly.");
  await expect.poll(() => keptNames(adam)).toEqual([]);
});

// S-2.24
test("a request starts from a template, and an archived template is not offered", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await addClient(firm);
  const path = await saveTemplate(firm);
  const { page } = firm.owner;
  await page.goto(path);
  await page.getByRole("link", { name: "Start a request" }).click();
  await expect(page.getByRole("radio", { name: /^Quarterly VAT/ })).toBeChecked();
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText("Invoices");
  await page.getByLabel("Client").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Quarterly VAT");
  await expect(
    page.getByRole("group", { name: "Item 2" }).getByLabel("What do you need?"),
  ).toHaveValue("Invoices");
  await page.locator("summary", { hasText: "Delete draft" }).click();
  await page.getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Archive template" }).click();
  const isArchived = page.getByText("This template is archived");
  await expect(isArchived).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(isArchived).toHaveCount(0);
  await page.getByRole("button", { name: "Archive template" }).click();
  await expect(isArchived).toBeVisible();
  await page.goto(`${firm.path}/requests/new`);
  await expect(
    page.getByRole("radio", { name: "Annual financial statements 7 items" }),
  ).toBeVisible();
  await expect(page.getByRole("radio", { name: "Quarterly VAT" })).toHaveCount(0);
});

test("a user adds an item to a template and saves it without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${firm.path}/templates/new`);
  await page.getByLabel("Template title").fill("Plain template");
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByLabel("Template title")).toHaveValue("Plain template");
  await page.getByRole("radio", { name: "Text" }).check();
  await page.getByLabel("What do you need?").fill("Anything to tell us?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
});

// S-2.26
test("staff reword and assign an open request, and a conflict shows both versions", async ({
  foundFirm,
  join,
}) => {
  const { firm, mia, adam } = await foundForTwo({ foundFirm, join });
  const request = await sendLedger(firm);
  const { page } = mia;
  await page.goto(request.path);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit Book-keeping" })).toBeVisible();
  await adam.page.goto(`${request.path}/edit`);
  await page.getByLabel("Title", { exact: true }).fill("Book-keeping 2026");
  await page.getByLabel("Assignee").selectOption({ label: "Adam Reyes" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping 2026" })).toBeVisible();
  const details = { name: "Details and activity" };
  await expect(page.getByRole("complementary", details)).toContainText("Adam Reyes");

  await adam.page.getByLabel("Title", { exact: true }).fill("Ledgers 2026");
  await adam.page.getByLabel("Pause reminders").check();
  await endSession(adam);
  await adam.page.getByRole("button", { name: "Save changes" }).click();
  await signInAgain(adam, adam.email, adam.password);
  await expect(adam.page.getByLabel("Title", { exact: true })).toHaveValue("Ledgers 2026");
  await expect(adam.page.getByLabel("Pause reminders")).toBeChecked();
  await adam.page.getByRole("button", { name: "Save changes" }).click();
  const conflict = adam.page.getByRole("alert").filter({ hasText: "already changed this" });
  await expect(conflict).toContainText("Mia Chen already changed this.");
  await expect(conflict).toContainText("Saved version: Book-keeping 2026");
  await expect(conflict).toContainText("Yours: Ledgers 2026");
  // The conflict shows no field that only one of the two members changed.
  await expect(conflict).not.toContainText("Adam Reyes");
  await adam.page.getByRole("button", { name: "Save changes" }).click();
  await expect(adam.page.getByText("Changes saved")).toBeVisible();
  await expect(adam.page.getByText("Planned reminders are paused.").first()).toBeVisible();
  await expect(adam.page.getByRole("heading", { level: 1, name: "Ledgers 2026" })).toBeVisible();
  await expect(adam.page.getByRole("complementary", details)).toContainText("Adam Reyes");
});

// S-2.26
test("staff reword, add, move and remove the items of an open request", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const mia = firm.owner;
  const { page } = mia;
  const row = (title: string) => page.locator("li summary", { hasText: title }).first();
  const menu = (title: string) => page.locator(`summary[aria-label='Actions for ${title}']`);
  await page.goto(`${request.path}/edit`);
  await row("Ledger").click();
  const form = page.getByRole("form", { name: "Edit Ledger" });
  await form.getByLabel("What do you need?").fill("General ledger");
  await form.getByRole("button", { name: "Save item" }).click();
  await expect(row("General ledger")).toBeVisible();

  await page.locator("summary", { hasText: "Add item" }).click();
  const added = page.getByRole("form", { name: "Add an item" });
  await added.getByRole("radio", { name: "Date" }).check();
  await added.getByLabel("What do you need?").fill("Day of the stock count");
  await added.getByRole("button", { name: "Add item" }).click();
  await menu("Day of the stock count").click();
  await page.getByRole("button", { name: "Move up: Day of the stock count" }).click();
  const rows = page.getByRole("region", { name: "Items" }).getByRole("listitem");
  await expect(rows).toContainText(["General ledger", "Day of the stock count", "Anything"]);
  // The open menu covers the next row.
  await page.keyboard.press("Escape");
  await menu("Anything unusual?").click();
  await expect(page.getByRole("button", { name: "Move down: Anything unusual?" })).toBeDisabled();
  // Moving an item does not create a conflict with a later edit of its text.
  await row("Day of the stock count").click();
  const moved = page.getByRole("form", { name: "Edit Day of the stock count" });
  await moved.getByLabel("What do you need?").fill("Date of the stock count");
  await moved.getByRole("button", { name: "Save item" }).click();
  await expect(row("Date of the stock count")).toBeVisible();
  await menu("Anything unusual?").click();
  await page.getByRole("button", { name: "Remove Anything unusual?" }).click();
  await expect(row("Anything unusual?")).toHaveCount(0);

  // “Save changes” also saves changed items. If an item is refused, the details are not saved.
  await row("General ledger").click();
  const ledger = page.getByRole("form", { name: "Edit General ledger" });
  await ledger.getByLabel("What do you need?").fill("");
  await page.getByLabel("Title", { exact: true }).fill("Books of 2026");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(ledger.getByText("Say what you need.")).toBeVisible();
  // The next attempt tries to save the refused item again.
  const refusal = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save changes" }).click();
  await refusal;
  await expect(ledger.getByText("Say what you need.")).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  await ledger.getByLabel("What do you need?").fill("Nominal ledger");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Books of 2026" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Checklist" }).getByRole("listitem")).toHaveText([
    /Nominal ledger$/,
    /Date of the stock count$/,
  ]);
  expect(await keptNames(mia)).toEqual([]);
});

test("an item that was refused before the page's scripts ran is sent again with the request", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  const scripts = "**/_next/static/**/*.js*";
  await page.route(scripts, (route) => route.abort());
  await page.goto(`${request.path}/edit`);
  await page.locator("li summary", { hasText: "Ledger" }).first().click();
  const form = page.getByRole("form", { name: "Edit Ledger" });
  await form.getByLabel("What do you need?").fill("");
  await page.unroute(scripts);
  await form.getByRole("button", { name: "Save item" }).click();
  await expect(form.getByText("Say what you need.")).toBeVisible();
  forgetLostRequests(firm.owner);
  await waitForReact(form);
  const refusal = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Save changes" }).click();
  await refusal;
  await expect(form.getByText("Say what you need.")).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  await form.getByLabel("What do you need?").fill("General ledger");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page.getByText("General ledger").first()).toBeVisible();
});

// S-2.26, S-2.65
test("without scripts, staff can add a choice to an open request, and the form keeps its values after an error", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${request.path}/edit`);
  await page.locator("summary", { hasText: "Add item" }).click();
  const added = page.getByRole("form", { name: "Add an item" });
  const choices = added.getByLabel("Choices", { exact: true });
  const maxFiles = added.getByLabel("Maximum number of files");
  await expect(choices).toBeHidden();
  // The number is refused for a file, but a choice has no number of files.
  await maxFiles.fill("99");
  await added.getByRole("radio", { name: "Choice" }).check();
  await expect(maxFiles).toBeHidden();
  await added.getByLabel("What do you need?").fill("Bank that you use");
  await choices.fill("Monzo");
  await added.getByLabel("Allow several choices").check();
  await added.getByLabel("Required").uncheck();
  await added.getByRole("button", { name: "Add item" }).click();
  await expect(added.getByText("Offer at least 2 choices, one per line.").last()).toBeVisible();
  await expect(added.getByRole("radio", { name: "Choice" })).toBeChecked();
  await expect(added.getByLabel("What do you need?")).toHaveValue("Bank that you use");
  await expect(choices).toHaveValue("Monzo");
  await expect(added.getByLabel("Allow several choices")).toBeChecked();
  await expect(added.getByLabel("Required")).not.toBeChecked();
  await choices.fill("Monzo\nStarling");
  await added.getByRole("button", { name: "Add item" }).click();
  await page.locator("li summary", { hasText: "Bank that you use" }).first().click();
  const saved = page.getByRole("form", { name: "Edit Bank that you use" });
  await expect(saved.getByLabel("Choices", { exact: true })).toHaveValue("Monzo\nStarling");
  await expect(saved.getByLabel("Required")).not.toBeChecked();
});

// S-2.25
test("staff add several contacts to an open request with the keyboard, and without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const names = ["Anna Brandt", "Ida Brandt", "Ida Brandt", "Max Stopp"];
  await callBackend(firm.owner.context, async ({ db }) => {
    for (const name of names) {
      const email = uniqueEmail(name);
      const client = { org_id: firm.id, client_id: request.client.id };
      unwrap(await db.rpc("save_contact", { ...client, name, email }));
    }
  });
  await queryAsOwner(
    "update public.contacts set status = 'bounced' where name = 'Max Stopp' and org_id = $1",
    [firm.id],
  );
  const { page } = firm.owner;
  await page.goto(request.path);
  const details = page.getByRole("complementary", { name: "Details and activity" });
  const summary = details.locator("summary", { hasText: "Change contacts" });
  await waitForReact(summary);
  await summary.press("Enter");
  const form = page.getByRole("form", { name: "Add contacts" });
  const group = form.getByRole("group", { name: "Contacts to add" });
  await expect(group.getByRole("checkbox")).toHaveCount(4);
  // Two contacts have the same name, so their email addresses are shown.
  await expect(group.getByText("@")).toHaveCount(3);
  await expect(group.getByText("Email bounced")).toBeVisible();
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(form.getByText("Choose at least one contact.")).toBeVisible();
  await group.getByRole("checkbox", { name: "Anna Brandt" }).press("Space");
  await group.getByRole("checkbox", { name: "Max Stopp" }).press("Space");
  await expectFineHere(page);
  // If the email to one contact bounced, no contact is added.
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(details.getByText("Email to Max Stopp bounced.")).toBeVisible();
  await expect(group.getByRole("checkbox")).toHaveCount(4);
  await expect(details.locator("summary", { hasText: "Remove Anna Brandt" })).toHaveCount(0);
  await group.getByRole("checkbox", { name: "Max Stopp" }).press("Space");
  await form.getByRole("button", { name: "Add contacts" }).press("Enter");
  await expect(group.getByRole("checkbox")).toHaveCount(3);
  await expect(details.locator("summary", { hasText: "Remove Anna Brandt" })).toBeVisible();

  const plain = (await openWithoutScripts(firm.owner)).page;
  await plain.goto(request.path);
  const shown = plain.getByRole("complementary", { name: "Details and activity" });
  await shown.locator("summary", { hasText: "Change contacts" }).click();
  await shown.getByRole("button", { name: "Add contacts" }).click();
  await expect(shown.getByText("Choose at least one contact.")).toBeVisible();
  const chips = shown.getByRole("checkbox", { name: "Ida Brandt" });
  await chips.first().check();
  await chips.last().check();
  await shown.getByRole("button", { name: "Add contacts" }).click();
  await shown.locator("summary", { hasText: "Change contacts" }).click();
  await expect(shown.locator("summary", { hasText: "Remove Ida Brandt" })).toHaveCount(2);
});

// S-8.20, S-8.24
test("staff cannot remove the last contact of a request, and must wait before a second reminder", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm({ timeZone: "Europe/London" });
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(request.path);
  await page.locator("summary", { hasText: "Change contacts" }).click();
  await confirmAct(page, "Remove Nadia Quill");
  await expect(
    page.getByText("No other contact of this request gets email. Add another contact first."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Contacts of Quill & Press" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Quill & Press" })).toBeVisible();
  await page.locator("summary", { hasText: "Edit Nadia Quill" }).click();
  await confirmAct(page, "Remove Nadia Quill");
  await expect(
    page.getByText("No other contact of this request gets email. Add another contact first."),
  ).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "Book-keeping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping" })).toBeVisible();

  // Without scripts, a page still shows the Remind button after the first reminder, so the user can
  // try a second one.
  const plain = await openWithoutScripts(firm.owner);
  await plain.page.goto(request.path);
  await page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(page.getByText("Reminder on its way")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remind", exact: true })).toHaveCount(0);
  await expect(
    page.getByText(
      /^You can send another reminder (today|tomorrow|on \d+\s\w+\s\d{4}) at \d\d:\d\d \(Europe\/London\)\.$/,
    ),
  ).toBeVisible();
  await plain.page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(plain.page.getByRole("alert")).toHaveText(
    /You can try again (today|tomorrow|on \d+\s\w+\s\d{4}) at \d\d:\d\d\./,
  );
});

// S-2.22, S-2.23
test("the list of requests and the inbox can be filtered by assignee", async ({
  foundFirm,
  join,
}) => {
  const { firm, mia, adam } = await foundForTwo({ foundFirm, join });
  const { id } = await sendAnswered(firm, ["Anything unusual?"], "Ledgers 2026");
  await queryAsOwner("update public.requests set assignee_id = $1 where id = $2", [
    adam.userId,
    id,
  ]);
  const { page } = mia;
  await page.goto(`${firm.path}/requests`);
  const filter = async (name: string) => {
    await page.locator("summary", { hasText: "Add filter" }).click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await filter("Adam Reyes");
  await expect(page).toHaveURL(/assignee=/);
  await expect(page.getByRole("link", { name: "Ledgers 2026" })).toBeVisible();
  await filter("Me");
  await expect(page).toHaveURL(/assignee=me/);
  await expect(page.getByRole("link", { name: "Ledgers 2026" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Assigned to me" })).toBeVisible();

  // The inbox also filters by assignee: all items, or only the user's items.
  await page.goto(firm.path);
  const waiting = page.getByRole("region", { name: /Ledgers 2026$/ });
  await expect(waiting).toBeVisible();
  await page
    .getByRole("navigation", { name: "Inbox" })
    .getByRole("link", { name: "Assigned to me" })
    .click();
  await expect(
    page.getByRole("heading", { name: "Nothing waiting for your review" }),
  ).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("on a request's page, J selects an item, and keyboard focus shows tooltips with exact times and the names of icon buttons", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, ["First question"]);
  const { page } = firm.owner;
  const tipOf = (part: Locator) =>
    part.evaluate((element) => getComputedStyle(element, "::after").content);
  await page.goto(request.path);
  const checklist = page.getByRole("region", { name: "Checklist" });
  const row = checklist.getByRole("link", { name: "First question" });
  const time = checklist.getByRole("listitem").locator("time");
  await waitForReact(row);
  expect(await tipOf(time)).toBe("none");
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  // The text after the slash keeps the tooltip out of accessible names.
  expect(await tipOf(time)).toBe(`${JSON.stringify(await time.getAttribute("title"))} / ""`);
  const menu = page.getByLabel("More actions");
  await menu.focus();
  expect(await tipOf(menu)).toBe('"More actions" / ""');
  // The sidebar shows a tooltip only at the widths at which it shows no names.
  const clients = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Clients",
    exact: true,
  });
  await clients.focus();
  expect(await tipOf(clients)).toBe("none");
  await page.setViewportSize({ width: 1_000, height: 720 });
  expect(await tipOf(clients)).toBe('"Clients" / ""');
  await expect(clients).toHaveAccessibleName("Clients");
  await page.setViewportSize({ width: 400, height: 720 });
  expect(await tipOf(clients)).toBe("none");
});

// S-2.56
test("keyboard shortcuts select list rows, focus the search, open the command menu and the shortcut list, and do nothing in fields", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates`);
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  const rows = page.locator("main [data-list-keys] a");
  await waitForReact(rows.first());
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Template title")).toHaveValue("Annual financial statements");
  await page.getByLabel("Template title").press("End");
  await page.getByLabel("Template title").press("n");
  await expect(page.getByLabel("Template title")).toHaveValue("Annual financial statementsn");

  // The list has a search field only if the firm has requests, so create a draft.
  await createDraft(firm);
  await page.goto(`${firm.path}/requests`);
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await waitForReact(page.getByRole("searchbox", { name: "Search requests" }));
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search requests" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Search requests" }).blur();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Command menu" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("import");
  await expect(menu.getByRole("option").first()).toHaveText("Import clients");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import clients" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
});
