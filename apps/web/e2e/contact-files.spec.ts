import { truncateSync, writeFileSync } from "node:fs";
import { devices, type Page, type Route } from "@playwright/test";
import { backendUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { makePdf } from "./documents";
import { itemOf, reviewPathOf } from "./fixtures/answers";
import { type ClientRequest, sendRequest } from "./fixtures/firms";
import { removeFile } from "./pages/answer-files";
import { waitForReact } from "./pages/hydration";
import { forgetLostRequests, type Person } from "./people";
import { test as base, expect } from "./test";

const { defaultBrowserType: _, ...PHONE } = devices["Pixel 7"];
const PDF = "application/pdf";
const UPLOADS = `${backendUrl}/storage/v1/object/documents/**`;

const test = base.extend<{ letters: Person & { request: ClientRequest } }>({
  letters: async ({ foundFirm, enter }, use) => {
    const items = [
      { title: "Letters", max_files: 5 },
      { title: "Your trade", kind: "text" },
    ];
    const request = await sendRequest(await foundFirm(), { items });
    const contact = await enter(request, PHONE);
    await contact.page.goto(`${request.link}/items/${itemOf(request, "Letters")}`);
    await use({ ...contact, request });
  },
});

const rows = (page: Page) => page.getByRole("list", { name: "Files" }).getByRole("listitem");
const refused = (page: Page) =>
  page.getByRole("list", { name: /not added$/ }).getByRole("listitem");
const choose = (page: Page) => page.getByRole("button", { name: "Choose files" });
const pdf = (name: string) => ({ name, mimeType: PDF, buffer: makePdf(name) });

// S-2.44
test("the “Take photo” button opens the camera of a phone, and does not appear on a desktop", async ({
  letters: { page, request },
}) => {
  const camera = page.getByLabel("Take photo");
  await expect(camera).toHaveAttribute("capture", "environment");
  await expect(camera).toHaveAttribute("accept", "image/*");
  await expect(page.getByText("Take photo")).toBeVisible();
  const photo = await page.screenshot({ type: "jpeg" });
  await camera.setInputFiles({ name: "image.jpg", mimeType: "image/jpeg", buffer: photo });
  await expect(page.getByRole("link", { name: "image.jpg" })).toBeVisible();
  await removeFile(page, "image.jpg", false);
  await expect(page.getByRole("link", { name: "image.jpg" })).toBeVisible();
  await removeFile(page, "image.jpg");
  await expect(page.getByRole("link", { name: "image.jpg" })).toHaveCount(0);

  const desktop = request.firm.owner.page;
  await desktop.goto(reviewPathOf(request, "Letters"));
  await desktop.locator("summary", { hasText: "Answer for the client" }).click();
  await expect(choose(desktop)).toBeVisible();
  await expect(desktop.getByText("Take photo")).toBeHidden();
});

test("the dialog that confirms the removal of a file receives focus, and closes if the removal fails", async ({
  letters,
}) => {
  const { page } = letters;
  await choose(page).setInputFiles(pdf("letter.pdf"));
  await expect(page.getByRole("link", { name: "letter.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "Remove letter.pdf" }).click();
  const question = page.getByRole("dialog", { name: "Remove letter.pdf" });
  await expect(question.getByRole("button", { name: "Keep file" })).toBeFocused();
  await expectFineHere(page);
  await page.route(page.url(), (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await question.getByRole("button", { name: "Remove file" }).click();
  await expect(question).toBeHidden();
  const error = page
    .getByText("Dossier can’t be reached, so your last action may not have worked.")
    .first();
  await expect(error).toBeInViewport();
  await expect(page.locator(":focus").filter({ has: error })).toBeVisible();
  await page.unroute(page.url());
  forgetLostRequests(letters);
  await removeFile(page, "letter.pdf");
  await expect(page.getByRole("link", { name: "letter.pdf" })).toHaveCount(0);
});

// S-2.44
test("a “doesn’t apply” answer is submitted without waiting for uploads, and includes no files", async ({
  letters,
}) => {
  const { page } = letters;
  await choose(page).setInputFiles(pdf("other-account.pdf"));
  await expect(page.getByRole("link", { name: "other-account.pdf" })).toBeVisible();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await page.route(UPLOADS, async (route) => {
    await isOver;
    await route.abort().catch(() => undefined);
  });
  await choose(page).setInputFiles(pdf("stuck.pdf"));
  await expect(page.getByRole("progressbar", { name: "Uploading stuck.pdf" })).toBeVisible();
  await expect(page.getByText("If you send this answer, the files you added")).toBeHidden();
  await page.getByLabel("This doesn’t apply to us").check();
  await expect(page.getByText("If you send this answer, the files you added")).toBeVisible();
  await page.getByLabel("Reason").fill("There is one account only.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText("You sent “Letters”.")).toBeVisible();
  await expect(page.getByText("Keep this page open")).toHaveCount(0);
  end();
  await page.unroute(UPLOADS);
  await page.getByRole("link", { name: "Letters", exact: true }).click();
  await expect(page.getByText("There is one account only.")).toBeVisible();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByLabel("This doesn’t apply to us").uncheck();
  await expect(choose(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  forgetLostRequests(letters);
  // The submission had already removed the file, so the page's own call to remove it failed.
  expect(letters.problems.splice(0)).toEqual([expect.stringContaining("/rpc/remove_file")]);
});

// S-2.51
test("a file that cannot be sent shows an error immediately, and the other files are uploaded", async ({
  letters: { page },
}) => {
  const write = (name: string, content: string | Buffer) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, content);
    return path;
  };
  const large = write("large.pdf", "");
  truncateSync(large, 104_857_601);
  const unsendable = [large, write("empty.pdf", ""), write("setup.exe", "MZ")];
  await choose(page).setInputFiles([...unsendable, write("good.pdf", makePdf("Good"))]);
  await expect(
    refused(page).getByText("This file is too large. Choose one that is 100 MB or smaller."),
  ).toBeVisible();
  await expect(refused(page).getByText("This file is empty. Choose another.")).toBeVisible();
  await expect(
    refused(page).getByText(
      ".exe files are not accepted here. Choose one of the types listed for this item.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "good.pdf" })).toBeVisible();
  await expectFineHere(page);
  await expect(page.getByRole("heading", { name: "3 files were not added" })).toBeVisible();
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar.getByText("3 files were not added.")).toBeVisible();
  await page.getByRole("button", { name: "Remove large.pdf" }).click();
  await expect(page.getByRole("button", { name: "Remove empty.pdf" })).toBeFocused();
  for (const name of ["empty.pdf", "setup.exe"]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  }
  await expect(refused(page)).toHaveCount(0);
  await expect(bar.getByText("not added")).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(choose(page)).toBeFocused();

  await test.step("a fake PDF and an encrypted PDF each show why they are refused, and can be removed", async () => {
    const encrypted = makePdf("Secret").toString("latin1").replace("/Root", "/Encrypt 9 0 R /Root");
    await choose(page).setInputFiles([
      { name: "scan.pdf", mimeType: PDF, buffer: Buffer.from("MZ this is no document") },
      { name: "locked.pdf", mimeType: PDF, buffer: Buffer.from(encrypted, "latin1") },
    ]);
    await expect(
      refused(page).getByText("This is not a valid PDF file. Choose another file."),
    ).toBeVisible();
    await expect(
      refused(page).getByText("This file needs a password. Save a copy without one."),
    ).toBeVisible();
    await expectFineHere(page);
    for (const name of ["scan.pdf", "locked.pdf"]) {
      await page.getByRole("button", { name: `Remove ${name}` }).click();
      await expect(refused(page).getByText(name)).toHaveCount(0);
    }
  });

  await test.step("a file with the same content as another file is marked with the name of that file", async () => {
    const copy = { name: "copy.pdf", mimeType: PDF, buffer: makePdf("Good") };
    await choose(page).setInputFiles(copy);
    const row = rows(page).filter({ hasText: "copy.pdf" });
    await expect(row.getByText("Same file as good.pdf")).toBeVisible();
  });
});

test("a file dropped on the heading of an item's page is checked, and a program is refused", async ({
  letters: { page },
}) => {
  await waitForReact(choose(page));
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["Dropped"], "dropped.exe"));
    const init = { bubbles: true, cancelable: true, dataTransfer };
    for (const type of ["dragover", "drop"]) {
      document.querySelector("h1")?.dispatchEvent(new DragEvent(type, init));
    }
  });
  await expect(refused(page)).toHaveText(/dropped\.exe/);
  await expect(page.getByText("Drop files to add them")).toBeHidden();
});

// S-2.51, S-2.58, S-8.41, S-9.7
test("three files upload at a time, and a contact can cancel an upload and retry a failed upload", async ({
  letters: { page, problems },
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const seen = { now: 0, most: 0 };
  await page.route(UPLOADS, async (route) => {
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await released;
    seen.now -= 1;
    await route.continue().catch(() => undefined);
  });
  const names = ["a", "b", "c", "d", "e"].map((letter) => `letter-${letter}.pdf`);
  await choose(page).setInputFiles(names.map(pdf));
  await expect.poll(() => seen.most).toBe(3);
  await expect(rows(page).getByText("Waiting…")).toHaveCount(2);
  await expectFineHere(page);
  await page.getByRole("button", { name: "Cancel the upload of letter-e.pdf" }).click();
  await expect(rows(page).getByText("letter-e.pdf")).toHaveCount(0);
  await expect(choose(page)).toBeFocused();
  release();
  for (const name of names.slice(0, 4)) {
    await expect(page.getByRole("link", { name })).toBeVisible();
  }
  expect(seen.most).toBe(3);
  await page.unroute(UPLOADS);

  await test.step("an upload continues from the step at which the service failed", async () => {
    const calls: string[] = [];
    page.on("request", (request) => {
      const step = /\/(?:rpc\/(\w+_upload|remove_file)|object\/(documents)\/)/.exec(request.url());
      if (step && request.method() === "POST") calls.push(step[1] ?? step[2] ?? "");
    });
    const rpc = (name: string) => `${backendUrl}/rest/v1/rpc/${name}`;
    const loseResponse = async (route: Route) => {
      await route.fetch();
      await route.fulfill({ status: 504 });
    };
    const refusal = { statusCode: "500", error: "Internal", message: "Something broke" };
    const refuse = (route: Route) => route.fulfill({ status: 500, json: refusal });
    await page.route(rpc("begin_upload"), loseResponse, { times: 1 });
    await page.route(UPLOADS, refuse, { times: 1 });
    await page.route(rpc("finish_upload"), (route) => route.fulfill({ status: 503 }), { times: 1 });
    await choose(page).setInputFiles(pdf("later.pdf"));
    await expect(
      rows(page).getByText("Upload paused. Keep this page open. We’ll keep trying."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "later.pdf" })).toBeVisible();
    expect(calls).toEqual([
      "begin_upload",
      "documents",
      "documents",
      "finish_upload",
      "finish_upload",
    ]);
    await expect(rows(page).filter({ hasText: "later.pdf" })).toHaveCount(1);
    expect(problems.splice(0)).toEqual(
      ["504", "500", "503"].map((status) => expect.stringContaining(`status of ${status}`)),
    );
  });

  await test.step("an item with its maximum number of files accepts no more", async () => {
    await expect(rows(page).getByRole("link")).toHaveCount(5);
    await expect(
      page.getByText("This item can have at most 5 files. Remove one to add another."),
    ).toBeVisible();
    await expect(choose(page)).toBeDisabled();
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText("You sent “Letters”.")).toBeVisible();
    await expect(page.getByText("1 of 2 done").first()).toBeVisible();
  });
});
