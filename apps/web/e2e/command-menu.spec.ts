import { unwrap } from "@dossier/backend-client";
import { callBackend } from "./fixtures/backend-calls";
import { addClient, createDraft, type Firm } from "./fixtures/firms";
import { menuOf, openMenu } from "./pages/command-menu";
import { waitForReact } from "./pages/hydration";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

async function setReference({ id, owner }: Firm, clientId: string, name: string, ref: string) {
  await callBackend(owner.context, async ({ db }) =>
    unwrap(await db.rpc("save_client", { org_id: id, client_id: clientId, name, ref })),
  );
}

async function archiveClient({ owner }: Firm, clientId: string) {
  await callBackend(owner.context, async ({ db }) =>
    unwrap(await db.rpc("archive_client", { client_id: clientId, archived: true })),
  );
}

// S-2.56
test("the command menu finds clients by name, reference, contact and email, and requests by title and client, ignoring case and accents", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const name = "Bäckerei Müller";
  const client = await addClient(firm, { name, contact: "Zoë Krüger" });
  await setReference(firm, client.id, name, "R-77");
  const request = await createDraft(firm, { client, title: "Steuererklärung 2026" });
  await page.goto(firm.path);
  const menu = await openMenu(page);
  const clients = menu.getByRole("group", { name: "Clients" }).getByRole("option");
  const requests = menu.getByRole("group", { name: "Requests" }).getByRole("option");
  for (const words of ["r-77", "MULLER", "zoe kruger", client.contact.email.toUpperCase()]) {
    await menu.getByRole("combobox").fill(words);
    await expect(clients).toContainText([name]);
  }
  await menu.getByRole("combobox").fill("steuererklarung");
  await expect(requests).toContainText(["Steuererklärung 2026"]);
  await expect(clients).toHaveCount(0);
  await menu.getByRole("combobox").fill("backerei");
  await expect(requests).toContainText(["Steuererklärung 2026"]);
  await expect(clients.locator("span.font-semibold").first()).toHaveText("Bäckerei");
  await expect(menu.getByRole("status")).toHaveText("2 results");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(request.path);
});

