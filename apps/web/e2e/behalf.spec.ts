import type { Page } from "@playwright/test";
import { makePdf } from "./documents";
import { itemOf, reviewPathOf, submitAnswer } from "./fixtures/answers";
import { createFirm } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { ON_BEHALF, openAnswer, RITA, sendItem } from "./pages/on-behalf";
import { checklistRow, openRecord } from "./pages/staff-pages";
import { expect, test } from "./test";

test("staff can save an answer on behalf of a client, and submit it later", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page } = firm.owner;
  const request = await sendItem(firm, "Which month is missing?", "text");
  await openAnswer(page, request, "Which month is missing?");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Write an answer.")).toBeVisible();
  await page.getByLabel("Answer", { exact: true }).fill("March, he says.");
  await page.getByRole("button", { name: "Save for later" }).click();
  const row = checklistRow(firm.owner, "Which month is missing?");
  await expect(row).toContainText("You started to answer this item on behalf of the client.");
  await expect(row).toContainText("Waiting for client");

  await row.getByRole("link").click();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("March, he says.");
  await test.step("the page for answering on behalf of a client fits a screen 320 px wide", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("the form's “Send answer” and “Save for later” buttons are in one row, in this order", async () => {
    const boxOf = (name: string) => page.getByRole("button", { name }).boundingBox();
    const [send, save] = [await boxOf("Send answer"), await boxOf("Save for later")];
    expect(send?.y).toBe(save?.y);
    expect(send?.x).toBeLessThan(save?.x ?? 0);
  });
  await page.getByRole("textbox", { name: /^Note/ }).fill("By phone.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(/^Sent by Rita\sMoss on behalf of the client/)).toBeVisible();
  await expect(page.getByText("By phone.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
});

// S-6.9
test("the client sees an answer that staff submitted on the client's behalf, and the member who submitted it can withdraw it", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm(RITA);
  const request = await sendItem(firm, "Which month is missing?", "text");
  const item = itemOf(request, "Which month is missing?");
  await submitAnswer(firm.owner, item, { answer: { text: "March, he says." } });
  const gus = await enter(request);
  await gus.page.goto(`${request.link}/items/${item}`);
  await expect(gus.page.getByText("March, he says.")).toBeVisible();

  const { page } = firm.owner;
  await page.goto(reviewPathOf(request, "Which month is missing?"));
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("March, he says.");
  await page.getByLabel("Answer", { exact: true }).fill("March and April.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  const record = await openRecord(firm.owner, request.path);
  for (const sentence of [
    "Rita Moss started to answer “Which month is missing?” on behalf of the client",
    "Rita Moss withdrew “Which month is missing?” on behalf of the client",
    "Rita Moss sent “Which month is missing?” on behalf of the client",
  ]) {
    await expect(record.getByText(sentence).first()).toBeVisible();
  }
});

async function expectFewCanvases(page: Page, name: string, pages: number): Promise<void> {
  const preview = page.getByRole("region", { name: `Preview of ${name}` });
  const sheet = (number: number) =>
    preview.getByRole("img", { name: `, Page ${number} of ${pages}`, exact: false });
  const isDrawn = (number: number) => expect(sheet(number)).toHaveAttribute("data-drawn", "true");
  await isDrawn(1);
  const height = await preview.evaluate((element) => element.scrollHeight);
  let most = 0;
  for (let number = 1; number <= pages; number += 1) {
    await sheet(number).evaluate((element) => element.scrollIntoView());
    await isDrawn(number);
    most = Math.max(most, await preview.locator("canvas").count());
  }
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(8);
  await expect(sheet(1)).not.toHaveAttribute("data-drawn");
  await expect(sheet(1)).toHaveCSS("background-color", "rgb(241, 241, 237)");
  expect(await preview.evaluate((element) => element.scrollHeight)).toBe(height);
  await preview.evaluate((element) => element.scrollTo(0, 0));
  await isDrawn(1);
}

// S-1.10, S-2.27
test("staff can upload, preview and accept a scan of a document that the client sent by post", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page } = firm.owner;
  await openAnswer(page, await sendItem(firm, "Bank statements", "file"), "Bank statements");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Add a file, or say that this doesn’t apply.")).toBeVisible();
  // Dragging a file from one element to another sends `dragleave` too, but must not hide the drop
  // notice.
  const drag = (type: string, to: "part" | "outside" = "part") =>
    page.evaluate(
      (event) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["%PDF"], "dragged.pdf"));
        const relatedTarget = event.to === "part" ? document.body : null;
        const init = { bubbles: true, cancelable: true, relatedTarget, dataTransfer };
        document.querySelector("h1")?.dispatchEvent(new DragEvent(event.type, init));
      },
      { type, to },
    );
  const notice = page.getByText("Drop files to add them to Bank statements");
  await drag("dragover");
  await expect(notice).toBeVisible();
  await drag("dragleave");
  await expect(notice).toBeVisible();
  await drag("dragleave", "outside");
  await expect(notice).toBeHidden();
  await page.getByLabel("Choose files").setInputFiles({
    name: "scan.pdf",
    mimeType: "application/pdf",
    buffer: makePdf("Scanned at the office", 30),
  });
  await expect(page.getByRole("button", { name: "Remove scan.pdf" })).toBeVisible();
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText("Added by you", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expectFewCanvases(page, "scan.pdf", 30);
  const details = page.getByRole("definition");
  await expect(details.getByText("Rita Moss, on behalf of the client")).toBeVisible();
  await expect(details.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(details.getByText("File type checked", { exact: true })).toBeVisible();
  await expect(page.getByText("Files are not scanned for viruses.")).toBeVisible();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(
    page.getByText("sent “Bank statements” with 1 file on behalf of the client"),
  ).toBeVisible();
});

