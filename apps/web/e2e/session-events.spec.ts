import { expect, test } from "@playwright/test";
import { nextCode } from "./mailbox";
import { signIn } from "./pages/auth-pages";
import { openPerson, type Person } from "./people";

const FIRM = "/o/harbour-lane";
const REQUEST = "/r/de300000000000000000000000000001";
const CONTACT = "tom@bramblefinch.example";

test.describe.configure({ mode: "serial" });

let mia: Person;

test.beforeAll(async ({ browser }) => {
  mia = await openPerson(browser, "Mia Chen");
  await signIn(mia, "mia@harbour.example", "dossier-demo");
});

test.afterAll(async () => {
  await mia?.context.close();
});

test("live updates that are lost say so and come back", async () => {
  const { page } = mia;
  let isOpen = true;
  const ends: (() => void)[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    if (!isOpen) return socket.close({ code: 4000 });
    socket.connectToServer();
    ends.push(() => socket.close({ code: 4000 }));
  });
  await page.goto(`${FIRM}/requests?status=open`);
  await page.locator("main ul a").first().click();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  isOpen = false;
  for (const end of ends) end();
  await expect(page.getByText("Live updates paused.")).toBeVisible({ timeout: 30_000 });
  isOpen = true;
  await expect(page.getByText("Live updates paused.")).toBeHidden({ timeout: 60_000 });
});

test("another person in another tab: the first one keeps nothing of the former", async () => {
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
  await expect(other.getByText("You are signed in as mia@harbour.example.")).toBeVisible();
  await expect(other.getByLabel("Your e-mail")).toHaveValue(CONTACT);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByLabel("Code").fill(await nextCode(CONTACT));
  await other.getByRole("button", { name: "Continue" }).click();
  await other.waitForURL(/\/items$/);

  // The tab of before was loaded anew, as the person who is there now.
  await expect(page.getByRole("heading", { name: "Not found or no access" })).toBeVisible();
  expect(await page.evaluate(() => "keptByThePage" in window)).toBe(false);
  await expect(page.getByText("Mia Chen")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("link", { name: "New request" })).toHaveCount(0);
  await other.close();
});
