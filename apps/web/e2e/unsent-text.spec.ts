import { expect, type Page, type Route, test } from "@playwright/test";
import { backendUrl, webUrl } from "./addresses";
import { queryAsOwner } from "./database";
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
  await addItem(staff, { button: "Add file", number: 2, title: "A letter" });
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

test("what is typed is saved two seconds after the last key, and at once on leaving the field", async () => {
  const { page } = contact;
  await page.unroute(ACTIONS, loseActions);
  await page.clock.install();
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher");
  let saves = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().startsWith(`${webUrl}/r/`)) saves += 1;
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await answer(page).fill("Butcher, since");
  await page.clock.runFor(1_500);
  await answer(page).fill("Butcher, since 1987");
  await page.clock.runFor(1_999);
  expect(saves).toBe(0);
  await page.clock.runFor(1);
  await expect(page.getByText("Draft saved")).toBeVisible();
  expect(saves).toBe(1);
  await answer(page).fill("Butcher since 1987");
  await answer(page).blur();
  await expect.poll(() => saves).toBe(2);
  await page.clock.resume();
});

test("what staff change arrives each minute, and when the page gets the focus", async () => {
  const { page } = contact;
  const help = (text: string) =>
    queryAsOwner("update public.items set help = $1 where title = 'Your trade'", [text]);
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher since 1987");
  await help("In two words.");
  await page.clock.fastForward(55_000);
  await expect(page.getByText("In two words.")).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(page.getByText("In two words.")).toBeVisible();
  await help("In three words.");
  await page.clock.fastForward(5_000);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("In three words.")).toBeVisible();
});

test("storage that refuses the caller is given a new token, once, and the item is read again", async () => {
  const { page } = contact;
  await page.goto(new URL(page.url()).pathname.replace(/\/items\/.*/, "/items"));
  await page.getByRole("link", { name: "A letter" }).click();
  const upload = "/storage/v1/object/documents";
  const refresh = "/auth/refresh";
  let asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const path = [upload, refresh].find((each) => pathname.startsWith(each));
    if (path && request.method() === "POST") asked.push(path);
  });
  const choose = page.getByRole("button", { name: "Choose files" });
  const letter = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const refuse = async (times: number) => {
    asked = [];
    const json = { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "no" };
    await page.route(`${backendUrl}${upload}/**`, (route) => route.fulfill({ status: 403, json }), {
      times,
    });
  };
  await refuse(1);
  await choose.setInputFiles(letter("once.txt"));
  await expect(page.getByRole("link", { name: "once.txt" })).toBeVisible();
  expect(asked).toEqual([upload, refresh, upload]);

  await queryAsOwner("update public.items set help = 'By post, too.' where title = 'A letter'");
  await refuse(2);
  await choose.setInputFiles(letter("twice.txt"));
  await expect(page.getByRole("button", { name: "Retry twice.txt" })).toBeVisible();
  await expect(page.getByText("By post, too.")).toBeVisible();
  expect(asked).toEqual([upload, refresh, upload]);
  await page.getByRole("button", { name: "Retry twice.txt" }).click();
  await expect(page.getByRole("link", { name: "twice.txt" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(answer(page)).toBeVisible();
});

test("who signs out leaves nothing of it in the tab", async () => {
  const { page } = contact;
  await answer(page).fill("Butcher and");
  expect(await drafts(page)).not.toEqual([]);
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Your e-mail")).toBeVisible();
  expect(await drafts(page)).toEqual([]);
});
