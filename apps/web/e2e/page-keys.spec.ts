import { sendAnswered } from "./fixtures/answers";
import { BROKEN_KEYS, expectPage, fillLists, id, inURL } from "./pages/page-keys";
import { expect, test } from "./test";

test("a list whose URL contains a forged page key shows its first page or the page after its last row", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const lists = await fillLists(firm);
  for (const [index, key] of BROKEN_KEYS.entries()) {
    const list = lists[index % lists.length];
    if (list) await expectPage(page, list, key);
  }
});

test("the page after the last row of a list links to the first page", async ({ foundFirm }) => {
  const firm = await foundFirm();
  await sendAnswered(firm, ["Your trade"]);
  const { page } = firm.owner;
  for (const list of ["requests", "clients"]) {
    const key = list === "requests" ? "9999-12-31" : "ZZZZ";
    await page.goto(`${firm.path}/${list}?after=${key}&id=${id}`);
    await expect(page.getByText("Nothing more in this list.")).toBeVisible();
    await page.getByRole("link", { name: "Back to the first page" }).click();
    await expect(page.locator("[data-list-keys] tbody tr")).toHaveCount(1);
  }
  await page.goto(`${firm.path}?after=${inURL("due 9999-12-31T00:00:00.000000Z")}&id=${id}`);
  await page.getByRole("main").getByRole("link", { name: "Back to the first page" }).click();
  await expect(page.getByRole("main").getByText("Your trade").first()).toBeVisible();
});
