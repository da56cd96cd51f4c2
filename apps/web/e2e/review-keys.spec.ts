import type { Page } from "@playwright/test";
import { reviewPathOf, sendAnswered } from "./fixtures/answers";
import type { ClientRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { checklistRow } from "./pages/staff-pages";
import { expect, test } from "./test";

// After R or M chooses a decision, no later key accepts the item.

const FIRST = "First question";
const TITLES = [FIRST, "Second question"];
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 320, height: 640 },
];

const decision = (page: Page) => page.getByRole("form", { name: "Decision" });
const note = (page: Page) => decision(page).getByRole("textbox");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The decision buttons, in the order in which Tab reaches them. */
const buttons = (page: Page) => decision(page).getByRole("button");

async function openReview(page: Page, request: ClientRequest): Promise<void> {
  await page.goto(reviewPathOf(request, FIRST));
  await expect(page.getByRole("heading", { level: 1, name: FIRST })).toBeVisible();
  await waitForReact(note(page));
}

test("a shortcut key works as soon as the item is on the screen", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, [FIRST]);
  await page.goto(request.path);
  const link = page.getByRole("link", { name: FIRST, exact: true });
  await waitForReact(link);
  // The page presses the key in the same task that shows the heading, faster than any user could.
  await page.evaluate((name) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("h1")?.textContent !== name) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true }));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, FIRST);
  await link.click();
  const reason = page.getByRole("form", { name: "No longer needed" }).getByLabel("Reason");
  await expect(reason).toBeFocused();
});

for (const viewport of VIEWPORTS) {
  test(`R, a note, Tab and Enter return the item at ${viewport.width} px`, async ({
    foundFirm,
  }) => {
    const firm = await foundFirm();
    const { page } = firm.owner;
    const request = await sendAnswered(firm, TITLES);
    await page.setViewportSize(viewport);
    await openReview(page, request);
    await page.keyboard.press("r");
    await expect(note(page)).toBeFocused();
    await page.keyboard.type("Still blurred, again please.");
    await page.keyboard.press("Tab");
    await expect(button(page, "Return")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: FIRST })).toHaveCount(0);
    await page.goto(request.path);
    await expect(checklistRow(firm.owner, FIRST)).toContainText("Returned");
  });
}

// S-2.59
test("M and Ctrl+Enter ask for more, and Enter alone adds a line to the note", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, TITLES);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReview(page, request);
  // Without a mode, the note belongs to Accept, and no key in the note submits it.
  await expect(buttons(page)).toHaveText(["Accept", "Return", "Accept and ask for more"]);
  await expect(note(page)).toHaveAccessibleName("Note to the client (optional)");
  await note(page).press("Control+Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveAccessibleName("Note to the client");
  await expect(buttons(page)).toHaveText(["Accept and ask for more", "Accept", "Return"]);
  await page.keyboard.type("The second page");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and the third.");
  await expect(note(page)).toHaveValue("The second page\nand the third.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Second question" })).toBeVisible();
  await expect(buttons(page)).toHaveText(["Accept", "Return", "Accept and ask for more"]);
  await page.goto(request.path);
  await expect(checklistRow(firm.owner, FIRST)).toContainText("Accepted, more needed");
});

// S-2.59
test("R and M switch the mode of a decision, and Escape and A leave the mode without deciding", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, [FIRST]);
  await openReview(page, request);
  await page.keyboard.press("r");
  await page.keyboard.type("Please sign it.");
  await note(page).blur();
  await page.keyboard.press("m");
  await expect(buttons(page).first()).toHaveText("Accept and ask for more");
  await note(page).blur();
  await page.keyboard.press("r");
  await expect(buttons(page).first()).toHaveText("Return");
  await expect(note(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(note(page)).not.toBeFocused();
  await expect(buttons(page).first()).toHaveText("Accept");
  await page.keyboard.press("r");
  await note(page).blur();
  await page.keyboard.press("a");
  await expect(buttons(page).first()).toHaveText("Accept");
  await expect(note(page)).toHaveValue("Please sign it.");
  await page.keyboard.press("Escape");
  await expect(checklistRow(firm.owner, FIRST)).toContainText("To review");
});

// S-2.59
test("a return that was refused without a note is still a return after the note is added", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, [FIRST]);
  await openReview(page, request);
  await button(page, "Return").click();
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveAccessibleDescription(/Say what is missing/);
  await page.keyboard.type("Please sign it.");
  await page.keyboard.press("Tab");
  await expect(button(page, "Return")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(checklistRow(firm.owner, FIRST)).toContainText("Returned");
});

// S-2.59
test("staff can make all three decisions without scripts, and a return refused without a note stays a return", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, [FIRST]);
  const plain = await openWithoutScripts(firm.owner);
  const { page } = plain;
  await page.goto(reviewPathOf(request, FIRST));
  await expect(buttons(page)).toHaveText(["Accept", "Return", "Accept and ask for more"]);
  await button(page, "Return").click();
  await expect(page.getByText(/Say what is missing/)).toBeVisible();
  await expect(buttons(page)).toHaveText(["Return", "Accept", "Accept and ask for more"]);
  await note(page).fill("Please sign it.");
  await button(page, "Accept and ask for more").click();
  await expect(checklistRow(plain, FIRST)).toContainText("Accepted, more needed");
});
