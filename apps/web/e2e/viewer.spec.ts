import type { Locator } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { makePdf, PNG } from "./documents";
import { itemOf, reviewPathOf, submitFiles } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

test("a picture that is smaller than the viewer keeps its size and is centered", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Logo", kind: "file" }] });
  const item = itemOf(request, "Logo");
  await submitFiles(firm.owner, item, [{ name: "Logo.png", mime: "image/png", bytes: PNG }]);
  await page.goto(reviewPathOf(request, "Logo"));
  const image = page.getByRole("img", { name: "Preview of Logo.png" });
  await expect(image).toBeVisible();
  const { scale, offsets } = await image.evaluate((element: HTMLImageElement) => {
    const [box, stage] = [element, element.parentElement ?? element].map((each) =>
      each.getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
    const middle = ({ x, y, width, height }: DOMRect) => [x + width / 2, y + height / 2] as const;
    const [left, top] = middle(stage);
    const [x, y] = middle(box);
    return { scale: element.clientWidth / element.naturalWidth, offsets: [x - left, y - top] };
  });
  expect(scale).toBeCloseTo(1);
  for (const offset of offsets) expect(Math.abs(offset)).toBeLessThanOrEqual(1);
});

test("a picture that arrives late replaces its placeholder", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Logo", kind: "file" }] });
  const item = itemOf(request, "Logo");
  await submitFiles(firm.owner, item, [{ name: "Logo.png", mime: "image/png", bytes: PNG }]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/files/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(reviewPathOf(request, "Logo"), { waitUntil: "domcontentloaded" });
  const image = page.getByRole("img", { name: "Preview of Logo.png" });
  // The style sheet makes the image visible after 150 ms, even if the image has not loaded yet.
  await expect(image).toHaveCSS("visibility", "visible");
  const region = page.getByRole("region", { name: "Preview of Logo.png" });
  await expect(region).toHaveAttribute("aria-busy", "true");
  answer();
  await expect(region).toHaveAttribute("aria-busy", "false");
  await expect(image).toBeVisible();
});

test("a picture is shown even if the scripts fail to load", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Logo", kind: "file" }] });
  const item = itemOf(request, "Logo");
  await submitFiles(firm.owner, item, [{ name: "Logo.png", mime: "image/png", bytes: PNG }]);
  await page.route("**/_next/static/**/*.js*", (route) => route.abort());
  await page.goto(reviewPathOf(request, "Logo"));
  await expect(page.getByRole("img", { name: "Preview of Logo.png" })).toBeVisible();
  forgetLostRequests(firm.owner);
});

test("the viewer shows a blank sheet while a PDF loads, and a link to the file if the PDF cannot be shown", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Bank statements", kind: "file" }] });
  await submitFiles(firm.owner, itemOf(request, "Bank statements"), [
    { name: "January.pdf", mime: "application/pdf", bytes: makePdf("January", 1) },
  ]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/files\/[^/?]+$/, async (route) => {
    await held;
    await route.fulfill({ contentType: "application/pdf", body: "no document" });
  });
  await page.goto(reviewPathOf(request, "Bank statements"));
  const preview = page.getByRole("region", { name: "Preview of January.pdf" });
  await expect(preview).toHaveAttribute("aria-busy", "true");
  await expect(preview.locator("[data-paper]")).toBeVisible();
  // Unlike the blocks of a skeleton, the paper has no second animation that hides it for 150 ms.
  await expect(preview.locator("[data-paper]")).toHaveCSS("animation-name", "skeleton");
  await expect(preview.locator("[data-paper]")).toHaveCSS("background-color", "rgb(241, 241, 237)");
  answer();
  await expect(page.getByText("The preview could not be shown.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download the file" })).toHaveAttribute(
    "href",
    /^\/files\/.+\?download$/,
  );
  await expect(preview).toHaveCount(0);
});

