import { unwrap } from "@dossier/backend-client";
import { queryAsOwner } from "./database";
import { sendAnswered } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import {
  addClient,
  addMember,
  type ClientRequest,
  createDraft,
  type Firm,
  sendRequest,
} from "./fixtures/firms";
import { endSession, keptNames, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { addItem } from "./pages/staff-pages";
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

const sendLedger = async (firm: Firm): Promise<ClientRequest> =>
  sendRequest(firm, {
    client: await addClient(firm, { name: "Quill & Press", contact: "Nadia Quill" }),
    title: "Book-keeping",
    items: [{ title: "Ledger" }, { title: "Anything unusual?", kind: "text" }],
  });

// S-2.31
test("the list of templates shows the three starters", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(firm.path);
  await page.getByRole("link", { name: "Templates", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  for (const title of ["Annual accounts", "Mortgage application", "New employee"]) {
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  }
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
  await page.getByRole("button", { name: "Add file" }).click();
  await page
    .getByRole("group", { name: "Item 1" })
    .getByLabel("What do you need?")
    .fill("Invoices");
  await page.getByRole("button", { name: "Add choice" }).click();
  const choice = page.getByRole("group", { name: "Item 2" });
  await choice.getByLabel("What do you need?").fill("Any export?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Offer at least 2 answers, one per line.")).toBeVisible();
  await choice.getByLabel("Possible answers").fill("Yes\nNo");
  await page.getByRole("button", { name: "Move item 2 up" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await expect(
    page.getByRole("group", { name: "Item 1" }).getByLabel("What do you need?"),
  ).toHaveValue("Any export?");
});

// S-8.10, S-8.17
test("two people who edit one template see both versions and lose no typed text", async ({
  foundFirm,
  join,
}) => {
  const { firm, mia, adam } = await foundForTwo({ foundFirm, join });
  const path = await saveTemplate(firm);
  const [first, second] = [mia.page, adam.page];
  await second.goto(path);
  await first.goto(path);
  await waitForReact(first.getByLabel("Message"));
  await first.getByLabel("Message").fill("Mia asks politely.");
  await first.getByRole("button", { name: "Save", exact: true }).click();
  await expect(first.getByText("Template saved")).toBeVisible();
  await second.getByLabel("Message").fill("Adam asks briefly.");
  const receipts = await addItem(adam, { button: "Add date", number: 3, title: "Last receipt" });
  await endSession(adam);
  await second.getByRole("button", { name: "Save", exact: true }).click();
  // After Mia signs in again, the page restores her text with the version that Adam edited.
  await signInAgain(adam, adam.email, adam.password);
  await expect(second.getByLabel("Message")).toHaveValue("Adam asks briefly.");
  await expect(receipts.getByLabel("What do you need?")).toHaveValue("Last receipt");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = second.getByRole("alert").filter({ hasText: "already changed this" });
  await expect(conflict).toContainText("Mia Chen already changed this.");
  await expect(conflict).toContainText("Saved version: Mia asks politely.");
  await expect(conflict).toContainText("Yours: Adam asks briefly.");
  await expect(second.getByLabel("Message")).toHaveValue("Adam asks briefly.");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await expect(conflict).toBeHidden();
  await expect(second.getByText("Template saved")).toBeVisible();
  await expect(second.getByLabel("Message")).toHaveValue("Adam asks briefly.");
  await expect.poll(() => keptNames(adam)).toEqual([]);
});

// S-2.24
test("a request starts from a template, and an archived template is no longer offered", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await addClient(firm);
  const path = await saveTemplate(firm);
  const { page } = firm.owner;
  await page.goto(path);
  await page.getByRole("link", { name: "Start a request" }).click();
  await expect(page.getByLabel("Start from template")).not.toHaveValue("");
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
  await expect(page.getByText("This template is archived")).toBeVisible();
  await page.goto(`${firm.path}/requests/new`);
  await expect(page.getByRole("option", { name: "Annual accounts" })).toBeAttached();
  await expect(page.getByRole("option", { name: "Quarterly VAT" })).toHaveCount(0);
});

test("a user adds an item to a template and saves it without scripts", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto(`${firm.path}/templates/new`);
  await page.getByLabel("Template title").fill("Plain template");
  await page.getByRole("button", { name: "Add text answer" }).click();
  await expect(page.getByLabel("Template title")).toHaveValue("Plain template");
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
  await expect(page.getByRole("heading", { level: 1, name: "Edit request" })).toBeVisible();
  await adam.page.goto(`${request.path}/edit`);
  await page.getByLabel("Title", { exact: true }).fill("Book-keeping 2026");
  await page.getByLabel("Assigned to").selectOption({ label: "Adam Reyes" });
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
  // Only Mia changed the assignee, and only Adam paused the reminders.
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
  await page.goto(`${request.path}/edit`);
  await page.locator("summary", { hasText: "Edit Ledger" }).click();
  const form = page.getByRole("form", { name: "Edit Ledger" });
  await form.getByLabel("What do you need?").fill("General ledger");
  await form.getByRole("button", { name: "Save item" }).click();
  await expect(page.locator("summary", { hasText: "Edit General ledger" })).toBeVisible();

  await page.locator("summary", { hasText: "Add date" }).click();
  const added = page.getByRole("form", { name: "Add an item" });
  await added.getByLabel("What do you need?").fill("Day of the stock count");
  await added.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("button", { name: "Move Day of the stock count up" }).click();
  await expect(page.getByRole("button", { name: "Move Anything unusual? down" })).toBeDisabled();
  // Moving an item does not change its text, so the person who moved it can edit it next.
  await page.locator("summary", { hasText: "Edit Day of the stock count" }).click();
  const moved = page.getByRole("form", { name: "Edit Day of the stock count" });
  await moved.getByLabel("What do you need?").fill("Date of the stock count");
  await moved.getByRole("button", { name: "Save item" }).click();
  await expect(page.locator("summary", { hasText: "Edit Date of the stock count" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Anything unusual?" }).click();
  await expect(page.getByText("Anything unusual?")).toHaveCount(0);

  await page.goto(request.path);
  await expect(page.getByRole("region", { name: "Checklist" }).getByRole("listitem")).toHaveText([
    /General ledger$/,
    /Date of the stock count$/,
  ]);
  expect(await keptNames(mia)).toEqual([]);
});

// S-8.20, S-8.24
test("staff add contacts and remove all but the last, and a second reminder has to wait", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm({ timeZone: "Europe/London" });
  const request = await sendLedger(firm);
  const { page } = firm.owner;
  await page.goto(request.path);
  await page.locator("summary", { hasText: "Change contacts" }).click();
  await page.getByRole("button", { name: "Remove Nadia Quill" }).click();
  await expect(page.getByText("Add another contact to the request first.")).toBeVisible();
  await page.getByRole("link", { name: "Contacts of Quill & Press" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Quill & Press" })).toBeVisible();
  await page.locator("summary", { hasText: "Edit Nadia Quill" }).click();
  await page.getByRole("button", { name: "Remove Nadia Quill" }).click();
  await expect(page.getByText("Add another contact to the request first.")).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "Book-keeping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping" })).toBeVisible();

  // A page without scripts does not see the first reminder and sends a second one.
  const plain = await openWithoutScripts(firm.owner);
  await plain.page.goto(request.path);
  await page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(page.getByText("Reminder on its way")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remind", exact: true })).toHaveCount(0);
  await expect(
    page.getByText(
      /^You can send another reminder (today|tomorrow|on \d+ \w+ \d{4}) at \d\d:\d\d \(Europe\/London\)\.$/,
    ),
  ).toBeVisible();
  await plain.page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(plain.page.getByRole("alert")).toHaveText(
    /You can try again (today|tomorrow|on \d+ \w+ \d{4}) at \d\d:\d\d\./,
  );
});

// S-2.22, S-2.23
test("the list of requests can be filtered by assignee", async ({ foundFirm, join }) => {
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
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();

  // The inbox has the same filter: everyone's items, or only the user's own.
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

// S-2.56
test("keys move in lists, search, open the commands and show the shortcuts, but do nothing in fields", async ({
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
  await expect(page.getByLabel("Template title")).toHaveValue("Annual accounts");
  await page.getByLabel("Template title").press("End");
  await page.getByLabel("Template title").press("n");
  await expect(page.getByLabel("Template title")).toHaveValue("Annual accountsn");

  // A firm without requests has no search in its list.
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
  const menu = page.getByRole("dialog", { name: "Commands" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("import");
  await expect(menu.getByRole("option").first()).toHaveText("Import clients");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import clients" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
});
