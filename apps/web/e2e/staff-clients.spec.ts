import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { addClient, addMember, type Firm, type Member, sendRequest } from "./fixtures/firms";
import { endSession, keptNames, signInAgain } from "./pages/ended-session";
import type { Person } from "./people";
import { expect, test } from "./routes/cast";
import type { Fixtures } from "./test";

async function openForTwo(
  { foundFirm, join }: Pick<Fixtures, "foundFirm" | "join">,
  client: { name: string; contact: string },
): Promise<{ firm: Firm; mia: Member; adam: Member; email: string }> {
  const firm = await foundFirm({ owner: "Mia Chen" });
  const adam = await join("Adam Reyes");
  await addMember(firm, adam);
  const { id, contact } = await addClient(firm, client);
  for (const { page } of [firm.owner, adam]) await page.goto(`${firm.path}/clients/${id}`);
  return { firm, mia: firm.owner, adam, email: contact.email };
}

// S-2.52
test("a client that two people rename shows both names, and can be saved again", async ({
  foundFirm,
  join,
}) => {
  const client = { name: "Reed & Press", contact: "Nadia Reed" };
  const { mia, adam } = await openForTwo({ foundFirm, join }, client);
  const clientForm = (page: Page) => page.getByRole("form", { name: "Edit client" });
  const rename = async ({ page }: Person, name: string) => {
    if (!(await clientForm(page).isVisible())) {
      await page.getByText("Edit client", { exact: true }).click();
    }
    await clientForm(page).getByLabel("Name").fill(name);
    await clientForm(page).getByRole("button", { name: "Save" }).click();
  };
  await rename(mia, "Reed Press Ltd");
  const title = { level: 1, name: "Reed Press Ltd" };
  await expect(mia.page.getByRole("heading", title)).toBeVisible();
  await adam.page.getByText("Edit client", { exact: true }).click();
  await clientForm(adam.page).getByLabel("Name").fill("Reed and Press");
  // Reload, so that the page detects the ended session.
  await endSession(adam);
  await adam.page.reload();
  await signInAgain(adam, adam.email, adam.password);
  await expect(clientForm(adam.page).getByLabel("Name")).toHaveValue("Reed and Press");
  await clientForm(adam.page).getByRole("button", { name: "Save" }).click();
  const conflict = adam.page.getByRole("alert").filter({ hasText: "already changed this" });
  await expect(conflict).toContainText("Saved version: Reed Press Ltd");
  await expect(conflict).toContainText("Yours: Reed and Press");
  await expectFineHere(adam.page);
  await rename(adam, "Reed & Press");
  await expect(adam.page.getByRole("heading", { level: 1, name: "Reed & Press" })).toBeVisible();
});

// S-8.17
test("changes by two people to a contact's name and address are both saved", async ({
  foundFirm,
  join,
}) => {
  const client = { name: "Reed & Press", contact: "Nadia Reed" };
  const { mia, adam, email } = await openForTwo({ foundFirm, join }, client);
  const contactForm = async ({ page }: Person) => {
    await page.locator("summary", { hasText: "Edit Nadia Reed" }).click();
    return page.getByRole("form", { name: "Edit Nadia Reed" });
  };
  const [first, second] = [await contactForm(mia), await contactForm(adam)];
  await first.getByLabel("Contact name").fill("Nadia Reed-Press");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(mia.page.getByText("Nadia Reed-Press", { exact: true })).toBeVisible();
  await second.getByLabel("Contact email").fill(`New.${email}`);
  await second.getByRole("button", { name: "Save" }).click();
  await expect(adam.page.getByText("Nadia Reed-Press", { exact: true })).toBeVisible();
  await expect(adam.page.getByText(`new.${email}`, { exact: true })).toBeVisible();
  await expect.poll(() => keptNames(adam)).toEqual([]);
});

