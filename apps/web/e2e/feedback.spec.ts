import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

test("a message says that the browser is offline, and disappears when the connection returns", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page, context } = owner;
  await page.goto(`${path}/templates`);
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  const strip = page.getByText("You’re offline. Keep this page open, or you may lose your draft.");
  await expect(strip).toHaveCount(0);
  await context.setOffline(true);
  await expect(strip).toBeVisible();
  await context.setOffline(false);
  await expect(strip).toHaveCount(0);
  owner.problems.splice(0);
});
