import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { devices, type Page, type Route } from "@playwright/test";
import { backendUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { makePdf } from "./documents";
import { openRequestLink, signIn } from "./pages/auth-pages";
import { isPoll } from "./pages/polling";
import { addItem, checklistRow, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "wren@screens.example";
const PDF = "application/pdf";
const UPLOADS = `${backendUrl}/storage/v1/object/documents/**`;

test.describe.configure({ mode: "serial" });

const directory = mkdtempSync(join(tmpdir(), "dossier-contact-"));
let staff: Person;
let contact: Person;
let link: string;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  await startRequestForNewClient(staff, {
    name: "Contact Screens Ltd",
    contact: "Wren Walsh",
    email: CONTACT,
  });
  await staff.page.getByLabel("Title", { exact: true }).fill("Every kind of answer");
  const text = { button: "Add text answer", number: 1, title: "Anything else?", isOptional: true };
  await addItem(staff, text);
  const letters = await addItem(staff, { button: "Add file", number: 2, title: "Letters" });
  await letters.getByText("More options").click();
  await letters.getByLabel("Maximum files").fill("20");
  await addItem(staff, { button: "Add text answer", number: 3, title: "Your trade" });
  link = await sendRequest(staff, CONTACT);
  // A phone: it is touched, and narrow.
  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
  contact = await openPerson(browser, "Wren Walsh", { ...phone });
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
  rmSync(directory, { recursive: true, force: true });
});

const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");
const choose = (page: Page) => page.getByRole("button", { name: "Choose files" });
const pdf = (name: string, text = name) => ({ name, mimeType: PDF, buffer: makePdf(text) });

// S-7.6
test("the email's link fills in the address and removes it from the URL", async () => {
  const { page } = contact;
  await page.goto(link);
  await expect(page.getByLabel("Your email")).toHaveValue(CONTACT);
  expect(new URL(page.url()).hash).toBe("");
  await openRequestLink(contact, link, CONTACT);
});