// S-2.77
test("a CSV file is shown as a table of its first rows, in which nothing is a link, a formula or markup", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Ledger", kind: "file" }] });
  const rows = [
    "Datum;Zahlung an;Betrag €;Notiz",
    '2 Januar;Café Müller;"1.204,50";=HYPERLINK("https://example.test")',
    "3 Januar;<img src=x onerror=alert(1)>;12,00;https://example.test/pay",
    ...Array.from({ length: 148 }, (_, index) => `4 Januar;Kunde ${index};${index},00;`),
  ];
  // Spreadsheet programs save such a file as Windows-1252, in which byte 0x80 is the euro sign.
  const bytes = Buffer.from(rows.join("\r\n").replace("€", "\x80"), "latin1");
  const notes = { name: "notes.txt", mime: "text/plain", bytes: Buffer.from("Paid in cash: €5") };
  await submitFiles(firm.owner, itemOf(request, "Ledger"), [
    { name: "ledger.csv", mime: "text/csv", bytes },
    notes,
  ]);
  await page.goto(reviewPathOf(request, "Ledger"));
  const preview = page.getByRole("region", { name: "Preview of ledger.csv" });
  for (const name of ["Datum", "Zahlung an", "Betrag €", "Notiz"]) {
    await expect(preview.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  await expect(preview.getByRole("row")).toHaveCount(100);
  await expect(preview.getByRole("row").nth(1).getByRole("cell")).toHaveText([
    "2 Januar",
    "Café Müller",
    "1.204,50",
    '=HYPERLINK("https://example.test")',
  ]);
  await expect(preview.getByRole("rowheader").last()).toHaveText("100");
  await expect(preview.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(preview.locator("img")).toHaveCount(0);
  await expect(preview.getByText("51 more rows are not shown.")).toBeAttached();
  await expect(preview.getByRole("link")).toHaveText(["Download the whole file"]);
  await expectFineHere(page);
  const version = page.getByRole("region", { name: "Version 1" });
  await expect(version.getByRole("link", { name: "Download ledger.csv" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Zoom" })).toHaveCount(0);
  // The frame is as wide as its table, apart from its edges and a scrollbar.
  const [frame, table] = [
    await preview.boundingBox(),
    await preview.locator("table").boundingBox(),
  ];
  expect((frame?.width ?? 0) - (table?.width ?? 0)).toBeLessThan(20);
  expect(await preview.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  const shadow = version.locator("[style*=gradient]");
  await expect(shadow).toBeHidden();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(shadow).toBeVisible();
  await preview.evaluate((region) => region.scrollTo({ left: region.scrollWidth }));
  await expect(shadow).toBeHidden();
  const files = page.getByRole("navigation", { name: "Files" });
  await files.getByRole("link", { name: "notes.txt" }).click();
  await expect(page.getByRole("region", { name: "Preview of notes.txt" })).toHaveText(
    "Paid in cash: €5",
  );
});

test("“200%” doubles the width of a page or a picture, keeps the page in view, and “Fit” restores the width", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Bank statements", kind: "file" }] });
  await submitFiles(firm.owner, itemOf(request, "Bank statements"), [
    { name: "January.pdf", mime: "application/pdf", bytes: makePdf("January", 3) },
    { name: "Logo.png", mime: "image/png", bytes: PNG },
  ]);
  await page.goto(reviewPathOf(request, "Bank statements"));
  const zoom = page.getByRole("group", { name: "Zoom" });
  const [fit, double] = [
    zoom.getByRole("button", { name: "Fit" }),
    zoom.getByRole("button", { name: "200%" }),
  ];
  const expectPressed = async (isDouble: boolean) => {
    await expect(fit).toHaveAttribute("aria-pressed", String(!isDouble));
    await expect(double).toHaveAttribute("aria-pressed", String(isDouble));
  };
  const widthOf = (part: Locator) => part.evaluate((element) => element.clientWidth);
  const scrolls = (part: Locator) =>
    part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

  const pdf = page.getByRole("region", { name: "Preview of January.pdf" });
  const sheet = pdf.getByRole("img", { name: "Preview of January.pdf, Page 2 of 3" });
  await expect(sheet).toBeAttached();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3", { exact: true })).toBeVisible();
  await expectPressed(false);
  expect(await scrolls(pdf)).toBe(false);
  const fitted = await widthOf(sheet);
  await double.click();
  await expectPressed(true);
  await expect.poll(() => widthOf(sheet)).toBeGreaterThan(fitted * 1.9);
  expect(await scrolls(pdf)).toBe(true);
  await expect(page.getByText("Page 2 of 3", { exact: true })).toBeVisible();
  await expect(sheet).toBeInViewport();
  await fit.click();
  await expectPressed(false);
  await expect.poll(() => widthOf(sheet)).toBe(fitted);
  await expect(page.getByText("Page 2 of 3", { exact: true })).toBeVisible();
  expect(await scrolls(pdf)).toBe(false);

  await page
    .getByRole("navigation", { name: "Files" })
    .getByRole("link", { name: "Logo.png" })
    .click();
  const picture = page.getByRole("region", { name: "Preview of Logo.png" });
  const image = picture.getByRole("img");
  await expect(image).toBeVisible();
  await expectPressed(false);
  expect(await scrolls(picture)).toBe(false);
  await double.click();
  await expectPressed(true);
  expect(await widthOf(image)).toBeGreaterThan((await widthOf(picture)) * 1.9);
  expect(await scrolls(picture)).toBe(true);
  await fit.click();
  await expectPressed(false);
  expect(await scrolls(picture)).toBe(false);
});