test("in the command menu, Enter opens the first match as soon as results arrive, and Ctrl+Enter opens it in a new tab", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page, context } = firm.owner;
  const client = await addClient(firm, { name: "Okafor Dental Practice" });
  await page.goto(firm.path);
  await openMenu(page);
  await page.keyboard.type("okafor");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${firm.path}/clients/${client.id}`);
  await expect(menuOf(page)).toHaveCount(0);
  await openMenu(page);
  await page.keyboard.type("okafor");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  const tab = await opened;
  await expect(tab).toHaveURL(`${firm.path}/clients/${client.id}`);
  await tab.close();
});

test("the last client row of the command menu opens the list of all matching clients, archived ones included", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  for (const number of [1, 2, 3, 4, 5, 6]) await addClient(firm, { name: `Winter ${number}` });
  const old = await addClient(firm, { name: "Winter 7" });
  await archiveClient(firm, old.id);
  await page.goto(firm.path);
  const menu = await openMenu(page);
  await menu.getByRole("combobox").fill("winter");
  const rows = menu.getByRole("group", { name: "Clients" }).getByRole("option");
  await expect(rows).toHaveCount(6);
  await expect(rows.last()).toHaveText("Show all 7 clients");
  await rows.last().click();
  await expect(page).toHaveURL(`${firm.path}/clients?q=winter&status=all`);
  await expect(page.locator("main [data-list-keys] tbody > tr")).toHaveCount(7);
});

// S-2.56
test("the command menu opens the requests that are assigned to the user, and the requests due this week", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(firm.path);
  for (const [name, path] of [
    ["Assigned to me", "requests?assignee=me"],
    ["Due this week", "requests?status=due_this_week"],
  ] as const) {
    const menu = await openMenu(page);
    await menu.getByRole("combobox").fill(name);
    await menu.getByRole("group", { name: "Go to" }).getByRole("option", { name }).click();
    await expect(page).toHaveURL(`${firm.path}/${path}`);
  }
});

test("on an active client's page, the command menu offers a new request for the client", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const client = await addClient(firm, { name: "Okafor Dental Practice" });
  const path = `${firm.path}/clients/${client.id}`;
  await page.goto(path);
  const menu = await openMenu(page);
  const offers = menu.getByRole("option", { name: /^New request for/ });
  await expect(offers).toHaveText(["New request for Okafor Dental Practice"]);
  await offers.click();
  await expect(page).toHaveURL(`${firm.path}/requests/new?client=${client.id}`);
  await archiveClient(firm, client.id);
  await page.goto(path);
  const answered = page.waitForResponse((each) => new URL(each.url()).searchParams.has("client"));
  await openMenu(page);
  await answered;
  await expect(menu.getByRole("option", { name: /^New request/ })).toHaveText(["New requestN"]);
});

test("a search without a match in the command menu offers to add a client with the searched name", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(path);
  const menu = await openMenu(page);
  await menu.getByRole("combobox").fill("bram");
  await expect(menu.getByText("No matches for “bram”.")).toBeVisible();
  await expect(menu.getByRole("option")).toHaveText(["Add client “bram”"]);
  await menu.getByRole("combobox").fill("bramble");
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("option")).toHaveText(["Add client “bramble”"]);
  await menu.getByRole("combobox").fill("bram");
  await expect(menu.getByRole("option")).toHaveText(["Add client “bram”"]);
  await expect(menu.getByRole("status")).toHaveText("1 result");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Client name")).toHaveValue("bram");
});

test("the command menu lists recently opened clients and requests, and signing out deletes the list", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const client = await addClient(firm, { name: "Okafor Dental Practice" });
  const request = await createDraft(firm, { client, title: "Annual accounts 2026" });
  await page.goto(`${firm.path}/clients/${client.id}`);
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  await page.goto(request.path);
  await waitForReact(page.getByRole("button", { name: "Search or run a command" }));
  await page.goto(firm.path);
  const menu = await openMenu(page);
  const recent = menu.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toContainText(["Annual accounts 2026", "Okafor Dental Practice"]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(stored).not.toContain("Okafor");
  await page.keyboard.press("Escape");
  await page.locator("summary[aria-label^='Account']").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).join(" "))).not.toContain("recent");
});

test("a failed search in the command menu shows an error, and the menu's actions stay usable", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.goto(firm.path);
  const menu = await openMenu(page);
  const isSearch = (url: URL) => url.searchParams.has("q");
  await page.route(isSearch, (route) => route.abort());
  await menu.getByRole("combobox").fill("new");
  await expect(menu.getByRole("alert")).toContainText("Search isn’t available right now.");
  await page.unroute(isSearch);
  await menu.getByRole("button", { name: "Try again" }).click();
  await expect(menu.getByRole("alert")).toHaveCount(0);
  await menu.getByRole("combobox").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New request" })).toBeVisible();
  forgetLostRequests(firm.owner);
});

test("Escape closes the command menu and returns the focus to the button that opened the menu", async ({
  foundFirm,
}) => {
  const { path, owner } = await foundFirm();
  const { page } = owner;
  await page.goto(path);
  const button = page.getByRole("button", { name: "Search or run a command" });
  await waitForReact(button);
  await button.click();
  await expect(menuOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("inbox");
  await page.keyboard.press("Escape");
  await expect(menuOf(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("the rows of the command menu fade out at the lower edge until the user scrolls to the last row", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.setViewportSize({ width: 1440, height: 320 });
  await page.goto(firm.path);
  const list = (await openMenu(page)).getByRole("listbox");
  const isFaded = () => list.evaluate((element) => getComputedStyle(element).maskImage !== "none");
  await expect.poll(isFaded).toBe(true);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(isFaded).toBe(false);
});
