import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextMail } from "./mailbox";
import { signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "tess@door.example";
const FIRM = "Harbour & Lane";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Door Ltd",
    contact: "Tess Dorn",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Behind a door");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Tess Dorn");
});

test.afterAll(async () => {
  expect([staff, contact].flatMap((person) => person?.problems ?? [])).toEqual([]);
  await contact?.context.close();
  await staff?.context.close();
});

const door = () => new URL(link).pathname;
const publicId = () => door().split("/").at(-1) ?? "";

// S-2.42
test("a user signed in with a password is asked for a code to the known address", async () => {
  const { page } = staff;
  await page.goto(door());
  await expect(page.getByText("A password alone is not enough")).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue("mia@harbour.example");
  await expectFineHere(page);
});

// S-2.13
test("two tabs of one browser wait for two codes without replacing each other's", async () => {
  const { page, context } = contact;
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByText(`If this request was sent to ${CONTACT}, a code is on its way.`),
  ).toBeVisible();

  const other = await context.newPage();
  await other.goto("/forgot-password");
  await other.getByLabel("Email").fill("nobody@door.example");
  await other.getByRole("button", { name: "Send code" }).click();
  await expect(
    other.getByText("If nobody@door.example can sign in here, a code is on its way."),
  ).toBeVisible();

  const mail = await nextMail(CONTACT, ({ codes }) => codes.length > 0);
  expect(mail.subject).toBe(`Your code for ${FIRM}`);
  await page.getByLabel("Code").fill(mail.codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/r\/[^/]+\/items$/);
  await other.reload();
  await expect(
    other.getByText("If nobody@door.example can sign in here, a code is on its way."),
  ).toBeVisible();
  await other.close();
});

// S-2.42
test("ended access says so, and so does a code requested twice in a minute", async () => {
  const { page } = contact;
  await queryAsOwner(
    "update public.contacts set status = 'removed', user_id = null where email = $1",
    [CONTACT],
  );
  await page.reload();
  const title = `You no longer have access to this request from ${FIRM}`;
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${CONTACT}.`)).toBeVisible();
  await expectFineHere(page);

  const ask = async () => {
    await page.getByLabel("Your email").fill(CONTACT);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Code")).toBeFocused();
  };
  await ask();
  await page.getByRole("button", { name: "Use another address" }).click();
  await ask();
  await expect(page.getByText(`You asked for a code for ${CONTACT} a moment ago.`)).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^You can ask for a new code in 0:\d\d$/ }),
  ).toBeVisible();
});

// S-2.42
test("the sign-in page of a complete request asks for nothing", async ({ browser }) => {
  await queryAsOwner(
    "update public.requests set status = 'complete', closed_at = now() where public_id = $1",
    [publicId()],
  );
  const visitor = await openPerson(browser, "Visitor");
  await visitor.page.goto(door());
  const title = `This request from ${FIRM} is complete`;
  await expect(visitor.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(visitor.page.getByText("You can still read what was sent.")).toBeVisible();
  await expectFineHere(visitor.page);
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

// S-3.40
test("the demo's sign-in page names its users, a request link and the mailbox", async ({
  browser,
}) => {
  const guest = await openPerson(browser, "A visitor");
  const { page } = guest;
  await page.goto("/sign-in");
  const panel = page.getByRole("complementary", { name: "Demo sign-ins" });
  for (const name of ["olivia", "adam", "mia"]) {
    await expect(panel.getByText(`${name}@harbour.example`)).toBeVisible();
  }
  await expect(panel.getByText("dossier-demo")).toBeVisible();
  const mailbox = panel.getByRole("link", { name: "Open the mailbox" });
  expect((await page.request.get((await mailbox.getAttribute("href")) ?? "")).ok()).toBe(true);
  await panel.getByRole("link", { name: "Annual accounts 2026, as Tom" }).click();
  await expect(page.getByLabel("Your email")).toHaveValue("tom@bramblefinch.example");
  await page.goto("/sign-in");
  await panel.getByRole("button", { name: "Fill in Olivia Hart" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.locator("summary", { hasText: "olivia@harbour.example" })).toBeVisible();
  expect(guest.problems).toEqual([]);
  await guest.context.close();
});
