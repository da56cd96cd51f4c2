import type { Page } from "@playwright/test";
import { expect } from "../test";
import { waitForReact } from "./hydration";

export const menuOf = (page: Page) => page.getByRole("dialog", { name: "Command menu" });

export async function openMenu(page: Page) {
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  await page.keyboard.press("Control+k");
  const menu = menuOf(page);
  await expect(menu.getByRole("combobox")).toBeFocused();
  return menu;
}
