import { findAxeProblems } from "./appearance/axe";
import { openItem } from "./pages/staff-pages";
import {
  conflict,
  field,
  holdSaves,
  itemTitle,
  merged,
  openTwice,
  saved,
  write,
} from "./pages/two-tabs";
import { expect, test } from "./test";

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

// S-8.17
test("only a field that both tabs changed asks for a choice, and the choice overwrites no other field", async ({
  foundFirm,
}) => {
  const { page, other, stored } = await openTwice(foundFirm);
  const title = "A title from the other tab";
  await write(other, "Title", title);
  await write(other, "Message", "By the sixth.");
  await expect.poll(stored).toMatchObject({ title, message: "By the sixth." });
  const release = await holdSaves(page);
  await openItem({ page }, 3);
  await itemTitle(page, 3).fill("Gamma, please");
  await field(page, "Message").fill("By the seventh.");
  release();
  await itemTitle(page, 3).focus();
  await expect(conflict(page)).toContainText("You already changed this, perhaps in another tab.");
  await expect(conflict(page)).toBeFocused();
  await expect(conflict(page)).toBeInViewport({ ratio: 1 });
  await expect(conflict(page)).toContainText("Saved version: By the sixth.");
  await expect(conflict(page)).toContainText("Yours: By the seventh.");
  await expect(conflict(page).getByRole("group")).toHaveCount(1);
  expect(await findAxeProblems(page)).toEqual([]);
  const items = ["Alpha", "Beta", "Gamma, please"];
  expect(await stored()).toMatchObject({ title, message: "By the sixth.", items });

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
