import type { Page } from "@playwright/test";
import { sendAnswered } from "./fixtures/answers";
import { createDraft, sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

/**
 * Returns the texts of all live regions. Next's live region is in a shadow root, so this reads the
 * accessibility tree.
 */
async function announcements(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === "StaticText") return String(node.name?.value ?? "");
    return (node?.childIds ?? []).map(textOf).join("");
  };
  const isLive = (node: (typeof nodes)[number]) =>
    node.properties?.some(({ name, value }) => name === "live" && value.value !== "off");
  return nodes.filter(isLive).map(({ nodeId }) => textOf(nodeId));
}

async function expectAnnounced(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect
    .poll(async () => (await announcements(page)).filter((text) => text === title))
    .toHaveLength(1);
}

test("opening a staff page by a link announces the title of the page", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, ["Your trade"]);
  const { page } = firm.owner;
  await page.goto(firm.path);
  const link = (name: string) => page.getByRole("link", { name, exact: true }).first();
  await waitForReact(page.getByRole("link", { name: /^Requests/ }).first());
  await page
    .getByRole("link", { name: /^Requests/ })
    .first()
    .click();
  await expectAnnounced(page, "Requests · Dossier");
  await link("Clients").click();
  await expectAnnounced(page, "Clients · Dossier");
  await link(request.client.name).click();
  await expectAnnounced(page, "Brandt & Sons · Dossier");
  await page.getByRole("main").getByRole("link", { name: request.title }).first().click();
  await expectAnnounced(page, `${request.title} · Dossier`);
  await page.getByRole("link", { name: "Review 1 answer" }).click();
  await expectAnnounced(page, "Review: Your trade · Dossier");
});

test("deleting a draft announces the title of the page whose main content gets the focus", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const draft = await createDraft(firm);
  const { page } = firm.owner;
  await page.goto(draft.path);
  const discard = page.locator("summary", { hasText: "Delete draft" });
  await waitForReact(discard);
  await discard.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByText("Draft deleted")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expectAnnounced(page, "Requests · Dossier");
});

test("opening an item from a contact's list announces the title of the item", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: [{ title: "Your trade" }] });
  const { page } = await enter(request);
  await page.goto(`${request.link}/items`);
  const link = page.getByRole("link", { name: "Your trade" });
  await waitForReact(link);
  await link.click();
  await expectAnnounced(page, "Your trade · Northwind Advisers");
});
