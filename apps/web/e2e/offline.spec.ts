import type { Locator, Page } from "@playwright/test";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { itemOf, reviewPathOf, waive } from "./fixtures/answers";
import { type ClientRequest, sendRequest } from "./fixtures/firms";
import { nextCode } from "./mailbox";
import { letCodeBeSent } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { ACTIONS, answer, drafts, loseActions, NOT_SENT } from "./pages/unsent-drafts";
import { forgetLostRequests, type Person } from "./people";
import { test as base, expect } from "./test";

type OpenItem = {
  contact: Person;
  request: ClientRequest;
  id: string;
  submit: () => Promise<void>;
  waiting: () => Locator;
  notice: (text: string) => Locator;
};

const test = base.extend<{ item: OpenItem }>({
  /** Ignores the errors of lost requests, so that a test may set the browser offline. */
  item: async ({ foundFirm, enter }, use) => {
    const items = ["Your trade", "Your plans"].map((title) => ({ title, kind: "text" }));
    const request = await sendRequest(await foundFirm(), { items });
    const contact = await enter(request);
    const { page } = contact;
    const id = itemOf(request, "Your trade");
    await openItem(page, request, id);
    await use({
      contact,
      request,
      id,
      submit: () => page.getByRole("button", { name: "Send answer" }).click(),
      waiting: () => page.locator("[data-bottom-bar]").getByText(NOT_SENT, { exact: true }),
      notice: (text) => page.getByRole("alert").filter({ hasText: text }),
    });
    forgetLostRequests(contact);
  },
});

async function openItem(page: Page, { link }: ClientRequest, id: string): Promise<void> {
  await page.goto(`${link}/items/${id}`);
  await waitForReact(answer(page));
}

async function submitted(id: string): Promise<{ status: string; texts: string[] }> {
  const rows = await queryAsOwner<{ status: string; text: string | null }>(
    `select i.status, s.answer ->> 'text' as text
    from public.items i left join public.submissions s on s.item_id = i.id and s.status <> 'draft'
    where i.id = $1 order by s.no`,
    [id],
  );
  return {
    status: rows[0]?.status ?? "",
    texts: rows.flatMap(({ text }) => (text === null ? [] : [text])),
  };
}

