import { readFileSync } from "node:fs";
import { backendUrl, webUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { makePdf, PNG } from "./documents";
import { PASSWORD } from "./fixtures/accounts";
import { addClient } from "./fixtures/firms";
import { unique, uniqueEmail } from "./fixtures/names";
import { catchUp } from "./live";
import { nextCode, nextEmail } from "./mailbox";
import { openRequestLink, signIn, signUp } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import {
  addItem,
  checklistRow,
  createFirm,
  openRecord,
  startRequestForNewClient,
} from "./pages/staff-pages";
import { findExposedSecrets } from "./people";
import { expect, test } from "./test";

const FILE_NAME = "bank-statement-march.pdf";
const PICTURE_NAME = "Kasse März.png";
const NOTE = "Please name the month you mean.";

// S-1.1, S-1.3, S-1.4, S-1.5, S-2.11, S-2.14, S-2.21, S-2.25, S-2.27, S-2.42, S-2.44, S-2.49, S-7.4, S-9.18
test("a firm asks a client, the client answers, and staff accept until the request is complete", async ({
  open,
}) => {
  const staff = await open("Ines Novak");
  const contact = await open("Carla Brandt");
  const email = uniqueEmail("Carla");
  let requestPath = "";
  let link = "";

  const step = (title: string, body: () => Promise<void>) =>
    test.step(title, async () => {
      await body();
      const shown = [staff, contact].filter(({ page }) => page.url().startsWith(webUrl));
      expect((await Promise.all(shown.map(findExposedSecrets))).flat()).toEqual([]);
    });

  await step("staff sign up with a code, choose a password and create a firm", async () => {
    await signUp(staff, uniqueEmail("Ines", "staff.example"), PASSWORD);
    await createFirm(staff, "Northwind Advisers", unique("northwind"));
  });

  await step(
    "staff ask a new client for files, an answer and a date, and send the request",
    async () => {
      const { page } = staff;
      await startRequestForNewClient(staff, {
        name: "Brandt & Sons",
        contact: "Carla Brandt",
        email,
      });
      await page.getByLabel("Title", { exact: true }).fill("Closing the books");
      await expect(page.getByLabel("Carla Brandt")).toBeChecked();
      await expect(page.getByLabel("Due date")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
      await addItem(staff, { kind: "Files", number: 1, title: "Bank statements" });
      await addItem(staff, {
        kind: "Text",
        number: 2,
        title: "Which month is missing?",
      });
      await addItem(staff, {
        kind: "Files",
        number: 3,
        title: "Travel receipts",
        isOptional: true,
      });
      await addItem(staff, { kind: "Date", number: 4, title: "Day of the stock count" });
      await page.getByRole("button", { name: /^Send/ }).click();
      await expect(page.getByText("Request sent")).toBeVisible();
      await expect(
        page.getByRole("heading", { level: 1, name: "Closing the books" }),
      ).toBeVisible();
      requestPath = new URL(page.url()).pathname;
      await expect(checklistRow(staff, "Bank statements")).toContainText("Waiting for client");
    },
  );

  await step("the contact gets an email whose link opens nothing without a code", async () => {
    const received = await nextEmail(email);
    expect(received.codes).toEqual([]);
    link = received.links.find((each) => each.startsWith(`${webUrl}/r/`)) ?? "";
    expect(link).not.toBe("");
    const { page } = contact;
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Northwind Advisers");
    await expect(page.getByText("Closing the books")).toHaveCount(0);
    await expect(page.getByLabel("Your email")).toHaveValue(email);
  });

  await step("the contact signs in with an emailed code, without a password", async () => {
    await openRequestLink(contact, link, email, async () => {
      await expectFineHere(contact.page);
      return nextCode(email);
    });
    await expect(
      contact.page.getByRole("heading", { level: 1, name: "Closing the books" }),
    ).toBeVisible();
  });

  await step(
    "the contact answers the text, and staff see it arrive without reloading",
    async () => {
      const { page } = contact;
      await page.getByRole("link", { name: "Which month is missing?" }).click();
      await page.getByLabel("Your answer").fill("It is missing.");
      await page.getByRole("button", { name: "Send answer" }).click();
      await expect(page.getByText("You sent “Which month is missing?”.")).toBeVisible();
      expect(new URL(staff.page.url()).pathname).toBe(requestPath);
      await catchUp(staff.page);
      await expect(checklistRow(staff, "Which month is missing?")).toContainText("To review");
      await expect(checklistRow(staff, "Which month is missing?")).toContainText("It is missing.");
    },
  );

  await step("the contact chooses a day, and both sides see it written out", async () => {
    const { page } = contact;
    await page.getByRole("link", { name: "Day of the stock count" }).click();
    await page.getByLabel("Date", { exact: true }).fill("2026-03-31");
    await expect(page.getByText(/^Tuesday 31\s?March 2026/)).toBeVisible();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("You sent “Day of the stock count”.")).toBeVisible();
    await catchUp(staff.page);
    await expect(checklistRow(staff, "Day of the stock count")).toContainText("31 March 2026");
  });

  await step("the contact uploads a real PDF with visible progress and submits it", async () => {
    const { page } = contact;
    await page.getByRole("link", { name: "Bank statements" }).click();
    // Delay the upload, because the loopback network is too fast to check the progress.
    let release = () => {};
    const looked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${backendUrl}/storage/v1/object/documents/**`, async (route) => {
      await looked;
      await route.continue();
    });
    await page.getByRole("button", { name: "Choose files" }).setInputFiles({
      name: FILE_NAME,
      mimeType: "application/pdf",
      buffer: makePdf("Bank statement March 2026"),
    });
    const progress = page.getByRole("progressbar", { name: `Uploading ${FILE_NAME}` });
    await expect(progress).toBeVisible();
    release();
    await expect(page.getByRole("link", { name: FILE_NAME })).toBeVisible();
    await expect(page.getByText("Files are not scanned for viruses.")).toBeVisible();
    await page
      .getByRole("button", { name: "Choose files" })
      .setInputFiles({ name: PICTURE_NAME, mimeType: "image/png", buffer: PNG });
    await expect(page.getByRole("link", { name: PICTURE_NAME })).toBeVisible();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("You sent “Bank statements”.")).toBeVisible();
    await catchUp(staff.page);
    await expect(checklistRow(staff, "Bank statements")).toContainText("2 files");
  });

  await step("staff preview the PDF, save the picture and accept both", async () => {
    const { page } = staff;
    await page.route("**/files/*", (route) =>
      route.request().resourceType() === "image"
        ? route.fulfill({ contentType: "image/png", body: "no picture" })
        : route.fallback(),
    );
    await page.getByRole("link", { name: "Bank statements", exact: true }).click();
    const tab = (name: string) =>
      page.getByRole("navigation", { name: "Files" }).getByRole("link", { name });
    await waitForReact(tab(PICTURE_NAME));
    await tab(PICTURE_NAME).click();
    await expect(page.getByText("The preview could not be shown.")).toBeVisible();
    await page.unroute("**/files/*");
    await page.reload();
    await waitForReact(tab(PICTURE_NAME));
    await tab(PICTURE_NAME).click();
    const drawn = page.getByRole("img", { name: `Preview of ${PICTURE_NAME}` });
    await expect(drawn).not.toHaveJSProperty("naturalWidth", 0);
    await tab(FILE_NAME).click();
    const sheet = page.getByRole("img", { name: `Preview of ${FILE_NAME}, Page 1 of 1` });
    await expect(sheet).toHaveAttribute("data-drawn", "true");
    const download = page.getByRole("link", { name: `Download ${FILE_NAME}` });
    const address = (await download.getAttribute("href")) ?? "";
    const file = await page.request.get(address);
    expect(file.headers()["content-disposition"]).toContain("attachment");
    expect(file.headers()["x-content-type-options"]).toBe("nosniff");
    expect(await file.body()).toEqual(makePdf("Bank statement March 2026"));
    // Without `?download`, the link would replace this page with the picture and lose the note.
    await page.keyboard.press("r");
    const note = page.getByLabel("Note to the client");
    await note.fill("Half a thought");
    await tab(PICTURE_NAME).click();
    const stored = page.waitForEvent("download");
    await page.getByRole("link", { name: `Download ${PICTURE_NAME}` }).click();
    const picture = await stored;
    expect(picture.suggestedFilename()).toBe(PICTURE_NAME);
    expect(readFileSync(await picture.path()).equals(PNG)).toBe(true);
    await expect(note).toHaveValue("Half a thought");
    await note.fill("");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Which month is missing?" }),
    ).toBeVisible();
  });

  await step("staff return the answer only with a note", async () => {
    const { page } = staff;
    await page.getByRole("button", { name: "Return", exact: true }).click();
    await page.getByRole("button", { name: "Return", exact: true }).click();
    const note = page.getByLabel("Note to the client");
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription(/Write at least 3 characters/);
    await note.fill(NOTE);
    await page.getByRole("button", { name: "Return", exact: true }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Day of the stock count" }),
    ).toBeVisible();
    await expect(page.getByText("31 March 2026", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(checklistRow(staff, "Which month is missing?")).toContainText("Returned");
  });

  await step("the contact reads the note and submits again", async () => {
    const { page } = contact;
    await page.reload();
    await page.getByRole("link", { name: "Which month is missing?" }).click();
    await expect(page.getByText(NOTE, { exact: true })).toBeVisible();
    await page.getByLabel("Your answer").fill("March 2026.");
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("You sent “Which month is missing?”.")).toBeVisible();
  });

  await step("staff accept, and the request is complete without the optional file", async () => {
    const { page } = staff;
    await catchUp(page);
    await expect(checklistRow(staff, "Which month is missing?")).toContainText("March 2026.");
    await page.getByRole("link", { name: "Which month is missing?", exact: true }).click();
    await page.getByRole("button", { name: "Accept", exact: true }).click();
    await expect(page.getByRole("link", { name: "Export accepted answers" })).toBeVisible();
    await contact.page.reload();
    await expect(contact.page.getByText("This request is complete").first()).toBeVisible();
  });

  await step("the record lists the steps and who took them", async () => {
    const record = await openRecord(staff, requestPath);
    for (const sentence of [
      "Ines Novak created the draft",
      "Ines Novak sent the request",
      "Carla Brandt opened the request for the first time",
      "Carla Brandt sent “Which month is missing?”",
      "Carla Brandt uploaded a file for “Bank statements”",
      "Dossier checked a file uploaded for “Bank statements”",
      "Carla Brandt sent “Bank statements”",
      "Ines Novak opened a file in “Bank statements”",
      "Ines Novak accepted “Bank statements”",
      "Ines Novak returned “Which month is missing?”",
      "Ines Novak accepted “Which month is missing?”",
      "completed the request",
    ]) {
      await expect(record.getByText(sentence).first()).toBeVisible();
    }
  });
});

// S-7.9
test("a second tab shares the session, and signing out in one tab hides the inbox in both tabs", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm();
  const { page, context, email, password } = owner;
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(path);
    await expect(tab.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  }
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect(second.getByRole("heading", { level: 1, name: "Inbox" })).toHaveCount(0);
  await second.close();
  await signIn(owner, email, password);
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

// S-2.12, S-2.65, S-8.2
test("without scripts, a user can sign in, send a request and view the request", async ({
  foundFirm,
  open,
}) => {
  const firm = await foundFirm();
  const { email, password } = firm.owner;
  await addClient(firm);
  const { page } = await open("Ines Novak without scripts", { javaScriptEnabled: false });
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong password here");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Incorrect email or password.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.goto(`${firm.path}/requests/new`);
  await page.getByLabel("Client").selectOption({ label: "Brandt & Sons" });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Without scripts");
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("radio", { name: "Text" }).check();
  await page.getByRole("group", { name: "Item 1" }).getByLabel("What do you need?").fill("A word");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Without scripts" })).toBeVisible();
  await expect(page.locator("main span", { hasText: /^Open$/ }).first()).toBeVisible();
});
