import { queryAsOwner } from "./database";
import { decide, itemOf, reviewPathOf, sendAnswered, waive } from "./fixtures/answers";
import { sendRequest } from "./fixtures/firms";
import { waitForReact } from "./pages/hydration";
import { checklistRow } from "./pages/staff-pages";
import type { Person } from "./people";
import { expect, test } from "./test";

const TITLES = ["First question", "Second question", "Third question", "Fourth question"];

const heading = ({ page }: Pick<Person, "page">, name: string) =>
  page.getByRole("heading", { level: 1, name });

// S-2.27, S-2.60
test("J and K move between items, A accepts an item and opens the next, and Undo stays for ten seconds", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  const { page } = ada;
  await page.clock.install();
  await page.goto(request.path);
  await waitForReact(page.getByRole("link", { name: "Review 2 answers" }));
  await page.getByRole("link", { name: "Review 2 answers" }).click();
  await expect(heading(ada, "First question")).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading(ada, "Second question")).toBeVisible();
  await page.keyboard.press("k");
  await expect(heading(ada, "First question")).toBeVisible();
  const clockOfPage = () => page.evaluate(() => Date.now());
  const pressedAt = await clockOfPage();
  await page.keyboard.down("a");
  await expect(heading(ada, "Second question")).toBeVisible();
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect(page.locator("#main")).toBeFocused();
  const toast = page.getByRole("dialog").filter({ hasText: "Accepted" });
  await expect(toast.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  const shownBy = await clockOfPage();
  // Pause the clock, so that a slow machine does not change the result.
  await page.clock.pauseAt(pressedAt + 9_900);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(shownBy - pressedAt + 200);
  await page.clock.resume();
  await expect(toast).toHaveCount(0);
});

test("Z undoes only the newest decision while the message about the earlier one fades out", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const { page } = ada;
  const request = await sendAnswered(firm, TITLES.slice(0, 3));
  await page.goto(reviewPathOf(request, "First question"));
  await waitForReact(page.getByRole("button", { name: "Accept", exact: true }));
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-toasts] * { transition-duration: 60s !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.keyboard.press("a");
  await expect(heading(ada, "Second question")).toBeVisible();
  await page.keyboard.press("a");
  await expect(heading(ada, "Third question")).toBeVisible();
  await expect(page.locator("[data-toasts] [data-ending-style]")).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(page.getByText("Decision undone: “Second question”")).toBeVisible();
  await page.goto(request.path);
  await expect(checklistRow(ada, "First question")).toContainText("Accepted");
  await expect(checklistRow(ada, "Second question")).toContainText("To review");
});

test("Z undoes a decision on every page that shows the toast with Undo", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  const { page } = ada;
  await page.goto(reviewPathOf(request, "First question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("a");
  const toast = page.getByRole("dialog").filter({ hasText: "Accepted “First question”" });
  await expect(toast).toBeVisible();
  await page.keyboard.press("Escape");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Clients" })
    .click();
  await expect(heading(ada, "Clients")).toBeVisible();
  await expect(toast).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByRole("dialog").filter({ hasText: "Decision undone" })).toBeVisible();
  await page.goto(request.path);
  await expect(checklistRow(ada, "First question")).toContainText("To review");
});

test("M and R ask for a note, Ctrl+Enter makes the decision, and F6, Tab and Enter undo a decision", async ({
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
  await expect(checklistRow(ada, "Third question")).toContainText("More needed");

  await page.getByRole("link", { name: "Fourth question", exact: true }).click();
  await expect(heading(ada, "Fourth question")).toBeVisible();
  await page.keyboard.press("a");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeVisible();
  await page.keyboard.press("F6");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Decision undone: “Fourth question”").first()).toBeVisible();
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");
});

// S-2.27
test("after an item without an answer is waived, the item's review and the Files tab no longer say that an answer or a file will appear", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  // With only one item, the waiver would complete and close the request.
  const items = [
    { title: "Bank statements", kind: "file", help: "One file for each account." },
    { title: "Your trade", kind: "text" },
  ];
  const request = await sendRequest(firm, { items });
  const itemId = itemOf(request, "Bank statements");
  const { page } = firm.owner;
  const answer = page.getByText("The answer appears here as soon as the client sends it.");
  const files = page.getByText("Files appear here as soon as the client sends them.");
  await page.goto(reviewPathOf(request, "Bank statements"));
  await expect(answer).toBeVisible();
  const asked = page.getByRole("definition").filter({ visible: true });
  await expect(asked.nth(0)).toHaveText(/^Up to \d+ files$/);
  await expect(asked.nth(1)).toHaveText("One file for each account.");
  await expect(asked.nth(2)).toHaveText(/^\d+\s\w+\s\d{4}$/);
  await page.goto(`${request.path}?tab=files`);
  await expect(files).toBeVisible();

  await waive(firm.owner, itemId, "Received on paper.");
  await page.goto(reviewPathOf(request, "Bank statements"));
  await expect(
    page.getByText("This item is waived, so the client no longer has to answer it."),
  ).toBeVisible();
  await expect(answer).toHaveCount(0);
  await page.goto(`${request.path}?tab=files`);
  await expect(page.getByRole("heading", { name: "No files have been sent" })).toBeVisible();
  await expect(files).toHaveCount(0);
});

