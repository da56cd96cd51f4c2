import type { WebSocketRoute } from "@playwright/test";
import { lacks } from "./addresses";
import { makePdf } from "./documents";
import { decide, itemOf, reviewPathOf, sendAnswered, submitFiles, waive } from "./fixtures/answers";
import { addMember, sendRequest } from "./fixtures/firms";
import { needLiveUpdates } from "./live";
import { endSession, keptNames, signInAgain } from "./pages/ended-session";
import { waitForReact } from "./pages/hydration";
import { checklistRow } from "./pages/staff-pages";
import type { Person } from "./people";
import { expect, type Fixtures, test } from "./test";

const [isRealtimeAbsent] = lacks("realtime");
const TITLES = ["First question", "Second question", "Third question", "Fourth question"];

async function openForTwo(foundFirm: Fixtures["foundFirm"], join: Fixtures["join"]) {
  const firm = await foundFirm({ owner: "Ada Lindt" });
  const ben = await join("Ben Oduya");
  await addMember(firm, ben);
  // The other item keeps the request open.
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  return { ada: firm.owner, ben, request };
}

const heading = ({ page }: Pick<Person, "page">, name: string) =>
  page.getByRole("heading", { level: 1, name });

// S-2.27, S-2.60
test("J and K move between items, A accepts and opens the next item, and Undo stays for ten seconds", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  const { page } = ada;
  await page.clock.install();
  await page.goto(request.path);
  await waitForReact(page.getByRole("link", { name: "Review 2" }));
  await page.getByRole("link", { name: "Review 2" }).click();
  await expect(heading(ada, "First question")).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading(ada, "Second question")).toBeVisible();
  await page.keyboard.press("k");
  await expect(heading(ada, "First question")).toBeVisible();
  const clockOfPage = () => page.evaluate(() => Date.now());
  const pressedAt = await clockOfPage();
  await page.keyboard.down("a");
  await expect(heading(ada, "Second question")).toBeVisible();
  // Holding the key decides one item and not the following ones.
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect(page.locator("#main")).toBeFocused();
  const toast = page.getByRole("dialog").filter({ hasText: "Accepted" });
  await expect(toast.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  const shownBy = await clockOfPage();
  // The clock stands still during the check, however slow the machine is.
  await page.clock.pauseAt(pressedAt + 9_900);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(shownBy - pressedAt + 200);
  await page.clock.resume();
  await expect(toast).toHaveCount(0);
});

test("M and R ask for a note, Ctrl+Enter decides, and F6 and Enter undo without a mouse", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(1));
  const { page } = ada;
  await page.goto(reviewPathOf(request, "Second question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("r");
  const note = page.getByLabel("Note to the client");
  await expect(note).toBeFocused();
  // The focus is in the field, so keys now go to the field.
  await page.keyboard.type("marked");
  await expect(note).toHaveValue("marked");
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await page.keyboard.press("r");
  await expect(note).toHaveValue("marked");
  await page.keyboard.press("Control+Enter");
  await expect(heading(ada, "Third question")).toBeVisible();
  await page.keyboard.press("m");
  await expect(note).toBeFocused();
  await page.keyboard.type("The second page too.");
  await note.blur();
  await page.keyboard.press("Control+Enter");
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await page.goto(request.path);
  await expect(checklistRow(ada, "Second question")).toContainText("Returned");
  await expect(checklistRow(ada, "Third question")).toContainText("Accepted, more needed");

  await page.getByRole("link", { name: "Fourth question", exact: true }).click();
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await page.keyboard.press("a");
  // No other item waits, so the request's page offers Undo.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeVisible();
  await page.keyboard.press("F6");
  // Tab reaches the list of messages, then the newest message, then its button.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Decision undone: “Fourth question”").first()).toBeVisible();
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");
});

