import { readFileSync } from "node:fs";
import { unwrap } from "@dossier/backend-client";
import type { Page } from "@playwright/test";
import { makePdf } from "./documents";
import { decide, itemOf, reviewPathOf, submitAnswer } from "./fixtures/answers";
import { callBackend } from "./fixtures/backend-calls";
import { type ClientRequest, createFirm, type Firm, sendRequest } from "./fixtures/firms";
import { needLiveUpdates } from "./live";
import { waitForReact } from "./pages/hydration";
import { checklistRow, chooseAct, openRecord } from "./pages/staff-pages";
import { makeBrokenScan, makeScans } from "./scans";
import { expect, test } from "./test";

// Staff answer for a contact, so that the record includes answers that came by post or phone.

const PDF_FIXTURES = new URL(
  "../../../supabase/tests/support/inspection/pdf-fixtures/",
  import.meta.url,
);
const ON_BEHALF = "Answer on behalf of the client";
const RITA = { owner: "Rita Moss" };

const sendItem = (firm: Firm, title: string, kind: string) =>
  sendRequest(firm, { title: "What came by post", items: [{ title, kind }] });

async function openAnswer(page: Page, request: ClientRequest, item: string): Promise<void> {
  await page.goto(reviewPathOf(request, item));
  const summary = page.locator("summary", { hasText: ON_BEHALF });
  await waitForReact(summary);
  await summary.click();
}

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
  await expect(row).toContainText("You started to answer this on behalf of the client.");
  await expect(row).toContainText("Waiting for client");

  await row.getByRole("link").click();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("March, he says.");
  await test.step("the page for answering on behalf of a client fits a screen 320 px wide", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1280, height: 720 });
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

/** Scrolls a long PDF to its end and back. Only the pages near the screen may have a canvas. */
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
  // The whole page accepts dropped files. Dragging a file from one element of the page to another
  // must not hide the notice.
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
  await expect(page.getByText("Added by you · Not scanned for viruses")).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expectFewCanvases(page, "scan.pdf", 30);
  // The page shows the sender, the fingerprint, and which checks the file passed.
  const details = page.getByRole("definition");
  await expect(details.getByText("Rita Moss, on behalf of the client")).toBeVisible();
  await expect(details.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(
    details.filter({ hasText: "File type checked. Not scanned for viruses." }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(
    page.getByText("sent “Bank statements”, 1 file on behalf of the client"),
  ).toBeVisible();
});

// S-2.27
test("the preview draws CCITT, JBIG2 and JPEG 2000 scans, and shows a message for a broken image", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page } = firm.owner;
  await openAnswer(
    page,
    await sendItem(firm, "Scans of the office", "file"),
    "Scans of the office",
  );
  for (const [name, buffer] of [
    ["scans.pdf", makeScans()],
    ["broken.pdf", makeBrokenScan()],
  ] as const) {
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name, mimeType: "application/pdf", buffer });
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  const loaded = new Set<string | undefined>();
  page.on("response", (answer) => {
    if (answer.ok()) loaded.add(answer.url().split("/").at(-1));
  });
  await page.getByRole("button", { name: "Send answer" }).click();
  for (const number of [1, 2, 3, 4]) {
    const sheet = page.getByRole("img", { name: `scans.pdf, Page ${number} of 4` });
    await sheet.evaluate((element) => element.scrollIntoView());
    await expect(sheet).toHaveAttribute("data-drawn", "true");
    const halves = await sheet.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext("2d");
      const brightness = (part: number) =>
        context?.getImageData(canvas.width * part, canvas.height / 2, 1, 1).data[0];
      return [brightness(0.25), brightness(0.75)];
    });
    expect(halves, `page ${number}`).toEqual([0, 255]);
  }
  for (const part of ["UniGB-UCS2-H.bcmap", "FoxitDingbats.pfb"]) {
    await expect.poll(() => loaded.has(part), part).toBe(true);
  }
  const missing = page.getByText("An image in this file cannot be shown here.");
  await expect(missing).toHaveCount(0);
  const tabs = page.getByRole("navigation", { name: "Files" });
  await tabs.getByRole("link", { name: "broken.pdf" }).click();
  await expect(missing).toBeVisible();
});

