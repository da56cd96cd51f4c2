import type { BrowserContext, Page } from "@playwright/test";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson } from "./people";
import { expect, test } from "./test";

const CONTACT = "petra@plain.example";
// Inside noscript, Playwright finds the whole text of an element but not a part of it.
const EXACT = { exact: true };
const PHONE = { width: 390, height: 800 };

test.describe.configure({ mode: "serial" });

let plain: BrowserContext;
let page: Page;
let request: string;

test.beforeAll(async ({ browser }) => {
  const staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Plain Ltd", contact: "Petra Plain", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Papers without scripts");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  await addItem(staff, { button: "Add file", number: 2, title: "Letters" });
  const link = await sendRequest(staff, CONTACT);
  request = new URL(link).pathname;
  await staff.context.close();
  const contact = await openPerson(browser, "Petra Plain");
  await openRequestLink(contact, link, CONTACT);
  plain = (
    await openPerson(browser, "Petra without scripts", {
      javaScriptEnabled: false,
      viewport: PHONE,
      storageState: await contact.context.storageState(),
    })
  ).context;
  await contact.context.close();
  page = plain.pages()[0] ?? (await plain.newPage());
});

test.afterAll(() => plain?.close());

/** The visible parts of a page from top to bottom, and whether each is inside `main`. */
async function expectContent(heading: string, parts: readonly string[]): Promise<void> {
  const main = page.getByRole("main");
  const title = main.getByRole("heading", { level: 1, name: heading });
  await expect(title).toBeInViewport();
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
  // The skip link leads to the main content.
  const [target] = await page.getByRole("link", { name: "Skip to content" }).all();
  expect(await target?.getAttribute("href")).toBe("#main");
  await expect(page.locator("#main").getByRole("heading", { level: 1 })).toBeVisible();
}

// S-2.66
test("the checklist is in the first HTML, in order", async () => {
  await page.goto(`${request}/items`);
  await expectContent("Papers without scripts", ["Your trade", "Letters"]);
});

// S-2.66
test("an answer is in the first HTML, in order, and its form works", async () => {
  await page.goto(`${request}/items`);
  await page.getByRole("link", { name: "Your trade" }).click();
  await expectContent("Your trade", ["Item 1 of 2", "Your answer", "Submit"]);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("main").getByText("Write an answer.", EXACT)).toBeVisible();
  await page.getByRole("textbox", { name: "Your answer" }).fill("Baker");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.waitForURL(/\/items\?sent=/);
  await expect(
    page.getByRole("main").getByText("“Your trade” was submitted.", EXACT),
  ).toBeVisible();
});

test("a truncated link says so", async () => {
  await page.goto(request.slice(0, -5));
  await expectContent("Incomplete link", [
    "This link is incomplete. Open it from the email again.",
  ]);
});

test("the requests of a contact are in the first HTML", async () => {
  await page.goto("/r");
  await expectContent("Requests sent to you", ["Papers without scripts"]);
});

test("an answer that is sent after its session has ended is reported as lost", async () => {
  await page.goto(`${request}/items`);
  await page.getByRole("link", { name: "Letters" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("All of them.");
  await plain.clearCookies();
  await page.getByRole("button", { name: "Submit" }).click();
  await expectContent("Harbour & Lane asks you for documents", [
    "Please sign in again. Your answer was not sent. Type it again after you sign in.",
    "Your email",
    "Continue",
  ]);
});

// S-2.66
test("the sign-in page and its code are in the first HTML, in order", async () => {
  await plain.clearCookies();
  await page.goto(request);
  await expectContent("Harbour & Lane asks you for documents", ["Your email", "Continue"]);
  await page.getByRole("textbox", { name: "Your email" }).fill("nobody@plain.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toBeVisible();
  await expectContent("Harbour & Lane asks you for documents", [
    "Code",
    "Continue",
    "Use another address",
  ]);
});
