import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { callBackend } from "./fixtures/backend-calls";
import { cancelRequest, sendRequest } from "./fixtures/firms";
import { unique } from "./fixtures/names";
import { firmButton, personButton, sections } from "./pages/account-frame";
import { expect, test } from "./test";

test("without scripts, an account page shows the sidebar of the user's firm", async ({
  foundFirm,
  openWithoutScripts,
}) => {
  const firm = await foundFirm();
  const { page } = await openWithoutScripts(firm.owner);
  await page.goto("/account/email");
  await expect(firmButton(page, firm.name)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Email" })).toBeVisible();
});

test("on a phone 320 px wide, all links between the account pages fit, and the link to deletion is red", async ({
  join,
}) => {
  const { page } = await join("Nora Vik", { viewport: { width: 320, height: 568 } });
  await page.goto("/account");
  const links = sections(page).getByRole("link");
  await expect(links).toHaveText(["Profile", "Email", "Security", "Delete account"]);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
  await expect(links.last()).toHaveCSS("color", "rgb(168, 23, 15)");
});

test("the account menu of staff who are also contacts links to the requests that they received", async ({
  foundFirm,
  enter,
}) => {
  const { page, context } = await enter(await sendRequest(await foundFirm()));
  const args = { name: "Birch & Co", slug: unique("firm"), time_zone: "Europe/London" };
  await callBackend(context, async ({ db }) => db.rpc("create_org", args).throwOnError());
  await page.goto("/o/new");
  await personButton(page).click();
  await expect(page.getByRole("link", { name: "Your firms", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Your requests" }).click();
  await expect(page).toHaveURL(/\/r$/);
});

test("the email page shows the kinds of email about a firm’s work only to staff", async ({
  foundFirm,
  join,
}) => {
  const { owner } = await foundFirm();
  const { page } = await join("Nora Vik");
  for (const [at, staff] of [
    [owner.page, ["New answers", "Contacts", "Your firm"]],
    [page, []],
  ] as const) {
    await at.goto("/account/email");
    await expect(
      at.getByRole("region", { name: "Emails you may get at this address" }).getByRole("term"),
    ).toHaveText([...staff, "Your requests", "Invitations", "Codes", "Security"]);
  }
});

test("a contact's account page links to the contact's requests, and shows neither firms nor shortcut settings", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page } = await enter(request);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 2, name: "Profile" })).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expect(page.getByText("Single-key shortcuts")).toHaveCount(0);
  await personButton(page).click();
  await expect(page.getByRole("link", { name: "Your firms" })).toHaveCount(0);
  await page.getByRole("link", { name: "Your requests" }).click();
  await expect(page).toHaveURL(/\/r$/);

  await cancelRequest(request, "No longer needed");
  await page.goto("/account");
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expect(page.getByText("Single-key shortcuts")).toHaveCount(0);
  await personButton(page).click();
  await expect(page.getByRole("link", { name: "Your requests" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Your firms" })).toHaveCount(0);
});

test("staff can open their security page before they add the second factor that their firm requires", async ({
  foundFirm,
}) => {
  const { id, name, owner } = await foundFirm();
  const { page } = owner;
  await page.goto("/account");
  await expect(firmButton(page, name)).toBeVisible();
  await queryAsOwner("update public.orgs set require_mfa = true where id = $1", [id]);
  await page.goto("/account/security");
  await expect(page.getByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  await expect(firmButton(page, name)).toHaveCount(0);
  await expect(page.getByText("Add an authenticator app")).toBeVisible();
});

test("staff read the help in the frame of their firm, and visitors read it in the public frame", async ({
  foundFirm,
  open,
}) => {
  const { id, name, owner } = await foundFirm();
  const { page } = owner;
  await page.goto("/help#keys");
  await expect(firmButton(page, name)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Help");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "You work at a firm",
    "You received a request",
  ]);
  await expect(page.getByTitle("Help", { exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("term").filter({ hasText: "Ctrl" }).locator("kbd")).toHaveText([
    ...["Ctrl", "K", "⌘", "K"],
    ...["Ctrl", "Enter", "⌘", "Enter"],
  ]);
  const topics = page.getByRole("navigation", { name: "On this page" });
  const current = topics.locator("[aria-current]").filter({ visible: true });
  await expect(current).toHaveAttribute("href", "#keys");
  await topics.getByRole("link", { name: "You work at a firm" }).click();
  await expect(current).toHaveText("You work at a firm");
  await expectFineHere(page);

  await queryAsOwner("update public.orgs set require_mfa = true where id = $1", [id]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Help");
  await expect(firmButton(page, name)).toHaveCount(0);

  const { page: visitor } = await open("Visitor");
  await visitor.goto("/help");
  await expect(visitor.getByRole("link", { name: "Dossier" })).toBeVisible();
  await expect(visitor.getByRole("heading", { level: 2 }).first()).toHaveText(
    "You received a request",
  );
});

test("the fields of an account page are 560 px wide on a tablet", async ({ join }) => {
  const { page } = await join("Rosa Lind");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto("/account");
  expect((await page.getByLabel("Your name").boundingBox())?.width).toBe(560);
});