// S-8.36
test("a PDF that has only an owner password is accepted and shown", async ({ foundFirm }) => {
  const firm = await foundFirm(RITA);
  const { page } = firm.owner;
  await openAnswer(
    page,
    await sendItem(firm, "Statement from the bank", "file"),
    "Statement from the bank",
  );
  for (const [revision, name] of [
    ["r4", "printing-restricted.pdf"],
    ["r6", "copying-restricted.pdf"],
  ] as const) {
    const buffer = readFileSync(new URL(`open-${revision}.pdf`, PDF_FIXTURES));
    await page
      .getByLabel("Choose files")
      .setInputFiles({ name, mimeType: "application/pdf", buffer });
    await expect(page.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  }
  await page.getByRole("button", { name: "Send answer" }).click();
  for (const name of ["printing-restricted.pdf", "copying-restricted.pdf"]) {
    await page.getByRole("navigation", { name: "Files" }).getByRole("link", { name }).click();
    const sheet = page.getByRole("img", { name: `${name}, Page 1 of 1` });
    await expect(sheet).toHaveAttribute("data-drawn", "true");
    await expect(
      page
        .getByRole("definition")
        .filter({ hasText: "File type checked. Not scanned for viruses." }),
    ).toBeVisible();
  }
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
    page.getByText("Someone else has started this answer.", { exact: false }),
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

// S-8.19
test("staff cannot answer for a client in a closed request, but can copy the text of the draft", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page, context } = firm.owner;
  const titles = ["Who keeps the books?", "Bank statements", "Day of the sale"];
  const request = await sendRequest(firm, {
    title: "What came by post",
    items: titles.map((title) => ({ title, kind: "text" })),
  });
  await callBackend(context, async ({ db }) =>
    unwrap(
      await db.rpc("save_answer", {
        item_id: itemOf(request, "Who keeps the books?"),
        answer: { text: "Nina, since 2020." },
        client_note: "",
      }),
    ),
  );
  await submitAnswer(firm.owner, itemOf(request, "Bank statements"));
  await decide(firm.owner, itemOf(request, "Bank statements"), "accepted");
  await submitAnswer(firm.owner, itemOf(request, "Day of the sale"));
  const other = await context.newPage();
  await other.goto(reviewPathOf(request, "Who keeps the books?"));
  await waitForReact(other.getByLabel("Answer", { exact: true }));
  // Abort the saves of this tab, so that no other tab gets its text.
  await other.route("**/o/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await other.getByLabel("Answer", { exact: true }).fill("Nina until May, then Otto.");
  await page.goto(request.path);
  await chooseAct(firm.owner, "Cancel request");
  const cancelling = page.getByRole("form", { name: "Cancel request" });
  await cancelling.getByLabel("Reason").fill("Over.");
  await cancelling.getByRole("button", { name: "Cancel request" }).click();
  await expect(page.getByText("Canceled: Over.")).toBeVisible();
  await page.getByRole("link", { name: "Who keeps the books?", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Who keeps the books?" })).toBeVisible();
  await expect(page.locator("summary", { hasText: ON_BEHALF })).toHaveCount(0);
  await expect(page.getByText("Your unsent answer")).toBeHidden();

  // An undecided submission stays readable, but no button and no key can decide on it.
  await page.getByRole("link", { name: "What came by post" }).click();
  const row = checklistRow(firm.owner, "Day of the sale");
  await expect(row).toContainText("Not decided");
  await row.getByRole("link").click();
  await expect(
    page.getByText(
      "This request is closed. You can read it, but you cannot accept or return answers.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("form", { name: "Decision" })).toBeHidden();
  await page.keyboard.press("a");
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1, name: "Bank statements" })).toBeVisible();

  // The other tab still shows the text that was typed there before the request closed.
  await needLiveUpdates(other);
  await expect(other.getByLabel("Your unsent answer. Copy it to keep it.")).toHaveValue(
    "Nina until May, then Otto.",
  );
  await expect(other.locator("summary", { hasText: ON_BEHALF })).toHaveCount(0);
  await other.reload();
  await expect(other.getByLabel("Your unsent answer. Copy it to keep it.")).toHaveValue(
    "Nina until May, then Otto.",
  );
});
