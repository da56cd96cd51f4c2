import { sendRequest } from "../fixtures/firms";
import { draftKeys, endSession, signInAgain } from "../pages/ended-session";
import { waitForReact } from "../pages/hydration";
import { checklistRow, chooseAct } from "../pages/staff-pages";
import { expect, test } from "../test";

// S-2.25, S-8.10
test("staff complete a request early with a reason, reopen it, cancel it and archive it", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const lea = firm.owner;
  const { page } = lea;
  await page.goto(request.path);
  const remind = page.getByRole("button", { name: "Remind", exact: true });
  await waitForReact(remind);
  await page.getByRole("link", { name: "Edit", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("summary[aria-label='More actions']")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(remind).toBeFocused();
  await chooseAct(lea, "Complete request early");
  const form = page.getByRole("form", { name: "Complete request early" });
  await form.getByRole("button", { name: "Complete request early" }).click();
  await expect(form.getByText("Give a reason.")).toBeVisible();
  await form.getByLabel("Reason").fill("All of it was in last year's file.");
  await page.goto("about:blank");
  await endSession(lea);
  await page.goto(request.path);
  await signInAgain(lea, lea.email, lea.password);
  await waitForReact(page.getByRole("button", { name: "Remind", exact: true }));
  await chooseAct(lea, "Complete request early");
  await expect(form.getByLabel("Reason")).toHaveValue("All of it was in last year's file.");
  await form.getByRole("button", { name: "Complete request early" }).click();
  await expect(page.getByRole("main").getByText("Complete", { exact: true })).toBeVisible();
  await expect(checklistRow(lea, "Bank statements")).toContainText("Waived");
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);

  await chooseAct(lea, "Reopen request");
  const reopening = page.getByRole("form", { name: "Reopen" });
  await expect(reopening.getByRole("button", { name: "Cancel", exact: true })).toBeVisible();
  await reopening.getByRole("button", { name: "Reopen" }).click();
  await expect(reopening.getByText("Write a note to the contacts.")).toBeVisible();
  await reopening.getByLabel("Note to the contacts").fill("The file of this year, please.");
  await reopening.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
  await chooseAct(lea, "Cancel request");
  const cancelling = page.getByRole("form", { name: "Cancel request" });
  await expect(cancelling.getByRole("button", { name: "Keep request" })).toBeFocused();
  await cancelling.getByLabel("Reason").fill("Sold.");
  await cancelling.getByRole("button", { name: "Cancel request" }).click();
  await expect(page.getByText("Canceled: Sold.")).toBeVisible();
  expect(await draftKeys(lea)).toEqual([]);
  await chooseAct(lea, "Archive request");
  const isArchived = page.getByText(
    "This request is archived. You can read it, but you cannot change it.",
  );
  await expect(isArchived).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Canceled: Sold.")).toBeVisible();
  await chooseAct(lea, "Archive request");
  await expect(isArchived).toBeVisible();
  await page.reload();
  await chooseAct(lea, "Restore request");
  await expect(page.getByText("Canceled: Sold.")).toBeVisible();
  await chooseAct(lea, "Archive request");
  await expect(isArchived).toBeVisible();
  for (const label of ["Reopen request", "Archive request", "Remind"]) {
    await expect(page.locator("button", { hasText: label })).toHaveCount(0);
  }
});
