import { findMotion } from "../appearance/media";
import { sendAnswered } from "../fixtures/answers";
import { addClient, addMember, createDraft } from "../fixtures/firms";
import { waitForReact } from "../pages/hydration";
import { expect, test } from "../test";

test("the menus of a request and of a client fit the width of a phone's screen", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const client = await addClient(firm);
  const request = await sendAnswered(firm, ["Your trade"]);
  const { page } = firm.owner;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [request.path, `${firm.path}/clients/${client.id}`]) {
    await page.goto(path);
    const button = page.locator("summary[aria-label='More actions']");
    await button.click();
    const menu = page.locator("details[open] > ul");
    await expect(menu).toBeVisible();
    const box = await menu.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 320)).toBeLessThanOrEqual(320);
  }
});

test("the fields and buttons of a dialog are as tall as the buttons of the page behind it", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const client = await addClient(firm);
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients/${client.id}`);
  const button = page.locator("summary[aria-label='More actions']");
  await waitForReact(button);
  await button.click();
  await page.getByRole("button", { name: "Edit client" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit client" });
  const height = (await button.boundingBox())?.height;
  for (const part of [
    dialog.getByLabel("Client name"),
    dialog.getByRole("button", { name: "Save" }),
    dialog.getByRole("button", { name: "Cancel" }),
  ]) {
    await expect(part).toHaveCSS("height", `${height}px`);
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
});

test("the Cancel button of the dialog to leave a firm is as tall as the buttons of staff pages", async ({
  foundFirm,
  join,
}) => {
  const firm = await foundFirm();
  const mia = await join("Mia Lund");
  await addMember(firm, mia, "member");
  const { page } = mia;
  await page.goto("/o");
  await page.locator("summary", { hasText: "Leave a firm" }).click();
  const opener = page.locator("summary", { hasText: `Leave ${firm.name}` });
  await waitForReact(opener);
  await opener.click();
  const dialog = page.getByRole("dialog", { name: `Leave ${firm.name}` });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toHaveCSS("height", "32px");
});

test("on a tablet, the filters of a list do not extend past the right edge of the window", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  await createDraft(firm);
  const { page } = firm.owner;
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`${firm.path}/requests`);
  await page.locator("summary", { hasText: "Add filter" }).click();
  const menu = page.locator("details[name='filters'] > div");
  await expect(menu).toBeVisible();
  const box = await menu.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 768)).toBeLessThanOrEqual(768);
});

test("with reduced motion, an open menu, a dialog and a toast do not move", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm, {
    items: ["Alpha", "Beta"].map((title) => ({ title, kind: "text" })),
  });
  const { page } = firm.owner;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(draft.path);
  const button = page.locator("summary[aria-label='Actions for item 2']");
  await waitForReact(button);
  await button.click();
  const remove = page.getByRole("button", { name: "Remove item 2" });
  await expect(remove).toBeVisible();
  expect(await findMotion(page)).toEqual([]);

  await remove.click();
  const toast = page.getByRole("dialog").filter({ hasText: "Beta" });
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await findMotion(page)).toEqual([]);
  await expect(toast).toBeVisible();

  await page.locator("summary", { hasText: "Delete draft" }).click();
  await expect(page.getByRole("dialog", { name: "Delete draft" })).toBeVisible();
  expect(await findMotion(page)).toEqual([]);
});
