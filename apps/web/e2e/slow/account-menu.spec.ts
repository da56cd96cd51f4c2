import { holdScripts } from "../pages/hold-scripts";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

test("the account menu closes on Escape, on Shift+Tab, on a click elsewhere and after the user follows a link", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/templates`);
  const menu = page.getByLabel(/^Account: /);
  await waitForReact(menu);
  const entry = page.getByRole("link", { name: "Your account", exact: true });
  const open = async () => {
    await menu.press("Enter");
    await expect(entry).toBeVisible();
  };
  await open();
  await entry.focus();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await expect(menu).toBeFocused();
  await open();
  await page.keyboard.press("Shift+Tab");
  await expect(entry).toBeHidden();
  await open();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(entry).toBeHidden();
  await open();
  await entry.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  await open();
  await entry.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  await expect(entry).toBeHidden();
  await expect(menu).toBeFocused();
  const release = await holdScripts(page);
  await page.goto(`${path}/templates`, { waitUntil: "commit" });
  await menu.click();
  await expect(entry).toBeVisible();
  release();
  await waitForReact(menu);
  await page.waitForLoadState("networkidle");
  await expect(entry).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
});
