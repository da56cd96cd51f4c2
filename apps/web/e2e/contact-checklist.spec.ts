import { devices } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { makePdf } from "./documents";
import { decide, itemOf, submitAnswer, submitFiles } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { isPoll } from "./pages/polling";
import { answer } from "./pages/unsent-drafts";
import { expect, test } from "./test";

const { defaultBrowserType: _, ...PHONE } = devices["Pixel 7"];
const ITEMS = [
  { title: "Anything else?", kind: "text", required: false },
  { title: "Letters" },
  { title: "Your trade", kind: "text" },
];

// S-2.43
test("the checklist lists required items first, and Start opens the first item", async ({
  foundFirm,
  enter,
}) => {
  const message = "Photos from your phone are fine. ".repeat(5).trim();
  const request = await sendRequest(await foundFirm(), { message, items: ITEMS });
  const { page } = await enter(request, PHONE);
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("0 of 2 done").first()).toBeVisible();
  const more = page.getByText("Read more");
  await expect(more).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(more).toBeHidden();
  await expect(page.getByText(message).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize(PHONE.viewport);
  const titles = page.locator("main section li a");
  await expect(titles).toHaveText(["Letters", "Your trade", "Anything else?"]);
  await page.getByRole("link", { name: "Start" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Letters" })).toBeVisible();
  await expect(page.getByText("Item 1 of 3")).toBeVisible();
});

test("the checklist shows the message above the progress on the first visit, and below the sections on later visits", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const items = ["Loan", "Ledger", "Receipts", "Stock"].map((title) => ({
    title,
    kind: "text",
    section: title === "Stock" ? "Assets" : "Banking",
  }));
  const message = "Here is this year’s list. ".repeat(12).trim();
  const request = await sendRequest(firm, { message, items });
  const contact = await enter(request, PHONE);
  const { page } = contact;
  const topOf = async (text: string) =>
    (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? -1;
  await page.goto(`${request.link}/items`);
  await expect(page.getByText(`For ${request.client.name}`)).toBeVisible();
  await expect(page.getByText("About 5 minutes left")).toBeVisible();

  await test.step("on the first visit, the checklist shows a shortened message above the progress", async () => {
    const sender = page.getByRole("region", { name: "Message from Northwind Advisers" });
    await expect(sender).toContainText("Ines Novak, Northwind Advisers");
    const short = (await sender.boundingBox())?.height ?? 0;
    expect((await sender.boundingBox())?.y).toBeLessThan(await topOf("0 of 4 done"));
    await sender.getByText("Read more").click();
    expect((await sender.boundingBox())?.height).toBeGreaterThan(short);
    const whole = sender.getByText(message).filter({ visible: true });
    const less = sender.getByText("Show less");
    const end = await whole.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0));
    expect((await less.boundingBox())?.y).toBeGreaterThanOrEqual(end);
    await expect(page.getByRole("link", { name: "Start" })).toBeVisible();
    await expectFineHere(page);
  });

  for (const title of ["Loan", "Ledger", "Stock"])
    await submitAnswer(contact, itemOf(request, title));
  await decide(firm.owner, itemOf(request, "Loan"), "accepted");
  await decide(firm.owner, itemOf(request, "Stock"), "returned", "The second page is cut off.");
  await page.reload();

  await test.step("on later visits, the checklist shows corrections, then sections, then the message", async () => {
    const corrections = page.getByRole("region", { name: "Needs correction" });
    await expect(corrections.getByRole("link")).toHaveText(["Stock"]);
    await expect(corrections).toContainText("“The second page is cut off.”");
    const banking = page.getByRole("region", { name: "Banking" });
    await expect(banking).toContainText("2 of 3 done");
    await expect(page.getByRole("region", { name: "Assets" })).toHaveCount(0);
    const places = await Promise.all(
      ["2 of 4 done", "Next item", "Needs correction", "Banking", "Ines Novak"].map(topOf),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    await expect(page.getByText("Read more")).toBeVisible();
    await expect(page.getByRole("link", { name: "Loan" })).toBeHidden();
    await banking.getByText("1 accepted").click();
    await expect(page.getByRole("link", { name: "Loan" })).toBeVisible();
    // Rows inside the open disclosure are indented and less tall than other rows.
    const [inner, outer] = await Promise.all(
      ["Loan", "Ledger"]
        .map((name) =>
          banking
            .getByRole("listitem")
            .filter({ has: page.getByRole("link", { name }) })
            .last(),
        )
        .map((row) =>
          row.evaluate((li) => ({
            height: li.clientHeight,
            start: li.querySelector("a")?.getBoundingClientRect().x ?? 0,
          })),
        ),
    );
    expect(inner?.start).toBeGreaterThan(outer?.start ?? 0);
    expect(inner?.height).toBeLessThan(outer?.height ?? 0);
    await expectFineHere(page);
  });

  await test.step("on the smallest phone, “Read more” and “Email” are lines of one block", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const sender = page.getByRole("region", { name: "Message from Northwind Advisers" });
    const textOf = (text: string) =>
      sender.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { top, bottom } = range.getBoundingClientRect();
        return { top, bottom };
      });
    await expect(sender.getByText("Read more")).toBeVisible();
    const [more, email] = [await textOf("Read more"), await textOf("Email Northwind Advisers")];
    expect(email.top).toBeGreaterThan(more.bottom);
    expect(email.top - more.bottom).toBeLessThanOrEqual(12);
    await expectFineHere(page);
  });
});

