import type { Page } from "@playwright/test";
import { barOf, countLines, findCutText, tabThrough } from "./appearance/phone";
import { open } from "./appearance/viewer";
import { expect, test } from "./routes/cast";

// These checks apply only to a screen of 320 px.
const FIRM = "/o/harbour-lane";
/** Minimum height of a line of the smaller text size. */
const LINE_PX = 16;

test("the main actions stay at the bottom of a phone's screen and never cover the focus", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  for (const path of [
    `${FIRM}/requests/${demo.request}`,
    `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`,
  ]) {
    await open(phone, path);
    const atRest = await barOf(phone);
    expect(atRest, path).toMatchObject({
      bottom: path.includes("/review/") ? 640 : 580,
      width: 320,
    });
    await phone.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await phone.evaluate(() => scrollY), path).toBeGreaterThan(0);
    expect(await barOf(phone), path).toEqual(atRest);
    await open(phone, path);
    const { under, stops, scrolled } = await tabThrough(phone);
    expect(under, path).toEqual([]);
    expect(stops, path).toBeGreaterThan(8);
    expect(scrolled, path).toBeGreaterThan(0);
  }
});

test("the four decisions have one-line labels on a phone, and are as wide as the note on a wide screen", async ({
  cast,
}) => {
  const { phone, wide } = await cast.viewer("owner");
  const demo = await cast.demo();
  const path = `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`;
  await open(phone, path);
  for (const decision of [
    phone.getByRole("button", { name: "Accept", exact: true }),
    phone.getByRole("button", { name: "Return", exact: true }),
    phone.getByRole("button", { name: "Accept and ask for more" }),
    phone.locator("summary", { hasText: "No longer needed" }),
  ]) {
    await decision.scrollIntoViewIfNeeded();
    await expect(decision).toBeInViewport({ ratio: 1 });
    expect(await decision.evaluate(countLines)).toBe(1);
    expect((await decision.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect((await decision.locator("svg").boundingBox())?.width).toBe(16);
  }
  await open(wide, path);
  const note = await wide.getByLabel("Note to the client").boundingBox();
  for (const name of ["Accept", "Return", "Accept and ask for more"]) {
    const box = await wide.getByRole("button", { name, exact: true }).boundingBox();
    expect({ x: box?.x, width: box?.width }).toEqual({ x: note?.x, width: note?.width });
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
