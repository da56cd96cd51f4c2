import type { Locator, Page } from "@playwright/test";
import { barOf, countLines, findCutText, tabThrough } from "./appearance/phone";
import { open } from "./appearance/viewer";
import { expect, test } from "./routes/cast";

// These checks apply only to a screen of 320 px.
const FIRM = "/o/harbour-lane";
/** Minimum height of a line of the smaller text size. */
const LINE_PX = 16;

test("the decisions stay at the bottom of a phone's screen and never cover the focus", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  const path = `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`;
  await open(phone, path);
  const atRest = await barOf(phone);
  expect(atRest).toMatchObject({ bottom: 640, width: 320 });
  await phone.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await phone.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await barOf(phone)).toEqual(atRest);
  await open(phone, path);
  const { under, stops, scrolled } = await tabThrough(phone);
  expect(under).toEqual([]);
  expect(stops).toBeGreaterThan(8);
  expect(scrolled).toBeGreaterThan(0);
});

test("the main action of a request is in the bar at the top of a phone's screen", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  await open(phone, `${FIRM}/requests/${demo.insurance}`);
  const review = phone.getByRole("link", { name: /^Review \d+$/ });
  await expect(review).toBeInViewport({ ratio: 1 });
  for (const hidden of ["Edit", "Remind"]) {
    await expect(phone.getByText(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0);
  }
  await phone.locator("summary[aria-label='More actions']").click();
  await expect(phone.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
  await expect(phone.getByRole("button", { name: "Remind", exact: true })).toBeVisible();
});

test("the decisions have one-line labels on a phone, and equal widths on a wide screen", async ({
  cast,
}) => {
  const { phone, wide } = await cast.viewer("owner");
  const demo = await cast.demo();
  const path = `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`;
  await open(phone, path);
  const expectFits = async (decision: Locator) => {
    await expect(decision).toBeInViewport({ ratio: 1 });
    expect(await decision.evaluate(countLines)).toBe(1);
    expect((await decision.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  };
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const more = phone.locator("summary", { hasText: "More" });
  for (const decision of [button(phone, "Accept"), button(phone, "Return"), more]) {
    await expectFits(decision);
    expect((await decision.locator("svg").boundingBox())?.width).toBe(16);
  }
  await more.click();
  for (const name of ["Accept and ask for more", "Waive", "Accept with a note"]) {
    await expectFits(button(phone, name));
  }
  await open(wide, path);
  const accept = await button(wide, "Accept").boundingBox();
  for (const name of ["Return", "Accept and ask for more", "Waive"]) {
    const box = await button(wide, name).boundingBox();
    expect({ x: box?.x, width: box?.width }).toEqual({ x: accept?.x, width: accept?.width });
  }
});

test("lists on a phone cut off no text and mark late requests with words", async ({ cast }) => {
  const { phone } = await cast.viewer("owner");
  await open(phone, `${FIRM}/requests`);
  const row = phone.getByRole("row").filter({ hasText: "Lease of the new workshop" });
  const late = row.getByText(/^\d+ days? late$/);
  await expect(late).toBeVisible();
  const title = await row.getByText("Lease of the new workshop").boundingBox();
  const client = await row.getByText("Northgate Joinery").boundingBox();
  expect(client?.y).toBeGreaterThanOrEqual((title?.y ?? 640) + LINE_PX);
  await open(phone, FIRM);
  expect(await findCutText(phone)).toEqual([]);
  const group = phone.getByRole("region", { name: /New employee: Sam Ellis$/ });
  const [of, request] = await Promise.all(
    ["Okafor Dental Practice", "New employee: Sam Ellis"].map((text) =>
      group.getByRole("heading").getByText(text).boundingBox(),
    ),
  );
  expect(request?.y).toBeGreaterThanOrEqual((of?.y ?? 640) + LINE_PX);
});

test("the navigation of a firm, its settings and an account is one row that keeps the current page in view", async ({
  browser,
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const expectOneRow = async (page: Page, name: string, current: string) => {
    const places = page.getByRole("navigation", { name });
    const tops = await places
      .getByRole("link")
      .evaluateAll((links) =>
        links
          .filter((link) => link.checkVisibility())
          .map((link) => link.getBoundingClientRect().top),
      );
    expect(tops.length).toBeGreaterThan(3);
    expect(new Set(tops).size, name).toBe(1);
    await expect(places.locator("[aria-current]")).toHaveText(current);
    await expect(places.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
    // Pressing Tab scrolls each link into view.
    await page.keyboard.press("Tab");
    for (const link of await places.getByRole("link").filter({ visible: true }).all()) {
      await link.focus();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  };
  await open(phone, `${FIRM}/settings/audit`);
  await expectOneRow(phone, "Settings", "Audit");
  await phone
    .getByRole("navigation", { name: "Settings" })
    .getByRole("link", { name: "General" })
    .click();
  await expect(phone.getByRole("heading", { level: 2, name: "General" })).toBeVisible();
  await expectOneRow(phone, "Settings", "General");
  await open(phone, `${FIRM}/clients`);
  await expectOneRow(phone, "Main", "Clients");
  await open(phone, "/account/delete");
  await expectOneRow(phone, "Account", "Delete");

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    storageState: await phone.context().storageState(),
  });
  const page = await plain.newPage();
  await page.goto(new URL(FIRM, phone.url()).href);
  await page.getByLabel("Firm: Harbour & Lane").click();
  await page.getByRole("link", { name: "Firm settings", exact: true }).click();
  await expect(page).toHaveURL(/settings\/general$/);
  await plain.close();
});