// S-2.27
test("W asks for a reason and waives the item, and a failed Undo shows an error whose “Try again” undoes the waiver", async ({
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
  // The URL changes only after the request's page has become visible.
  await page.waitForURL(({ pathname, search }) => pathname === request.path && search === "");
  const viewport = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 1280, height: 300 });
  // Next may scroll to the top after the URL has changed.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  }).toPass();
  await page.route(page.url(), (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const problem = page
    .getByRole("alert")
    .filter({ hasText: "The decision may not have been undone." });
  await expect(problem).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(ada.problems.splice(0)).toEqual([expect.stringContaining("net::ERR_FAILED")]);
  await page.unroute(page.url());
  await problem.getByRole("button", { name: "Try again" }).click();
  await expect(problem).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
  await page.setViewportSize(viewport);
  await expect(checklistRow(ada, "Fourth question")).toContainText("To review");
});

// S-2.60, S-2.75
test("the review hides the firm's navigation and closes with Escape, and shortcut keys do nothing while a dialog is open", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(2));
  const { page } = ada;
  await page.goto(reviewPathOf(request, "Fourth question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation).toHaveCount(0);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { name: "Keyboard shortcuts" })).toBeFocused();
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

test("on a phone, the bar of the review shows the whole name of the client", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  const name = "Okafor Dental Practice";
  await queryAsOwner("update public.clients set name = $2 where id = $1", [
    request.client.id,
    name,
  ]);
  const { page } = firm.owner;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(reviewPathOf(request, "First question"));
  const client = page.getByRole("main").getByText(name, { exact: true }).filter({ visible: true });
  await expect(client).toBeVisible();
  expect(await client.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
});

test("the review of an item without an answer shows the date of the last reminder that was sent", async ({
  foundFirm,
}) => {
  const firm = await foundFirm({ timeZone: "Europe/London" });
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const { page } = firm.owner;
  await page.goto(reviewPathOf(request, "Your trade"));
  const viewer = page.getByRole("main");
  await expect(viewer.getByText("Request sent")).toBeVisible();
  await expect(viewer.getByText("Last reminder")).toHaveCount(0);
  await queryAsOwner(
    `insert into public.reminders (org_id, request_id, contact_id, seq, due_at, status)
     select $1, $2, $3, 100 + day, ('2026-11-0' || day || 'T09:00Z')::timestamptz,
       case day when 6 then 'failed' else 'sent' end
     from generate_series(4, 6) day`,
    [firm.id, request.id, request.client.contact.id],
  );
  await page.reload();
  await expect(viewer.getByText(/^Last reminder\s*5\sNovember\s2026$/)).toBeVisible();
});

test("the review of an accepted item shows the status “Accepted” only next to the name of the version", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(0, 1));
  const item = itemOf(request, "First question");
  const { page } = ada;
  const accepted = page.getByText("Accepted", { exact: true });
  await decide(ada, item, "accepted");
  await page.goto(reviewPathOf(request, "First question"));
  await expect(page.getByText(/accepted version 1/)).toBeVisible();
  await expect(accepted).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Version 1" })).toContainText("Accepted");
});

test("on a phone, the bar of an item without an answer opens the form to answer for the client, and its menu contains Waive", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const request = await sendRequest(firm, { items: [{ title: "Your trade", kind: "text" }] });
  const { page } = firm.owner;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(reviewPathOf(request, "Your trade"));
  const parts = page.locator("[data-phone-bar] > *");
  await expect(parts).toHaveText(["Answer for the client", /^Other/]);
  const waive = page.getByRole("button", { name: "Waive", exact: true });
  await expect(waive).toBeHidden();
  const send = page.getByRole("button", { name: "Send answer" });
  await expect(send).toBeHidden();
  await page.getByRole("link", { name: "Answer for the client" }).click();
  await expect(send).toBeVisible();
  await page.locator("summary[aria-label='Other decisions']").click();
  await expect(waive).toBeVisible();
});

test("a phone offers Undo for a decided item at the bottom of the screen, and Waive only in a menu", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const ada = firm.owner;
  const request = await sendAnswered(firm, TITLES.slice(0, 2));
  await decide(ada, itemOf(request, "First question"), "returned", "Say more.");
  const { page } = ada;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(reviewPathOf(request, "First question"));
  const undo = page.getByRole("button", { name: "Undo decision" });
  await waitForReact(undo);
  await expect(undo).toBeInViewport({ ratio: 1 });
  const waive = page.getByRole("button", { name: "Waive", exact: true });
  await expect(waive).toBeHidden();
  await page.locator("summary[aria-label='Other decisions']").click();
  await expect(waive).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(page.url(), async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await undo.click();
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  release();
  await expect(page.getByRole("button", { name: "Accept", exact: true })).toBeVisible();
  const parts = page.locator("[data-phone-bar] > *");
  await expect(parts).toHaveText(["Accept", "Return", /^Other/]);
  const boxes = await parts.evaluateAll((all) =>
    all.map((each) => {
      // The closed menu is as high as its button.
      const { height, right } = (each.querySelector("summary") ?? each).getBoundingClientRect();
      return { height, right };
    }),
  );
  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1);
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(304);
});

// S-2.56
test("the dialog of keyboard shortcuts lists every shortcut key", async ({ foundFirm }) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const request = await sendAnswered(firm, ["First question"]);
  await page.goto(reviewPathOf(request, "First question"));
  await waitForReact(page.getByRole("button", { name: "Return", exact: true }));
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("term")).toHaveText([
    "Ctrl K or ⌘ K",
    "J",
    "K",
    "Enter",
    "N",
    "/",
    "V",
    "A",
    "R",
    "M",
    "W",
    "Ctrl Enter or ⌘ Enter",
    "Z",
    "F6",
    "?",
    "Esc",
  ]);
  await page.keyboard.press("Escape");
});
