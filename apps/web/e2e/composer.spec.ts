import { queryAsOwner } from "./database";
import { addClient, addMember, createDraft, sendRequest } from "./fixtures/firms";
import { preview, previewRow, tint } from "./pages/draft-preview";
import { holdScripts } from "./pages/hold-scripts";
import { waitForReact } from "./pages/hydration";
import { addItem, openItem } from "./pages/staff-pages";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

// S-2.71
test("the preview of a draft scrolls to the open item, and ends above the bottom of the window", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const titles = Array.from({ length: 12 }, (_, index) => `Question ${index + 1}`);
  const draft = await createDraft(firm, {
    title: "Closing the books",
    items: titles.map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await openItem(firm.owner, 12);
  await expect(previewRow(page, "Question 12")).toBeInViewport();
  await addItem(firm.owner, { kind: "Text", number: 13, title: "Question 13" });
  await expect(previewRow(page, "Question 13")).toBeInViewport();
  const edge = await page.getByRole("region", { name: "Preview" }).boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  expect((edge?.y ?? height) + (edge?.height ?? 0)).toBeLessThan(height);
});

// S-2.71
test("the preview of a draft shows the typed text and highlights the open item", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    title: "Closing the books",
    items: ["Alpha", "Beta"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await expect(preview(page)).toContainText("Closing the books");
  await page.getByLabel("Title", { exact: true }).fill("Year-end papers");
  await page.getByLabel("Title", { exact: true }).press("End");
  await expect(preview(page)).toContainText("Year-end papers");
  await expect(page.getByRole("heading", { level: 1, name: "Year-end papers" })).toBeAttached();
  await page.getByLabel("Message (optional)").fill("Photos are fine.");
  await expect(preview(page)).toContainText("Photos are fine.");
  expect(await tint(page, "Alpha")).not.toBe(await tint(page, "Beta"));
  const open = await tint(page, "Alpha");
  await openItem(firm.owner, 2);
  await expect.poll(() => tint(page, "Beta")).toBe(open);
  await addItem(firm.owner, { kind: "Date", number: 3, title: "Day of the count" });
  await expect(previewRow(page, "Day of the count")).toContainText("To do");
  await expect.poll(() => tint(page, "Day of the count")).toBe(open);
  await page.getByRole("group", { name: "Item 3" }).getByLabel("Required").uncheck();
  await expect(preview(page)).toContainText("Optional items");
  await expect(preview(page).getByRole("link")).toHaveCount(0);
  expect(await preview(page).locator("[inert]").count()).toBe(1);
  // A firm without a color gets Dossier's color.
  const start = preview(page).getByText("Start", { exact: true });
  await expect(start).toHaveCSS("background-color", "rgb(47, 72, 198)");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await firm.owner.context.setOffline(true);
  await page.getByLabel("Message (optional)").fill("Scans are fine, too.");
  await expect(preview(page)).toContainText("Scans are fine, too.");
  await firm.owner.context.setOffline(false);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  forgetLostRequests(firm.owner);
});

test("the preview of an open request shows its sender, not the member who edits it", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { title: "Closing the books" });
  const member = await join("Adam Reyes");
  await addMember(firm, member);
  const { page } = member;
  await page.goto(`${request.path}/edit`);
  const message = page.getByLabel("Message (optional)");
  await waitForReact(message);
  await message.fill("Photos are fine.");
  const signed = preview(page).getByRole("region", { includeHidden: true, name: "Message from" });
  await expect(signed).toContainText("Photos are fine.");
  await expect(signed).toContainText(firm.owner.name);
  await expect(signed).not.toContainText("Adam Reyes");
});

