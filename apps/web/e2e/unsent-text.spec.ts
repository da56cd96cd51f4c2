import { webUrl } from "./addresses";
import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { itemOf, reviewPathOf, saveAnswer } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { nextCode } from "./mailbox";
import { removeFile } from "./pages/answer-files";
import { letCodeBeSent } from "./pages/auth-pages";
import { endSession, waitForSession } from "./pages/ended-session";
import { holdScripts } from "./pages/hold-scripts";
import { waitForReact } from "./pages/hydration";
import { expectOneRequestEachMinute, isPoll } from "./pages/polling";
import { openWithAhead } from "./pages/prefetch";
import {
  ACTIONS,
  answer,
  canClose,
  drafts,
  expectDraftsDeleted,
  LETTER,
  loseActions,
  NOT_SENT,
  openQuestion,
  signOut,
  TRADE,
  watchAlerts,
} from "./pages/unsent-drafts";
import { forgetLostRequests } from "./people";
import { expect, test } from "./test";

// S-8.17, S-9.9
test("an answer that could not be submitted is restored when the user returns, and overwrites no newer version", async ({
  foundFirm,
  enter,
}) => {
  const { request, contact, page, item } = await openQuestion({ foundFirm, enter });
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Baker, by the");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByText(NOT_SENT, { exact: true })).toBeVisible();
  expect(await page.evaluate(canClose)).toBe(false);
  await page.getByRole("banner").getByRole("link", { name: "Closing the books" }).click();
  await expect(page.getByRole("heading", { level: 1, name: request.title })).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  await page.getByRole("link", { name: TRADE }).click();
  await expect(answer(page)).toHaveValue("Baker, by the");

  await saveAnswer(contact, item, { answer: { text: "Butcher" } });
  // Restore the network only now, because the page repeats its submission immediately.
  await page.unroute(ACTIONS, loseActions);
  const conflict = page.getByRole("main").getByRole("alert");
  await page.addInitScript(watchAlerts);
  for (const typed of ["Baker, by the", "Baker, by the sea"]) {
    await page.reload();
    await expect(conflict).toContainText("You already changed this, perhaps in another tab.");
    await expect(conflict).toContainText("Saved version: Butcher");
    await expect(conflict).toContainText("Yours: Baker, by the");
    await expect(answer(page)).toHaveValue(typed);
    expect(await page.evaluate(() => window.mostAlerts)).toBe(1);
    await answer(page).fill("Baker, by the sea");
  }
  await answer(page).fill("Butcher");
  await page.getByRole("button", { name: "Save for later" }).click();
  await page.waitForURL(/\/items\?saved=/);
  expect(await drafts(page)).toEqual([]);
  await page.getByRole("link", { name: TRADE }).click();
  await expect(answer(page)).toHaveValue("Butcher");
  forgetLostRequests(contact);
});

test("text that the user types while “Save for later” runs is restored when the user returns, even if it could not be saved", async ({
  foundFirm,
  enter,
}) => {
  const { contact, page } = await openQuestion({ foundFirm, enter });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(ACTIONS, async (route) => {
    if (route.request().method() === "POST") await released;
    if (route.request().postData()?.includes("by the sea")) await route.abort();
    else await route.fallback();
  });
  await answer(page).fill("Baker");
  await page.getByRole("button", { name: "Save for later" }).click();
  await answer(page).fill("Baker, by the sea");
  release();
  await page.waitForURL(/\/items\?saved=/);
  // Let saves succeed again, so that no save fails after `forgetLostRequests`.
  await page.unroute(ACTIONS);
  await page.getByRole("link", { name: TRADE }).click();
  await expect(answer(page)).toHaveValue("Baker, by the sea");
  forgetLostRequests(contact);
});

test("text that the user types while “Send answer” runs is not kept as a draft, so withdrawing the answer opens the sent text", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await openQuestion({ foundFirm, enter });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(ACTIONS, async (route) => {
    if (route.request().method() === "POST") await released;
    await route.fallback();
  });
  await answer(page).fill("Baker");
  await page.getByRole("button", { name: "Send answer" }).click();
  await answer(page).fill("Baker, by the sea");
  release();
  await page.waitForURL(/\/items\?sent=/);
  await expect.poll(() => drafts(page)).toEqual([]);
  await page.getByRole("link", { name: TRADE }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(answer(page)).toHaveValue("Baker");
});

