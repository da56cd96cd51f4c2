import type { Locator } from "@playwright/test";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// On a phone the status of a draft has its own space: it covers no field and no error.
test.describe.configure({ mode: "serial" });

const CONTACT = "iris@status.example";

let staff: Person;
let contact: Person;
let itemPath: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Status Ltd",
    contact: "Iris Status",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Status of a draft");
  await addItem(staff, { button: "Add text answer", number: 1, title: "What you sell" });
  contact = await openPerson(browser, "Iris Status");
  await openRequestLink(contact, await sendRequest(staff, CONTACT), CONTACT);
  const item = contact.page.getByRole("link", { name: "What you sell" });
  itemPath = (await item.getAttribute("href")) ?? "";
});

test.afterAll(async () => {
  expect([staff, contact].flatMap((person) => person?.problems ?? [])).toEqual([]);
  await contact?.context.close();
  await staff?.context.close();
});

/** Returns the texts of the elements that overlap the box. */
async function findCovered(box: Locator, others: readonly Locator[]): Promise<string[]> {
  const one = await box.boundingBox();
  const covered: string[] = [];
  for (const other of others) {
    const two = await other.boundingBox();
    if (!one || !two) throw new Error("A box is not shown.");
    const isBeside = one.x + one.width <= two.x || two.x + two.width <= one.x;
    const isAboveOrBelow = one.y + one.height <= two.y || two.y + two.height <= one.y;
    if (!isBeside && !isAboveOrBelow) covered.push(`${other}`);
  }
  return covered;
}

for (const width of [320, 390]) {
  // S-2.8
  test(`the status of a draft covers neither the field nor its error at ${width} px`, async () => {
    const { page } = contact;
    await page.setViewportSize({ width, height: 640 });
    await page.goto(itemPath);
    const notApplicable = page.getByLabel("This doesn’t apply");
    await waitForReact(notApplicable);
    await notApplicable.check();
    const reason = page.getByRole("textbox", { name: "Reason" });
    await reason.fill("");
    await page.getByRole("button", { name: "Submit" }).click();
    const error = page.getByText("Give a reason of at least 3 characters.");
    await expect(error).toBeVisible();
    await reason.fill("no");
    const form = page.getByRole("main").locator("form").filter({ has: notApplicable });
    const status = form.getByRole("status").filter({ hasText: "Draft saved" });
    await expect(status).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const others = [reason, error, ...(await form.getByRole("button").all())];
    expect(await findCovered(status, others)).toEqual([]);
    await notApplicable.uncheck();
    await expect(status).toBeVisible();
    const note = page.getByRole("textbox", { name: /^Note/ });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await findCovered(status, [note])).toEqual([]);
  });
}
