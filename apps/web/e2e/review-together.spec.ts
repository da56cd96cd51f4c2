import { randomUUID } from "node:crypto";
import type { WebSocketRoute } from "@playwright/test";
import { lacks } from "./addresses";
import { queryAsOwner } from "./database";
import { PNG } from "./documents";
import {
  decide,
  itemOf,
  reviewPathOf,
  sendAnswered,
  submitAnswer,
  waive,
} from "./fixtures/answers";
import { addMember, sendRequest } from "./fixtures/firms";
import { needLiveUpdates } from "./live";
import { readBarTransitions, recordBarTransitions } from "./pages/bar-transitions";
import { waitForReact } from "./pages/hydration";
import { checklistRow } from "./pages/staff-pages";
import type { Person } from "./people";
import { expect, type Fixtures, test } from "./test";

const [isRealtimeAbsent] = lacks("realtime");
const TITLES = ["First question", "Second question"];

async function openForTwo(foundFirm: Fixtures["foundFirm"], join: Fixtures["join"]) {
  const firm = await foundFirm({ owner: "Ada Lindt" });
  const ben = await join("Ben Oduya");
  await addMember(firm, ben);
  // A second item keeps the request open after the first item is decided.
  const request = await sendAnswered(firm, TITLES);
  return { ada: firm.owner, ben, request };
}

async function giveAvatar(userId: string): Promise<void> {
  await queryAsOwner(
    `update public.profiles set avatar_path = 'avatars/' || user_id || '/' || $2 || '.png'
     where user_id = $1`,
    [userId, randomUUID()],
  );
}

const heading = ({ page }: Pick<Person, "page">, name: string) =>
  page.getByRole("heading", { level: 1, name });

// S-2.25
test("two members who open the same request see each other arrive, and a member sees when the other member decides or leaves", async ({
  foundFirm,
  join,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  await giveAvatar(ben.userId);
  for (const { context } of [ada, ben]) {
    await context.route("**/images/avatars/**", (route) =>
      route.fulfill({ contentType: "image/png", body: PNG }),
    );
  }
  await ada.page.goto(request.path);
  await ben.page.goto(request.path);
  await expect(heading(ben, "Closing the books")).toBeVisible();
  if (!isRealtimeAbsent) {
    const here = ada.page.getByRole("paragraph").filter({ hasText: "Ben Oduya is viewing" });
    await expect(here).toBeVisible();
    await expect(here.locator("img")).toHaveAttribute("src", new RegExp(`avatars/${ben.userId}/`));
    await expect(ben.page.getByText("Ada Lindt is viewing")).toBeVisible();
  }
  await decide(ben, itemOf(request, "First question"), "accepted");
  await needLiveUpdates(ada.page);
  await expect(checklistRow(ada, "First question")).toContainText("Accepted");
  await ben.page.goto("about:blank");
  await expect(ada.page.getByText("is viewing")).toHaveCount(0);
});

test("the details of a request show the assignee's picture", async ({ foundFirm }) => {
  const firm = await foundFirm({ owner: "Ada Lindt" });
  const { page, context, userId } = firm.owner;
  const request = await sendRequest(firm);
  await giveAvatar(userId);
  await queryAsOwner("update public.requests set assignee_id = $2 where id = $1", [
    request.id,
    userId,
  ]);
  await context.route("**/images/avatars/**", (route) =>
    route.fulfill({ contentType: "image/png", body: PNG }),
  );
  await page.goto(request.path);
  await expect(
    page.getByRole("complementary", { name: "Details and activity" }).locator("dl img"),
  ).toHaveAttribute("src", new RegExp(`avatars/${userId}/`));
});

// S-2.63
test("a row that another member changes is highlighted once, except with reduced motion", async ({
  foundFirm,
  join,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  const { page } = ada;
  await page.addInitScript(() => {
    const faded: string[] = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      faded.push(this.textContent ?? "");
      return animate.apply(this, args);
    };
    Object.assign(window, { faded });
  });
  const faded = () => page.evaluate(() => (window as unknown as { faded: string[] }).faded);
  await page.goto(request.path);
  await needLiveUpdates(page);
  await decide(ben, itemOf(request, "First question"), "accepted");
  await expect(checklistRow(ada, "First question")).toContainText("Accepted");
  await expect.poll(faded).toEqual([expect.stringContaining("First question")]);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await decide(ben, itemOf(request, "Second question"), "returned", "Please sign it.");
  await expect(checklistRow(ada, "Second question")).toContainText("Returned");
  expect(await faded()).toHaveLength(1);
});

test("an item's segment of the progress bar grows when the item is answered", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const items = TITLES.map((title) => ({ title, kind: "text" }));
  const request = await sendRequest(firm, { items });
  await recordBarTransitions(page);
  await page.goto(request.path);
  await needLiveUpdates(page);
  await submitAnswer(firm.owner, itemOf(request, "First question"));
  await expect(checklistRow(firm.owner, "First question")).toContainText("To review");
  await expect.poll(() => readBarTransitions(page)).toEqual(["scale"]);
});

