import { unwrap } from "@dossier/backend-client";
import type { Locator } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { callBackend } from "./fixtures/backend-calls";
import { addClient, type Firm } from "./fixtures/firms";
import { foundForTwo } from "./fixtures/two-members";
import { draftKeys, endSession, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { addItem, confirmAct, openItemMenu } from "./pages/staff-pages";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

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

  await test.step("the empty list of requests has one link to the templates, next to “New request”", async () => {
    await page.goto(`${firm.path}/requests`);
    const empty = page.getByText("No requests yet").locator("xpath=..");
    await expect(empty.getByRole("link")).toHaveText([/^New request/, "Start from a template"]);
    const middleOf = async (part: Locator) => {
      const { y = Number.NaN, height = 0 } = (await part.boundingBox()) ?? {};
      return y + height / 2;
    };
    const [button, link] = [empty.getByRole("link").first(), empty.getByRole("link").last()];
    expect(Math.abs((await middleOf(link)) - (await middleOf(button)))).toBeLessThanOrEqual(1);
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  });
});

// S-2.31
test("the preview next to the list of templates shows the template that has the focus or is under the pointer", async ({
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

test("text that the user types while a template is being saved is discarded, and the user's next save causes no conflict", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(await saveTemplate(firm));
  const message = page.getByLabel("Message (optional)");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await waitForReact(message);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/templates/*", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.fallback();
  });
  await message.fill("Please send these.");
  await save.click();
  await message.fill("Please send these soon.");
  release();
  await expect(page.getByText("Template saved")).toBeVisible();
  await expect(message).toHaveValue("Please send these.");
  expect(await draftKeys(firm.owner)).toEqual([]);
  await message.fill("Please send these today.");
  await save.click();
  await expect.poll(() => draftKeys(firm.owner)).toEqual([]);
  await page.reload();
  await expect(message).toHaveValue("Please send these today.");
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
  await expect.poll(() => draftKeys(adam)).toEqual([]);
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
  await confirmAct(page, "Delete draft");
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await expect(page.getByText("Draft deleted")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();

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

test("the filter of templates in a new request says that no template matches", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await addClient(firm);
  await queryAsOwner(
    `insert into public.templates (org_id, title)
     select $1, 'Payroll ' || n from generate_series(1, 8) n`,
    [firm.id],
  );
  const { page } = firm.owner;
  await page.goto(`${firm.path}/requests/new`);
  const field = page.getByLabel("Find a template");
  await waitForReact(field);
  const none = page.getByRole("status").filter({ hasText: "No templates match “vat”." });
  await field.fill("payroll");
  await expect(page.getByRole("radio", { name: /^Payroll 1 / })).toBeVisible();
  await expect(none).toHaveCount(0);
  await field.fill("vat");
  await expect(none).toBeVisible();
  await expectFineHere(page);
  await expect(page.getByRole("radio", { name: /^Payroll/ })).toHaveCount(0);
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
