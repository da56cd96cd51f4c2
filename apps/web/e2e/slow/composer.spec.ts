import { unwrap } from "@dossier/backend-client";
import type { Page } from "@playwright/test";
import { findHiddenFocus } from "../appearance/measures";
import { queryAsOwner } from "../database";
import { callBackend } from "../fixtures/backend-calls";
import { createDraft, sendRequest } from "../fixtures/firms";
import { preview, previewRow, tint } from "../pages/draft-preview";
import { waitForReact } from "../pages/hydration";
import { sendLedger } from "../pages/ledger";
import { expect, test } from "../test";

test("the preview of an open request updates while the user types in the request's details and items", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    title: "Closing the books",
    items: ["Alpha", "Beta"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const title = page.getByLabel("Title", { exact: true });
  await waitForReact(title);
  await title.fill("Year-end papers");
  await expect(preview(page)).toContainText("Year-end papers");
  await page.getByLabel("Message (optional)").fill("Photos are fine.");
  await expect(preview(page)).toContainText("Photos are fine.");

  const untinted = await tint(page, "Alpha");
  await page.locator("summary", { hasText: "Beta" }).click();
  const form = page.getByRole("form", { name: "Edit Beta" });
  await expect.poll(() => tint(page, "Beta")).not.toBe(untinted);
  await form.getByLabel("What do you need?").fill("General ledger");
  await expect(previewRow(page, "General ledger")).toContainText("To do");
  await form.getByLabel("Required").uncheck();
  await expect(preview(page)).toContainText("Optional items");

  await page.locator("summary", { hasText: "Add item" }).click();
  const added = page.getByRole("form", { name: "Add an item" });
  await added.getByLabel("What do you need?").fill("Day of the count");
  await expect(previewRow(page, "Day of the count")).toContainText("To do");
  await page.locator("summary", { hasText: "Add item" }).click();
  await expect(previewRow(page, "Day of the count")).toHaveCount(0);

  await page.reload();
  await expect(title).toHaveValue("Year-end papers");
  await expect(preview(page)).toContainText("Year-end papers");
  await expect(previewRow(page, "General ledger")).toBeVisible();
});

test("the edit page of an open request saves no item if the request's title is missing", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const title = page.getByLabel("Title", { exact: true });
  await waitForReact(title);
  await page.locator("summary", { hasText: "Ledger" }).first().click();
  const form = page.getByRole("form", { name: "Edit Ledger" });
  await form.getByLabel("What do you need?").fill("General ledger");
  await title.fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Give the request a title.").first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(request.path);
  await expect(other.getByText("Ledger").first()).toBeVisible();
  await expect(other.getByText("General ledger")).toHaveCount(0);

  await title.fill("Closing the books");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).not.toHaveURL(/\/edit$/);
  await expect(page.getByText("General ledger").first()).toBeVisible();
});

// S-8.17
test("“Save changes” replaces someone else’s version of an item only after the page has shown both versions", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    title: "Closing the books",
    items: ["Alpha", "Beta"].map((title) => ({ title, kind: "text" })),
  });
  const { page, context } = firm.owner;
  await page.goto(`${request.path}/edit`);
  for (const title of ["Alpha", "Beta"]) {
    await page.locator("summary", { hasText: title }).first().click();
    const form = page.getByRole("form", { name: `Edit ${title}` });
    const field = form.getByLabel("What do you need?");
    await waitForReact(field);
    await field.fill(`My ${title}`);
  }
  await callBackend(context, async ({ db }) => {
    for (const [title, item_id] of Object.entries(request.items)) {
      unwrap(
        await db.rpc("save_item", {
          ...{ request_id: request.id, item_id, kind: "text", title: `Their ${title}` },
          ...{ max_files: 1, expected_version: 1 },
        }),
      );
    }
  });
  const titles = () =>
    queryAsOwner("select title from public.items where request_id = $1 order by position", [
      request.id,
    ]);
  const save = page.getByRole("button", { name: "Save changes" });
  const shown = page.getByRole("main").getByRole("alert").filter({ visible: true });
  await save.click();
  await expect(shown).toContainText("Their Alpha");
  expect(await titles()).toEqual([{ title: "Their Alpha" }, { title: "Their Beta" }]);
  await save.click();
  await expect(shown).toContainText("Their Beta");
  expect(await titles()).toEqual([{ title: "My Alpha" }, { title: "Their Beta" }]);
  await save.click();
  await expect(page).not.toHaveURL(/\/edit$/);
  expect(await titles()).toEqual([{ title: "My Alpha" }, { title: "My Beta" }]);
});

test("“Save changes” on the edit page of an open request sends no item whose values are unchanged", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const title = page.getByLabel("Title", { exact: true });
  await waitForReact(title);
  const sent: string[] = [];
  page.on("request", (each) => {
    if (each.method() === "POST" && each.url().endsWith("/edit")) sent.push(each.postData() ?? "");
  });
  await page.locator("summary", { hasText: "Ledger" }).first().click();
  const field = page.getByRole("form", { name: "Edit Ledger" }).getByLabel("What do you need?");
  await field.fill("General ledger");
  await field.fill("Ledger");
  await title.fill("Closing the books");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).not.toHaveURL(/\/edit$/);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Closing the books");
});

