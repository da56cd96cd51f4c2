import type { Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { needLiveUpdates } from "./live";
import { nextCode } from "./mailbox";
import { signIn } from "./pages/auth-pages";
import { expectOneRequestEachMinute } from "./pages/polling";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const FIRM = "/o/harbour-lane";
const REQUEST = "/r/de300000000000000000000000000001";
const STAFF = "mia@harbour.example";
const CONTACT = "tom@bramblefinch.example";
const CLIENT = "Tideway Rowing Club";
const RENAMED = "Tideway Rowers";

test.describe.configure({ mode: "serial" });

let mia: Person;

test.beforeAll(async ({ browser }) => {
  mia = await openPerson(browser, "Mia Chen");
  await signIn(mia, STAFF, "dossier-demo");
});

test.afterAll(async () => {
  await mia?.context.close();
});

async function openFirstRequest(page: Page): Promise<void> {
  await page.goto(`${FIRM}/requests?status=open`);
  await page.locator("main ul a").first().click();
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
}

// S-2.52
test("when live updates never start, the page says so and polls each minute", async () => {
  const page = await mia.context.newPage();
  let isOpen = false;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (isOpen) socket.connectToServer();
    else socket.close({ code: 4000 });
  });
  await page.clock.install();
  await openFirstRequest(page);
  const notice = page.getByText("Live updates paused.");
  await expect(notice).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(notice).toBeVisible();
  await expectFineHere(page);
  const asked = page.waitForRequest((request) => "next-action" in request.headers());
  await page.clock.fastForward(50_000);
  await asked;
  await needLiveUpdates(page);
  isOpen = true;
  await page.clock.fastForward(60_000);
  await expect(notice).toBeHidden();
  await page.close();
});

// S-8.39
test("without live updates a visible page polls ten times in ten minutes, a hidden one never", async () => {
  const page = await mia.context.newPage();
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => socket.close({ code: 4000 }));
  await page.clock.install();
  await page.goto(FIRM);
  await page.clock.fastForward(10_000);
  await expect(page.getByText("Live updates paused.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expectOneRequestEachMinute(page);
  await page.close();
});

// S-8.40
test("a forbidden channel does not refresh the session; the page polls each minute", async () => {
  await openFirstRequest(mia.page);
  const page = await mia.context.newPage();
  const asked = { joins: 0, tokens: 0 };
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/refresh") asked.tokens += 1;
  });
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    socket.onMessage((message) => {
      const [joinRef, ref, topic, event] = JSON.parse(String(message));
      const isJoin = event === "phx_join";
      if (isJoin) asked.joins += 1;
      const response = isJoin ? { reason: "Unauthorized: no permission" } : {};
      const status = isJoin ? "error" : "ok";
      socket.send(JSON.stringify([joinRef, ref, topic, "phx_reply", { status, response }]));
    });
  });
  await page.clock.install();
  await page.goto(mia.page.url());
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  await expect.poll(() => asked).toEqual({ joins: 1, tokens: 0 });
  await page.clock.fastForward(10_000);
  await expect(page.getByText("Live updates paused.")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const retitle = (title: string) =>
    queryAsOwner(
      `update public.items set title = ${title} where request_id = $1 and position = 1`,
      [id],
    );
  await retitle("title || ' (changed)'");
  await page.clock.fastForward(60_000);
  await expect(page.getByText("(changed)").first()).toBeVisible();
  await retitle("replace(title, ' (changed)', '')");
  expect(asked).toEqual({ joins: 1, tokens: 0 });
  await page.close();
});

// S-7.8
test("when the same user signs in again in another tab, the first tab stays and reloads its data", async () => {
  const { page, context } = mia;
  await page.goto(`${FIRM}/clients`);
  await expect(page.getByRole("link", { name: CLIENT })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { keptByThePage: true }));
  await queryAsOwner("update public.clients set name = $2 where name = $1", [CLIENT, RENAMED]);

  const other = await context.newPage();
  await other.goto(REQUEST);
  await expect(other.getByLabel("Your email")).toHaveValue(STAFF);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Code").fill(await nextCode(STAFF));
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("link", { name: RENAMED })).toBeVisible();
  expect(await page.evaluate(() => "keptByThePage" in window)).toBe(true);
  await queryAsOwner("update public.clients set name = $1 where name = $2", [CLIENT, RENAMED]);
  await other.close();
});

// S-2.42, S-7.8
test("when another user signs in in another tab, the first tab clears the former user's data", async () => {
  const { page, context } = mia;
  await page.goto(`${FIRM}/clients`);
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  const marked = await page.evaluate(() => {
    Object.assign(window, { keptByThePage: true });
    return "keptByThePage" in window;
  });
  expect(marked).toBe(true);

  const other = await context.newPage();
  await other.goto(`${REQUEST}#email=${encodeURIComponent(CONTACT)}`);
  await expect(other.getByText(`You are signed in as ${STAFF}.`)).toBeVisible();
  await expect(other.getByLabel("Your email")).toHaveValue(CONTACT);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Code").fill(await nextCode(CONTACT));
  await other.getByRole("button", { name: "Continue" }).click();
  await other.waitForURL(/\/items$/);

  // The earlier tab was reloaded as the current user.
  await page.waitForFunction(() => !("keptByThePage" in window));
  await expect(page.getByRole("heading", { name: "Not found or no access" })).toBeVisible();
  await expect(page.getByText("Mia Chen")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("link", { name: "New request" })).toHaveCount(0);
  await other.close();
});
