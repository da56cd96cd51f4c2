import type { Page } from "@playwright/test";
import { decide, itemOf, saveAnswer, submitAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { uniqueEmail } from "./fixtures/names";
import { expect, test } from "./test";

// Inside `noscript`, Playwright matches only the whole text of an element.
const EXACT = { exact: true };
const WITHOUT_SCRIPTS = { javaScriptEnabled: false, viewport: { width: 390, height: 800 } };
const SIGN_IN = "Northwind Advisers sent you a request";
const ITEMS = [{ title: "Your trade", kind: "text" }, { title: "Letters" }];

async function expectContent(page: Page, heading: string, parts: readonly string[]): Promise<void> {
  const main = page.getByRole("main");
  const title = main.getByRole("heading", { level: 1, name: heading });
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.y).toBeLessThan(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  let last = (await title.boundingBox())?.y ?? 0;
  for (const text of parts) {
    const part = main.getByText(text, EXACT).locator("visible=true").first();
    const top = (await part.boundingBox())?.y ?? -1;
    expect(top, text).toBeGreaterThanOrEqual(last);
    last = top;
  }
  const footer = (await page.getByRole("contentinfo").boundingBox())?.y ?? 0;
  expect(footer).toBeGreaterThan(last);
  const [target] = await page.getByRole("link", { name: "Skip to content" }).all();
  expect(await target?.getAttribute("href")).toBe("#main");
  await expect(page.locator("#main").getByRole("heading", { level: 1 })).toBeVisible();
}

// S-2.66
test("without scripts, a contact's pages show their heading and content, and the contact can answer", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: ITEMS });
  const { page, context } = await enter(request, WITHOUT_SCRIPTS);

  await test.step("the list of requests shows the contact's request without scripts", async () => {
    await page.goto("/r");
    await expectContent(page, "Your requests", [request.title]);
  });

  await test.step("the checklist shows the items of the request without scripts", async () => {
    await page.goto(`${request.link}/items`);
    await expectContent(page, request.title, ["Your trade", "Letters"]);
  });

  await test.step("the form of an item submits an answer without scripts", async () => {
    await page.getByRole("link", { name: "Your trade" }).click();
    await expectContent(page, "Your trade", ["Your answer", "This doesn’t apply to us"]);
    await expect(page.getByRole("banner").getByText("Item 1 of 2", EXACT)).toBeVisible();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByRole("main").getByText("Write an answer.", EXACT)).toBeVisible();
    await page.getByRole("textbox", { name: "Your answer" }).fill("Baker");
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.waitForURL(/\/items\?sent=/);
    await expect(page.getByRole("main").getByText("You sent “Your trade”.", EXACT)).toBeVisible();
  });

  await test.step("the sign-in page says that an answer was not sent because the session had ended", async () => {
    await page.goto(`${request.link}/items/${itemOf(request, "Letters")}`);
    await page.getByRole("textbox", { name: "Note" }).fill("All of them.");
    await context.clearCookies();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expectContent(page, SIGN_IN, [
      "Sign in again. Your answer was not sent. Type it again after you sign in.",
      "Your email",
      "Continue",
    ]);
  });
});

// S-2.66
test("without scripts, the checklist shows what is left to do in order, then the message", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, {
    message: "Photos are fine.",
    items: [
      { title: "Premises", kind: "text", required: false },
      { title: "Your trade", kind: "text" },
      { title: "Stock", kind: "text", section: "Assets" },
      { title: "Loan", kind: "text", section: "Assets" },
    ],
  });
  const contact = await enter(request, WITHOUT_SCRIPTS);
  await submitAnswer(contact, itemOf(request, "Stock"));
  await decide(firm.owner, itemOf(request, "Stock"), "returned", "Say what you stock.");
  await saveAnswer(contact, itemOf(request, "Your trade"));
  const { page } = contact;
  await page.goto(`${request.link}/items`);
  await expectContent(page, request.title, [
    "For Brandt & Sons",
    "0 of 3 done",
    "Send 1 answer",
    "Needs correction",
    "Stock",
    "Needed from you",
    "Your trade",
    "Assets",
    "Loan",
    "Optional items",
    "Premises",
    "Photos are fine.",
  ]);
  const main = page.getByRole("main");
  const [client, due, progress] = await Promise.all(
    [
      main.getByText("For Brandt & Sons", EXACT),
      main.getByText(/^Due\s/),
      main.getByText("0 of 3 done", EXACT),
    ].map((part) => part.boundingBox()),
  );
  expect(due?.y).toBeGreaterThan(client?.y ?? 0);
  expect(due?.y).toBeLessThan(progress?.y ?? 0);
});

// S-2.66
test("the sign-in page, the code page and the page of a truncated link show their content without scripts", async ({
  foundFirm,
  open,
}) => {
  const { link } = await sendRequest(await foundFirm());
  const { page } = await open("Visitor", WITHOUT_SCRIPTS);
  await page.goto(link);
  await expectContent(page, SIGN_IN, ["Your email", "Continue"]);
  await page.getByRole("textbox", { name: "Your email" }).fill(uniqueEmail("unknown"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toBeVisible();
  await expectContent(page, SIGN_IN, [
    "Code",
    "Continue",
    "No email after a minute? Check your spam folder. If Northwind Advisers did not send this request to this address, you may not get a code. Ask Northwind Advisers which address it used.",
    "Use another address",
  ]);
  await page.goto(link.slice(0, -5));
  await expectContent(page, "This link is incomplete", [
    "Open the link from the email again, or copy the whole link.",
    "See your requests",
  ]);
});
