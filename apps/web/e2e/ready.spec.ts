import { expectFineHere } from "./appearance/viewer";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { answer } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "ray@ready.example";
const TITLES = ["First ready word", "Second ready word", "Third word"];

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Ready Ltd", contact: "Ray Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Ready or not");
  for (const [index, title] of TITLES.entries()) {
    await addItem(staff, { button: "Add text answer", number: index + 1, title });
  }
  const link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Ray Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

test("answers that are ready but not sent are listed on every page, and sent together", async () => {
  const { page } = contact;
  const list = new URL(page.url()).pathname;
  for (const title of TITLES.slice(0, 2)) {
    await page.getByRole("link", { name: title, exact: true }).click();
    await answer(page).fill(`About ${title}`);
    await page.getByRole("button", { name: "Save for later" }).click();
    await page.waitForURL(/\/items$/);
  }
  const named = page.getByText("2 answers are ready but not sent.");
  await expect(named).toBeVisible();
  await expect(page.getByText("Not sent yet", { exact: true })).toHaveCount(2);
  await expectFineHere(page);
  await page.goto("/r");
  await expect(named).toBeVisible();
  await page.goto(list);
  await page.getByRole("link", { name: "Third word", exact: true }).click();
  await expect(named).toBeVisible();
  await expectFineHere(page);
  await staff.page.reload();
  await expect(
    staff.page.getByText("2 answers are ready, but the client has not sent them."),
  ).toBeVisible();
  await expect(staff.page.getByText("About First ready word")).toHaveCount(0);

  await page.getByRole("button", { name: "Send 2 answers" }).click();
  await expect(page.getByText("2 answers were sent.")).toBeVisible();
  await expect(named).toBeHidden();
  await page.goto(list);
  await expect(page.getByText("Submitted", { exact: true })).toHaveCount(2);
});

test("an answer that changed since the page was loaded is not sent", async () => {
  const { page, context } = contact;
  await page.getByRole("link", { name: "Third word", exact: true }).click();
  await answer(page).fill("As read");
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText("1 answer is ready but not sent.")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("link", { name: "Third word", exact: true }).click();
  await answer(other).fill("Changed elsewhere");
  await answer(other).blur();
  await expect(other.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: "Send 1 answer" }).click();
  await expect(page.getByText("0 of 1 answers were sent.")).toBeVisible();
  await expect(page.getByText("“Third word”: You already changed this.")).toBeVisible();
  await other.close();
});