test("an answer on behalf of a client requires a reason when the item does not apply", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page } = firm.owner;
  await openAnswer(page, await sendItem(firm, "Day of the sale", "date"), "Day of the sale");
  await page.getByLabel("This doesn’t apply to the client").check();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Give a reason of at least 3 characters.")).toBeVisible();
  await page.getByRole("textbox", { name: "Reason" }).fill("Nothing was sold.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("Does not apply")).toBeVisible();
});

test("a member who answers for a client sees that the client has already started, and both keep their typed text", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendItem(firm, "Anything unusual?", "text");
  const gus = await enter(request);
  const clientField = gus.page.getByLabel("Your answer");
  await gus.page.goto(`${request.link}/items/${itemOf(request, "Anything unusual?")}`);
  await waitForReact(clientField);
  await clientField.fill("A fire in");
  await expect(gus.page.getByText("Draft saved")).toBeVisible();

  const { page } = firm.owner;
  await openAnswer(page, request, "Anything unusual?");
  await page.getByLabel("Answer", { exact: true }).fill("A fire in May.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(
    page.getByText("Someone else has worked on this answer", { exact: false }),
  ).toBeVisible();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("A fire in May.");
  expect(await clientField.inputValue()).toBe("A fire in");
});

test("staff can answer for a client without scripts, on a screen 320 px wide and in the dark theme", async ({
  join,
}) => {
  const rita = await join("Rita Moss", {
    javaScriptEnabled: false,
    colorScheme: "dark",
    viewport: { width: 320, height: 640 },
  });
  const { page } = rita;
  const request = await sendItem(await createFirm(rita), "Who keeps the books?", "text");
  await page.goto(reviewPathOf(request, "Who keeps the books?"));
  await page.locator("main summary", { hasText: ON_BEHALF }).click();
  await page.getByRole("button", { name: "Send answer" }).click();
  const said = (text: string) => page.locator("main p", { hasText: text });
  await expect(said("Write an answer.").first()).toBeVisible();
  await page.getByLabel("Answer", { exact: true }).fill("Nina, since 2020.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(said("Nina, since 2020.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("Nina, since 2020.");
});
