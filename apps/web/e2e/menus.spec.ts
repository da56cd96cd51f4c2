import { findAxeProblems } from "./appearance/axe";
import { createDraft } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

test("on a phone, the filters of a list open in a sheet, and Close, a tap outside or a choice closes the sheet", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  await createDraft(firm);
  const plain = await openWithoutScripts(firm.owner);
  for (const { page } of [firm.owner, plain]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${firm.path}/requests`);
    const button = page.locator("summary", { hasText: "Add filter" });
    const sheet = page.locator("details[name='filters'] > div");
    const tapOutside = () => page.mouse.click(160, 20);
    if (page === firm.owner.page) {
      await waitForReact(button);
      await button.click();
      expect(await findAxeProblems(page)).toEqual([]);
      await sheet.getByRole("button", { name: "Close" }).click();
      await expect(sheet).toBeHidden();
      await expect(button).toBeFocused();
    }
    await button.click();
    await expect(sheet).toBeVisible();
    await expect
      .poll(async () => {
        const box = await sheet.boundingBox();
        return box && { left: box.x, width: box.width, bottom: box.y + box.height };
      })
      .toEqual({ left: 0, width: 320, bottom: 640 });
    await tapOutside();
    await expect(sheet).toBeHidden();
    await button.click();
    await sheet.getByRole("link", { name: "Draft", exact: true }).click();
    await expect(page).toHaveURL(/status=draft/);
    await expect(sheet).toBeHidden();
  }
});
