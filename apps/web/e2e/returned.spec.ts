import { expect, test } from "@playwright/test";
import { queryAsOwner } from "./database";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { answer } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";

const CONTACT = "rex@returned.example";

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Returned Ltd", contact: "Rex Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Back and forth");
  await addItem(staff, { button: "Add text answer", number: 1, title: "A returned word" });
  const link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Rex Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

// S-8.18
test("a returned answer starts with its text and note, and cannot be sent again unchanged", async () => {
  const { page } = contact;
  const item = page.getByRole("link", { name: "A returned word" });
  await item.click();
  await answer(page).fill("We bake bread.");
  await page.getByLabel("Note").fill("Since 1987.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“A returned word” was submitted.")).toBeVisible();
  await staff.page.goto(`${staff.page.url().replace(/\?.*/, "")}`);
  await staff.page.getByRole("link", { name: "A returned word", exact: true }).click();
  await staff.page.getByRole("button", { name: "Return", exact: true }).click();
  await staff.page.getByLabel("Note to the client").fill("Please say more.");
  await staff.page.getByRole("button", { name: "Return", exact: true }).click();
  await expect
    .poll(async () => {
      const [row] = await queryAsOwner(
        "select status from public.items where title = 'A returned word'",
      );
      return row?.status;
    })
    .toBe("returned");

  await item.click();
  await expect(answer(page)).toHaveValue("We bake bread.");
  await expect(page.getByLabel("Note")).toHaveValue("Since 1987.");
  await waitForReact(answer(page));
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByText(
      "Nothing was changed. Change your answer, or say in the note why it is the same.",
    ),
  ).toBeVisible();
  await page.getByLabel("Note").fill("There is no more to say.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“A returned word” was submitted.")).toBeVisible();
});
