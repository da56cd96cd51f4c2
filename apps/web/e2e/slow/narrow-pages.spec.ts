import type { Locator } from "@playwright/test";
import { decide, itemOf, sendAnswered, submitAnswer } from "../fixtures/answers";
import { addClient, createDraft, sendRequest } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

const PHONE = { width: 320, height: 640 };

const TABLET = { width: 768, height: 1024 };

const THREE_LINES_PX = 90;

const middleOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
};

test("on a phone, an event of the audit page has at most three lines, and shows its number and fingerprint when the user opens it", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await sendRequest(firm, { title: "Closing the books of the last financial year" });
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(`${firm.path}/settings/audit`);
  const events = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(events.first()).toBeVisible();
  const heights = await events.evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(THREE_LINES_PX);
  const sent = events.filter({ hasText: "sent the request" }).first();
  const place = sent.getByText(/^No\. \d+/);
  await expect(place).toBeHidden();
  await sent.locator("summary").click();
  await expect(place).toBeVisible();
  await expect(sent.getByText(/^[0-9a-f]{6}…[0-9a-f]{6}$/)).toBeVisible();
});

test("on a tablet, the audit page shows its events in the full width, and the fingerprint of an event when the user opens it", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  await owner.page.setViewportSize(TABLET);
  await owner.page.goto(`${path}/settings/audit`);
  const event = owner.page
    .getByRole("row")
    .filter({ has: owner.page.getByRole("cell") })
    .first();
  const fingerprint = event.getByText(/^[0-9a-f]{6}…[0-9a-f]{6}$/);
  await expect(event).toBeVisible();
  await expect(fingerprint).toBeHidden();
  await event.locator("summary").click();
  await expect(fingerprint).toBeVisible();
  const sections = await owner.page.getByRole("navigation", { name: "Settings" }).boundingBox();
  const table = await owner.page.getByRole("table").boundingBox();
  expect(table?.y).toBeGreaterThan((sections?.y ?? 0) + (sections?.height ?? 0));
  expect(table?.width).toBeGreaterThan(600);
});

test("on a tablet, the list of clients shortens a contact's email address, not the client's name", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const name = "Bramble & Finch Bakery";
  const email = `ruth.carmichael-${firm.slug}@bramble-and-finch.example`;
  await addClient(firm, { name, contact: "Ruth Carmichael", email });
  const { page } = firm.owner;
  await page.setViewportSize(TABLET);
  await page.goto(`${firm.path}/clients`);
  const isCut = (text: string) =>
    page
      .getByText(text, { exact: true })
      .evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(await isCut(name)).toBe(false);
  expect(await isCut(email)).toBe(true);
  await expect(page.getByTitle(email)).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await isCut(name)).toBe(false);
  await expect(page.getByRole("table").getByText("Active", { exact: true })).toBeHidden();
});

test("on a phone, the top bar of a complete request shows the link back and the export button in one row", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, ["Your trade"]);
  await decide(firm.owner, itemOf(request, "Your trade"), "accepted");
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(request.path);
  const main = page.getByRole("main");
  const crumb = main.getByRole("link", { name: "Requests" });
  const button = main.getByRole("link", { name: "Export accepted answers" });
  await expect(button).toBeVisible();
  expect(Math.abs((await middleOf(crumb)) - (await middleOf(button)))).toBeLessThanOrEqual(1);
});

test("on a tablet, the details of a request and its activity start at the same height", async ({
  foundFirm,
  view,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { wide, phone } = await view(firm.owner);
  for (const page of [wide, phone]) {
    await page.setViewportSize(TABLET);
    await page.goto(request.path);
    const details = page.getByRole("complementary", { name: "Details and activity" });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const contacts = await topOf(details.getByText("Contacts", { exact: true }));
    const activity = await topOf(details.getByRole("heading", { name: "Activity" }));
    expect(Math.abs(contacts - activity)).toBeLessThan(1);
  }
});

test("on a tablet, the contacts and the activity of a client are next to each other, below the requests", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = firm.owner;
  await page.setViewportSize(TABLET);
  await page.goto(`${firm.path}/clients/${request.client.id}`);
  const boxOf = async (name: RegExp) => {
    const box = await page.getByRole("region", { name }).boundingBox();
    if (!box) throw new Error(`The page does not show ${name}.`);
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  const [requests, contacts, activity] = [
    await boxOf(/^Requests/),
    await boxOf(/^Contacts/),
    await boxOf(/^Activity/),
  ];
  expect(requests.width).toBeGreaterThan(600);
  expect(contacts.y).toBeGreaterThanOrEqual(requests.bottom - 1);
  expect(Math.abs(contacts.y - activity.y)).toBeLessThan(1);
  expect(activity.x).toBeGreaterThanOrEqual(contacts.right - 1);
});

test("on a phone, the list of members shows a long name and the email address in full", async ({
  foundFirm,
}) => {
  const owner = "Bartholomew Featherstonehaugh-Cholmondeley";
  const firm = await foundFirm({ owner });
  const { page, email } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(`${firm.path}/settings/team`);
  const row = page.getByRole("region", { name: "Members" }).getByRole("listitem");
  for (const text of [owner, email]) {
    const part = row.getByText(text, { exact: true });
    await expect(part).toBeVisible();
    expect(await part.evaluate((element) => element.scrollWidth > element.clientWidth), text).toBe(
      false,
    );
  }
});

test("on a phone, a request in the list shows its progress and its due date, with the word “Due” only for screen readers", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const items = ["First", "Second", "Third"].map((title) => ({ title, kind: "text" }));
  const request = await sendRequest(firm, { title: "Closing the books", items });
  await submitAnswer(firm.owner, itemOf(request, "First"));
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(`${firm.path}/requests`);
  const row = page.getByRole("row").filter({ hasText: request.title });
  await expect(row.getByText("0 of 3").filter({ visible: true })).toHaveText(
    "0 of 3 accepted · 1 to review",
  );
  await expect(row.locator("time").filter({ hasText: /^Due\s\w/ })).toHaveCount(1);
  expect((await row.getByText("Due", { exact: true }).boundingBox())?.width).toBe(1);
  const active = row.getByText("Active", { exact: true });
  await expect(active).toBeHidden();
  await page.setViewportSize({ width: 600, height: 640 });
  await expect(active).toBeVisible();
  await page.setViewportSize(PHONE);
  const status = row.getByText("Open", { exact: true });
  await expect(status).toBeHidden();
  await page.goto(`${firm.path}/requests?status=all`);
  await expect(status).toBeVisible();
});

