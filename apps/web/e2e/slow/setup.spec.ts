import { expectFineHere } from "../appearance/viewer";
import { addClient, addMember, createDraft } from "../fixtures/firms";
import { expect, test } from "../test";

// S-2.22
test("the inbox of a new firm lists the setup steps until a user dismisses the list", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const member = await join("Max Ober");
  await addMember(firm, member, "admin");
  await page.goto(firm.path);
  const steps = page.getByRole("region", { name: "Set up your firm" });
  await expect(steps.getByRole("listitem")).toHaveCount(5);
  await expect(steps.getByText("1 of 5 steps done.")).toBeVisible();
  await expect(steps.getByText("Invite someone to your team, Done")).toBeVisible();
  await expectFineHere(page);

  await steps.getByRole("link", { name: "Add client" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add a client" })).toBeVisible();
  await addClient(firm);
  await page.goto(firm.path);
  await expect(steps.getByText("2 of 5 steps done.")).toBeVisible();
  await expect(steps.getByRole("link", { name: "Add client" })).toHaveCount(0);

  await steps.getByRole("button", { name: "Dismiss these steps for everyone" }).click();
  await expect(steps).toHaveCount(0);
  await member.page.goto(firm.path);
  await expect(member.page.locator("[data-skeleton]")).toHaveCount(0);
  await expect(member.page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(member.page.getByRole("region", { name: "Set up your firm" })).toHaveCount(0);
});

test("the inbox of a firm without work has no tabs and no side column, and a draft adds only the side column", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const main = page.getByRole("main");
  await page.goto(firm.path);
  await expect(main.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  await expect(main.getByRole("navigation")).toHaveCount(0);
  await expect(main.getByRole("complementary")).toHaveCount(0);
  await createDraft(firm);
  await page.reload();
  await expect(main.getByRole("complementary", { name: "At a glance" })).toBeVisible();
  await expect(main.getByRole("navigation")).toHaveCount(0);

  // All filters share one skeleton, so the filtered inbox of this firm must have no tabs either.
  for (const [filter, title] of [
    ["assignee=me", "Nothing to review"],
    ["show=bounced", "No bounced emails"],
  ] as const) {
    await page.goto(`${firm.path}?${filter}`);
    await expect(main.getByRole("heading", { name: title })).toBeVisible();
    await expect(main.getByRole("navigation")).toHaveCount(0);
  }
});
