import { expect, type Page } from "@playwright/test";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

const ZONE = "Asia/Kathmandu";
const PRINTED = new RegExp(`Printed \\d+\\s\\w+\\s\\d{4}, \\d\\d:\\d\\d ${ZONE}`);
const ON_SCREEN =
  "button, nav, [role=status], [role=tab], [role=toolbar], body header a[href='/help'], footer, [data-bottom-bar], [data-phone-bar]";

async function readText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? " " : ""}` : ""))
    .join("")
    .replaceAll(/\s+/g, " ");
}

export async function readPrintedPages(
  page: Page,
): Promise<{ pages: string[]; background: string }> {
  const data = new Uint8Array(await page.pdf({ format: "A4" }));
  await page.emulateMedia({ media: "print" });
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ media: null });
  const task = getDocument({ data, verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  for (let no = 1; no <= pdf.numPages; no += 1) pages.push(await readText(await pdf.getPage(no)));
  await task.destroy();
  return { pages, background };
}

export async function expectNoControls(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(ON_SCREEN).filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

export function expectFooters(pages: readonly string[], record: string): void {
  for (const [index, text] of pages.entries()) {
    expect(text).toContain(`${record} · Printed`);
    expect(text).toMatch(PRINTED);
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
  }
}