test("the collapsed row of an item says that the item's restored changes are not saved", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    title: "Closing the books",
    items: ["Alpha", "Beta"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const rows = ["Alpha", "Beta"].map((title) => page.locator("summary", { hasText: title }));
  for (const [index, title] of ["Alpha", "Beta"].entries()) {
    await rows[index]?.click();
    const field = page.getByRole("form", { name: `Edit ${title}` }).getByLabel("What do you need?");
    await waitForReact(field);
    await field.fill(`${title} papers`);
  }
  const marks = page.getByText("Not saved yet").filter({ visible: true });
  await expect(marks).toHaveCount(0);
  await page.reload();
  await expect(
    page.getByText("We restored your unsaved changes.").filter({ visible: true }),
  ).toHaveCount(1);
  await expect(marks).toHaveCount(1);
});

// S-8.10
test("the new item of an open request keeps its kind and choices over two reloads", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const added = page.getByRole("form", { name: "Add an item" });
  const title = added.getByLabel("What do you need?");
  const choices = added.getByLabel("Choices", { exact: true });
  await page.locator("summary", { hasText: "Add item" }).click();
  await waitForReact(title);
  await added.getByRole("radio", { name: "Choice" }).check();
  await choices.fill("Monzo\nStarling");
  for (const words of ["Bank", "Bank that you use"]) {
    await page.reload();
    await expect(choices).toHaveValue("Monzo\nStarling");
    await expect(added.getByRole("radio", { name: "Choice" })).toBeChecked();
    await title.fill(words);
  }
});

// S-8.10
test("after a reload, an item shows the file types that were chosen but not saved, and the menu of file types is closed", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  await page.locator("summary", { hasText: "Ledger" }).first().click();
  const form = page.getByRole("form", { name: "Edit Ledger" });
  const types = form.locator("summary", { hasText: "File types" });
  const pdf = form.getByRole("checkbox", { name: "PDF", exact: true });
  await waitForReact(types);
  await types.click();
  await pdf.check();
  await page.reload();
  await expect(types).toContainText("PDF");
  await expect(types).toBeVisible();
  await expect(pdf).toBeHidden();
});

test("an item with an error keeps the error when its position changes, and every item keeps its text", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    items: [
      { title: "Alpha", kind: "text" },
      { title: "", kind: "text" },
      { title: "Gamma", kind: "text" },
    ],
  });
  const { page } = firm.owner;
  const titles = () =>
    page
      .getByLabel("What do you need?")
      .evaluateAll((each) => each.map((field) => (field as HTMLInputElement).value));
  const problem = (number: number) =>
    page.getByRole("group", { name: `Item ${number}` }).getByText("Say what you need.");
  // Load the document. In a field from the server's HTML, React replaces the text by a new initial
  // value, so a moved item could show another item's text.
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(problem(2)).toBeVisible();
  await page.locator("summary[aria-label='Actions for item 3']").press("Enter");
  await page.getByRole("button", { name: "Move up: item 3" }).press("Enter");
  await expect.poll(titles).toEqual(["Alpha", "Gamma", ""]);
  await expect(problem(3)).toBeVisible();
  await expect(problem(2)).toHaveCount(0);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  expect(await titles()).toEqual(["Alpha", "Gamma", ""]);
});

test("“Save changes” saves an item and the details once, even if the user presses the button several times", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  await page.locator("li summary", { hasText: "Ledger" }).first().click();
  await waitForReact(page.getByLabel("Message (optional)"));
  await page
    .getByRole("form", { name: "Edit Ledger" })
    .getByLabel("What do you need?")
    .fill("General ledger");
  await page.getByLabel("Title", { exact: true }).fill("Books of 2026");
  let posts = 0;
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/edit", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    posts += 1;
    await promise;
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect.poll(() => posts).toBe(1);
  await save.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.getByLabel("Title", { exact: true }).press("Enter");
  release();
  await expect(page.getByText("Changes saved")).toBeVisible();
  expect(posts).toBe(2);
  await expect(page.getByRole("heading", { level: 1, name: "Books of 2026" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Checklist" })).toContainText("General ledger");
});

const SMALL_PHONE = { width: 320, height: 568 };

/** `findHiddenFocus` also checks the error of each invalid field. */
async function expectNothingCovered(page: Page, invalid: number): Promise<void> {
  await expect(page.locator("main [aria-invalid=true]").filter({ visible: true })).toHaveCount(
    invalid,
  );
  await expect(page.locator("[data-action-bar]")).toHaveCSS("position", "fixed");
  expect(await findHiddenFocus(page)).toEqual([]);
}

test("on a small phone, the bar at the bottom of a draft covers no focused control and no error", async ({
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
  await page.setViewportSize(SMALL_PHONE);
  await page.goto(draft.path);
  await waitForReact(page.getByLabel("Message (optional)"));
  await page.getByRole("button", { name: /^Send/ }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByText("There is a problem")).toBeInViewport({ ratio: 1 });
  await summary.getByRole("link", { name: "Say what you need." }).click();
  const title = page.getByRole("group", { name: "Item 2" }).getByLabel("What do you need?");
  await expect(title).toBeFocused();
  await expectNothingCovered(page, 4);
});

test("on a small phone, the bar at the bottom of the edit page covers no focused control and no error", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.setViewportSize(SMALL_PHONE);
  await page.goto(`${request.path}/edit`);
  const title = page.getByLabel("Title", { exact: true });
  await waitForReact(title);
  const save = page.getByRole("button", { name: "Save changes" });
  await title.fill("");
  await save.click();
  await expect(page.getByText("Give the request a title.").first()).toBeVisible();
  await expectNothingCovered(page, 1);
  await title.fill("Book-keeping");
  await page.locator("summary", { hasText: "Ledger" }).first().click();
  const item = page.getByRole("form", { name: "Edit Ledger" }).getByLabel("What do you need?");
  await item.fill("");
  await save.click();
  await expect(item).toHaveAttribute("aria-invalid", "true");
  await expectNothingCovered(page, 1);
});
