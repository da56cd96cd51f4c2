import { addItem, openItem, openItemMenu } from "../pages/staff-pages";
import {
  conflict,
  field,
  holdSaves,
  itemTitle,
  merged,
  openTwice,
  saved,
  write,
} from "../pages/two-tabs";
import { expect, test } from "../test";

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
  // A merged save renumbers the items, so hold the saves while the test fills in the new item.
  const release = await holdSaves(page);
  await addItem(owner, { kind: "Text", number: 4, title: "Delta" });
  release();
  await page.keyboard.press("Tab");
  await expect(itemTitle(page, 2)).toHaveValue("Beta, please");
  await expect(itemTitle(page, 3)).toHaveValue("Delta");
  await expect.poll(stored).toMatchObject({ items: ["Alpha, please", "Beta, please", "Delta"] });
});

test("choosing the saved version of a field in a conflict replaces only that field", async ({
  foundFirm,
}) => {
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
