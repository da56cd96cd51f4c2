import type { Page } from "@playwright/test";
import { findAxeProblems } from "./appearance/axe";
import { queryAsOwner } from "./database";
import { signUp } from "./pages/auth-pages";
import { addItem, createFirm, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// One draft in two tabs: changes from both are merged, and only conflicting fields need a choice.
test.describe.configure({ mode: "serial" });

let ida: Person;
let other: Page;

test.beforeAll(async ({ browser }) => {
  ida = await openPerson(browser, "Ida Winter");
  await signUp(ida, "ida@two-tabs.example", "correct horse battery staple");
  await createFirm(ida, "Winter Tabs", "winter-tabs");
  await startRequestForNewClient(ida, {
    name: "Sommer Ltd",
    contact: "Sam Sommer",
    email: "sam@two-tabs.example",
  });
  const { page } = ida;
  await page.getByLabel("Title", { exact: true }).fill("Two tabs");
  for (const [index, title] of ["Alpha", "Beta", "Gamma"].entries()) {
    await addItem(ida, { button: "Add text answer", number: index + 1, title });
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(saved(page)).toBeVisible();
  other = await ida.context.newPage();
  await other.goto(page.url());
});

test.afterEach(() => {
  expect(ida.problems.splice(0)).toEqual([]);
});

test.afterAll(async () => {
  await ida.context.close();
});

const saved = (tab: Page) => tab.getByText("Saved", { exact: true });
const merged = (tab: Page) => tab.getByText("Saved together with changes made elsewhere.");
const conflict = (tab: Page) => tab.getByRole("main").getByRole("alert");
const field = (tab: Page, label: "Title" | "Message") =>
  label === "Title" ? tab.getByLabel("Title", { exact: true }) : tab.getByLabel("Message");
const itemTitle = (tab: Page, number: number) =>
  tab.getByRole("group", { name: `Item ${number}`, exact: true }).getByLabel("What do you need?");

/** Types into a field and leaves it, which saves the draft. */
async function write(tab: Page, label: "Title" | "Message", text: string) {
  await field(tab, label).fill(text);
  await field(tab, label).blur();
}

const stored = async () => {
  const [draft] = await queryAsOwner(
    `select r.title, r.message, array(
      select i.title from public.items i where i.request_id = r.id order by i.position
    ) as items
    from public.requests r join public.orgs o on o.id = r.org_id where o.slug = 'winter-tabs'`,
  );
  return draft;
};

test("a title changed in one tab and a message changed in another are both kept", async () => {
  const { page } = ida;
  await write(other, "Title", "Two tabs, one draft");
  await expect(saved(other)).toBeVisible();
  await write(page, "Message", "By the fifth.");
  await expect(merged(page)).toBeVisible();
  await expect(conflict(page)).toHaveCount(0);
  await expect(field(page, "Title")).toHaveValue("Two tabs, one draft");
  await expect(field(page, "Message")).toHaveValue("By the fifth.");
  expect(await stored()).toMatchObject({ title: "Two tabs, one draft", message: "By the fifth." });
});

test("items are merged one by one, and the same change in both tabs is no conflict", async () => {
  const { page } = ida;
  await itemTitle(page, 1).fill("Alpha, please");
  await itemTitle(page, 1).blur();
  await expect(saved(page)).toBeVisible();
  await write(other, "Message", "By the fifth.");
  await expect(merged(other)).toBeVisible();
  await expect(itemTitle(other, 1)).toHaveValue("Alpha, please");
  await itemTitle(other, 2).fill("Beta, please");
  await itemTitle(other, 2).blur();
  await expect(saved(other)).toBeVisible();
  await other.getByRole("button", { name: "Remove item 3" }).click();
  await expect(itemTitle(other, 2)).toHaveValue("Beta, please");
  await expect.poll(stored).toMatchObject({ items: ["Alpha, please", "Beta, please"] });
  await addItem(ida, { button: "Add text answer", number: 4, title: "Delta" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(merged(page)).toBeVisible();
  await expect(itemTitle(page, 2)).toHaveValue("Beta, please");
  await expect(itemTitle(page, 3)).toHaveValue("Delta");
  expect(await stored()).toMatchObject({ items: ["Alpha, please", "Beta, please", "Delta"] });
});

// S-8.17
test("only a field that both tabs changed asks for a choice, and choosing overwrites no other", async () => {
  const { page } = ida;
  await other.reload();
  await write(other, "Title", "A title from the other tab");
  await write(other, "Message", "By the sixth.");
  await expect(saved(other)).toBeVisible();
  // Both fields are typed before the first save returns.
  const { promise: typed, resolve } = Promise.withResolvers<void>();
  await page.route(page.url(), async (route) => {
    await typed;
    await route.fallback();
  });
  await itemTitle(page, 3).fill("Delta, please");
  await field(page, "Message").fill("By the seventh.");
  resolve();
  await itemTitle(page, 3).focus();
  await expect(conflict(page)).toContainText("You already changed this.");
  await expect(conflict(page)).toBeFocused();
  await expect(conflict(page)).toBeInViewport({ ratio: 1 });
  await expect(conflict(page)).toContainText("Saved version: By the sixth.");
  await expect(conflict(page)).toContainText("Yours: By the seventh.");
  await expect(conflict(page).getByRole("group")).toHaveCount(1);
  expect(await findAxeProblems(page)).toEqual([]);
  // The change to the item is saved, and the other tab's message is not overwritten.
  const items = ["Alpha, please", "Beta, please", "Delta, please"];
  const title = "A title from the other tab";
  expect(await stored()).toEqual({ title, message: "By the sixth.", items });

  // The choice is still pending after a reload.
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(conflict(page)).toContainText("Yours: By the seventh.");
  await expect(conflict(page).getByRole("group")).toHaveCount(1);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(conflict(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await expect(field(page, "Message")).toBeFocused();
  expect(await stored()).toEqual({ title, message: "By the seventh.", items });
});

test("choosing the saved version of a field replaces only that field", async () => {
  const { page } = ida;
  await other.reload();
  await write(page, "Message", "By the eighth.");
  await expect(saved(page)).toBeVisible();
  await other.getByLabel("Message").fill("By the ninth.");
  await write(other, "Title", "Typed in the other tab");
  await expect(conflict(other)).toContainText("Yours: By the ninth.");
  await other.getByRole("button", { name: "Use saved version" }).click();
  await expect(conflict(other)).toHaveCount(0);
  await expect(field(other, "Message")).toHaveValue("By the eighth.");
  await expect(field(other, "Title")).toHaveValue("Typed in the other tab");
  await expect.poll(stored).toMatchObject({
    title: "Typed in the other tab",
    message: "By the eighth.",
  });
});

test("changes from another tab are shown before the draft is sent", async () => {
  const { page } = ida;
  await page.reload();
  await write(other, "Title", "The last title");
  await expect(saved(other)).toBeVisible();
  await page.getByLabel("Message").fill("By the tenth.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(merged(page)).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("The last title");
  expect(
    await queryAsOwner(
      "select id from public.requests where status = 'open' and title = 'The last title'",
    ),
  ).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  expect(await stored()).toMatchObject({ title: "The last title", message: "By the tenth." });
});
