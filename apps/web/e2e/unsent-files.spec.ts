import { backendUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { drafts, noteOf } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

// Files in progress when their page is left, refused or submitted, and the note next to them.
test.describe.configure({ mode: "serial" });

const CONTACT = "ilse@unsent-files.example";

let contact: Person;
let list: string;

test.beforeAll(async ({ browser }) => {
  const staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Unsent Files Ltd", contact: "Ilse Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Files on their way");
  await addItem(staff, { button: "Add file", number: 1, title: "An unsent letter" });
  const link = await sendRequest(staff, CONTACT);
  await staff.context.close();
  contact = await openPerson(browser, "Ilse Marsh");
  await openRequestLink(contact, link, CONTACT);
  list = `${new URL(link).pathname}/items`;
});

test.beforeEach(async () => {
  await contact.page.goto(list);
});

test.afterAll(async () => {
  await contact?.context.close();
});

// S-2.51, S-8.34
test("storage that rejects the token gets a new one, once, and the item is read again", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "An unsent letter" }).click();
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

  await queryAsOwner(
    "update public.items set help = 'By post, too.' where title = 'An unsent letter'",
  );
  await refuse(2);
  await choose.setInputFiles(letter("twice.txt"));
  await expect(page.getByRole("button", { name: "Retry twice.txt" })).toBeVisible();
  await expectFineHere(page);
  await expect(page.getByText("By post, too.")).toBeVisible();
  expect(asked).toEqual([upload, refresh, upload]);
  await page.getByRole("button", { name: "Retry twice.txt" }).click();
  await expect(page.getByRole("link", { name: "twice.txt" })).toBeVisible();
});

// S-1.6, S-8.22
test("uploads continue after leaving their page, and Submit waits for them", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "An unsent letter" }).click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${backendUrl}/storage/v1/object/documents/**`, async (route) => {
    await released;
    await route.continue();
  });
  const names = ["1.txt", "2.txt"];
  const letters = names.map((name) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(name),
  }));
  await page.getByRole("button", { name: "Choose files" }).setInputFiles(letters);
  await page.getByRole("link", { name: "All items" }).click();
  await expect(page.getByText("2 files are uploading. Keep this page open.")).toBeVisible();
  await page.getByRole("link", { name: "Show", exact: true }).click();
  for (const name of names) {
    await expect(page.getByRole("button", { name: `Cancel ${name}` })).toBeVisible();
  }
  await expect(page.getByText("Upload not finished.")).toHaveCount(0);
  await page.getByLabel("Note").fill("All of them.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByText(
      "Not submitted yet: 2 files are still uploading. Your answer is submitted after that.",
    ),
  ).toBeVisible();
  await expect(page.getByText("Draft saved")).toBeVisible();
  release();
  await expect(page.getByText("“An unsent letter” was submitted.")).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("link", { name: "An unsent letter" }).click();
  const sent = page.getByRole("region", { name: "Your answer" });
  for (const name of names) await expect(sent.getByRole("link", { name })).toHaveCount(1);
  await expect(sent).toContainText("All of them.");
});

// S-9.9
test("a note typed while a file is inspected is saved", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "An unsent letter" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${backendUrl}/functions/v1/inspect-file`, async (route) => {
    await released;
    await route.continue();
  });
  await page
    .getByRole("button", { name: "Choose files" })
    .setInputFiles({ name: "5.txt", mimeType: "text/plain", buffer: Buffer.from("5") });
  await expect(page.getByText("Checking…")).toBeVisible();
  await page.getByLabel("Note").fill("All of them, and one.");
  await page.getByLabel("Note").blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("A file is still being checked.")).toBeVisible();
  await page.getByLabel("Note").fill("All three.");
  await page.getByLabel("Note").blur();
  await expect.poll(() => noteOf("An unsent letter")).toBe("All three.");
  release();
  await expect(page.getByText("A file is still being checked.")).toBeHidden();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
