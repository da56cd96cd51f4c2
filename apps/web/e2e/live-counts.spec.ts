import { queryAsOwner } from "./database";
import { sendAnswered } from "./fixtures/answers";
import { needLiveUpdates } from "./live";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./test";

const TITLES = ["First question", "Second question"];
const MESSAGES = 20;
/** A page loads the counts at most this long after a change: an interval plus a random delay. */
const LONGEST_WAIT_MS = 6_000;

// S-2.70
test("on a staff page, the counts in the navigation are updated after a change, and load only once for a burst of changes", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  const loads: string[] = [];
  let messages = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes(`"changed"`)) messages += 1;
    });
  });
  await page.clock.install();
  // The page loads the counts once when it joins the Realtime channel.
  const joined = page.waitForResponse("**/counts");
  await page.goto(`${firm.path}/clients`);
  await needLiveUpdates(page);
  await joined;
  page.on("request", (request) => {
    if (request.url().endsWith("/counts")) loads.push(request.url());
  });

  await sendAnswered(firm, TITLES);
  await expect(page.getByRole("link", { name: /^Inbox ?, to review: 2$/ })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole("link", { name: /^Requests ?, open: 1$/ })).toBeVisible();

  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.waitForLoadState("networkidle");
  loads.length = 0;
  messages = 0;
  await queryAsOwner("update public.items set submitted_at = null where title = $1", [TITLES[0]]);
  await queryAsOwner(
    `select private.ping($1, null, null, 1) from generate_series(1, ${MESSAGES})`,
    [firm.id],
  );
  await expect.poll(() => messages).toBe(MESSAGES);
  expect(loads).toHaveLength(0);
  await page.clock.runFor(LONGEST_WAIT_MS);
  await expect(page.getByRole("link", { name: /^Inbox ?, to review: 1$/ })).toBeVisible();
  await page.clock.runFor(LONGEST_WAIT_MS);
  expect(loads).toHaveLength(1);

  await page.route("**/counts", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await queryAsOwner("select private.ping($1, null, null, 1)", [firm.id]);
  await expect.poll(() => messages).toBe(MESSAGES + 1);
  await page.clock.runFor(LONGEST_WAIT_MS);
  await failed;
  await expect(page.getByRole("link", { name: /^Inbox ?, to review: 1$/ })).toBeVisible();
  firm.owner.problems.splice(0);
});

// S-2.70
test("on a staff page whose live updates never start, the counts in the navigation are updated within about a minute", async ({
  foundFirm,
}) => {
  const firm = await foundFirm();
  const { page } = firm.owner;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => socket.close({ code: 4000 }));
  await page.clock.install();
  await page.goto(`${firm.path}/clients`);
  await waitForReact(page.getByRole("link", { name: /^Inbox/ }));
  await sendAnswered(firm, TITLES);
  await page.clock.fastForward(60_000 + LONGEST_WAIT_MS);
  await expect(page.getByRole("link", { name: /^Inbox ?, to review: 2$/ })).toBeVisible();
});
