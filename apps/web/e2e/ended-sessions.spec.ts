import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextCode } from "./mailbox";
import { letCodeBeSent, openRequestLink, signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { answer, drafts } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "eve@ended.example";
const STAFF = "mia@harbour.example";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, STAFF, "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Ended Ltd", contact: "Eve Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Sessions that end");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your device" });
  link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Eve Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

const heading = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "You were signed out on this device" });

/** Ends a person's newest session, as "Sign out other devices" does on another device. */
const endNewestSession = (email: string) =>
  queryAsOwner(
    `delete from auth.sessions where id = (
      select s.id from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = $1 order by s.created_at desc limit 1)`,
    [email],
  );

// S-2.17
test("a contact whose device was signed out sees a message and keeps the draft", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Your device" }).click();
  await expect(answer(page)).toBeVisible();
  await endNewestSession(CONTACT);
  await answer(page).fill("A phone that was stolen");
  await answer(page).blur();
  await expect(page.getByText("You were signed out on this device.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(heading(page)).toBeVisible();
  await expectFineHere(page);
  expect(await drafts(page)).toHaveLength(1);
  expect(
    await queryAsOwner(
      "select from public.submissions s join public.items i on i.id = s.item_id where i.title = 'Your device'",
    ),
  ).toEqual([]);
  // Every other page of theirs says the same.
  for (const path of ["/r", new URL(link).pathname, "/account", "/o"]) {
    const other = await contact.context.newPage();
    await other.goto(path);
    await expect(heading(other), path).toBeVisible();
    await other.close();
  }
  await letCodeBeSent(CONTACT, page);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Your email").fill(CONTACT);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await nextCode(CONTACT));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(answer(page)).toHaveValue("A phone that was stolen");
});

// S-2.17
test("staff whose device was signed out can change nothing, and the page says why", async () => {
  const { page, context } = staff;
  const firm = await context.newPage();
  await firm.goto("/o/harbour-lane/clients");
  await page.goto("/account");
  const name = page.getByLabel("Name");
  await expect(name).toHaveValue("Mia Chen");
  await waitForReact(name);
  await endNewestSession(STAFF);
  await name.fill("Changed by a signed-out device");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading(page)).toBeVisible();
  await firm.getByRole("link", { name: "Ended Ltd" }).click();
  await expect(heading(firm)).toBeVisible();
  await firm.close();
  const [profile] = await queryAsOwner<{ name: string }>(
    "select p.name from public.profiles p join auth.users u on u.id = p.user_id where u.email = $1",
    [STAFF],
  );
  expect(profile?.name).toBe("Mia Chen");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});
