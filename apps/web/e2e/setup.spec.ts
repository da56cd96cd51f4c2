import { addMember } from "./fixtures/firms";
import { expect, test } from "./test";

test("a member's inbox does not list the setup steps", async ({ foundFirm, join }) => {
  const firm = await foundFirm();
  const member = await join("Max Ober");
  await addMember(firm, member);
  await member.page.goto(firm.path);
  await expect(member.page.getByRole("heading", { name: "Nothing to review" })).toBeVisible();
  await expect(member.page.getByRole("region", { name: "Set up your firm" })).toHaveCount(0);
});