/** Dispatches `focus` on the page, so that the page retries immediately. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

// S-8.44
test("an answer that was submitted offline is sent when the network is back, even after a reload", async ({
  item: { contact, request, id, submit, waiting },
}) => {
  const { page, context } = contact;
  await answer(page).fill("By the sea");
  await context.setOffline(true);
  await submit();
  await expect(waiting()).toBeVisible();
  expect(await submitted(id)).toEqual({ status: "open", texts: [] });
  await context.setOffline(false);
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
  expect(await submitted(id)).toEqual({ status: "submitted", texts: ["By the sea"] });

  const second = itemOf(request, "Your plans");
  await openItem(page, request, second);
  await answer(page).fill("On the hill");
  await page.route(ACTIONS, loseActions);
  await submit();
  await expect(waiting()).toBeVisible();
  await expectFineHere(page);
  await page.reload();
  await expect(waiting()).toBeVisible();
  await page.unroute(ACTIONS, loseActions);
  await comeBack(page);
  await expect(page.getByText("You sent “Your plans”.")).toBeVisible();
  expect(await submitted(second)).toEqual({ status: "submitted", texts: ["On the hill"] });
});

test("the list of requests, the checklist and an item's page each show exactly one message while the browser is offline", async ({
  item: { contact, request, id },
}) => {
  const { page, context } = contact;
  const strip = page.getByText("You’re offline. Keep this page open, or you may lose your draft.");
  for (const path of ["/r", `${request.link}/items`, `${request.link}/items/${id}`]) {
    await page.goto(path);
    await waitForReact(page.locator("summary[aria-label^='Account']"));
    await context.setOffline(true);
    await expect(strip).toHaveCount(1);
    await expect(strip).toBeVisible();
    expect((await strip.boundingBox())?.height).toBe(36);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(async () => (await strip.boundingBox())?.height).toBe(56);
    await page.setViewportSize({ width: 1280, height: 720 });
    await context.setOffline(false);
    await expect(strip).toBeHidden();
  }
});

test("a submission whose response was lost is stored only once", async ({
  item: { contact, id, submit },
}) => {
  const { page } = contact;
  await answer(page).fill("Twice?");
  await page.route(
    ACTIONS,
    async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      if (!(route.request().postData() ?? "").includes("Twice?")) return route.abort();
      await route.fetch();
      await route.abort();
    },
    { times: 3 },
  );
  await submit();
  await expect.poll(() => submitted(id)).toMatchObject({ status: "submitted" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await comeBack(page);
  // After the retry, the page either opens the list or reloads. Both pages confirm the submission.
  await expect(
    page.getByText(/^(You sent “Your trade”\.|Northwind Advisers will review your answer\.)$/),
  ).toBeVisible();
  await expect(page.getByLabel("Your unsent answer. Copy it to keep it.")).toBeHidden();
  expect((await submitted(id)).texts).toEqual(["Twice?"]);
});

test("a contact who was offline sees their own text and another person's saved text, and nothing is submitted until the contact submits again", async ({
  item: { contact, id, submit, waiting },
}) => {
  const { page, context } = contact;
  await context.setOffline(true);
  await answer(page).fill("Mine");
  await submit();
  await expect(waiting()).toBeVisible();
  await queryAsOwner(
    `insert into public.submissions (org_id, request_id, item_id, no, author_id, answer, version, saved_by)
    select i.org_id, i.request_id, i.id, 1, gen_random_uuid(), '{"text": "Theirs"}', 1, gen_random_uuid()
    from public.items i where i.id = $1`,
    [id],
  );
  await context.setOffline(false);
  const conflict = page.getByRole("main").getByRole("alert");
  await expect(conflict).toContainText("Saved version: Theirs");
  await expect(conflict).toContainText("Yours: Mine");
  await expect(waiting()).toBeHidden();
  await expect(answer(page)).toHaveValue("Mine");
  expect(await submitted(id)).toEqual({ status: "open", texts: [] });
  await submit();
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
  expect((await submitted(id)).texts).toEqual(["Mine"]);
});

test("on a phone, the bar says once that the answer is not sent, and has the button that stops the retries", async ({
  item: { contact, submit, waiting },
}) => {
  const { page, context } = contact;
  await page.setViewportSize({ width: 320, height: 568 });
  await context.setOffline(true);
  await answer(page).fill("We bake bread");
  await submit();
  await expect(waiting()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/Not sent yet|not saved yet/)).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Don’t send" })).toBeInViewport({ ratio: 1 });
});

test("on a phone, the notice that the session ended during the retries is visible above the bar", async ({
  item: { contact, submit, waiting, notice },
}) => {
  const { page, context } = contact;
  await page.setViewportSize({ width: 320, height: 568 });
  await answer(page).fill("We bake bread");
  await answer(page).blur();
  // Wait for this save, so that no autosave runs after the session has ended.
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.route(ACTIONS, loseActions);
  await submit();
  await expect(waiting()).toBeVisible();
  await context.clearCookies();
  await page.unroute(ACTIONS, loseActions);
  await page.evaluate(() => scrollTo(0, 0));
  // Do not dispatch `focus`, because the page would also refresh and then open the sign-in page.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  const box = notice("Not sent yet, because you were signed out.");
  await expect(box).toBeInViewport({ ratio: 1 });
  const bar = page.locator("[data-bottom-bar]");
  const [end, start] = await Promise.all([
    box.evaluate((each) => each.getBoundingClientRect().bottom),
    bar.evaluate((each) => each.getBoundingClientRect().top),
  ]);
  expect(end).toBeLessThanOrEqual(start);
});

test("a contact can stop a waiting submission with a button or by typing", async ({
  item: { contact, id, submit, waiting, notice },
}) => {
  const { page, context } = contact;
  await answer(page).fill("No");
  for (const stop of [
    () => page.getByRole("button", { name: "Don’t send" }).click(),
    () => answer(page).fill("No, not yet"),
  ]) {
    await context.setOffline(true);
    await submit();
    await expect(waiting()).toBeVisible();
    await stop();
    await expect(waiting()).toBeHidden();
    await context.setOffline(false);
    await expect(page.getByText("Draft saved")).toBeVisible();
    // “Draft saved” may be about older text, so also wait until the tab has deleted its draft.
    await expect.poll(() => drafts(page)).toEqual([]);
    expect(await submitted(id)).toEqual({ status: "open", texts: [] });
  }
  await page.reload();
  await expect(answer(page)).toHaveValue("No, not yet");
  await expect(notice("Not sent")).toBeHidden();
  expect(await submitted(id)).toEqual({ status: "open", texts: [] });
});

test("the page asks the contact before it sends a submission that is older than twelve hours", async ({
  item: { contact, id, submit, waiting, notice },
}) => {
  const { page } = contact;
  await answer(page).fill("Yesterday");
  await page.route(ACTIONS, loseActions);
  await submit();
  await expect(waiting()).toBeVisible();
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith("submit:")) ?? "";
    const intent = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.setItem(key, JSON.stringify({ ...intent, at: Date.now() - 13 * 3_600_000 }));
  });
  await page.reload();
  await expect(notice("You tried to send this answer more than 12 hours ago")).toBeVisible();
  await page.unroute(ACTIONS, loseActions);
  await comeBack(page);
  expect(await submitted(id)).toEqual({ status: "open", texts: [] });
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
});

test("the page asks for a code and then sends the answer if the session ended while the contact was offline", async ({
  item: { contact, request, id, submit, waiting },
}) => {
  const { page, context } = contact;
  const { email } = request.client.contact;
  await answer(page).fill("Still me");
  await context.setOffline(true);
  await submit();
  await expect(waiting()).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByLabel("Your email")).toBeVisible();
  await letCodeBeSent(email);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await nextCode(email));
  await expect(page.getByText("You sent “Your trade”.")).toBeVisible();
  expect((await submitted(id)).texts).toEqual(["Still me"]);
});

test("an item that closed while the contact was offline shows the unsent text for copying", async ({
  item: { contact, request, id, submit, waiting },
}) => {
  const { page, context } = contact;
  await answer(page).fill("Too late");
  await context.setOffline(true);
  await submit();
  await expect(waiting()).toBeVisible();
  await waive(request.firm.owner, id, "No longer needed.");
  await context.setOffline(false);
  await expect(page.getByLabel("Your unsent answer. Copy it to keep it.")).toHaveValue("Too late");
  await expect(waiting()).toBeHidden();
});

const OTHER_PAGES = "You can open other pages when the connection is back.";

test("a link that a contact presses offline leaves the page open, says why, and works when the connection is back", async ({
  item: { contact, request, id },
}) => {
  const { page, context } = contact;
  const list = `${request.link}/items`;
  await page.setViewportSize({ width: 320, height: 320 });
  const back = page.getByRole("banner").getByRole("link", { name: request.title });
  const row = page.getByRole("main").getByRole("link", { name: "Your plans" });
  for (const [path, link] of [
    [`${list}/${id}`, back],
    [list, row],
  ] as const) {
    await page.goto(path);
    await waitForReact(page.locator("summary[aria-label^='Account']"));
    await context.setOffline(true);
    await expect(page.getByText("You’re offline.")).toBeVisible();
    await link.click();
    await expect(page.getByRole("status").filter({ hasText: OTHER_PAGES })).toBeInViewport();
    await expect(page).toHaveURL(path);
    await context.setOffline(false);
    await expect(page.getByText(OTHER_PAGES)).toBeHidden();
    await link.click();
    await expect(page).not.toHaveURL(path);
  }
});

test("a link, a shortcut key and a search that staff use offline leave the page open and say why", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { path, owner } = firm;
  const { page, context } = owner;
  const request = await sendRequest(firm);
  const message = page.getByRole("status").filter({ hasText: OTHER_PAGES });
  const goOffline = async (url: string) => {
    await page.goto(url);
    await waitForReact(page.locator("a").first());
    await context.setOffline(true);
    await expect(page.getByText("You’re offline.")).toBeVisible();
  };
  const clients = `${path}/clients`;
  const search = page.getByRole("searchbox");
  for (const [url, use] of [
    [clients, () => page.getByRole("link", { name: request.client.name }).click()],
    [clients, () => page.keyboard.press("n")],
    [clients, () => search.fill("Brandt").then(() => search.press("Enter"))],
    [reviewPathOf(request, "Bank statements"), () => page.keyboard.press("Escape")],
  ] as const) {
    await goOffline(url);
    await use();
    await expect(message).toBeVisible();
    await expect(page).toHaveURL(url);
    await context.setOffline(false);
    await expect(message).toBeHidden();
  }
  forgetLostRequests(owner);
});
