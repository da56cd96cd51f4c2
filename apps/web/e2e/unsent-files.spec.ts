import { backendUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { itemOf } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { drafts } from "./pages/unsent-drafts";
import { expect, type Fixtures, test } from "./test";

const TITLE = "An unsent letter";
const letter = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

async function openItem({ foundFirm, enter }: Pick<Fixtures, "foundFirm" | "enter">) {
  const request = await sendRequest(await foundFirm(), { items: [{ title: TITLE }] });
  const contact = await enter(request);
  const { page } = contact;
  const item = itemOf(request, TITLE);
  await page.goto(`${request.link}/items/${item}`);
  const choose = page.getByRole("button", { name: "Choose files" });
  await waitForReact(choose);
  return { contact, page, item, choose };
}

// S-2.51, S-8.34
test("when storage rejects an upload, the page requests one new token and retries, and reloads the item if the retry fails", async ({
  foundFirm,
  enter,
}) => {
  const { contact, page, item, choose } = await openItem({ foundFirm, enter });
  const upload = "/storage/v1/object/documents";
  const refresh = "/auth/refresh";
  let paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const path = [upload, refresh].find((each) => pathname.startsWith(each));
    if (path && request.method() === "POST") paths.push(path);
  });
  const refuse = async (times: number) => {
    paths = [];
    const json = { statusCode: "403", error: "Unauthorized", code: "AccessDenied", message: "no" };
    await page.route(`${backendUrl}${upload}/**`, (route) => route.fulfill({ status: 403, json }), {
      times,
    });
  };
  await refuse(1);
  await choose.setInputFiles(letter("once.txt"));
  await expect(page.getByRole("link", { name: "once.txt" })).toBeVisible();
  expect(paths).toEqual([upload, refresh, upload]);

  await queryAsOwner("update public.items set help = 'By post, too.' where id = $1", [item]);
  await refuse(2);
  await choose.setInputFiles(letter("twice.txt"));
  await expect(page.getByRole("button", { name: "Try again: twice.txt" })).toBeVisible();
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar.getByText("1 file was not uploaded.")).toBeVisible();
  await expectFineHere(page);
  await expect(page.getByText("By post, too.")).toBeVisible();
  expect(paths).toEqual([upload, refresh, upload]);
  await page.getByRole("button", { name: "Try again: twice.txt" }).click();
  await expect(page.getByRole("link", { name: "twice.txt" })).toBeVisible();
  await expect(bar.getByText("Ready to send")).toBeVisible();
  // Before a retry, the page calls `finish_upload` to find out whether the file is complete.
  const refused = contact.problems.splice(0).filter((each) => !each.endsWith("/finish_upload)"));
  expect(refused).toEqual(Array(3).fill(expect.stringContaining("status of 403 ")));
});

// S-1.6, S-8.22
test("uploads continue after the user leaves the page, and the answer is sent only after the uploads", async ({
  foundFirm,
  enter,
}) => {
  const { page, choose } = await openItem({ foundFirm, enter });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${backendUrl}/storage/v1/object/documents/**`, async (route) => {
    await released;
    await route.continue();
  });
  const names = ["1.txt", "2.txt"];
  await choose.setInputFiles(names.map(letter));
  await page.getByRole("banner").getByRole("link", { name: "Closing the books" }).click();
  await expect(page.getByText("2 files are uploading. Keep this tab open.")).toBeVisible();
  await page.getByRole("link", { name: "Show", exact: true }).click();
  for (const name of names) {
    await expect(page.getByRole("button", { name: `Cancel the upload of ${name}` })).toBeVisible();
  }
  await expect(page.getByText("Upload not finished")).toHaveCount(0);
  await page.getByLabel("Note").fill("All of them.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(
    page.getByText(
      "Not sent yet: 2 files are still uploading. Keep this page open. We’ll send your answer when the upload is done.",
    ),
  ).toBeVisible();
  await expect(page.locator("[data-bottom-bar]").getByRole("status")).toHaveCount(1);
  release();
  await expect(page.getByText(`You sent “${TITLE}”.`)).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  await page.getByRole("link", { name: TITLE }).click();
  const sent = page.getByRole("region", { name: "Your answer" });
  for (const name of names) await expect(sent.getByRole("link", { name })).toHaveCount(1);
  await expect(sent).toContainText("All of them.");
});

// S-9.9
test("a note typed during the inspection of a file is saved", async ({ foundFirm, enter }) => {
  const { page, item, choose } = await openItem({ foundFirm, enter });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${backendUrl}/functions/v1/inspect-file`, async (route) => {
    await released;
    await route.continue();
  });
  await choose.setInputFiles(letter("5.txt"));
  await expect(page.getByText("Checking…")).toBeVisible();
  const note = page.getByLabel("Note");
  await note.fill("All of them, and one.");
  await note.blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("A file is still being checked.")).toBeVisible();
  await note.fill("All three.");
  await note.blur();
  const stored = () =>
    queryAsOwner(
      "select client_note from public.submissions where item_id = $1 and status = 'draft'",
      [item],
    );
  await expect.poll(stored).toEqual([{ client_note: "All three." }]);
  release();
  await expect(page.getByText("A file is still being checked.")).toBeHidden();
});