test("the preview of a template updates while the user types", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates/new`);
  const title = page.getByLabel("Template title");
  await waitForReact(title);
  await title.fill("Closing the books");
  await expect(preview(page)).toContainText("Closing the books");
  await addItem(firm.owner, { kind: "Date", number: 1, title: "Day of the count" });
  await expect(previewRow(page, "Day of the count")).toContainText("To do");
});

// S-2.73
test("the choices of a new item are still there after its type changes from Choice to Text and back", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates`);
  await page.getByRole("link", { name: "Annual financial statements" }).click();
  await waitForReact(page.getByLabel("Template title"));
  await page.getByRole("button", { name: "Add item to Bank" }).click();
  const added = page.getByRole("group", { name: "Item 3", exact: true });
  const kind = (name: string) => added.getByRole("radio", { name, exact: true });
  await expect(added.getByLabel("What do you need?")).toBeFocused();
  await expect(added.getByLabel("Section (optional)")).toHaveValue("Bank");
  await added.getByLabel("What do you need?").fill("Bank that we use");
  await kind("Choice").check();
  await expect(added.getByLabel("Maximum number of files")).toBeHidden();
  await added.getByLabel("Choices", { exact: true }).fill("Monzo\nStarling");
  await kind("Choice").press("ArrowLeft");
  await expect(kind("Text")).toBeChecked();
  await expect(added.getByLabel("Choices", { exact: true })).toBeHidden();
  await kind("Choice").check();
  await expect(added.getByLabel("Choices", { exact: true })).toHaveValue("Monzo\nStarling");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await page.reload();
  await openItem(firm.owner, 3);
  await expect(kind("Choice")).toBeChecked();
  await expect(added.getByLabel("Choices", { exact: true })).toHaveValue("Monzo\nStarling");
});

