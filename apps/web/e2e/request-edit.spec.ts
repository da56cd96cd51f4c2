import { itemOf, submitAnswer, waive } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { foundForTwo } from "./fixtures/two-members";
import { draftKeys, endSession, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { sendLedger } from "./pages/ledger";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

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
  await expect(conflict).not.toContainText("Adam Reyes");
  await adam.page.getByRole("button", { name: "Save changes" }).click();
  await expect(adam.page.getByText("Changes saved")).toBeVisible();
  await expect(adam.page.getByText("Planned reminders are paused.")).toHaveCount(1);
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
  await row("Day of the stock count").click();
  const moved = page.getByRole("form", { name: "Edit Day of the stock count" });
  await moved.getByLabel("What do you need?").fill("Date of the stock count");
  await moved.getByRole("button", { name: "Save item" }).click();
  await expect(row("Date of the stock count")).toBeVisible();
  await menu("Anything unusual?").click();
  await page.getByLabel("Remove: Anything unusual?").click();
  const question = page.getByRole("dialog", { name: "Remove “Anything unusual?”" });
  await expect(question.getByText("The contacts no longer see this item")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await page.getByLabel("Title", { exact: true }).fill("Books of the year");
  await menu("Anything unusual?").click();
  await page.getByLabel("Remove: Anything unusual?").click();
  await question.getByRole("button", { name: "Remove item" }).click();
  await expect(page.getByText("You removed “Anything unusual?”.", { exact: true })).toBeVisible();
  await expect(row("Anything unusual?")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Items" })).toBeFocused();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Books of the year");

  await row("General ledger").click();
  const ledger = page.getByRole("form", { name: "Edit General ledger" });
  await ledger.getByLabel("What do you need?").fill("");
  await page.getByLabel("Title", { exact: true }).fill("Books of 2026");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(ledger.getByText("Say what you need.")).toBeVisible();
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
  expect(await draftKeys(mia)).toEqual([]);
});

test("the dialog that confirms the removal of an item starts at Cancel and returns the focus to the item's menu", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    items: [
      { title: "Ledger", kind: "text" },
      { title: "Payroll", kind: "text" },
      { title: "Rent", kind: "text" },
    ],
  });
  await submitAnswer(firm.owner, itemOf(request, "Payroll"));
  await submitAnswer(firm.owner, itemOf(request, "Rent"));
  await waive(firm.owner, itemOf(request, "Rent"), "Sold.");
  const { page } = firm.owner;
  const menu = (title: string) => page.locator(`summary[aria-label='Actions for ${title}']`);
  const opener = page.getByLabel("Remove: Ledger");
  const question = page.getByRole("dialog", { name: "Remove “Ledger”" });
  await page.goto(`${request.path}/edit`);
  await waitForReact(menu("Ledger"));
  await menu("Ledger").press("Enter");
  await opener.press("Enter");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(menu("Ledger")).toBeFocused();
  await expect(opener).toBeHidden();
  await menu("Payroll").press("Enter");
  const kept = page.getByRole("button", { name: "Remove “Payroll”" });
  await expect(kept).toHaveAttribute("aria-disabled", "true");
  await expect(kept).toHaveAccessibleDescription(
    "This item has an answer, so you cannot remove it. Waive it instead.",
  );
  await page.keyboard.press("Escape");
  await menu("Rent").press("Enter");
  await expect(page.getByRole("button", { name: "Remove “Rent”" })).toHaveAccessibleDescription(
    "This item has an answer, so you cannot remove it. It is already waived, so contacts do not have to answer it.",
  );
});

test("“Save changes” ignores a new item whose fields the user emptied after the item was refused", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  await page.locator("summary", { hasText: "Add item" }).click();
  const added = page.getByRole("form", { name: "Add an item" });
  await added.getByLabel("Help").fill("The latest one");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(added.getByText("Say what you need.")).toBeVisible();
  await added.getByLabel("Help").fill("");
  await page.getByLabel("Title", { exact: true }).fill("Books of 2026");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Books of 2026" })).toBeVisible();
  expect(await draftKeys(firm.owner)).toEqual([]);
});

test("text that the user types into an item while “Save changes” runs is restored when the user returns, and causes no conflict", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  const row = (title: string) => page.locator("li summary", { hasText: title }).first();
  const form = (title: string) => page.getByRole("form", { name: `Edit ${title}` });
  const field = (title: string) => form(title).getByLabel("What do you need?");
  await page.goto(`${request.path}/edit`);
  await row("Ledger").click();
  await waitForReact(form("Ledger"));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/edit", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.fallback();
  });
  await field("Ledger").fill("General ledger");
  await page.getByRole("button", { name: "Save changes" }).click();
  await field("Ledger").fill("Nominal ledger");
  release();
  await expect(page.getByText("Changes saved")).toBeVisible();
  await page.goto(`${request.path}/edit`);
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await expect(field("General ledger")).toHaveValue("Nominal ledger");
  await form("General ledger").getByRole("button", { name: "Save item" }).click();
  await expect(row("Nominal ledger")).toBeVisible();
  expect(await draftKeys(firm.owner)).toEqual([]);
});

test("“Save changes” sends an item again if the item was refused before the page's scripts ran", async ({
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
test("without scripts, staff can add and remove an item of an open request, and the form keeps its values after an error", async ({
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
  await maxFiles.fill("99");
  await added.getByRole("radio", { name: "Choice" }).check();
  await expect(maxFiles).toBeHidden();
  await added.getByLabel("What do you need?").fill("Bank that you use");
  await choices.fill("Monzo");
  await added.getByLabel("Let the client choose more than one").check();
  await added.getByLabel("Required").uncheck();
  await added.getByRole("button", { name: "Add item" }).click();
  await expect(added.getByText("Offer at least 2 choices, one per line.").last()).toBeVisible();
  await expect(added.getByRole("radio", { name: "Choice" })).toBeChecked();
  await expect(added.getByLabel("What do you need?")).toHaveValue("Bank that you use");
  await expect(choices).toHaveValue("Monzo");
  await expect(added.getByLabel("Let the client choose more than one")).toBeChecked();
  await expect(added.getByLabel("Required")).not.toBeChecked();
  await choices.fill("Monzo\nStarling");
  await added.getByRole("button", { name: "Add item" }).click();
  await page.locator("li summary", { hasText: "Bank that you use" }).first().click();
  const saved = page.getByRole("form", { name: "Edit Bank that you use" });
  await expect(saved.getByLabel("Choices", { exact: true })).toHaveValue("Monzo\nStarling");
  await expect(saved.getByLabel("Required")).not.toBeChecked();

  await page.locator("summary[aria-label='Actions for Bank that you use']").click();
  await page.getByLabel("Remove: Bank that you use").click();
  await page
    .getByRole("form", { name: "Remove “Bank that you use”" })
    .getByRole("button", { name: "Remove item" })
    .click();
  await expect(page.locator("li summary", { hasText: "Bank that you use" })).toHaveCount(0);
});
