import { expect, type Page, type Route, test } from "@playwright/test";
import { webUrl } from "./addresses";
import { nextMail } from "./mailbox";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";

const CONTACT = "ida@unsent.example";
const ACTIONS = "**/r/**";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Unsent Ltd", contact: "Ida Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("What stays in a tab");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  await staff.page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(staff.page.getByText("Request sent")).toBeVisible();
  const mail = await nextMail(CONTACT);
  const link = mail.links.find((each) => each.startsWith(`${webUrl}/r/`)) ?? "";
  contact = await openPerson(browser, "Ida Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

const answer = (page: Page) => page.getByRole("textbox", { name: "Your answer" });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));
const loseActions = (route: Route) =>
  route.request().method() === "POST" ? route.abort() : route.fallback();

test("what could not be submitted outlives leaving the page", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toBeVisible();
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Baker, by the");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  await page.getByRole("link", { name: "All items" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What stays in a tab" })).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toHaveValue("Baker, by the");
});

test("what was saved elsewhere meanwhile is not overwritten by it", async () => {
  const { page, context } = contact;
  const other = await context.newPage();
  await other.goto(page.url());
  await answer(other).fill("Butcher");
  await other.getByRole("button", { name: "Save for later" }).click();
  await other.waitForURL(/\/items$/);
  await other.close();
  await page.reload();
  await expect.poll(() => drafts(page)).toEqual([]);
  await expect(answer(page)).toHaveValue("Butcher");
});

test("who signs out leaves nothing of it in the tab", async () => {
  const { page } = contact;
  await answer(page).fill("Butcher and");
  expect(await drafts(page)).toHaveLength(1);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Your e-mail")).toBeVisible();
  expect(await drafts(page)).toEqual([]);
});
