import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { answer } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "gus@gone.example";
const REASON = "The company was sold.";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Gone Ltd", contact: "Gus Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Here and gone");
  await addItem(staff, { button: "Add text answer", number: 1, title: "A cancelled word" });
  link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Gus Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

/** Cancels the request as the firm, with the reason. */
const cancel = () =>
  queryAsOwner(
    `update public.requests set status = 'cancelled', closed_at = now(), close_reason = $1
    where title = 'Here and gone'`,
    [REASON],
  );

test("a request that is cancelled while someone types says why and gives the text back", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "A cancelled word" }).click();
  await answer(page).fill("Saved before");
  await answer(page).blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await cancel();
  await answer(page).fill("Typed after");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Harbour & Lane canceled this request" }),
  ).toBeVisible();
  await expect(page.getByText(REASON)).toBeVisible();
  await expect(page.getByLabel("Your answer, to copy")).toHaveValue("Typed after");
  await expectFineHere(page);
  // Another device shows what was saved.
  const other = await contact.context.newPage();
  await other.goto(new URL(link).pathname);
  await expect(other.getByLabel("Your answer, to copy")).toHaveValue("Saved before");
  await other.close();
});

test("the link of a deleted firm says that the firm is deleted", async () => {
  const { page } = contact;
  const [{ id } = { id: "" }] = await queryAsOwner<{ id: string }>(
    "select org_id as id from public.requests where title = 'Here and gone'",
  );
  const setDeleted = (at: string | null) =>
    queryAsOwner("update public.orgs set deleted_at = $2 where id = $1", [id, at]);
  await setDeleted(new Date().toISOString());
  try {
    await page.goto(new URL(link).pathname);
    await expect(
      page.getByRole("heading", { level: 1, name: "Harbour & Lane no longer uses Dossier" }),
    ).toBeVisible();
    await expectFineHere(page);
  } finally {
    await setDeleted(null);
  }
});
