import { expectFineHere } from "./appearance/viewer";
import { queryAsOwner } from "./database";
import { nextCode } from "./mailbox";
import { letCodeBeSent, openRequestLink, signIn } from "./pages/auth-pages";
import { waitForReact } from "./pages/hydration";
import { addItem, sendRequest, startRequestForNewClient } from "./pages/staff-pages";
import { ACTIONS, answer, drafts, loseActions } from "./pages/unsent-words";
import { openPerson, type Person } from "./people";
import { expect, test } from "./test";

const CONTACT = "una@offline.example";
const NOT_SENT = "Not sent yet. Keep this page open. We’ll keep trying to send it.";
const TITLES = [
  "Sent after offline",
  "Sent after a reload",
  "Arrived, unheard",
  "Two people",
  "Stopped",
  "Asked for first",
  "Signed out meanwhile",
  "Closed meanwhile",
];

test.describe.configure({ mode: "serial" });

let staff: Person;
let contact: Person;

test.beforeAll(async ({ browser }) => {
  staff = await openPerson(browser, "Mia Chen");
  await signIn(staff, "mia@harbour.example", "dossier-demo");
  await staff.page.goto("/o/harbour-lane");
  const client = { name: "Offline Ltd", contact: "Una Marsh", email: CONTACT };
  await startRequestForNewClient(staff, client);
  await staff.page.getByLabel("Title", { exact: true }).fill("Off and on");
  for (const [index, title] of TITLES.entries()) {
    await addItem(staff, { button: "Add text answer", number: index + 1, title });
  }
  const link = await sendRequest(staff, CONTACT);
  contact = await openPerson(browser, "Una Marsh");
  await openRequestLink(contact, link, CONTACT);
});

test.afterAll(async () => {
  await contact?.context.close();
  await staff?.context.close();
});

/** Opens an item from the checklist, from any page of the contact. */
async function openItem(title: string): Promise<void> {
  const { page } = contact;
  if (!page.url().endsWith("/items")) {
    await page.goto(page.url().replace(/\/items.*/, "/items"));
  }
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await waitForReact(answer(page));
}

/** Returns the submitted answer of an item and the item's status. */
async function submitted(title: string): Promise<{ status: string; texts: string[] }> {
  const rows = await queryAsOwner<{ status: string; text: string | null }>(
    `select i.status, s.answer ->> 'text' as text
    from public.items i left join public.submissions s on s.item_id = i.id and s.status <> 'draft'
    where i.title = $1 order by s.no`,
    [title],
  );
  return {
    status: rows[0]?.status ?? "",
    texts: rows.flatMap(({ text }) => (text === null ? [] : [text])),
  };
}

const submit = () => contact.page.getByRole("button", { name: "Submit" }).click();
const notice = (text = NOT_SENT) => contact.page.getByRole("alert").filter({ hasText: text });

// S-8.41
test("an answer that is submitted offline is sent when the network is back, even after a reload", async () => {
  const { page, context } = contact;
  await openItem("Sent after offline");
  await answer(page).fill("By the sea");
  await context.setOffline(true);
  await submit();
  await expect(notice()).toBeVisible();
  expect(await submitted("Sent after offline")).toEqual({ status: "open", texts: [] });
  await context.setOffline(false);
  await expect(page.getByText("“Sent after offline” was submitted.")).toBeVisible();
  expect(await submitted("Sent after offline")).toEqual({
    status: "submitted",
    texts: ["By the sea"],
  });

  await openItem("Sent after a reload");
  await answer(page).fill("On the hill");
  await page.route(ACTIONS, loseActions);
  await submit();
  await expect(notice()).toBeVisible();
  await expectFineHere(page);
  await page.reload();
  await expect(notice()).toBeVisible();
  await page.unroute(ACTIONS, loseActions);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("“Sent after a reload” was submitted.")).toBeVisible();
  expect(await submitted("Sent after a reload")).toEqual({
    status: "submitted",
    texts: ["On the hill"],
  });
});