// S-9.9
test("typed text is saved two seconds after the last key, and immediately when the user leaves the field", async ({
  foundFirm,
  enter,
}) => {
  const { page } = await openQuestion({ foundFirm, enter });
  await page.clock.install();
  await page.reload();
  await waitForReact(answer(page));
  let saves = 0;
  page.on("request", (request) => {
    const isOwn = request.method() === "POST" && request.url().startsWith(`${webUrl}/r/`);
    if (isOwn && !isPoll(request)) saves += 1;
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await answer(page).fill("Butcher, since");
  await page.clock.runFor(1_500);
  await answer(page).fill("Butcher, since 1987");
  await page.clock.runFor(1_999);
  expect(saves).toBe(0);
  await page.clock.runFor(1);
  await expect(page.getByText("Draft saved")).toBeVisible();
  expect(saves).toBe(1);
  expect(await page.evaluate(canClose)).toBe(true);
  await answer(page).fill("Butcher since 1987");
  await answer(page).blur();
  await expect.poll(() => saves).toBe(2);
  await expect.poll(() => drafts(page)).toEqual([]);
});

test("text that the user types before the page's scripts run is saved", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), {
    items: [{ title: TRADE, kind: "text" }, { title: LETTER }],
  });
  const { page } = await enter(request);
  const item = itemOf(request, TRADE);
  const storedNotes = () =>
    queryAsOwner("select client_note from public.submissions where item_id = $1", [item]);
  const note = page.getByLabel("Note");
  for (const words of ["Typed on a slow line", ""]) {
    const release = await holdScripts(page);
    await page.goto(`${request.link}/items/${item}`, { waitUntil: "commit" });
    await note.fill(words);
    expect(await drafts(page)).toEqual([]);
    release();
    await expect.poll(storedNotes).toEqual([{ client_note: words }]);
  }
  const release = await holdScripts(page);
  await page.goto(`${request.link}/items/${itemOf(request, LETTER)}`, { waitUntil: "commit" });
  await page
    .getByLabel("Choose files")
    .setInputFiles({ name: "0.txt", mimeType: "text/plain", buffer: Buffer.from("0") });
  release();
  await expect(page.getByRole("link", { name: "0.txt" })).toBeVisible();
  await removeFile(page, "0.txt");
  await expect(page.getByText("0.txt")).toHaveCount(0);
});

// S-7.5, S-9.2
test("a contact's page shows changes by staff within a minute, or immediately when it gets the focus, and keeps its header", async ({
  foundFirm,
  enter,
}) => {
  const { page, item } = await openQuestion({ foundFirm, enter });
  const help = (text: string) =>
    queryAsOwner("update public.items set help = $1 where id = $2", [text, item]);
  await page.clock.install();
  await page.reload();
  await waitForReact(answer(page));
  // A refresh keeps the marked link. A new document would not contain the mark.
  const firm = page.locator("[data-frame=firm] > header a").first();
  await firm.evaluate((link) => link.setAttribute("data-kept", ""));
  await help("In two words.");
  await page.clock.fastForward(55_000);
  await expect(page.getByText("In two words.")).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await expect(page.getByText("In two words.")).toBeVisible();
  await help("In three words.");
  await page.clock.fastForward(5_000);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("In three words.")).toBeVisible();
  await expect(firm).toHaveAttribute("data-kept");
});

// S-7.5
test("a checklist polls when it is shown and then once a minute, and never polls while it is hidden", async ({
  foundFirm,
  enter,
}) => {
  const request = await sendRequest(await foundFirm(), { items: [{ title: TRADE }] });
  const { page } = await enter(request);
  await page.clock.install();
  // The prefetch may start after the network was idle.
  await openWithAhead(page, `${request.link}/items/${request.items[TRADE]}`, async () => {
    await page.goto(`${request.link}/items`);
    await waitForReact(page.getByRole("link", { name: TRADE, exact: true }));
  });
  await page.waitForLoadState("networkidle");
  await expectOneRequestEachMinute(page);
});

