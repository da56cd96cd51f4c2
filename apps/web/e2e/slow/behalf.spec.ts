import { readFileSync } from "node:fs";
import { unwrap } from "@dossier/backend-client";
import { decide, itemOf, reviewPathOf, submitAnswer } from "../fixtures/answers";
import { callBackend } from "../fixtures/backend-calls";
import { sendRequest } from "../fixtures/firms";
import { needLiveUpdates } from "../live";
import { waitForReact } from "../pages/hydration";
import { ON_BEHALF, openAnswer, RITA, sendItem } from "../pages/on-behalf";
import { checklistRow, chooseAct } from "../pages/staff-pages";
import { makeBrokenScan, makeScans } from "../scans";
import { expect, test } from "../test";

const PDF_FIXTURES = new URL(
  "../../../../supabase/tests/support/inspection/pdf-fixtures/",
  import.meta.url,
);

// S-2.76
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
    await expect(page.getByRole("definition").getByText("File type checked")).toBeVisible();
  }
});

// S-8.19
test("staff cannot answer for a client in a closed request, but can copy unsaved text that they typed before the request closed", async ({
  foundFirm,
}) => {
  const firm = await foundFirm(RITA);
  const { page, context } = firm.owner;
  const titles = ["Who keeps the books?", "Bank statements", "Day of the sale"];
  const request = await sendRequest(firm, {
    title: "Received by post",
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
  // Abort the saves, so that the text of this tab reaches no other tab.
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

  await page.getByRole("link", { name: "Received by post" }).click();
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
