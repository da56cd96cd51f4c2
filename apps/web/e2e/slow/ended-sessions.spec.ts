import type { Page } from "@playwright/test";
import { expectFineHere } from "../appearance/viewer";
import { queryAsOwner } from "../database";
import { itemOf } from "../fixtures/answers";
import { addClient, createFirm, sendRequest } from "../fixtures/firms";
import { nextCode } from "../mailbox";
import { letCodeBeSent } from "../pages/auth-pages";
import { waitForReact } from "../pages/hydration";
import { answer, drafts } from "../pages/unsent-drafts";
import { expect, test } from "../test";

const heading = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "You were signed out on this device" });

const endSessionOf = (email: string) =>
  queryAsOwner(
    "delete from auth.sessions where user_id = (select id from auth.users where email = $1)",
    [email],
  );

// S-2.17
test("a contact whose device was signed out signs in on the page of the request and keeps the draft", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: "Your device", kind: "text" }],
  });
  const { email } = request.client.contact;
  const { page, context } = await enter(request);
  const item = itemOf(request, "Your device");
  await page.goto(`${request.link}/items/${item}`);
  await waitForReact(answer(page));
  await endSessionOf(email);
  await answer(page).fill("A phone that was stolen");
  await answer(page).blur();
  await expect(page.getByText("You were signed out on this device. Sign in again.")).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  const reasonOn = (at: Page) =>
    at.getByRole("heading", { level: 1, name: `${request.firm.name} sent you a request` });
  await expect(reasonOn(page)).toBeVisible();
  await expect(page.getByText("Sign in again. Your draft is still in this tab.")).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expect(page.getByRole("banner")).toContainText(request.firm.name);
  await expect(page.getByRole("banner")).not.toContainText(email);
  await expectFineHere(page);
  await page.goto(`${request.link}/items`);
  await expect(page.getByText("Sign in again. Your draft is still in this tab.")).toBeVisible();
  await page.goto(`${request.link}/items/${item}`);
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  expect(await drafts(page)).toHaveLength(1);
  expect(await queryAsOwner("select from public.submissions where item_id = $1", [item])).toEqual(
    [],
  );
  const other = await context.newPage();
  for (const path of [request.link, `${request.link}/items`]) {
    await other.goto(path);
    await expect(reasonOn(other), path).toBeVisible();
    await expect(
      other.getByText("You were signed out on this device. Sign in again."),
      path,
    ).toBeVisible();
  }
  for (const path of ["/r", "/account", "/o"]) {
    await other.goto(path);
    await expect(heading(other), path).toBeVisible();
    await expect(other.locator("details[name=account]"), path).toHaveCount(0);
  }
  await other.close();
  await letCodeBeSent(email, page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await nextCode(email));
  await expect(answer(page)).toHaveValue("A phone that was stolen");
});

// S-2.17
test("staff whose device was signed out cannot save a change or open a client, and the page gives the reason", async ({
  join,
}) => {
  const mia = await join("Mia Chen");
  const { page, context, email, userId } = mia;
  const firm = await createFirm(mia);
  const client = await addClient(firm);
  const clients = await context.newPage();
  await clients.goto(`${firm.path}/clients`);
  await page.goto("/account");
  const name = page.getByLabel("Your name");
  await expect(name).toHaveValue("Mia Chen");
  await waitForReact(name);
  await endSessionOf(email);
  await name.fill("Changed by a signed-out device");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(heading(page)).toBeVisible();
  await expect(
    page.getByText(
      /^This happens when someone signs this device out from another device, saves a new password/,
    ),
  ).toBeVisible();
  const draft = "Your draft is still in this tab.";
  await expect(page.getByText(draft)).toBeVisible();
  await expectFineHere(page);
  await clients.getByRole("link", { name: client.name }).click();
  await expect(heading(clients)).toBeVisible();
  await expect(clients.getByText(draft)).toHaveCount(0);
  // Open pages load these counts in the background, even after the session has ended.
  const counts = await context.request.get(`${firm.path}/counts`);
  expect(new URL(counts.url()).pathname).toBe("/session-ended");
  const profiles = await queryAsOwner("select name from public.profiles where user_id = $1", [
    userId,
  ]);
  expect(profiles).toEqual([{ name: "Mia Chen" }]);
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL("/sign-in?next=%2Faccount");
  await expect(page.getByText(`Sign in again. ${draft}`)).toBeVisible();
  await page.goto("/sign-in");
  await expect(page.getByText(`Sign in again. ${draft}`)).toBeVisible();
  await clients.goto("/sign-in?next=%2Faccount");
  await waitForReact(clients.getByLabel("Email", { exact: true }));
  await expect(clients.getByText(draft, { exact: false })).toHaveCount(0);
});