// S-2.44, S-8.19
test("a contact can withdraw an answer until the firm decides on it", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: ITEMS });
  const item = itemOf(request, "Your trade");
  const contact = await enter(request, PHONE);
  await submitAnswer(contact, item, { answer: { text: "Baker" } });

  const { page } = contact;
  await page.goto(`${request.link}/items/${item}`);
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar.getByText("Sent", { exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByText(/\bSent\b/)).toHaveCount(1);
  await expect(bar.getByRole("link", { name: "Next item" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(answer(page)).toHaveValue("Baker");
  await expect(page.getByText("You withdrew your answer.")).toBeVisible();
  await expect(bar.getByText("Ready to send", { exact: true })).toBeVisible();
  await answer(page).fill("Baker and confectioner");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("1 of 2 done").first()).toBeVisible();
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  // The URL changes only after the item's page has become visible.
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/items/${item}`));
  let isDecided = false;
  await page.route(page.url(), async (route) => {
    const sent = route.request();
    if (sent.method() === "POST" && !isPoll(sent) && !isDecided) {
      isDecided = true;
      await decide(firm.owner, item, "accepted");
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Withdraw" }).click();
  const alert = page.locator("main").getByRole("alert");
  await expect(alert).toHaveText(
    "Something changed in the meantime, so your action had no effect. Check the page before you try again.",
  );
  await expect(alert).toBeFocused();
  await page.unroute(page.url());
  await expect(page.getByText("accepted your answer.")).toBeVisible();
  await expect(page.getByRole("main").getByText(/accepted/i)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
});

// S-2.43, S-2.44
test("the receipt shows the submitted answers on screen and on paper, and a complete request is read-only", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { title: "Every kind of answer", items: ITEMS });
  const contact = await enter(request, PHONE);
  const files = ["good.pdf", "better.pdf"].map((name) => ({
    name,
    mime: "application/pdf",
    bytes: makePdf(name),
  }));
  await submitFiles(contact, itemOf(request, "Letters"), files);
  await submitAnswer(contact, itemOf(request, "Your trade"), { answer: { text: "Baker" } });
  await decide(firm.owner, itemOf(request, "Your trade"), "accepted");

  const { page } = contact;
  await page.goto(`${request.link}/items`);
  const receipt = page.getByRole("region", { name: "Receipt" });
  const fingerprints = receipt.getByText(/^[0-9a-f]{64}$/);

  await test.step("the receipt appears when all required items are sent, and optional items stay open", async () => {
    await expect(page.getByText("Everything required is sent")).toBeVisible();
    await expect(page.getByRole("link", { name: "Answer an optional item" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Items", exact: true })).toContainText("Sent");
    await expect(page.getByRole("region", { name: "Optional items" })).toContainText("To do");
    await expect(page.getByRole("heading", { name: "Needed from you" })).toHaveCount(0);
    await expect(fingerprints).toHaveCount(2);
    await expect(receipt.getByText("Nothing was sent.")).toBeVisible();
  });

  await test.step("a “doesn’t apply” answer requires a reason, and the receipt then shows the reason", async () => {
    await page.getByRole("link", { name: "Answer an optional item" }).click();
    await page.getByLabel("This doesn’t apply to us").check();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("Give a reason of at least 3 characters.").first()).toBeVisible();
    await page.getByLabel("Reason").fill("There is nothing else.");
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("2 of 2 done").first()).toBeVisible();
    await expect(page.getByText("Everything is sent")).toBeVisible();
    await expect(page.getByText("You can close this page.")).toBeVisible();
    await expect(page.getByText(/^You sent “/)).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Items", exact: true })).toBeVisible();
    await expect(receipt.getByText("There is nothing else.")).toBeVisible();
    await expect(fingerprints).toHaveCount(2);
  });

  await test.step("the printed page of a request contains the receipt, but neither the list of items nor the account menu", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(receipt).toBeVisible();
    const name = page.getByText("Northwind Advisers", { exact: true });
    await expect(name.filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1, name: request.title })).toBeVisible();
    for (const [item, status] of [
      ["Letters", "Sent"],
      ["Your trade", "Accepted"],
    ] as const) {
      const entry = receipt.getByRole("listitem").filter({
        has: page.getByRole("heading", { name: item, exact: true }),
      });
      await expect(entry.getByText(status, { exact: true })).toBeVisible();
      await expect(entry.getByText(/^Sent \d+\s\w+\s\d{4}, \d\d:\d\d/)).toBeVisible();
    }
    await expect(receipt.getByText(/^Reviewed \d+\s\w+\s\d{4}, \d\d:\d\d/)).toBeVisible();
    await expect(receipt.getByText(/Accepted/).filter({ visible: true })).toHaveCount(1);
    await expect(receipt.getByRole("link", { name: "good.pdf" })).toBeVisible();
    await expect(receipt.getByText(request.link)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Needed from you" })).toBeHidden();
    await expect(page.locator("summary[aria-label^='Account']")).toBeHidden();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("a complete request is read-only, and stays in the list of requests", async () => {
    for (const title of ["Letters", "Anything else?"]) {
      await decide(firm.owner, itemOf(request, title), "accepted");
    }
    await page.goto(`${request.link}/items`);
    await expect(page.getByText("This request is complete")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Items", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Needed from you" })).toHaveCount(0);
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await expect(page.getByRole("link", { name: "good.pdf" })).toBeVisible();
    await expect(page.getByRole("button", { name: /Withdraw|Send/ })).toHaveCount(0);
    await page.goto("/r");
    await expect(page.getByRole("link", { name: request.title })).toBeVisible();
    await expect(page.getByText("2 of 2 done").first()).toBeVisible();
  });
});

// S-2.43
test("the receipt shows the status of an item next to its title, and each version with its own status below, newest first", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const contact = await enter(request);
  const item = itemOf(request, "Your trade");
  await submitAnswer(contact, item, { answer: { text: "Baker" } });
  await decide(firm.owner, item, "returned", "Say what you bake.");
  await submitAnswer(contact, item, { answer: { text: "Baker of bread" } });
  await decide(firm.owner, item, "accepted");
  const { page } = contact;
  await page.goto(`${request.link}/items`);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt.getByRole("heading", { level: 4 })).toHaveText(["Version 2", "Version 1"]);
  for (const [version, status] of [
    ["Version 2", "Accepted"],
    ["Version 1", "Returned"],
  ] as const) {
    const heading = receipt.getByRole("heading", { name: version });
    await expect(heading.locator("..").getByText(status, { exact: true })).toBeVisible();
  }
  await expect(receipt.getByText(/^(Accepted|Returned)/)).toHaveText([
    "Accepted",
    "Accepted",
    "Returned",
  ]);
  await page.setViewportSize({ width: 320, height: 800 });
  const title = await receipt.getByRole("heading", { name: "Your trade" }).boundingBox();
  const status = await receipt.getByText("Accepted").first().boundingBox();
  expect(status?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  expect(status?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));

  await test.step("without a message, the link to email the firm is below the receipt", async () => {
    const email = page.getByRole("main").getByRole("link", { name: `Email ${firm.name}` });
    const end = await receipt.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0));
    expect((await email.boundingBox())?.y).toBeGreaterThanOrEqual(end);
  });
});
