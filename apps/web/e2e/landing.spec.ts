import type { Page } from "@playwright/test";
import { findLayoutShifts, recordLayoutShifts } from "./appearance/measures";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

/** The goal is 180 kB, see decision 093. Next's own scripts, the styles and the font are 175 kB. */
const MAX_BYTES = 222_000;
const MAX_FONT_BYTES = 24_000;

/** Counts the bytes that a page receives over the wire, by address. */
async function meter(page: Page): Promise<Map<string, number>> {
  const client = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", ({ requestId, request }) =>
    urls.set(requestId, request.url),
  );
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.set(urls.get(requestId) ?? requestId, encodedDataLength);
  });
  return bytes;
}

const total = (bytes: Map<string, number>) =>
  [...bytes.values()].reduce((sum, each) => sum + each, 0);

test("the start page receives at most 222 kB before its links are prefetched, font included, and does not move", async ({
  open,
}) => {
  const visitor = await open("Visitor");
  const { page } = visitor;
  await page.addInitScript(recordLayoutShifts);
  // Next prefetches the linked pages once the page is idle. They are not part of it.
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    (route) => route.abort(),
  );
  const bytes = await meter(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(total(bytes), JSON.stringify([...bytes])).toBeLessThanOrEqual(MAX_BYTES);
  expect(await findLayoutShifts(page)).toEqual([]);
  forgetLostRequests(visitor);
});

test("a page loads one font file of at most 24 kB, whose digits have equal widths", async ({
  open,
}) => {
  const { page } = await open("Visitor");
  const bytes = await meter(page);
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  const fonts = [...bytes].filter(([url]) => url.includes(".woff2"));
  expect(fonts).toHaveLength(1);
  expect(fonts[0]?.[1]).toBeLessThanOrEqual(MAX_FONT_BYTES);
  const [ones, zeros] = await page.evaluate(() =>
    ["1111111111", "0000000000"].map((digits) => {
      const span = document.createElement("span");
      span.textContent = digits;
      document.body.append(span);
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    }),
  );
  expect(ones).toBe(zeros);
});

test("Lukas is shown in the first font file, and Łukasz loads the second one", async ({ open }) => {
  const { page } = await open("Visitor");
  const bytes = await meter(page);
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  const fontsFor = async (name: string) => {
    await page.evaluate(async (text) => {
      const span = document.createElement("span");
      span.textContent = text;
      document.body.append(span);
      // Forces the layout that asks for the fonts.
      span.getBoundingClientRect();
      await document.fonts.ready;
    }, name);
    await page.waitForLoadState("networkidle");
    return [...bytes.keys()].filter((url) => url.includes(".woff2")).length;
  };
  expect(await fontsFor("Lukas")).toBe(1);
  await fontsFor("Łukasz");
  await expect.poll(() => [...bytes.keys()].filter((url) => url.includes(".woff2")).length).toBe(2);
});

test("every link of the start page opens a page", async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/");
  const links = await page
    .getByRole("link")
    .evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).getAttribute("href") ?? ""),
    );
  for (const href of new Set(links)) {
    if (href.startsWith("#")) {
      await expect(page.locator(href), href).toHaveCount(1);
      continue;
    }
    const answer = await page.request.get(href);
    expect(answer.status(), href).toBe(200);
  }
});
