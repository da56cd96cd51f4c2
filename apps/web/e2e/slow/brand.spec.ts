import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectFineHere } from "../appearance/viewer";
import { itemOf } from "../fixtures/answers";
import { sendRequest } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

const TEAL = "rgb(13, 95, 102)";

test("an owner chooses the firm's color with a live preview, and clients without scripts see the color", async ({
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

  await test.step("the preview shows the adjusted color, and the form says that the color was adjusted", async () => {
    await field.fill("#ffd400");
    await expect(button).toHaveCSS("background-color", "rgb(139, 115, 9)");
    await expect(form.getByText("Adjusted to #8b7309 so that text stays readable.")).toBeVisible();
  });

  await test.step("the buttons of the previews are as high as those on contact pages and in emails", async () => {
    const heightOf = async (text: string) => (await preview.getByText(text).boundingBox())?.height;
    expect(await heightOf("Send 2 answers")).toBe(48);
    expect(await heightOf("View the list and start")).toBe(50);
  });

  await test.step("text that is not a six-digit color code is refused", async () => {
    for (const text of ["red", "#fff", "#12345g"]) {
      await field.fill(text);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("Enter a color such as #0d5f66.").first()).toBeVisible();
    }
  });

  await test.step("a readable color is saved unchanged", async () => {
    await field.fill("#0D5F66");
    await expect(button).toHaveCSS("background-color", TEAL);
    await expect(form.getByText(/^Adjusted/)).toHaveCount(0);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("#0d5f66");
    await expect(button).toHaveCSS("background-color", TEAL);
    await expect(form.getByRole("button", { name: "Save" })).not.toHaveCSS(
      "background-color",
      TEAL,
    );
  });

  const items = [{ title: "Your trade", kind: "text" }];
  const request = await sendRequest(firm, { items });
  const contact = await enter(request);

  await test.step("the header of clients' pages shows the firm's color and name, and not Dossier's name", async () => {
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

  await test.step("the firm's color appears without scripts, and is not used on the contact's account page", async () => {
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

const iconsOf = (page: Page) =>
  page
    .locator("head link[rel=icon], head link[rel=apple-touch-icon]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));

// S-2.32
test("the icon of clients' pages is the firm's logo if the logo is square, and otherwise Dossier's mark", async ({
  foundFirm,
  enter,
  open,
  openWithoutScripts,
  baseURL,
}) => {
  const marks = ["/favicon.ico", "/icon.svg", "/apple-icon.png"].map((path) => `${baseURL}${path}`);
  const firm = await foundFirm();
  const { page } = firm.owner;
  const upload = async (width: number, height: number) => {
    const create = { width, height, channels: 3 as const, background: "#0d5f66" };
    const buffer = await sharp({ create }).png().toBuffer();
    await page.goto(`${firm.path}/settings/brand`);
    const field = page.getByLabel("Choose an image");
    await waitForReact(field);
    await field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expect(page.getByText("You saved the logo.")).toBeVisible();
  };
  await upload(96, 96);
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });

  const visitor = await open("a visitor");
  await visitor.page.goto(request.link);
  const logo = await visitor.page.getByRole("banner").locator("img").getAttribute("src");
  expect(await iconsOf(visitor.page)).toEqual([logo, logo]);
  const contact = await enter(request);
  await contact.page.goto(`${request.link}/items`);
  expect(await iconsOf(contact.page)).toEqual([logo, logo]);
  const plain = await openWithoutScripts(contact);
  await plain.page.goto(`${request.link}/items`);
  expect(await iconsOf(plain.page)).toEqual([logo, logo]);

  await contact.page.locator("summary[aria-label^='Account']").click();
  await contact.page.getByRole("link", { name: "Your account" }).click();
  await contact.page.waitForURL("**/account");
  await expect.poll(() => iconsOf(contact.page)).toEqual(marks);
  expect(await iconsOf(page)).toEqual(marks);

  await upload(300, 100);
  await contact.page.goto(`${request.link}/items`);
  await expect(contact.page.getByRole("banner").locator("img")).toHaveCount(1);
  expect(await iconsOf(contact.page)).toEqual(marks);
});
