import { queryAsOwner } from "../database";
import { itemOf, submitAnswer, waive } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

test("the edit page protects a waived item with an answer if another item has more than 1,000 versions", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    items: [
      { title: "Ledger", kind: "text" },
      { title: "Payroll", kind: "text" },
    ],
  });
  await queryAsOwner(
    `insert into public.submissions
       (org_id, request_id, item_id, no, status, author_id, submitted_at, decided_at)
     select $1, $2, $3, n, 'returned', $4, now(), now() from generate_series(1, 1001) n`,
    [firm.id, request.id, itemOf(request, "Ledger"), firm.owner.userId],
  );
  await submitAnswer(firm.owner, itemOf(request, "Payroll"));
  await waive(firm.owner, itemOf(request, "Payroll"), "Sold.");
  const { page } = firm.owner;
  await page.goto(`${request.path}/edit`);
  const menu = page.locator("summary[aria-label='Actions for Payroll']");
  await waitForReact(menu);
  await menu.press("Enter");
  await expect(page.getByRole("button", { name: "Remove “Payroll”" })).toHaveAccessibleDescription(
    /^This item has an answer, so you cannot remove it\. It is already waived/,
  );
});
