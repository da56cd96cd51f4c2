import type { Page } from "@playwright/test";
import { makePdf } from "../documents";
import { decide, itemOf, reviewPathOf, sendAnswered, submitFiles } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { draftKeys, endSession, signInAgain } from "../pages/ended-session";
import { waitForReact } from "../pages/hydration";
import { checklistRow } from "../pages/staff-pages";
import type { Person } from "../people";
import { expect, test } from "../test";

const TITLES = ["First question", "Second question", "Third question", "Fourth question"];

const heading = ({ page }: Pick<Person, "page">, name: string) =>
  page.getByRole("heading", { level: 1, name });

const spreadOfToolbar = (page: Page) =>
  page.getByRole("link", { name: "Download March 2026.pdf" }).evaluate((link) => {
    const controls = [...(link.parentElement?.querySelectorAll("a, button") ?? [])];
    const middles = controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => control.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    return Math.max(...middles) - Math.min(...middles);
  });

// S-8.10
test("an unfinished note about a decision is restored after the user visits other items, and after the session ends", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(2));
  await decide(ada, itemOf(request, "Third question"), "accepted");
  const { page } = ada;
  const note = page.getByLabel("Note to the client");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(reviewPathOf(request, "Fourth question"));
  await waitForReact(button("Return"));
  await page.keyboard.press("r");
  await note.fill("The last page is");
  await note.blur();
  await page.keyboard.press("k");
  await expect(heading(ada, "Third question")).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await expect(page.getByText("Your unsent note: “The last page is”")).toBeVisible();
  await page.keyboard.press("r");
  await expect(note).toHaveValue("The last page is");
  await note.fill("The last page is missing.");

  // Leave the page first. An open page would itself redirect to the sign-in page, at the same time
  // as the `goto` below.
  const path = page.url();
  await page.goto("about:blank");
  await endSession(ada);
  await page.goto(path);
  await signInAgain(ada, ada.email, ada.password);
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await expect(page.getByText("Your unsent note: “The last page is missing.”")).toBeVisible();
  await button("Return").click();
  await expect(note).toHaveValue("The last page is missing.");
  await button("Return").click();
  await expect(checklistRow(ada, "Fourth question")).toContainText("Returned");
  await button("Undo").click();
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");

  await page.getByRole("link", { name: "Fourth question", exact: true }).click();
  await waitForReact(button("Waive"));
  await button("Waive").click();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  await page.getByLabel("Reason").fill("Seen in the office.");
  await page.reload();
  await waitForReact(button("Waive"));
  await button("Waive").click();
  await expect(page.getByLabel("Reason")).toHaveValue("Seen in the office.");
  await button("Discard changes").click();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  expect(await draftKeys(ada)).toEqual([]);
});

// S-2.27
test("a returned answer is shown next to the new answer, and an unchanged file is shown once", async ({
  foundFirm,
  view,
}) => {
  const firm = await foundFirm({ owner: "Ada Lindt" });
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Bank statements", kind: "file" }] });
  const item = itemOf(request, "Bank statements");
  const pdf = (name: string, text: string, pages = 1) => ({
    name,
    mime: "application/pdf",
    bytes: makePdf(text, pages),
  });
  const january = pdf("January.pdf", "January");
  await submitFiles(firm.owner, item, [january, pdf("March photo.pdf", "Blurred")]);
  await decide(firm.owner, item, "returned", "March is out of focus.");
  await submitFiles(firm.owner, item, [january, pdf("March 2026.pdf", "Sharp", 3)]);

  await page.goto(reviewPathOf(request, "Bank statements"));
  const version = (no: number) => page.getByRole("region", { name: `Version ${no}`, exact: true });
  const sheet = (name: string) => page.getByRole("img", { name: `Preview of ${name}, Page 1` });
  await expect(page.getByText("Ada Lindt returned version 1")).toBeVisible();
  await expect(page.getByText("March is out of focus.")).toBeVisible();
  await expect(
    page.getByText("1 file changed: March 2026.pdf. The other file is the same as in version 1."),
  ).toBeVisible();
  await expect(version(1).locator("[data-drawn]")).toHaveCount(1);
  await expect(sheet("March photo.pdf")).toBeVisible();
  await expect(sheet("March 2026.pdf")).toBeVisible();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  const scrolled = (no: number) =>
    version(no)
      .locator("[data-sheets]")
      .evaluate((pane) => pane.scrollTop);
  expect(await scrolled(2)).toBeGreaterThan(0);
  expect(await scrolled(1)).toBe(0);

  const due = page.getByText(/^Due\s/);
  await expect(due).toBeHidden();
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(due).toBeVisible();
  await expect(version(2)).toBeVisible();
  await expect(version(1)).toBeHidden();
  await version(2)
    .locator("[data-sheets]")
    .evaluate((pane) => pane.scrollTo(0, 0));
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Version 1", exact: true }).click();
  await expect(version(1)).toBeVisible();
  await expect(version(2)).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(version(2)).toBeVisible();

  await page.getByRole("link", { name: "January.pdf" }).click();
  await expect(page.getByText("This is the same file as in version 1.")).toBeVisible();
  await expect(version(2).locator("[data-drawn]")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Next page" })).toHaveCount(0);
  await expect(version(1)).toHaveCount(0);
  await page.getByRole("link", { name: "March 2026.pdf" }).click();
  await expect(version(1)).toBeVisible();
  const compare = page.getByRole("button", { name: "Compare with version 1" });
  await compare.click();
  await expect(version(1)).toHaveCount(0);

  const { phone } = await view(firm.owner);
  await phone.goto(reviewPathOf(request, "Bank statements"));
  await expect(phone.getByText("1 / 3")).toBeVisible();
  expect(await spreadOfToolbar(phone)).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await spreadOfToolbar(page)).toBeLessThanOrEqual(1);
  await expect(compare).toBeHidden();
  await expect(version(2)).toBeVisible();
  await page.getByRole("button", { name: "Version 1", exact: true }).click();
  await expect(version(1)).toBeVisible();
  await expect(version(2)).toBeHidden();
});

// S-2.27
test("an answer without files is as wide as the viewer and as high as its text", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, TITLES.slice(0, 1));
  const { page } = firm.owner;
  await page.goto(reviewPathOf(request, "First question"));
  const version = page.getByRole("region", { name: "Version 1", exact: true });
  const answer = version.locator("[tabindex='0']");
  await expect(answer).toBeVisible();
  const [pane, sheet] = [await version.boundingBox(), await answer.boundingBox()];
  expect([sheet?.x, sheet?.width]).toEqual([pane?.x, pane?.width]);
  const text = await answer.getByText("We bake bread.").boundingBox();
  const below = (sheet?.y ?? 0) + (sheet?.height ?? 0) - (text?.y ?? 0) - (text?.height ?? 0);
  expect(below).toBeLessThanOrEqual(32);
});
