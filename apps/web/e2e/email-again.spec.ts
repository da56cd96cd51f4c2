import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextMail } from "./mailbox";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { WAYS_OUT } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// How a person who stopped email, or deleted the account, resumes it.
test.describe.configure({ mode: "serial" });

const CONTACT = "pia@again.example";

let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Again Ltd",
    contact: "Pia Marsh",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Email again");
  await addItem(staff, { button: "Add text answer", number: 1, title: "Your trade" });
  link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Pia Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

async function stateOfContact() {
  const [row] = await queryAsOwner<{ id: string; client: string; state: string; token: string }>(
    `select c.id, c.client_id as client, concat_ws(' ', c.status, c.email_pref) as state,
      private.opt_out_token(c) as token
    from public.contacts c where c.email = $1`,
    [CONTACT],
  );
  if (!row) throw new Error("There is no such contact.");
  return row;
}

// S-8.31
test("a contact who stopped email resumes it in the list of requests", async () => {
  const { page } = contact;
  const { token } = await stateOfContact();
  await page.goto(`/unsubscribe/${token}`);
  await page.getByLabel("No email from Harbour & Lane").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. This takes effect now.")).toBeVisible();
  expect((await stateOfContact()).state).toContain("opted_out");
  await page.getByRole("link", { name: "Your requests" }).click();
  const stops = page.getByRole("region", { name: "Email you stopped" });
  await expect(stops).toContainText("You get no email from Harbour & Lane.");
  await expectFineHere(page);
  await stops.getByRole("button", { name: "Get all email from Harbour & Lane again" }).click();
  await expect(stops).toBeHidden();
  expect((await stateOfContact()).state).toBe("active all");
});

// S-8.30
test("staff invite a contact who deleted the account again, once the contact agreed", async () => {
  const [, , deleteAccount] = WAYS_OUT;
  await deleteAccount?.(contact.page, CONTACT);
  const { client } = await stateOfContact();
  const { page } = staff;
  await page.goto(`/o/harbour-lane/clients/${client}`);
  await expect(page.getByText("Pia Marsh deleted their account and gets no email.")).toBeVisible();
  const invite = page.getByRole("form", { name: "Invite Pia Marsh again" });
  await invite.getByRole("button", { name: "Invite Pia Marsh again" }).click();
  await expect(invite.getByText("Ask them first, then check this box.").first()).toBeVisible();
  await expectFineHere(page);
  await invite.getByLabel("They agreed").check();
  await invite.getByRole("button", { name: "Invite Pia Marsh again" }).click();
  await expect(invite).toBeHidden();
  expect((await stateOfContact()).state).toBe("active all");
  await nextMail(CONTACT, (mail) => mail.links.includes(link));
});