// S-2.72, S-2.74
test("the menu of a section renames, moves and removes the section, and the user can restore the removed items", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates`);
  await page.getByRole("link", { name: "Annual financial statements" }).click();
  await waitForReact(page.getByLabel("Template title"));
  const menu = (section: string) =>
    page.locator(`summary[aria-label="Actions for section ${section}"]`);
  const sections = page.locator("summary[aria-label^='Actions for section']");
  const names = () => sections.evaluateAll((each) => each.map((menu) => menu.ariaLabel?.slice(20)));
  const titles = () =>
    page
      .getByLabel("What do you need?")
      .evaluateAll((each) => each.map((field) => (field as HTMLInputElement).value));
  const before = await titles();
  const kinds = () =>
    page
      .locator("[name$='.kind']")
      .evaluateAll((each) => each.map((field) => (field as HTMLInputElement).value));
  await menu("Bank").press("Enter");
  await page.getByRole("button", { name: "Rename" }).press("Enter");
  await expect(page.getByLabel("Section name")).toBeFocused();
  await page.keyboard.type("Money");
  await page.keyboard.press("Enter");
  await expect(menu("Money")).toBeFocused();
  const fields = page.getByLabel("Section (optional)");
  await expect(fields.nth(0)).toHaveValue("Money");
  await expect(fields.nth(1)).toHaveValue("Money");
  for (const name of ["Bank", "Money"]) {
    for (const no of [1, 2]) {
      await openItem(firm.owner, no);
      await fields.nth(no - 1).fill(name);
    }
    await expect.poll(names).toEqual([name, "Sales and costs", "About the year"]);
  }
  await menu("Money").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Move down: section Money" }).press("Enter");
  await expect.poll(names).toEqual(["Sales and costs", "Money", "About the year"]);
  expect(await kinds()).toEqual(["file", "file", "file", "file", "choice", "text", "date"]);
  await expect(page.getByRole("button", { name: "Move down: section Money" })).toBeFocused();
  await page.getByRole("button", { name: "Remove section Money" }).press("Enter");
  await expect.poll(names).toEqual(["Sales and costs", "About the year"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(names).toEqual(["Sales and costs", "Money", "About the year"]);
  expect((await titles()).toSorted()).toEqual(before.toSorted());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await page.reload();
  await expect.poll(names).toEqual(["Sales and costs", "Money", "About the year"]);
});

// S-2.72
test("typing after “Add section” replaces the section's suggested name, and collapsed items show their kind", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates`);
  await page.getByRole("link", { name: "Annual financial statements" }).click();
  await waitForReact(page.getByLabel("Template title"));
  const count = await page.getByRole("group", { name: /^Item \d+$/ }).count();
  await page.getByRole("button", { name: "Add section" }).click();
  const added = page.getByRole("group", { name: `Item ${count + 1}`, exact: true });
  await expect(added.getByLabel("Section (optional)")).toBeFocused();
  await expect(added.getByText("New section", { exact: true })).toBeVisible();
  await page.keyboard.type("Payroll 2027");
  await expect(added.getByText("Payroll 2027", { exact: true })).toBeVisible();
  await added.getByRole("radio", { name: "Date" }).check();
  await added.locator("details[name=item] > summary").press("Enter");
  await expect(added.getByText("Date", { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(
    page
      .getByRole("group", { name: "Item 1", exact: true })
      .getByText(/^(Up to \d+ files|1 file)/)
      .filter({ visible: true }),
  ).toBeVisible();
});

test("a draft is assigned to its author until the user chooses another member", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  await addClient(firm);
  await addMember(firm, await join("Adam Reyes"));
  const { page, name } = firm.owner;
  await page.goto(`${firm.path}/requests/new`);
  await page.getByLabel("Client", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Continue" }).click();
  const assignee = page.getByLabel("Assignee");
  await waitForReact(assignee);
  await expect(assignee.locator("option:checked")).toHaveText(name);
  await assignee.selectOption({ label: "Adam Reyes" });
  await assignee.blur();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(assignee.locator("option:checked")).toHaveText("Adam Reyes");
  await expect(page.locator("[data-properties] [data-initials=AR]")).toBeVisible();
});

test("in a draft, one item is open at a time, and pressing Enter on an item's row opens or closes the item", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    items: ["Alpha", "Beta", "Gamma"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  const titles = page.getByLabel("What do you need?");
  const open = page.locator("fieldset details[name=item][open]");
  await expect(titles.filter({ visible: true })).toHaveValue("Alpha");
  await titles.nth(0).fill("Alpha, signed");
  await page.locator("#item-3 summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(1);
  await expect(titles.filter({ visible: true })).toHaveValue("Gamma");
  await expect(page.locator("#item-1 summary").first()).toContainText("Alpha, signed");
  await page.keyboard.press("Enter");
  await expect(open).toHaveCount(0);
  await expect(titles.nth(0)).toHaveValue("Alpha, signed");
});

test("the Send button of a draft shows the number of chosen contacts", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const { page } = firm.owner;
  await queryAsOwner(
    `insert into public.contacts (org_id, client_id, name, email)
     select org_id, client_id, 'Zoe Quist', 'zoe@quist.example' from public.requests where id = $1`,
    [draft.id],
  );
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await expect(page.getByRole("button", { name: "Send to 1 contact", exact: true })).toBeVisible();
  const zoe = page.getByRole("checkbox", { name: "Zoe Quist", exact: true });
  await expect(zoe).toHaveAccessibleDescription("zoe@quist.example");
  await zoe.check();
  await expect(page.getByRole("button", { name: "Send to 2 contacts", exact: true })).toBeVisible();
  for (const box of await page.getByRole("group", { name: "Contacts" }).getByRole("checkbox").all())
    await box.uncheck();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
});

// S-8.21
test("the Send button of a draft reports all mistakes at once, including a due date in the past", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    title: "",
    dueOn: "2020-05-03",
    items: [
      { title: "Alpha", kind: "text" },
      { title: "", kind: "choice" },
    ],
  });
  const { page } = firm.owner;
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await openItem(firm.owner, 1);
  await page.getByRole("button", { name: /^Send/ }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Give the request a title.",
    /^Choose a date between today and \d+\s\w+\s\d{4}\.$/,
    "Say what you need.",
    "Offer at least 2 choices, one per line.",
  ]);
  const lines = await summary
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.max(...lines)).toBeLessThan(30);
  await expect(page.locator("#item-2 summary").first()).toContainText("2 problems");
  await summary.getByRole("link", { name: "Say what you need." }).click();
  const title = page.getByRole("group", { name: "Item 2" }).getByLabel("What do you need?");
  await expect(title).toBeVisible();
  await title.fill("Your choice");
  await expect(title).not.toHaveAttribute("aria-invalid");
});

test("the due date in words matches the date in the field, even if the user changed the date before the page's scripts ran", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, { dueOn: "2031-05-03" });
  const { page } = firm.owner;
  const release = await holdScripts(page);
  await page.goto(draft.path, { waitUntil: "commit" });
  const due = page.getByLabel("Due date");
  await expect(due).toHaveAccessibleDescription(/3\sMay\s2031/);
  await due.fill("2031-06-12");
  release();
  await waitForReact(due);
  await expect(due).toHaveAccessibleDescription(/12\sJune\s2031/);
  await expect(due).toHaveValue("2031-06-12");
});

test("on a narrow screen, a button below the form of a draft opens the preview", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, { title: "Closing the books" });
  const { page } = firm.owner;
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(draft.path);
  const button = preview(page).getByRole("button", { name: "Preview" });
  await waitForReact(button);
  await expect(preview(page).getByText("Closing the books")).toBeHidden();
  await button.click();
  await expect(preview(page).getByText("Closing the books")).toBeVisible();
  const send = page.getByRole("button", { name: /^Send/ });
  await expect(send).toBeInViewport({ ratio: 1 });
});