// S-8.17
test("a decision is refused if another member just decided on the item, and the typed note can be copied", async ({
  foundFirm,
  join,
  openWithoutScripts,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  await ada.page.goto(reviewPathOf(request, "First question"));
  await waitForReact(ada.page.getByRole("button", { name: "Return", exact: true }));
  await ada.page.keyboard.press("r");
  await ada.page.getByLabel("Note to the client").fill("Is it signed?");
  const { page } = await openWithoutScripts(ada);
  await page.goto(ada.page.url());
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await decide(ben, itemOf(request, "First question"), "accepted");
  await page.getByLabel("Note to the client").fill("Please sign it.");
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Ben Oduya already changed this. Check the item before you try again.",
  );
  await expect(page.getByLabel("Your unsent note. Copy it to keep it.")).toHaveValue(
    "Please sign it.",
  );
  await needLiveUpdates(ada.page);
  await expect(
    ada.page.getByText("This item changed in the meantime.", { exact: false }),
  ).toBeVisible();
  await expect(ada.page.getByLabel("Your unsent note. Copy it to keep it.")).toHaveValue(
    "Is it signed?",
  );
  await expect(ada.page.getByRole("button", { name: "Undo decision" })).toBeVisible();
});

// S-8.17
test("the typed reason for a waiver stays when another member decides first, and can be sent again or copied", async ({
  foundFirm,
  join,
  openWithoutScripts,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  const item = itemOf(request, "First question");
  const decision = ({ page }: Pick<Person, "page">) => page.getByRole("form", { name: "Decision" });
  const unsent = (person: Pick<Person, "page">) =>
    decision(person).getByLabel("Your unsent note. Copy it to keep it.");
  await ada.page.goto(reviewPathOf(request, "First question"));
  await waitForReact(ada.page.getByRole("button", { name: "Return", exact: true }));
  const plain = await openWithoutScripts(ada);
  const { page } = plain;
  await page.goto(ada.page.url());
  await page.getByRole("button", { name: "Waive", exact: true }).click();
  await decide(ben, item, "returned", "Please sign it.");

  await decision(plain).getByLabel("Reason").fill("Signed in our office.");
  await decision(plain).getByRole("button", { name: "Waive", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Ben Oduya already changed this. Check the item before you try again.",
  );
  await expect(page.locator("main p", { hasText: "Please sign it." })).toBeVisible();
  await expect(decision(plain).getByLabel("Reason")).toHaveValue("Signed in our office.");

  await expect(ada.page.getByText("Please sign it.")).toBeVisible();
  await ada.page.keyboard.press("w");
  await decision(ada).getByLabel("Reason").fill("Signed by post.");
  await waive(ben, item, "Seen at the notary.");
  await decision(plain).getByRole("button", { name: "Waive", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Ben Oduya already changed this. Check the item before you try again.",
  );
  await expect(unsent(plain)).toHaveValue("Signed in our office.");
  await expect(page.locator("main p", { hasText: "Seen at the notary." })).toBeVisible();

  await needLiveUpdates(ada.page);
  await expect(decision(ada)).toContainText("This item changed in the meantime.");
  await expect(unsent(ada)).toHaveValue("Signed by post.");
  await expect(ada.page.getByText("Seen at the notary.")).toBeVisible();
});

// S-8.39
test("a page that loses live updates shows a notice after ten seconds and reconnects automatically", async ({
  foundFirm,
  join,
}) => {
  // A hosted project may have no realtime. The local backend always has it.
  test.skip(...lacks("realtime"));
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  const { page } = ada;
  await page.clock.install();
  const sockets: WebSocketRoute[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (route) => {
    if (isCut) return route.close({ code: 1001 });
    route.connectToServer();
    sockets.push(route);
  });
  await ben.page.goto(request.path);
  await page.goto(request.path);
  await expect(page.getByText("Ben Oduya is viewing")).toBeVisible();
  const notice = page.getByText("Live updates paused.");
  const clockOfPage = () => page.evaluate(() => Date.now());
  const waitForNotice = (isShown: boolean) =>
    expect(async () => {
      await page.clock.fastForward(1_000);
      await expect(notice).toHaveCount(isShown ? 1 : 0, { timeout: 100 });
    }).toPass();
  isCut = true;
  // Read the clock first, because the page may count from the moment when the first socket closes.
  const before = await clockOfPage();
  await Promise.all(sockets.map((route) => route.close({ code: 1001 })));
  await waitForNotice(true);
  expect(((await clockOfPage()) - before) / 1_000).toBeGreaterThanOrEqual(10);
  isCut = false;
  await waitForNotice(false);
  await expect(page.getByText("Ben Oduya is viewing")).toBeVisible();
});
