import { reviewPathOf, sendAnswered } from "./fixtures/answers";
import {
  button,
  buttons,
  CHOICES,
  FIRST,
  heading,
  note,
  openReview,
  returnByKeyboard,
  SECOND,
  TITLES,
} from "./pages/decision-form";
import { waitForReact } from "./pages/hydration";
import { checklistRow } from "./pages/staff-pages";
import { expect, test } from "./test";

test("a shortcut key of the review takes effect as soon as the item is on the screen", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, [FIRST]);
  await page.goto(request.path);
  const link = page.getByRole("link", { name: FIRST, exact: true });
  await waitForReact(link);
  // Dispatch the key when the heading appears, earlier than a user could press it.
  await page.evaluate((name) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("h1")?.textContent !== name) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, FIRST);
  await link.click();
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveAccessibleName("Reason");
});

// S-2.59
test("at a width of 320 px, pressing R, typing a note, and pressing Tab and Enter returns the item", async ({
  foundFirm,
}) => {
  await returnByKeyboard(await foundFirm(), { width: 320, height: 640 });
});

// S-2.59
test("pressing M, typing a note and pressing Ctrl+Enter asks for more, and Enter alone adds a line to the note", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, request);
  await expect(buttons(page)).toHaveText(CHOICES);
  await page.keyboard.press("m");
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveAccessibleName("Note to the client");
  await expect(buttons(page)).toHaveText(["Accept and ask for more", "Cancel"]);
  await page.keyboard.type("The second page");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and the third.");
  await expect(note(page)).toHaveValue("The second page\nand the third.");
  await page.keyboard.press("Control+Enter");
  await expect(heading(page, SECOND)).toBeVisible();
  await expect(buttons(page)).toHaveText(CHOICES);
  await page.goto(request.path);
  await expect(checklistRow(firm.owner, FIRST)).toContainText("More needed");
});

// S-2.59
test("Escape leaves the note form and keeps the note, and A then accepts the item without the note", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await openReview(page, request);
  await page.keyboard.press("r");
  await page.keyboard.type("Please sign it.");
  await note(page).blur();
  await page.keyboard.press("m");
  await expect(buttons(page).first()).toHaveText("Accept and ask for more");
  await expect(note(page)).toHaveValue("Please sign it.");
  await note(page).blur();
  await page.keyboard.press("a");
  await expect(buttons(page).first()).toHaveText("Accept and ask for more");
  await page.keyboard.press("Escape");
  await expect(button(page, "Accept and ask for more")).toBeFocused();
  await expect(page.getByText("Your unsent note: “Please sign it.”")).toBeVisible();
  await page.keyboard.press("a");
  await expect(heading(page, SECOND)).toBeVisible();
  await page.goto(reviewPathOf(request, FIRST));
  await expect(page.getByText(/accepted version 1/)).toBeVisible();
  await expect(page.getByText("Please sign it.")).toHaveCount(0);
});

// S-2.59
test("a return without a note shows an error, and is sent after the user adds a note", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, [FIRST]);
  await openReview(page, request);
  await button(page, "Return").click();
  await button(page, "Return").click();
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveAccessibleDescription(/Write at least 3 characters/);
  await page.keyboard.type("Please sign it.");
  await page.keyboard.press("Tab");
  await expect(button(page, "Return")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(checklistRow(firm.owner, FIRST)).toContainText("Returned");
});

// S-2.59
test("without scripts, staff can accept, ask for more and waive, and a return without a note asks for the note", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, [...TITLES, "Third question"]);
  const plain = await openWithoutScripts(firm.owner);
  const { page } = plain;
  await page.goto(reviewPathOf(request, FIRST));
  await expect(buttons(page)).toHaveText(CHOICES);
  await button(page, "Return").click();
  await expect(buttons(page)).toHaveText(["Return", "Cancel"]);
  await button(page, "Return").click();
  await expect(page.getByText(/Write at least 3 characters/).first()).toBeVisible();
  await expect(buttons(page)).toHaveText(["Return", "Cancel"]);
  await note(page).fill("Please sign it.");
  await button(page, "Cancel").click();
  await button(page, "Accept and ask for more").click();
  await note(page).fill("Please send the second page.");
  await button(page, "Accept and ask for more").click();
  await expect(heading(page, SECOND)).toBeVisible();
  await button(page, "Waive").click();
  await note(page).fill("Seen in the office.");
  await button(page, "Waive").click();
  await expect(heading(page, "Third question")).toBeVisible();
  await button(page, "Accept").click();
  await expect(checklistRow(plain, FIRST)).toContainText("More needed");
  await expect(checklistRow(plain, SECOND)).toContainText("Waived");
  await expect(checklistRow(plain, "Third question")).toContainText("Accepted");
});