// S-2.52, S-8.17
test("a second tab does not overwrite the answer that the first tab saved, but shows both answers", async ({
  foundFirm,
  enter,
}) => {
  const { contact, page, path } = await openQuestion({ foundFirm, enter });
  const other = await contact.context.newPage();
  await other.goto(path);
  await answer(page).fill("Butcher in Leeds");
  await answer(page).blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await other.getByLabel("Note").fill("Since 1987.");
  await other.getByLabel("Note").blur();
  const conflict = other.getByRole("main").getByRole("alert");
  await expect(conflict).toContainText("You already changed this, perhaps in another tab.");
  await expect(conflict).toContainText("Saved version: Butcher in Leeds");
  await expect(conflict).toContainText("Yours: Since 1987.");
  await expectFineHere(other);
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in Leeds");
  await answer(other).fill("Butcher in Leeds");
  expect(await drafts(other)).toHaveLength(1);
  await other.getByRole("button", { name: "Save for later" }).click();
  await other.waitForURL(/\/items\?saved=/);
  await expect.poll(() => drafts(other)).toEqual([]);
  await other.goBack();
  await expect(other.getByLabel("Note")).toHaveValue("Since 1987.");
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in Leeds");
  await expect(page.getByLabel("Note")).toHaveValue("Since 1987.");
});

// S-7.9, S-8.10
test("a user whose session has ended signs in with a code, and the page restores the unsent answer", async ({
  foundFirm,
  enter,
}) => {
  const { request, contact, page } = await openQuestion({ foundFirm, enter });
  const { email } = request.client.contact;
  await waitForSession(contact);
  await endSession(contact);
  await answer(page).fill("Butcher in York");
  await answer(page).blur();
  await expect(page.getByText("Sign in again.")).toBeVisible();
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(page.getByLabel("Your email")).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/r\/[^/]+$/);
  await expect(page.getByText("Sign in again. Your draft is still in this tab.")).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  expect(await drafts(page)).toHaveLength(1);
  const left = new URL(page.url()).searchParams.get("next");
  await letCodeBeSent(email, page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/auth/session", (route) => released.then(() => route.continue()));
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = await nextCode(email);
  // The page sends the form when the code has eight digits.
  const started = code.slice(0, -1);
  await page.getByLabel("Code").fill(started);
  const renewed = page.waitForRequest(
    (request) => request.method() === "GET" && new URL(request.url()).searchParams.has("next"),
  );
  release();
  expect((await renewed).isNavigationRequest()).toBe(false);
  await expect(page.getByLabel("Code")).toHaveValue(started);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("Code").fill(code);
  await expect(answer(page)).toHaveValue("Butcher in York");
  expect(new URL(page.url()).pathname).toBe(left);
});

// S-8.19
test("a draft can still be copied after its item has closed", async ({ foundFirm, enter }) => {
  const { contact, page, item } = await openQuestion({ foundFirm, enter });
  await answer(page).fill("Butcher in York");
  await answer(page).blur();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.route(ACTIONS, loseActions);
  await answer(page).fill("Butcher in Hull");
  const close = (status: string) =>
    queryAsOwner("update public.items set status = $1 where id = $2", [status, item]);
  await close("waived");
  for (const _ of ["once", "again"]) {
    await page.reload();
    await expect(page.getByLabel("Your unsent answer. Copy it to keep it.")).toHaveValue(
      "Butcher in Hull",
    );
  }
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByLabel("Your unsent answer. Copy it to keep it.")).toBeHidden();
  expect(await drafts(page)).toEqual([]);
  await close("open");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(answer(page)).toHaveValue("Butcher in York");
  forgetLostRequests(contact);
});

test("staff keep the text they typed on behalf of a client when another member removes the item", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: TRADE, kind: "text" }] });
  const { page } = firm.owner;
  // Block live updates. Otherwise, the page could show that the item is gone before the user sends
  // the answer.
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, () => {});
  await page.goto(reviewPathOf(request, TRADE));
  await expect(page.getByRole("heading", { level: 1, name: TRADE })).toBeVisible();
  await page.locator("summary", { hasText: "Answer for the client" }).click();
  await queryAsOwner("delete from public.items where id = $1", [itemOf(request, TRADE)]);
  await page.getByLabel("Answer", { exact: true }).fill("By phone: yes.");
  await page.getByRole("button", { name: "Send answer" }).click();
  const refusal = page.getByRole("main").getByRole("alert");
  await expect(refusal).toContainText("This no longer exists, or you have no access to it.");
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("By phone: yes.");
  expect(await drafts(page)).toHaveLength(1);
});

// S-7.9
test("signing out deletes the drafts in every tab", async ({ foundFirm, enter }) => {
  await expectDraftsDeleted(await openQuestion({ foundFirm, enter }), signOut);
});
