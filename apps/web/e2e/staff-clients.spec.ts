import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { itemOf, submitAnswer } from "./fixtures/answers";
import { addClient, addMember, type Firm, type Member, sendRequest } from "./fixtures/firms";
import { draftKeys, endSession, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { forgetLostRequests, type Person } from "./people";
import { expect, type Fixtures, test } from "./test";

const openMenu = (page: Page) => page.locator("summary[aria-label='More actions']").click();

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
test("if two members rename a client at the same time, the second member sees both names and can save again", async ({
  foundFirm,
  join,
}) => {
  const client = { name: "Reed & Press", contact: "Nadia Reed" };
  const { mia, adam } = await openForTwo({ foundFirm, join }, client);
  const clientForm = (page: Page) => page.getByRole("form", { name: "Edit client" });
  const openEdit = async (page: Page) => {
    await openMenu(page);
    await page.getByRole("button", { name: "Edit client" }).click();
  };
  const rename = async ({ page }: Person, name: string) => {
    if (!(await clientForm(page).isVisible())) await openEdit(page);
    await clientForm(page).getByLabel("Name").fill(name);
    await clientForm(page).getByRole("button", { name: "Save" }).click();
  };
  await rename(mia, "Reed Press Ltd");
  const title = { level: 1, name: "Reed Press Ltd" };
  await expect(mia.page.getByRole("heading", title)).toBeVisible();
  await openEdit(adam.page);
  await clientForm(adam.page).getByLabel("Name").fill("Reed and Press");
  await endSession(adam);
  await adam.page.reload();
  await signInAgain(adam, adam.email, adam.password);
  await openEdit(adam.page);
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
test("one member's change to a contact's name and another member's change to the email address are both saved", async ({
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
  await expect.poll(() => draftKeys(adam)).toEqual([]);
});

test("after the removal of a contact, a message shows who was removed, and the list of contacts has the focus", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const { id } = await addClient(firm, { name: "Reed & Press", contact: "Nadia Reed" });
  await page.goto(`${firm.path}/clients/${id}`);
  const opener = page.locator("summary", { hasText: "Remove Nadia Reed" });
  await waitForReact(opener);
  await page.locator("summary", { hasText: "Edit Nadia Reed" }).click();
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Remove Nadia Reed" });
  await dialog.getByRole("button", { name: "Remove Nadia Reed" }).click();
  await expect(page.getByText("You removed Nadia Reed.", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Contacts" })).toBeFocused();
});

test("a contact has the same color in the list of contacts and in the client's activity", async ({
  foundFirm,
  enter,
}) => {
  const firm = await foundFirm();
  const client = await addClient(firm, { name: "Reed & Press", contact: "Nadia Reed" });
  const request = await sendRequest(firm, { client, items: [{ title: "Ledger", kind: "text" }] });
  const contact = await enter(request);
  await submitAnswer(contact, itemOf(request, "Ledger"));
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients/${client.id}`);
  const hueIn = (region: string) =>
    page
      .getByRole("region", { name: region, exact: true })
      .getByRole("listitem")
      .filter({ hasText: "Nadia Reed" })
      .locator("[data-hue]")
      .first()
      .getAttribute("data-hue");
  expect(await hueIn("Contacts")).toBe(await hueIn("Activity"));
});

// S-1.2, S-2.78
test("an import from CSV adds clients, and an import with an invalid row shows the number of the row and stores nothing", async ({
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
  await expect(
    page.getByText("This list is larger than 1 MB. Split it and import each part."),
  ).toBeVisible();
  await expect(page.getByLabel("CSV file")).toHaveValue("");
  const csv = (email: string) =>
    `Company;Account number;Contact person;Email address;Phone\n"Vane; Sons";V-1;Zoë Vane;zoe@vane.example;1\nWold Ltd;W-1;Ben Wold;${email};\n`;
  const chooseFile = (text: string) =>
    page.getByLabel("CSV file").setInputFiles({
      name: "clients.csv",
      mimeType: "text/csv",
      // Older spreadsheet programs save CSV files in this encoding.
      buffer: Buffer.from(text, "latin1"),
    });
  await chooseFile(csv("not an address"));
  await expect(page.getByText("At most 1 MB at once.")).toHaveCount(0);
  await expect(page.getByLabel("CSV file")).toHaveAccessibleDescription(/^clients\.csv, \d+\sKB$/);
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(page.getByText(/^Row 3, contact email: “not an address”/)).toBeVisible();
  await expect(page.getByLabel("Or paste the rows")).toHaveValue(/Zoë Vane[\s\S]*Wold Ltd/);
  await expect(page.getByLabel("CSV file")).toHaveValue("");
  await chooseFile(csv("not an address"));
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(page.getByLabel("CSV file")).toHaveValue("");
  await expect(page.getByText(/^Row 3, contact email:/)).toBeVisible();
  await chooseFile(csv("not an address"));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(page.getByText("Dossier can’t be reached")).toBeVisible();
  await expect(page.getByLabel("CSV file")).toHaveValue(/clients\.csv$/);
  await page.context().setOffline(false);
  forgetLostRequests(owner);
  await page.getByRole("button", { name: "Remove the file" }).click();
  await page.getByLabel("Or paste the rows").fill(csv("ben@wold.example"));
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(page.getByText("You added 2 clients and 2 contacts.")).toBeVisible();
  await expect(page.getByText("Ignored columns: “Phone”.")).toBeVisible();
  await page.goto(`${path}/clients/import`);
  const rows = page.getByLabel("Or paste the rows");
  await rows.fill("name,contact_name,contact_email\nWold Ltd,Ben Wold,not an address\n");
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(rows).toBeFocused();
  await expect(rows).toHaveAttribute("aria-invalid", "true");
  await expect(rows).toHaveAccessibleDescription(/Row 2, contact email: “not an address”/);
  await expect(page.getByText(/Row 2, contact email:/)).toHaveCount(1);
  await rows.fill(csv("ben@wold.example"));
  await page.getByRole("button", { name: "Import clients", exact: true }).click();
  await expect(
    page.getByText("Nothing new: both rows match existing clients and contacts."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Vane; Sons" })).toHaveCount(1);
});

test("after a client is added, the form for the next client is empty, even if the user typed while “Add client” ran", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/clients/new`);
  const name = page.getByLabel("Client name");
  await waitForReact(name);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/clients/new", async (route) => {
    if (route.request().method() === "POST") await released;
    await route.fallback();
  });
  await name.fill("Vane & Sons");
  await page.getByLabel("Contact name").fill("Ida Vane");
  await page.getByLabel("Contact email").fill("ida@vane.example");
  await page.getByRole("button", { name: "Add client" }).click();
  await name.fill("Vane & Sons Ltd");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Vane & Sons" })).toBeVisible();
  expect(await draftKeys(owner)).toEqual([]);
  await page.goto(`${path}/clients/new`);
  await waitForReact(name);
  await expect(name).toHaveValue("");
});

// S-2.22, S-8.29
test("the inbox has a “Fix address” link for a bounced email, in its side column and in its list of bounced emails", async ({
  cast,
}) => {
  const { page } = await cast.person("member");
  await page.goto("/o/harbour-lane");
  const bounced = page.getByRole("region", { name: "Bounced emails" });
  await expect(bounced.getByRole("link", { name: /^Fix address / })).toHaveCount(1);
  await bounced.getByRole("link", { name: "Bounced emails" }).click();
  await expect(page).toHaveURL(/show=bounced/);
  const row = page.getByRole("main").getByRole("link", { name: /Fix address$/ });
  await expect(row).toHaveCount(1);
  expect((await row.boundingBox())?.height).toBe(44);
});

for (const width of [320, 768, 1440]) {
  test(`at ${width} px, the progress bars of the inbox are in one column, and the texts of groups and items start at one edge`, async ({
    cast,
    view,
  }) => {
    const { wide: page } = await view(await cast.person("owner"));
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/o/harbour-lane");
    await expect(page.getByRole("link", { name: /^Review 1 answer from/ })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Review 2 answers from/ }).first()).toBeVisible();
    const group = "main section:has(> [data-list-keys])";
    const leftOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((parts) => [...new Set(parts.map((part) => part.getBoundingClientRect().x))]);
    expect(await leftOf(`${group} [role=img]`)).toHaveLength(1);
    expect(await leftOf(`${group} li a > span:nth-child(2)`)).toEqual(await leftOf(`${group} h2`));
  });
}