test("the title field of a new template has a label above it, and a border while it is empty, focused or under the pointer", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/templates/new`);
  const title = page.getByLabel("Template title");
  await waitForReact(title);
  const label = await page.getByText("Template title", { exact: true }).boundingBox();
  expect(label?.height).toBeGreaterThan(16);
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThan((await title.boundingBox())?.y ?? 0);
  const NO_EDGE = "rgba(0, 0, 0, 0)";
  await expect(title).not.toHaveCSS("border-top-color", NO_EDGE);
  await title.fill("Closing the books");
  await expect(title).not.toHaveCSS("border-top-color", NO_EDGE);
  await title.blur();
  await expect(title).toHaveCSS("border-top-color", NO_EDGE);
  await title.hover();
  await expect(title).not.toHaveCSS("border-top-color", NO_EDGE);
});

test("on a phone, the handle, the icon and the menu of an item are next to the first line of the item's title", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const title = "Bank statements of every account at the end of the financial year";
  const draft = await createDraft(firm, { items: [{ title: "Ledger" }, { title }] });
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(draft.path);
  const item = page.getByRole("group", { name: "Item 2", exact: true });
  const menu = page.getByLabel("Actions for item 2");
  await waitForReact(menu);
  const text = item.getByText(title, { exact: true }).filter({ visible: true });
  const line = await text.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top + Number.parseFloat(getComputedStyle(element).lineHeight) / 2;
  });
  expect((await text.boundingBox())?.height).toBeGreaterThan(30);
  const handle = item.locator("[draggable]");
  const icon = item.locator("details[name='item'] > summary > svg").first();
  for (const part of [handle, icon, menu]) {
    expect(Math.abs((await middleOf(part)) - line)).toBeLessThanOrEqual(1);
  }
});

test("the example below the form for a new client has a smaller button than the form, and a line above the example", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.setViewportSize(TABLET);
  await page.goto(`${path}/clients/new`);
  const button = await page.getByRole("button", { name: "Add client" }).boundingBox();
  const example = page.locator("[data-brand-preview]");
  const shown = await example.getByText("View the list and start").boundingBox();
  expect(shown?.height).toBeLessThan(button?.height ?? 0);
  await expect(example.locator("..")).toHaveCSS("border-top-width", "1px");
  const top = (await example.locator("..").boundingBox())?.y ?? 0;
  expect(top - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThanOrEqual(32);
});

test("the search field of a list shows its shortcut key only if the screen is wider than a phone", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await addClient(firm);
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients`);
  const key = page.getByRole("main").locator("search kbd");
  await expect(key).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(key).toBeHidden();
});

test("on a phone, the title of the list of archived clients and the number of clients are on one line", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await addClient(firm, { name: "Okafor Dental Practice" });
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(`${firm.path}/clients?status=archived`);
  const title = page.getByRole("heading", { level: 1, name: "Archived clients" });
  const height = await title.locator("xpath=..").evaluate((line) => line.clientHeight);
  const one = await title.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(height).toBeLessThan(2 * one);
});

test("on a phone, the introduction of the audit page uses the width of the screen", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.setViewportSize(PHONE);
  await page.goto(`${firm.path}/settings/audit`);
  const share = await page.getByText("Everything recorded about your firm.").evaluate((lead) => {
    const range = document.createRange();
    range.selectNodeContents(lead);
    const lines = [...range.getClientRects()].map(({ width }) => width);
    return Math.max(...lines) / lead.clientWidth;
  });
  expect(share).toBeGreaterThan(0.85);
});