// S-2.27
test("W opens the reason and waives the item, and the toast undoes the waiver", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(2));
  await decide(ada, itemOf(request, "Third question"), "returned", "Say more.");
  const { page } = ada;
  await page.goto(reviewPathOf(request, "Fourth question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("w");
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Answered in person.");
  await page.keyboard.press("Control+Enter");
  await expect(checklistRow(ada, "Fourth question")).toContainText("Waived");
  // The next page becomes visible before the address changes.
  await page.waitForURL(({ pathname, search }) => pathname === request.path && search === "");
  // Without a network, Undo shows an error. After the network is back, Undo works.
  await page.route(page.url(), (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(
    page.getByText("We don’t know whether the decision was undone. Try again."),
  ).toBeVisible();
  expect(ada.problems.splice(0)).toEqual([expect.stringContaining("net::ERR_FAILED")]);
  await page.unroute(page.url());
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");
});

// S-2.27, S-2.60
test("the review fills the screen and closes with Escape, and a dialog keeps keys from acting behind it", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(2));
  const { page } = ada;
  await page.goto(reviewPathOf(request, "Fourth question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  // The firm's navigation is not part of the review.
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation).toHaveCount(0);
  // Keys do nothing behind a dialog: A and K have no effect, and Escape closes only the dialog.
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("a");
  await page.keyboard.press("k");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("Escape");
  await expect(heading(ada, "Closing the books")).toBeVisible();
  await expect(navigation.first()).toBeVisible();
});

// S-8.10
test("an unfinished note is restored after visiting other items and after a session ends", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(2));
  await decide(ada, itemOf(request, "Third question"), "accepted");
  const { page } = ada;
  const note = page.getByLabel("Note to the client");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(reviewPathOf(request, "Fourth question"));
  await waitForReact(button("Return"));
  await page.keyboard.press("r");
  await note.fill("The last page is");
  await note.blur();
  await page.keyboard.press("k");
  await expect(heading(ada, "Third question")).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await expect(page.getByText("Your unsent note: “The last page is”")).toBeVisible();
  await page.keyboard.press("r");
  await expect(note).toHaveValue("The last page is");
  await note.fill("The last page is missing.");

  // End the session while this page is closed. A live page would detect the end before the test
  // presses a button.
  const path = page.url();
  await page.goto("about:blank");
  await endSession(ada);
  await page.goto(path);
  await signInAgain(ada, ada.email, ada.password);
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await expect(page.getByText("Your unsent note: “The last page is missing.”")).toBeVisible();
  await button("Return").click();
  await expect(note).toHaveValue("The last page is missing.");
  await button("Return").click();
  await expect(checklistRow(ada, "Fourth question")).toContainText("Returned");
  await button("Undo").click();
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");

  // The page does not restore text that was sent. It restores unsent text until the user discards
  // it.
  await page.getByRole("link", { name: "Fourth question", exact: true }).click();
  await waitForReact(button("Waive"));
  await button("Waive").click();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  await page.getByLabel("Reason").fill("Seen in the office.");
  await page.reload();
  await waitForReact(button("Waive"));
  await button("Waive").click();
  await expect(page.getByLabel("Reason")).toHaveValue("Seen in the office.");
  await button("Discard changes").click();
  await expect(page.getByLabel("Reason")).toHaveValue("");
  expect(await keptNames(ada)).toEqual([]);
});

// S-2.56
test("the list of keyboard shortcuts names every key", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, ["First question"]);
  await page.goto(reviewPathOf(request, "First question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const key of [
    "Ctrl K or ⌘ K",
    "J, K",
    "Enter",
    "N",
    "V",
    "/",
    "A",
    "M",
    "R",
    "Ctrl Enter or ⌘ Enter",
    "W",
    "Z",
    "F6",
    "?",
    "Esc",
  ]) {
    await expect(sheet.getByText(key, { exact: true })).toBeVisible();
  }
  await page.keyboard.press("Escape");
});

