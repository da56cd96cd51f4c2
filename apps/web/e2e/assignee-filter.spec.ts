import { queryAsOwner } from "./database";
import { sendAnswered } from "./fixtures/answers";
import { foundForTwo } from "./fixtures/two-members";
import { expect, test } from "./test";

// S-2.22, S-2.23
test("the list of requests and the inbox can be filtered by assignee", async ({
  foundFirm,
  join,
}) => {
  const { firm, mia, adam } = await foundForTwo({ foundFirm, join });
  const { id } = await sendAnswered(firm, ["Anything unusual?"], "Ledgers 2026");
  await queryAsOwner("update public.requests set assignee_id = $1 where id = $2", [
    adam.userId,
    id,
  ]);
  const { page } = mia;
  await page.goto(`${firm.path}/requests`);
  const filter = async (name: string) => {
    await page.locator("summary", { hasText: "Add filter" }).click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await filter("Adam Reyes");
  await expect(page).toHaveURL(/assignee=/);
  await expect(page.getByRole("link", { name: "Ledgers 2026" })).toBeVisible();
  await filter("Me");
  await expect(page).toHaveURL(/assignee=me/);
  await expect(page.getByRole("link", { name: "Ledgers 2026" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Assigned to me" })).toBeVisible();

  await page.goto(firm.path);
  const waiting = page.getByRole("region", { name: /Ledgers 2026$/ });
  await expect(waiting).toBeVisible();
  await page
    .getByRole("navigation", { name: "Inbox" })
    .getByRole("link", { name: "Assigned to me" })
    .click();
  await expect(
    page.getByRole("heading", { name: "Nothing waiting for your review" }),
  ).toBeVisible();
  await expect(waiting).toHaveCount(0);
});
