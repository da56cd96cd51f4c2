import { expectFineHere } from "./appearance/viewer";
import { sendAnswered } from "./fixtures/answers";
import { createDraft, sendRequest } from "./fixtures/firms";
import { holdScripts } from "./pages/hold-scripts";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg==";

// S-2.56
test("the account menu opens the command menu and the list of shortcuts, and gets the focus after each of them closes", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(`${path}/templates`);
  const menu = page.getByLabel(/^Account: /);
  await menu.click();
  await expectFineHere(page);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Command menu" }).press("Enter");
  await expect(
    page.getByRole("dialog", { name: "Command menu" }).getByRole("combobox"),
  ).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

// S-2.56
test("the selected command stays in view, and the Enter that ends an IME composition runs no command", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.setViewportSize({ width: 1280, height: 260 });
  await page.goto(`${path}/templates`);
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Command menu" });
  const last = menu.getByRole("option").last();
  await expect(last).not.toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("option").first()).toBeInViewport({ ratio: 1 });

  await menu.getByRole("combobox").evaluate((field) => {
    const init = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  await expect(menu).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
});

// S-2.56
test("keyboard shortcuts select list rows, focus the search, open the command menu and the shortcut list, and do nothing in fields", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/templates`);
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  const rows = page.locator("main [data-list-keys] a");
  await waitForReact(rows.first());
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Template title")).toHaveValue("Annual financial statements");
  await page.getByLabel("Template title").press("End");
  await page.getByLabel("Template title").press("n");
  await expect(page.getByLabel("Template title")).toHaveValue("Annual financial statementsn");

  // The list has a search field only if the firm has requests, so create a draft.
  await createDraft(firm);
  await page.goto(`${firm.path}/requests`);
  await expect(page.getByRole("heading", { level: 1, name: "Requests" })).toBeVisible();
  await waitForReact(page.getByRole("searchbox", { name: "Search requests" }));
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search requests" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Search requests" }).blur();
  await page.keyboard.press("?");
  // The heading has the focus, because the close button would show a tooltip over the first
  // sentence.
  await expect(
    page.getByRole("dialog").getByRole("heading", { name: "Keyboard shortcuts" }),
  ).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Command menu" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("import");
  await expect(menu.getByRole("option").first()).toHaveText("Import clients");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Import clients" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
});

// S-2.56
test("in the inbox, J and K select the answers, and skip the titles and buttons of the requests", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await sendAnswered(firm, ["First question"], "Annual accounts");
  await sendAnswered(firm, ["Second question"], "Payroll");
  await page.goto(firm.path);
  const first = page.getByRole("link", { name: /^First question/ });
  const second = page.getByRole("link", { name: /^Second question/ });
  await waitForReact(first);
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("j");
  await expect(second).toBeFocused();
  await page.keyboard.press("k");
  await expect(first).toBeFocused();
});

test("without the Clipboard API, “Copy client link” still copies the link, or selects it if copying fails", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm);
  const { page } = firm.owner;
  await page.goto(request.path);
  // Imitate plain HTTP, on which browsers offer no clipboard API.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const copy = page.getByRole("button", { name: "Copy client link" });
  await copy.click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+v");
  const field = page.getByRole("combobox", { name: "Search or run a command" });
  await expect(field).toHaveValue(new RegExp(`${request.link}$`));
  await page.keyboard.press("Escape");

  await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
  await copy.click();
  await expect(page.getByText("The link is selected. Copy it")).toBeVisible();
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toMatch(new RegExp(`${request.link}$`));
});

// S-2.37
test("saving a picture or a logo shows an error if the network fails", async ({ foundFirm }) => {
  const { path: firmPath, owner } = await foundFirm();
  const { page } = owner;
  // Imitate plain HTTP, on which browsers offer no `randomUUID`.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, "randomUUID"));
  const picture = {
    name: "white.png",
    mimeType: "image/png",
    buffer: Buffer.from(PIXEL, "base64"),
  };
  for (const [path, choose, sentence] of [
    [
      "/account",
      /picture$/,
      "The connection was lost, so your picture may not have changed. Try again.",
    ],
    [
      `${firmPath}/settings/brand`,
      "Choose an image",
      "The connection was lost, so your logo may not have changed. Try again.",
    ],
  ] as const) {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const isAction = (url: URL) => url.pathname === path;
    await page.route(isAction, (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await page.getByLabel(choose).setInputFiles(picture);
    release();
    await expect(page.getByText(sentence)).toBeVisible();
    await page.unroute(isAction);
  }
  const others = owner.problems.splice(0).filter((problem) => !problem.includes("net::ERR_FAILED"));
  expect(others).toEqual([]);
});
