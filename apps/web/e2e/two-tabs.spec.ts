import type { Page } from "@playwright/test";
import { findAxeProblems } from "./appearance/axe";
import { queryAsOwner } from "./database";
import { createDraft } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { addItem, openItem, openItemMenu } from "./pages/staff-pages";
import { expect, type Fixtures, test } from "./test";

// These tests edit one draft in two tabs. The app merges the changes of both tabs, and asks the
// user only about fields that both tabs changed.

const saved = (tab: Page) => tab.getByText("Saved", { exact: true });
const merged = (tab: Page) => tab.getByText("We saved both sets of changes.");
const conflict = (tab: Page) => tab.getByRole("main").getByRole("alert");
const field = (tab: Page, label: "Title" | "Message") =>
  label === "Title"
    ? tab.getByLabel("Title", { exact: true })
    : tab.getByLabel("Message (optional)");
const itemTitle = (tab: Page, number: number) =>
  tab.getByRole("group", { name: `Item ${number}`, exact: true }).getByLabel("What do you need?");

async function openTwice(foundFirm: Fixtures["foundFirm"]) {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    message: "By the fourth.",
    items: ["Alpha", "Beta", "Gamma"].map((title) => ({ title, kind: "text" })),
  });
  const { context, page } = firm.owner;
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(draft.path);
    await waitForReact(field(tab, "Title"));
  }
  const stored = async () => {
    const [row] = await queryAsOwner(
      `select r.title, r.message, r.status, array(
        select i.title from public.items i where i.request_id = r.id order by i.position
      ) as items
      from public.requests r where r.id = $1`,
      [draft.id],
    );
    return row;
  };
  return { owner: firm.owner, page, other, stored };
}

/** Holds back the saves of a tab until the returned function is called. */
async function holdSaves(tab: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await tab.route(tab.url(), async (route) => {
    await released;
    await route.fallback();
  });
  return resolve;
}

/** Types into a field and moves the focus away, which saves the draft. */
async function write(tab: Page, label: "Title" | "Message", text: string) {
  await field(tab, label).fill(text);
  await field(tab, label).blur();
}

test("the draft keeps a title changed in one tab and a message changed in another tab", async ({
  foundFirm,
}) => {
  const { page, other, stored } = await openTwice(foundFirm);
  await write(other, "Title", "Two tabs, one draft");
  await expect(saved(other)).toBeVisible();
  await write(page, "Message", "By the fifth.");
  await expect(merged(page)).toBeVisible();
  await expect(conflict(page)).toHaveCount(0);
  await expect(field(page, "Title")).toHaveValue("Two tabs, one draft");
  await expect(field(page, "Message")).toHaveValue("By the fifth.");
  expect(await stored()).toMatchObject({ title: "Two tabs, one draft", message: "By the fifth." });
});

test("changes to different items in two tabs are merged, and the same change in both tabs is not a conflict", async ({
  foundFirm,
}) => {
  const { owner, page, other, stored } = await openTwice(foundFirm);
  await openItem(owner, 1);
  await itemTitle(page, 1).fill("Alpha, please");
  await write(page, "Message", "By the fifth.");
  await expect
    .poll(stored)
    .toMatchObject({ message: "By the fifth.", items: ["Alpha, please", "Beta", "Gamma"] });
  await write(other, "Message", "By the fifth.");
  await expect(merged(other)).toBeVisible();
  await expect(conflict(other)).toHaveCount(0);
  await expect(itemTitle(other, 1)).toHaveValue("Alpha, please");
  await openItem({ page: other }, 2);
  await itemTitle(other, 2).fill("Beta, please");
  await itemTitle(other, 2).blur();
  await expect(saved(other)).toBeVisible();
  await openItemMenu({ page: other }, 3);
  await other.getByRole("button", { name: "Remove item 3" }).click();
  await expect(itemTitle(other, 2)).toHaveValue("Beta, please");
  await expect.poll(stored).toMatchObject({ items: ["Alpha, please", "Beta, please"] });
  // The save that merges the changes renumbers the new item, so it must not run before the item has
  // its title.
  const release = await holdSaves(page);
  await addItem(owner, { button: "Add text answer", number: 4, title: "Delta" });
  release();
  await page.keyboard.press("Tab");
  await expect(itemTitle(page, 2)).toHaveValue("Beta, please");
  await expect(itemTitle(page, 3)).toHaveValue("Delta");
  await expect.poll(stored).toMatchObject({ items: ["Alpha, please", "Beta, please", "Delta"] });
});

// S-8.17
test("only a field that both tabs changed asks for a choice, and the choice overwrites no other field", async ({
  foundFirm,
}) => {
  const { page, other, stored } = await openTwice(foundFirm);
  const title = "A title from the other tab";
  await write(other, "Title", title);
  await write(other, "Message", "By the sixth.");
  await expect.poll(stored).toMatchObject({ title, message: "By the sixth." });
  // The user types into both fields before the first save returns.
  const release = await holdSaves(page);
  await openItem({ page }, 3);
  await itemTitle(page, 3).fill("Gamma, please");
  await field(page, "Message").fill("By the seventh.");
  release();
  await itemTitle(page, 3).focus();
  await expect(conflict(page)).toContainText("You already changed this.");
  await expect(conflict(page)).toBeFocused();
  await expect(conflict(page)).toBeInViewport({ ratio: 1 });
  await expect(conflict(page)).toContainText("Saved version: By the sixth.");
  await expect(conflict(page)).toContainText("Yours: By the seventh.");
  await expect(conflict(page).getByRole("group")).toHaveCount(1);
  expect(await findAxeProblems(page)).toEqual([]);
  // The save stores the change to the item and does not overwrite the message of the other tab.
  const items = ["Alpha", "Beta", "Gamma, please"];
  expect(await stored()).toMatchObject({ title, message: "By the sixth.", items });

  // After a reload, the page still asks the user to choose.
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(conflict(page)).toContainText("Yours: By the seventh.");
  await expect(conflict(page).getByRole("group")).toHaveCount(1);
  await page.getByRole("button", { name: "Keep my version" }).click();
  await expect(conflict(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await expect(field(page, "Message")).toBeFocused();
  expect(await stored()).toMatchObject({ title, message: "By the seventh.", items });
});

test("choosing the saved version of a field replaces only that field", async ({ foundFirm }) => {
  const { page, other, stored } = await openTwice(foundFirm);
  await write(page, "Message", "By the eighth.");
  await expect(saved(page)).toBeVisible();
  await field(other, "Message").fill("By the ninth.");
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

test("the Send button first shows changes from another tab, and sends the draft on the second click", async ({
  foundFirm,
}) => {
  const { page, other, stored } = await openTwice(foundFirm);
  await write(other, "Title", "The last title");
  await expect(saved(other)).toBeVisible();
  await field(page, "Message").fill("By the tenth.");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(merged(page)).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("The last title");
  expect(await stored()).toMatchObject({ status: "draft" });
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  expect(await stored()).toMatchObject({
    title: "The last title",
    message: "By the tenth.",
    status: "open",
  });
});
