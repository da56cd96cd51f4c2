import { queryAsOwner } from "./database";
import { itemOf } from "./fixtures/answers";
import { type ClientRequest, sendRequest } from "./fixtures/firms";
import { nextCode } from "./mailbox";
import { expectOneRequestEachMinute } from "./pages/polling";
import { expect, test } from "./test";

/** Sets a mark on `window`. A reload of the page would remove the mark. */
async function openClients({ firm }: ClientRequest): Promise<void> {
  const { page } = firm.owner;
  await page.goto(`${firm.path}/clients`);
  await page.evaluate(() => Object.assign(window, { keptByThePage: true }));
  expect(await page.evaluate(() => "keptByThePage" in window)).toBe(true);
}

// S-8.39
test("a page without live updates polls when it is shown and then once a minute, and never polls while it is hidden", async ({
  foundFirm,
}) => {
  const { owner, path } = await foundFirm();
  const { page } = owner;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => socket.close({ code: 4000 }));
  await page.clock.install();
  // Wait for the response before moving the clock. Otherwise, the request could time out.
  const session = page.waitForResponse("**/auth/session");
  await page.goto(path);
  await (await session).finished();
  await page.waitForLoadState("networkidle");
  await page.clock.fastForward(10_000);
  await expect(page.getByText("Live updates paused.")).toBeVisible();
  await expectOneRequestEachMinute(page);
});

// S-8.40
test("a page that is not allowed to join its Realtime channel polls after a minute and does not refresh the session", async ({
  foundFirm,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page } = request.firm.owner;
  const calls = { joins: 0, tokens: 0 };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/refresh") calls.tokens += 1;
  });
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    socket.onMessage((message) => {
      const [joinRef, ref, topic, event] = JSON.parse(String(message));
      const isJoin = event === "phx_join";
      if (isJoin) calls.joins += 1;
      const response = isJoin ? { reason: "Unauthorized: no permission" } : {};
      const status = isJoin ? "error" : "ok";
      socket.send(JSON.stringify([joinRef, ref, topic, "phx_reply", { status, response }]));
    });
  });
  await page.clock.install();
  await page.goto(request.path);
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  await expect.poll(() => calls).toEqual({ joins: 2, tokens: 0 });
  await page.clock.fastForward(10_000);
  await expect(page.getByText("Live updates paused.")).toBeVisible();
  await queryAsOwner("update public.items set title = 'Bank statements (changed)' where id = $1", [
    itemOf(request, "Bank statements"),
  ]);
  await page.clock.fastForward(60_000);
  await expect(page.getByText("(changed)").first()).toBeVisible();
  expect(calls).toEqual({ joins: 2, tokens: 0 });
});

// S-7.8
test("a tab updates its data without reloading the page when the same user signs in again in another tab", async ({
  foundFirm,
}) => {
  const request = await sendRequest(await foundFirm());
  const { page, context, email } = request.firm.owner;
  await openClients(request);
  await expect(page.getByRole("link", { name: "Brandt & Sons" })).toBeVisible();
  await queryAsOwner("update public.clients set name = 'Brandt & Daughters' where id = $1", [
    request.client.id,
  ]);

  const other = await context.newPage();
  await other.goto(request.link);
  await expect(other.getByLabel("Your email")).toHaveValue(email);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Code").fill(await nextCode(email));
  await expect(page.getByRole("link", { name: "Brandt & Daughters" })).toBeVisible();
  expect(await page.evaluate(() => "keptByThePage" in window)).toBe(true);
});

// S-2.42, S-7.8
test("a tab clears the previous user's data when a different user signs in from another tab", async ({
  foundFirm,
}) => {
  const request = await sendRequest(await foundFirm());
  const { owner } = request.firm;
  const { page, context, email } = owner;
  const contactEmail = request.client.contact.email;
  await openClients(request);
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  const account = page.getByLabel(/^Account: Ines Novak/);
  const client = page.getByText(request.client.name);
  await expect(account).toBeVisible();
  await expect(client).toBeVisible();

  const other = await context.newPage();
  await other.goto(`${request.link}#email=${encodeURIComponent(contactEmail)}`);
  await expect(other.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await expect(other.getByLabel("Your email")).toHaveValue(contactEmail);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Code").fill(await nextCode(contactEmail));
  await other.waitForURL(/\/items$/);

  await page.waitForFunction(() => !("keptByThePage" in window));
  await expect(page.getByRole("heading", { name: "Not found or no access" })).toBeVisible();
  await expect(account).toHaveCount(0);
  await expect(client).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("link", { name: "New request" })).toHaveCount(0);
  expect(owner.problems.splice(0)).toEqual([expect.stringContaining("status of 404 ")]);
});