test("a submission whose response was lost is not made twice", async () => {
  const { page } = contact;
  await openItem("Arrived, unheard");
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
  await expect.poll(() => submitted("Arrived, unheard")).toMatchObject({ status: "submitted" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  // The repeat leads to the list, unless the page reloads first; both confirm it.
  await expect(
    page.getByText(
      /^(“Arrived, unheard” was submitted\.|Submitted\. Harbour & Lane will review it\.)$/,
    ),
  ).toBeVisible();
  await expect(page.getByLabel("Your answer, to copy")).toBeHidden();
  expect((await submitted("Arrived, unheard")).texts).toEqual(["Twice?"]);
});

test("shows both texts instead of overwriting what someone else saved", async () => {
  const { page, context } = contact;
  await openItem("Two people");
  const other = await context.newPage();
  await other.goto(page.url());
  await context.setOffline(true);
  await answer(page).fill("Mine");
  await submit();
  await expect(notice()).toBeVisible();
  await queryAsOwner(
    `insert into public.submissions (org_id, request_id, item_id, no, author_id, answer, version, saved_by)
    select i.org_id, i.request_id, i.id, 1, gen_random_uuid(), '{"text": "Theirs"}', 1, gen_random_uuid()
    from public.items i where i.title = 'Two people'`,
  );
  await other.close();
  await context.setOffline(false);
  const conflict = page.getByRole("main").getByRole("alert");
  await expect(conflict).toContainText("Saved version: Theirs");
  await expect(conflict).toContainText("Yours: Mine");
  await expect(notice()).toBeHidden();
  await expect(answer(page)).toHaveValue("Mine");
  expect(await submitted("Two people")).toEqual({ status: "open", texts: [] });
  // The person has seen both texts and decides.
  await submit();
  await expect(page.getByText("“Two people” was submitted.")).toBeVisible();
  expect((await submitted("Two people")).texts).toEqual(["Mine"]);
});

test("a waiting submission can be stopped, by its button or by typing", async () => {
  const { page, context } = contact;
  await openItem("Stopped");
  await answer(page).fill("No");
  for (const stop of [
    () => page.getByRole("button", { name: "Don’t send" }).click(),
    () => answer(page).fill("No, not yet"),
  ]) {
    await context.setOffline(true);
    await submit();
    await expect(notice()).toBeVisible();
    await stop();
    await expect(notice()).toBeHidden();
    await context.setOffline(false);
    await expect(page.getByText("Draft saved")).toBeVisible();
    // "Draft saved" may still refer to the text before; this refers to the current text.
    await expect.poll(() => drafts(page)).toEqual([]);
    expect(await submitted("Stopped")).toEqual({ status: "open", texts: [] });
  }
  await page.reload();
  await expect(answer(page)).toHaveValue("No, not yet");
  await expect(notice("Not sent")).toBeHidden();
  expect(await submitted("Stopped")).toEqual({ status: "open", texts: [] });
});

test("a submission that is older than twelve hours asks before it is sent", async () => {
  const { page } = contact;
  await openItem("Asked for first");
  await answer(page).fill("Yesterday");
  await page.route(ACTIONS, loseActions);
  await submit();
  await expect(notice()).toBeVisible();
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith("submit:")) ?? "";
    const intent = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    sessionStorage.setItem(key, JSON.stringify({ ...intent, at: Date.now() - 13 * 3_600_000 }));
  });
  await page.reload();
  await expect(notice("You pressed Submit more than 12 hours ago")).toBeVisible();
  await page.unroute(ACTIONS, loseActions);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  expect(await submitted("Asked for first")).toEqual({ status: "open", texts: [] });
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("“Asked for first” was submitted.")).toBeVisible();
});

test("a session that ended in the meantime asks for a code, then the answer is sent", async () => {
  const { page, context } = contact;
  await openItem("Signed out meanwhile");
  await answer(page).fill("Still me");
  await context.setOffline(true);
  await submit();
  await expect(notice()).toBeVisible();
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByLabel("Your email")).toBeVisible();
  await letCodeBeSent(CONTACT);
  await page.getByLabel("Your email").fill(CONTACT);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Code").fill(await nextCode(CONTACT));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("“Signed out meanwhile” was submitted.")).toBeVisible();
  expect((await submitted("Signed out meanwhile")).texts).toEqual(["Still me"]);
});

test("an item that closed in the meantime keeps the text for copying", async () => {
  const { page, context } = contact;
  await openItem("Closed meanwhile");
  await answer(page).fill("Too late");
  await context.setOffline(true);
  await submit();
  await expect(notice()).toBeVisible();
  await queryAsOwner("update public.items set status = 'waived' where title = 'Closed meanwhile'");
  await context.setOffline(false);
  await expect(page.getByLabel("Your answer, to copy")).toHaveValue("Too late");
  await expect(notice()).toBeHidden();
});