// S-2.19
test("help opens next to the page; only recipients see the firm's address for questions", async ({
  browser,
}) => {
  const opened = contact.page.waitForEvent("popup");
  await contact.page.getByRole("banner").getByRole("link", { name: /^Help/ }).click();
  const help = await opened;
  const address = "hello@harbour.example";
  await expect(help.getByRole("link", { name: address })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${address}\\?`),
  );
  await help.getByRole("link", { name: "Your request" }).click();
  await help.waitForURL(/\/items$/);
  await help.close();

  const plain = await openPerson(browser, "Somebody without scripts", { javaScriptEnabled: false });
  await plain.page.goto(`/help?request=${new URL(link).pathname.split("/").at(-1)}`);
  await plain.page.getByRole("link", { name: "Withdrawing an answer" }).click();
  const topic = plain.page.getByRole("region", { name: "Withdrawing an answer" });
  await expect(topic).toBeInViewport();
  await expect(plain.page.getByText("your reply goes to Harbour & Lane")).toBeAttached();
  await expect(plain.page.getByText(address)).toHaveCount(0);
  await plain.context.close();
});

test("an address that arrives while the field has the focus is replaced by what is typed", async ({
  browser,
}) => {
  const { page, context } = await openPerson(browser, "Early Wren");
  const { promise: isTouched, resolve: touch } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await isTouched;
    await route.continue();
  });
  await page.goto(link, { waitUntil: "commit" });
  const field = page.getByLabel("Your email");
  // The document streams, and only visible elements can take the focus.
  await expect(field).toBeVisible();
  await field.focus();
  await expect(field).toHaveValue("");
  touch();
  await expect(field).toHaveValue(CONTACT);
  await page.keyboard.type("wren@elsewhere.example");
  await expect(field).toHaveValue("wren@elsewhere.example");
  await context.close();
});

// S-2.43
test("the checklist asks for required items first and links from one to the next", async () => {
  const { page } = contact;
  await expect(page.getByText("0 of 3 done").first()).toBeVisible();
  const titles = page.locator("main section li a");
  await expect(titles).toHaveText(["Letters", "Your trade", "Anything else?"]);
  await page.getByRole("link", { name: "Next item" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Letters" })).toBeVisible();
  await expect(page.getByText("Item 1 of 3")).toBeVisible();
});

// S-2.44
test("a phone opens its camera directly", async () => {
  const { page } = contact;
  const camera = page.getByLabel("Take a photo");
  await expect(camera).toHaveAttribute("capture", "environment");
  await expect(camera).toHaveAttribute("accept", "image/*");
  await expect(page.getByText("Take a photo")).toBeVisible();
  const photo = await page.screenshot({ type: "jpeg" });
  await camera.setInputFiles({ name: "image.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByRole("link", { name: "image.jpg" })).toBeVisible();
  await page.getByRole("button", { name: "Remove image.jpg" }).click();
  await expect(page.getByRole("link", { name: "image.jpg" })).toHaveCount(0);
  await expect(staff.page.getByText("Take a photo")).toHaveCount(0);
});

// S-2.44
test("an answer 'doesn't apply' does not wait for files and includes none", async () => {
  const { page } = contact;
  await choose(page).setInputFiles(pdf("other-account.pdf"));
  await expect(page.getByRole("link", { name: "other-account.pdf" })).toBeVisible();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await page.route(UPLOADS, async (route) => {
    await isOver;
    await route.abort().catch(() => undefined);
  });
  await choose(page).setInputFiles(pdf("stuck.pdf"));
  await expect(page.getByRole("progressbar", { name: "Uploading stuck.pdf" })).toBeVisible();
  await expect(page.getByText("are removed and not sent")).toBeHidden();
  await page.getByLabel("This doesn’t apply to me").check();
  await expect(page.getByText("are removed and not sent")).toBeVisible();
  await page.getByLabel("Reason").fill("There is one account only.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“Letters” was submitted.")).toBeVisible();
  await expect(page.getByText("Keep this page open")).toHaveCount(0);
  end();
  await page.unroute(UPLOADS);
  await page.getByRole("link", { name: "Letters", exact: true }).click();
  await expect(page.getByText("There is one account only.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByLabel("This doesn’t apply to me").uncheck();
  await page.getByLabel("Note").fill("");
  await expect(choose(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

// S-2.51
test("a file that cannot be sent says so at once, and the others continue", async () => {
  const { page } = contact;
  const large = join(directory, "large.pdf");
  writeFileSync(large, Buffer.alloc(104_857_601));
  const empty = join(directory, "empty.pdf");
  const program = join(directory, "setup.exe");
  const good = join(directory, "good.pdf");
  writeFileSync(empty, "");
  writeFileSync(program, "MZ");
  writeFileSync(good, makePdf("Good"));
  await choose(page).setInputFiles([large, empty, program, good]);
  await expect(rows(page).getByText("Too large: at most 100 MB per file.")).toBeVisible();
  await expect(rows(page).getByText("This file is empty.")).toBeVisible();
  await expect(rows(page).getByText(".exe files are not accepted here.")).toBeVisible();
  await expect(page.getByRole("link", { name: "good.pdf" })).toBeVisible();
  await expectFineHere(page);
  for (const name of ["large.pdf", "empty.pdf", "setup.exe"]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  }
  await expect(rows(page)).toHaveCount(1);
  // A removed row passes the focus on.
  await expect(page.getByRole("button", { name: "Remove good.pdf" })).toBeFocused();
});

// S-2.51
test("a fake and an encrypted PDF show the reason, and can be removed", async () => {
  const { page } = contact;
  const encrypted = makePdf("Secret").toString("latin1").replace("/Root", "/Encrypt 9 0 R /Root");
  await choose(page).setInputFiles([
    { name: "scan.pdf", mimeType: PDF, buffer: Buffer.from("MZ this is no document") },
    { name: "locked.pdf", mimeType: PDF, buffer: Buffer.from(encrypted, "latin1") },
  ]);
  await expect(rows(page).getByText("This is not a valid PDF file.")).toBeVisible();
  await expect(
    rows(page).getByText("This file needs a password. Save a copy without one."),
  ).toBeVisible();
  await expectFineHere(page);
  for (const name of ["scan.pdf", "locked.pdf"]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
    await expect(rows(page).getByText(name)).toHaveCount(0);
  }
});

// S-2.51, S-2.58, S-8.41, S-9.7
test("three files upload at a time, one can be canceled, a failed one is retried", async () => {
  const { page } = contact;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen = { now: 0, most: 0 };
  await page.route(UPLOADS, async (route) => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await released;
    seen.now -= 1;
    await route.continue().catch(() => undefined);
  });
  const names = ["a", "b", "c", "d", "e"].map((letter) => `letter-${letter}.pdf`);
  await choose(page).setInputFiles(names.map((name) => pdf(name)));
  await expect.poll(() => seen.most).toBe(3);
  await expect(rows(page).getByText("Waiting…")).toHaveCount(2);
  await expectFineHere(page);
  await page.getByRole("button", { name: "Cancel letter-e.pdf" }).click();
  await expect(rows(page).getByText("letter-e.pdf")).toHaveCount(0);
  release();
  for (const name of names.slice(0, 4)) {
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  expect(seen.most).toBe(3);
  await page.unroute(UPLOADS);

  // The service fails at each step: every time the row waits, then continues from there.
  const asked: string[] = [];
  page.on("request", (request) => {
    const step = /\/(?:rpc\/(\w+_upload|remove_file)|object\/(documents)\/)/.exec(request.url());
    if (step && request.method() === "POST") asked.push(step[1] ?? step[2] ?? "");
  });
  const rpc = (name: string) => `${backendUrl}/rest/v1/rpc/${name}`;
  const begun = async (route: Route) => {
    await route.fetch();
    await route.fulfill({ status: 504 });
  };
  const refusal = { statusCode: "500", error: "Internal", message: "Something broke" };
  await page.route(rpc("begin_upload"), begun, { times: 1 });
  await page.route(UPLOADS, (route) => route.fulfill({ status: 500, json: refusal }), { times: 1 });
  await page.route(rpc("finish_upload"), (route) => route.fulfill({ status: 503 }), { times: 1 });
  await choose(page).setInputFiles(pdf("later.pdf"));
  await expect(
    rows(page).getByText("Upload paused. Keep this page open. We’ll keep trying to continue it."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "later.pdf" })).toBeVisible();
  expect(asked).toEqual([
    "begin_upload",
    "documents",
    "documents",
    "finish_upload",
    "finish_upload",
  ]);
  await expect(rows(page).filter({ hasText: "later.pdf" })).toHaveCount(1);
});

test("an item rejects the twenty-first file", async () => {
  const { page } = contact;
  const stored = await rows(page).count();
  const more = Array.from({ length: 20 - stored }, (_, no) => pdf(`page-${no}.pdf`));
  await choose(page).setInputFiles(more);
  await expect(rows(page).getByRole("link")).toHaveCount(20, { timeout: 60_000 });
  await expect(page.getByText("At most 20 files. Remove one to add another.")).toBeVisible();
  await expect(choose(page)).toBeDisabled();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("“Letters” was submitted.")).toBeVisible();
  await expect(page.getByText("1 of 3 done").first()).toBeVisible();
});

// S-2.44, S-8.19
test("an answer can be withdrawn until it is decided", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Your trade" }).click();
  await page.getByRole("textbox", { name: "Your answer" }).fill("Baker");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("2 of 3 done").first()).toBeVisible();
  await page.getByRole("link", { name: "Your trade" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("textbox", { name: "Your answer" })).toHaveValue("Baker");
  await page.getByRole("textbox", { name: "Your answer" }).fill("Baker and confectioner");
  await page.getByRole("button", { name: "Submit" }).click();
  await staff.page.reload();
  await checklistRow(staff, "Your trade").getByRole("link", { name: "Your trade" }).click();
  await page.getByRole("link", { name: "Your trade" }).click();
  await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
  // The firm decides while the contact withdraws the answer.
  let isDecided = false;
  await page.route(page.url(), async (route) => {
    const request = route.request();
    if (request.method() === "POST" && !isPoll(request) && !isDecided) {
      isDecided = true;
      await staff.page.getByRole("button", { name: "Accept", exact: true }).click();
      await expect(
        staff.page.getByRole("button", { name: "Undo", exact: true }).first(),
      ).toBeVisible();
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Withdraw" }).click();
  const told = page.locator("main").getByRole("alert");
  await expect(told).toHaveText("This changed in the meantime. Check it again.");
  await expect(told).toBeFocused();
  await page.unroute(page.url());
  await expect(page.getByText("accepted this.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
  await page.getByRole("link", { name: "All items" }).click();
});

// S-2.43
test("the receipt appears once required items are sent, and optional items stay open", async () => {
  const { page } = contact;
  await expect(page.getByText("Everything required is submitted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next item" })).toBeVisible();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt.getByText(/Fingerprint \(SHA-256\) [0-9a-f]{64}/)).toHaveCount(20);
  await expect(receipt.getByText("Nothing was sent.")).toBeVisible();
});

// S-2.44
test("'doesn't apply' requires a reason, then the receipt shows everything", async () => {
  const { page } = contact;
  await page.getByRole("link", { name: "Next item" }).click();
  await page.getByLabel("This doesn’t apply to me").check();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Give a reason of at least 3 characters.").first()).toBeVisible();
  await page.getByLabel("Reason").fill("There is nothing else.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("3 of 3 done").first()).toBeVisible();
  await expect(page.getByText("Everything is submitted")).toBeVisible();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt.getByText("There is nothing else.")).toBeVisible();
  await expect(receipt.getByText(/Fingerprint \(SHA-256\) [0-9a-f]{64}/)).toHaveCount(20);
});

// S-2.43
test("a printed page contains only the receipt", async () => {
  const { page } = contact;
  await page.emulateMedia({ media: "print" });
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toBeVisible();
  await expect(page.getByText("Harbour & Lane", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Every kind of answer" })).toBeVisible();
  for (const [item, status] of [
    ["Letters", "Submitted"],
    ["Your trade", "Accepted"],
  ] as const) {
    const entry = receipt.getByRole("listitem").filter({
      has: page.getByRole("heading", { name: item, exact: true }),
    });
    await expect(entry.getByText(status, { exact: true })).toBeVisible();
    await expect(entry.getByText(/^Submitted \d+ \w+ \d{4}, \d\d:\d\d/)).toBeVisible();
  }
  await expect(receipt.getByText(/^Accepted \d+ \w+ \d{4}, \d\d:\d\d/)).toBeVisible();
  await expect(receipt.getByRole("link", { name: "good.pdf" })).toBeVisible();
  await expect(receipt.getByText(/^As of /)).toContainText(new URL(link).pathname);
  // The print contains no controls that work only on screen.
  await expect(
    page
      .locator("button, summary, nav, input, progress, header a, footer")
      .filter({ visible: true }),
  ).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Needed from you" })).toBeHidden();
  await expect(page.locator("summary[aria-label^='Account']")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});

// S-2.43
test("a complete request is read-only, and the list of requests names it", async () => {
  const { page } = contact;
  const publicId = new URL(link).pathname.split("/").at(-1) ?? "";
  await queryAsOwner(
    "update public.requests set status = 'complete', closed_at = now() where public_id = $1",
    [publicId],
  );
  await page.reload();
  await expect(page.getByText("This request is complete")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What you sent" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Needed from you" })).toHaveCount(0);
  await page.getByRole("link", { name: "Letters", exact: true }).click();
  await expect(page.getByRole("link", { name: "good.pdf" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Withdraw|Submit/ })).toHaveCount(0);
  await page.goto("/r");
  await expect(page.getByRole("link", { name: "Every kind of answer" })).toBeVisible();
  await expect(page.getByText("3 of 3 done").first()).toBeVisible();
});

// S-2.42
test("a cancelled or archived request says that nothing more is needed", async () => {
  const { page } = contact;
  const closed = await queryAsOwner<{ public_id: string }>(
    "select public_id from public.requests where status in ('cancelled', 'archived')",
  );
  expect(closed.length).toBeGreaterThan(1);
  for (const { public_id } of closed) {
    await page.goto(`/r/${public_id}`);
    await expect(
      page.getByText(/Nothing more is needed here\.|You don’t need to do anything\./),
    ).toBeVisible();
    await expect(page.getByLabel("Your email")).toHaveCount(0);
  }
});
