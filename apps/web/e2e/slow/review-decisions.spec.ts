import { reviewPathOf, sendAnswered } from "../fixtures/answers";
import { button, FIRST, heading, note, openReview, SECOND, TITLES } from "../pages/decision-form";
import { waitForReact } from "../pages/hydration";
import { checklistRow } from "../pages/staff-pages";
import { expect, test } from "../test";

// S-2.59
test("“Accept with a note” opens a note field, and “Accept” then accepts the item with the typed note", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await openReview(page, request);
  await button(page, "Accept with a note").click();
  await expect(note(page)).toBeFocused();
  await page.keyboard.type("Thank you, that was quick.");
  await page.keyboard.press("Tab");
  await expect(button(page, "Accept")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, SECOND)).toBeVisible();
  await page.goto(reviewPathOf(request, FIRST));
  await expect(page.getByText("Thank you, that was quick.")).toBeVisible();
});

// S-2.60
test("Z undoes the last decisions, newest first", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await openReview(page, request);
  const toast = (text: string) => page.getByRole("dialog").filter({ hasText: text });
  await page.keyboard.press("a");
  await expect(toast("Accepted “First question”")).toBeVisible();
  await expect(heading(page, SECOND)).toBeVisible();
  await waitForReact(button(page, "Return"));
  await page.keyboard.press("a");
  await expect(toast("Accepted “Second question”")).toBeVisible();
  await expect(toast("Accepted “First question”")).toHaveCount(0);
  await page.waitForURL(({ pathname }) => pathname === request.path);
  await page.keyboard.press("z");
  await expect(toast("Decision undone: “Second question”")).toBeVisible();
  await expect(checklistRow(firm.owner, SECOND)).toContainText("To review");
  await page.keyboard.press("z");
  await expect(toast("Decision undone: “First question”")).toBeVisible();
  await expect(checklistRow(firm.owner, FIRST)).toContainText("To review");
});
