import { expect, test } from "./test";

test("saving a color from an outdated page shows a message, and saving again then succeeds", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  await page.goto(`${firm.path}/settings/brand`);
  const other = await context.newPage();
  await other.goto(`${firm.path}/settings/brand`);
  const save = async (tab: typeof page, color: string) => {
    await tab.getByLabel("Color code").fill(color);
    await tab.getByRole("button", { name: "Save" }).click();
  };
  await save(page, "#0d5f66");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await save(other, "#e4002b");
  const alert = other.locator("main").getByRole("alert");
  await expect(alert).toBeVisible();
  await save(other, "#e4002b");
  await expect(other.getByText("Saved", { exact: true })).toBeVisible();
});
