import { decide, itemOf, submitAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { expectFooters, expectNoControls, readPrintedPages } from "./pages/printed-pages";
import { expect, test } from "./test";

// S-2.25
test("a printed request shows the firm, the client, dates, contacts and the checklist as a table", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const items = Array.from({ length: 40 }, (_, index) => ({
    title: `Letter ${index + 1}`,
    kind: "text",
  }));
  const request = await sendRequest(firm, { items });
  for (const title of ["Letter 1", "Letter 2"]) {
    await submitAnswer(firm.owner, itemOf(request, title), { answer: { text: "As agreed" } });
  }
  await decide(firm.owner, itemOf(request, "Letter 1"), "accepted");
  const { page } = firm.owner;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(request.path);
  await expect(page.getByRole("heading", { level: 1, name: request.title })).toBeVisible();
  await expectNoControls(page);
  const { pages, background } = await readPrintedPages(page);
  const [first = ""] = pages;
  expect(pages.length).toBeGreaterThan(1);
  expect(background).toBe("rgb(255, 255, 255)");
  const order = [
    firm.name,
    `Client: ${request.client.name}`,
    request.title,
    "Open",
    "Due ",
    request.client.contact.name,
    "Status",
    "Item",
    "✓ Accepted",
    "Letter 1",
    "As agreed",
    "To review",
    "Letter 2",
    "Waiting for client",
  ];
  let from = 0;
  for (const text of order) {
    const place = first.indexOf(text, from);
    expect(place, `${text} after ${first.slice(0, from)}`).toBeGreaterThanOrEqual(0);
    from = place;
  }
  for (const text of ["Copy link", "Activity", "Full record", "Inbox", "Help"]) {
    expect(first).not.toContain(text);
  }
  expectFooters(pages, `${request.title} · ${request.client.name}`);
  await page.getByRole("link", { name: "Clients" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
  expect((await readPrintedPages(page)).pages.join(" ")).not.toContain("Printed");
});