// S-2.25
test("two people on one request see when the other arrives, leaves or decides", async ({
  foundFirm,
  join,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  await ada.page.goto(request.path);
  await ben.page.goto(request.path);
  await expect(heading(ben, "Closing the books")).toBeVisible();
  if (!isRealtimeAbsent) {
    await expect(ada.page.getByText("Ben Oduya is here too")).toBeVisible();
    await expect(ben.page.getByText("Ada Lindt is here too")).toBeVisible();
  }
  await decide(ben, itemOf(request, "First question"), "accepted");
  await needLiveUpdates(ada.page);
  await expect(checklistRow(ada, "First question")).toContainText("Accepted");
  await ben.page.goto("about:blank");
  await expect(ada.page.getByText("is here too")).toHaveCount(0);
});

// S-8.17
test("a decision on an item that another member just decided is refused, and the note stays", async ({
  foundFirm,
  join,
  openWithoutScripts,
}) => {
  const { ada, ben, request } = await openForTwo(foundFirm, join);
  await ada.page.goto(reviewPathOf(request, "First question"));
  await waitForReact(ada.page.getByRole("button", { name: "Return", exact: true }));
  await ada.page.keyboard.press("r");
  await ada.page.getByLabel("Note to the client").fill("Is it signed?");
  // Without scripts, the page does not change, whatever others do.
  const { page } = await openWithoutScripts(ada);
  await page.goto(ada.page.url());
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await decide(ben, itemOf(request, "First question"), "accepted");
  await page.getByLabel("Note to the client").fill("Please sign it.");
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Ben Oduya already changed this.");
  await expect(page.getByLabel("Your unsent note. Copy it to keep it.")).toHaveValue(
    "Please sign it.",
  );
  // If a person is still typing when the update arrives, the page keeps their text too.
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
test("a typed waive reason stays after another member decides first, and can be sent again or copied", async ({
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

  // A returned item can still be waived, so the open form keeps the reason next to Ben's decision.
  await decision(plain).getByLabel("Reason").fill("Signed in our office.");
  await decision(plain).getByRole("button", { name: "Waive", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Ben Oduya already changed this.");
  await expect(page.locator("main p", { hasText: "Please sign it." })).toBeVisible();
  await expect(decision(plain).getByLabel("Reason")).toHaveValue("Signed in our office.");

  // Ada types a reason while Ben waives the item.
  await expect(ada.page.getByText("Please sign it.")).toBeVisible();
  await ada.page.keyboard.press("w");
  await decision(ada).getByLabel("Reason").fill("Signed by post.");
  await waive(ben, item, "Seen at the notary.");
  await decision(plain).getByRole("button", { name: "Waive", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Ben Oduya already changed this.");
  await expect(unsent(plain)).toHaveValue("Signed in our office.");
  await expect(page.locator("main p", { hasText: "Seen at the notary." })).toBeVisible();

  // The page keeps Ada's text and shows Ben's.
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
  // A project without realtime has no live updates that could be lost. The local backend always
  // runs this test.
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
  await expect(page.getByText("Ben Oduya is here too")).toBeVisible();
  const notice = page.getByText("Live updates paused.");
  const clockOfPage = () => page.evaluate(() => Date.now());
  /**
   * Advances the page's clock second by second until the notice appears or disappears. Returns the
   * seconds.
   */
  const secondsUntil = async (isShown: boolean) => {
    const before = await clockOfPage();
    await expect(async () => {
      await page.clock.fastForward(1_000);
      await expect(notice).toHaveCount(isShown ? 1 : 0, { timeout: 100 });
    }).toPass();
    return ((await clockOfPage()) - before) / 1_000;
  };
  isCut = true;
  await Promise.all(sockets.map((route) => route.close({ code: 1001 })));
  expect(await secondsUntil(true)).toBeGreaterThanOrEqual(10);
  isCut = false;
  await secondsUntil(false);
  await expect(page.getByText("Ben Oduya is here too")).toBeVisible();
});

// S-2.27
test("a returned answer opens next to the new one, and files that did not change are named", async ({
  foundFirm,
}) => {
  const firm = await foundFirm({ owner: "Ada Lindt" });
  const { page } = firm.owner;
  const request = await sendRequest(firm, { items: [{ title: "Bank statements", kind: "file" }] });
  const item = itemOf(request, "Bank statements");
  const pdf = (name: string, text: string, pages = 1) => ({
    name,
    mime: "application/pdf",
    bytes: makePdf(text, pages),
  });
  const january = pdf("January.pdf", "January");
  await submitFiles(firm.owner, item, [january, pdf("March photo.pdf", "Blurred")]);
  await decide(firm.owner, item, "returned", "March is out of focus.");
  await submitFiles(firm.owner, item, [january, pdf("March 2026.pdf", "Sharp", 3)]);

  await page.goto(reviewPathOf(request, "Bank statements"));
  const version = (no: number) => page.getByRole("region", { name: `Version ${no}`, exact: true });
  const sheet = (name: string) => page.getByRole("img", { name: `Preview of ${name}, Page 1` });
  await expect(page.getByText("Ada Lindt returned version 1")).toBeVisible();
  await expect(page.getByText("March is out of focus.")).toBeVisible();
  await expect(
    page.getByText("1 file changed: March 2026.pdf. The other file is the same as in version 1."),
  ).toBeVisible();
  // The first changed file is shown, each version in a pane that scrolls separately.
  await expect(version(1).locator("[data-drawn]")).toHaveCount(1);
  await expect(sheet("March photo.pdf")).toBeVisible();
  await expect(sheet("March 2026.pdf")).toBeVisible();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  const scrolled = (no: number) =>
    version(no)
      .locator("[data-sheets]")
      .evaluate((pane) => pane.scrollTop);
  expect(await scrolled(2)).toBeGreaterThan(0);
  expect(await scrolled(1)).toBe(0);

  // Below 900 px, a switch shows one version at a time.
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(version(2)).toBeVisible();
  await expect(version(1)).toBeHidden();
  await page.getByRole("button", { name: "Version 1", exact: true }).click();
  await expect(version(1)).toBeVisible();
  await expect(version(2)).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(version(2)).toBeVisible();

  // The same file is shown once. Without the comparison, there is one pane.
  await page.getByRole("link", { name: "January.pdf" }).click();
  await expect(page.getByText("This is the same file as in version 1.")).toBeVisible();
  await expect(version(1)).toHaveCount(0);
  await page.getByRole("link", { name: "March 2026.pdf" }).click();
  await expect(version(1)).toBeVisible();
  await page.getByRole("button", { name: "Compare with version 1" }).click();
  await expect(version(1)).toHaveCount(0);
});
