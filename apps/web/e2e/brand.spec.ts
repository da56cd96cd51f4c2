import { expectFineHere } from "./appearance/viewer";
import { itemOf } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { expect, test } from "./test";

const TEAL = "rgb(13, 95, 102)";

test("an owner chooses the firm's color with a live preview, and clients see it without scripts too", async ({
  foundFirm,
  enter,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(`${firm.path}/settings/brand`);
  const form = page.getByRole("form", { name: "Color" });
  const field = form.getByLabel("Color code");
  const preview = page.locator("[data-brand-preview]");
  const button = preview.getByText("Send 2 answers");

  await test.step("the preview shows the adjusted color and says so", async () => {
    await field.fill("#ffd400");
    await expect(button).toHaveCSS("background-color", "rgb(139, 115, 9)");
    await expect(form.getByText("Adjusted to #8b7309 so that text stays readable.")).toBeVisible();
  });

  await test.step("a text that is not a color is refused", async () => {
    for (const text of ["red", "#fff", "#12345g"]) {
      await field.fill(text);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("Enter a color such as #0d5f66.").first()).toBeVisible();
    }
  });

  await test.step("a color that is readable is saved as it is", async () => {
    await field.fill("#0D5F66");
    await expect(button).toHaveCSS("background-color", TEAL);
    await expect(form.getByText(/^Adjusted/)).toHaveCount(0);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("#0d5f66");
    await expect(button).toHaveCSS("background-color", TEAL);
    // Staff pages never take the color of the firm.
    await expect(form.getByRole("button", { name: "Save" })).not.toHaveCSS(
      "background-color",
      TEAL,
    );
  });

  const items = [{ title: "Your trade", kind: "text" }];
  const request = await sendRequest(firm, { items });
  const contact = await enter(request);

  await test.step("clients see the color, the firm's name and no header of Dossier", async () => {
    const list = contact.page;
    await list.goto(`${request.link}/items`);
    await expect(list).toHaveTitle(`${request.title} · ${firm.name}`);
    const banner = list.getByRole("banner");
    await expect(banner).toHaveCSS("border-top-color", TEAL);
    await expect(banner).toContainText(firm.name);
    await expect(banner).not.toContainText("Dossier");
    const start = list.getByRole("link", { name: "Start" });
    await expect(start).toHaveCSS("background-color", TEAL);
    await start.click();
    await list.waitForURL(`**/items/${itemOf(request, "Your trade")}`);
    await expect(list.getByRole("button", { name: "Send answer" })).toHaveCSS(
      "background-color",
      TEAL,
    );
    await expect(banner).toHaveCSS("border-top-color", TEAL);
    const footer = list.getByRole("contentinfo");
    await expect(footer).toContainText(firm.owner.email);
    await expect(footer).toContainText("Sent securely with Dossier");
    await expectFineHere(list);
  });

  await test.step("the color is in the document, and leaves with the firm's pages", async () => {
    const plain = await openWithoutScripts(contact);
    await plain.page.goto(`${request.link}/items`);
    await expect(plain.page.getByRole("banner")).toHaveCSS("border-top-color", TEAL);
    await contact.page.goto(`${request.link}/items`);
    await contact.page.locator("summary[aria-label^='Account']").click();
    await contact.page.getByRole("link", { name: "Your account" }).click();
    await contact.page.waitForURL("**/account");
    await expect(contact.page.getByRole("heading", { level: 1 })).toBeVisible();
    const left = await contact.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--firm-fill"),
    );
    expect(left).toBe("");
  });
});

test("a color that someone else changed in the meantime is not overwritten", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  await page.goto(`${firm.path}/settings/brand`);
  const other = await context.newPage();
  await other.goto(`${firm.path}/settings/brand`);
  const save = async (tab: typeof page, color: string) => {
    await tab.getByLabel("Color code").fill(color);
    await tab.getByRole("button", { name: "Save" }).click();
  };
  await save(page, "#0d5f66");
  await expect(page.getByText("Saved.")).toBeVisible();
  await save(other, "#e4002b");
  const told = other.locator("main").getByRole("alert");
  await expect(told).toBeVisible();
  // The page now has the newest version, so saving again replaces it knowingly.
  await save(other, "#e4002b");
  await expect(other.getByText("Saved.")).toBeVisible();
});