// S-1.2, S-2.30
test("an import from CSV adds clients, and an error names its row and stores nothing", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/clients`);
  await page.getByRole("link", { name: "Import clients" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Import clients" })).toBeVisible();
  await page.getByLabel("CSV file").setInputFiles({
    name: "large.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(4_000_000, "a"),
  });
  await expect(page.getByText("At most 1 MB at once. Split the file.")).toBeVisible();
  await expect(page.getByLabel("CSV file")).toHaveValue("");
  const csv = (email: string) =>
    `Company;Account number;Contact person;Email address;Phone\n"Vane; Sons";V-1;Zoë Vane;zoe@vane.example;1\nWold Ltd;W-1;Ben Wold;${email};\n`;
  await page.getByLabel("CSV file").setInputFiles({
    name: "clients.csv",
    mimeType: "text/csv",
    // Older spreadsheets use this encoding.
    buffer: Buffer.from(csv("not an address"), "latin1"),
  });
  await expect(page.getByText("At most 1 MB at once.")).toHaveCount(0);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/^Row 3, contact email:/)).toBeVisible();
  await expect(page.getByLabel("Or paste the rows")).toHaveValue(/Zoë Vane[\s\S]*Wold Ltd/);
  await page.getByLabel("CSV file").setInputFiles([]);
  await page.getByLabel("Or paste the rows").fill(csv("ben@wold.example"));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("You added 2 clients and 2 contacts.")).toBeVisible();
  await expect(page.getByText("Ignored columns: “Phone”.")).toBeVisible();
  await page.goto(`${path}/clients/import`);
  await page.getByLabel("Or paste the rows").fill(csv("ben@wold.example"));
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("Skipped 2 rows that you already have (2–3).")).toBeVisible();
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toHaveCount(1);
});

// S-2.30, S-8.20
test("a client can be archived and restored, but not archived with open requests", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const vane = await addClient(firm, { name: "Vane; Sons", contact: "Zoë Vane" });
  const reed = await addClient(firm, { name: "Reed & Press", contact: "Nadia Reed" });
  await sendRequest(firm, { client: reed, title: "Book-keeping" });
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients/${vane.id}`);
  await page.getByRole("button", { name: "Archive client" }).click();
  await expect(page.getByText("This client is archived.")).toBeVisible();
  await page.goto(`${firm.path}/clients`);
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toHaveCount(0);
  // A search stays within the archived clients. Switching to active clients keeps the search.
  const filter = async (name: string) => {
    await page.locator("summary", { hasText: "Add filter" }).click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await filter("Archived");
  await expect(page.getByRole("heading", { level: 1, name: "Archived clients" })).toBeVisible();
  await expect(page).toHaveTitle(/^Archived clients/);
  await page.getByRole("searchbox").fill("vane");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/q=vane/);
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toBeVisible();
  await filter("Active");
  await expect(page.getByText("No client matches “vane”.")).toBeVisible();
  await filter("Archived");
  await page.getByRole("link", { name: "Vane; Sons" }).click();
  await page.getByRole("button", { name: "Restore client" }).click();
  await expect(page.getByRole("button", { name: "Archive client" })).toBeVisible();
  await page.locator("summary", { hasText: "Edit Zoë Vane" }).click();
  await page.getByRole("button", { name: "Remove Zoë Vane" }).click();
  await expect(page.getByText(vane.contact.email)).toHaveCount(0);

  await page.goto(`${firm.path}/clients`);
  await page.getByRole("link", { name: "Reed & Press" }).click();
  await page.getByRole("button", { name: "Archive client" }).click();
  await expect(
    page.getByText("Close this client’s requests and delete its drafts first."),
  ).toBeVisible();
  await page.getByRole("alert").getByRole("link", { name: "Book-keeping" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Book-keeping" })).toBeVisible();
});

// S-2.22, S-8.29
test("the inbox names contacts whose email bounced", async ({ cast }) => {
  const { page } = await cast.person("member");
  await page.goto("/o/harbour-lane");
  const bounced = page.getByRole("region", { name: "Bounced emails" });
  await expect(bounced.getByRole("link", { name: /^Fix / })).toHaveCount(1);
  await bounced.getByRole("link", { name: "Bounced emails" }).click();
  await expect(page).toHaveURL(/show=bounced/);
  await expect(page.getByRole("main").getByText("Correct the address.")).toHaveCount(1);
});
