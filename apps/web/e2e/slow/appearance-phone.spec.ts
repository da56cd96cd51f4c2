import type { Locator, Page } from "@playwright/test";
import { barOf, countLines, findCutText, tabThrough } from "../appearance/phone";
import { open } from "../appearance/viewer";
import { expect, test } from "../test";

const FIRM = "/o/harbour-lane";
/** Minimum height in pixels of one line of small text. */
const LINE_PX = 16;

test("the decision buttons stay at the bottom of a phone's screen and never cover the focus", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  const path = `${FIRM}/requests/${demo.insurance}/review/${demo.insuranceItem}`;
  await open(phone, path);
  const atRest = await barOf(phone);
  expect(atRest).toMatchObject({ bottom: 568, width: 320 });
  await phone.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await phone.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await barOf(phone)).toEqual(atRest);
  await open(phone, path);
  const { under, stops, scrolled } = await tabThrough(phone);
  expect(under).toEqual([]);
  expect(stops).toBeGreaterThan(8);
  expect(scrolled).toBeGreaterThan(0);
});

test("on a phone, the main action of a request is in view, and the other actions are in a menu", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  await open(phone, `${FIRM}/requests/${demo.ownRequest}`);
  const review = phone.getByRole("link", { name: /^Review \d+ answers?$/ });
  await expect(review).toBeInViewport({ ratio: 1 });
  for (const hidden of ["Edit", "Remind"]) {
    await expect(phone.getByText(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0);
  }
  await phone.locator("summary[aria-label='More actions']").click();
  await expect(phone.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
  await expect(phone.getByRole("button", { name: "Remind", exact: true })).toBeVisible();
});

test("on a phone, the main action of a request without answers to review is Remind", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const demo = await cast.demo();
  await open(phone, `${FIRM}/requests/${demo.unanswered}`);
  await expect(phone.getByRole("link", { name: /^Review \d+ answers?$/ })).toHaveCount(0);
  await expect(phone.getByRole("button", { name: "Remind", exact: true })).toBeInViewport({
    ratio: 1,
  });
});

test("on a phone, the back link and “New request” on a client's page are in one row", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const { client } = await cast.demo();
  await open(phone, `${FIRM}/clients/${client}`);
  const main = phone.getByRole("main");
  const back = await main.getByRole("link", { name: "Clients", exact: true }).boundingBox();
  const button = await main.getByRole("link", { name: "New request" }).boundingBox();
  expect(button?.y).toBeLessThan((back?.y ?? 0) + (back?.height ?? 0));
});

test("the decision buttons have one-line labels on a phone, and equal widths on a wide screen", async ({
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
  const other = phone.locator("summary[aria-label='Other decisions']");
  for (const decision of [button(phone, "Accept"), button(phone, "Return"), other]) {
    await expectFits(decision);
    expect((await decision.locator("svg").boundingBox())?.width).toBe(16);
  }
  await other.click();
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

test("on a phone, the request list and the inbox show a request and its client on separate lines, and the list says how many days late a request is", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  await open(phone, `${FIRM}/requests`);
  const row = phone.getByRole("row").filter({ hasText: "Lease of the new workshop" });
  const late = row.getByText(/^\d+\sdays?\slate$/);
  await expect(late).toBeVisible();
  const title = await row.getByText("Lease of the new workshop").boundingBox();
  const client = await row.getByText("Northgate Joinery").boundingBox();
  expect(client?.y).toBeGreaterThanOrEqual((title?.y ?? 640) + LINE_PX);
  await open(phone, FIRM);
  expect(await findCutText(phone)).toEqual([]);
  const answers = phone
    .getByRole("main")
    .getByRole("link")
    .filter({ has: phone.locator("time") });
  const heights = await answers.evaluateAll((rows) => rows.map((each) => each.clientHeight));
  expect(heights.length).toBeGreaterThan(3);
  expect(new Set(heights).size, "heights of the answers").toBe(1);
  const group = phone.getByRole("region", { name: /New employee: Sam Ellis$/ });
  const [of, request] = await Promise.all(
    ["Okafor Dental Practice", "New employee: Sam Ellis"].map((text) =>
      group.getByRole("heading").getByText(text).boundingBox(),
    ),
  );
  expect(request?.y).toBeGreaterThanOrEqual((of?.y ?? 640) + LINE_PX);
});

test("on a phone, each navigation (firm, settings and account) is one row with the current page in view", async ({
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
    // Press a key first, so that the browser shows focus rings.
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
  await expectOneRow(phone, "Account", "Delete account");

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

test("the top and bottom bars on a phone stay in place while the rest of the document loads", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  const place = (locator: Locator) => locator.boundingBox();
  const search = phone.getByRole("banner").getByRole("button", { name: "Search or run a command" });
  const inbox = phone.getByRole("navigation", { name: "Main" }).getByRole("link").first();
  const address = `**${FIRM}/clients/new`;
  // Cut the document off within the bottom bar, after the bar's first link.
  await phone.route(address, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const end = body.indexOf("</li>", body.indexOf('aria-label="Main"'));
    expect(end).toBeGreaterThan(0);
    await route.fulfill({ response, body: body.slice(0, end) });
  });
  await phone.goto(`${FIRM}/clients/new`);
  await expect(phone.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveCount(1);
  const early = [await place(search), await place(inbox)];
  await phone.unroute(address);
  await open(phone, `${FIRM}/clients/new`);
  expect(early).toEqual([await place(search), await place(inbox)]);
});
