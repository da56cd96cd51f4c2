import { webUrl } from "../addresses";
import { waitForStreams } from "../pages/streams";
import type { Person } from "../people";
import { expect } from "../test";
import type { Demo } from "./demo";
import type { Outcome } from "./table";

const UNKNOWN = "/no-such-page";

const readPage = async ({ page }: Person): Promise<string[]> => [
  await page.title(),
  await page.locator("body").ariaSnapshot(),
];

async function openNotFound({ page }: Person, path: string): Promise<void> {
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(404);
  const html = (await answer?.text()) ?? "";
  expect(html, path).toContain("<title>Not found or no access");
  // The placeholder of the account menu must have the label of the menu. Otherwise, the result of
  // `readPage` would depend on timing.
  const names = html.matchAll(/aria-label="(Account: [^"]*)"/g);
  expect(new Set(Array.from(names, ([, name]) => name)).size, path).toBeLessThanOrEqual(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not found or no access");
  await expect(page).toHaveTitle(/^Not found or no access/);
  await page.waitForLoadState("load");
  await waitForStreams(page);
  // Next adds an empty alert to every page after its scripts have run. `readPage` reads this alert
  // too.
  await expect(page.locator("next-route-announcer")).toBeAttached();
}

const unknown = new Map<Person, string[]>();

export async function expectNotFound(person: Person, path: string): Promise<void> {
  const expected = unknown.get(person);
  await openNotFound(person, expected ? path : UNKNOWN);
  if (!expected) {
    unknown.set(person, await readPage(person));
    return expectNotFound(person, path);
  }
  expect(await readPage(person), path).toEqual(expected);
}

/**
 * Opens the path in a page, because `fetch` fails if the server has just closed its idle
 * connection.
 */
async function expectRedirect(
  { page }: Person,
  path: string,
  outcome: Extract<Outcome, { kind: "sign-in" | "goes to" }>,
  demo: Demo,
): Promise<void> {
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(200);
  const { origin, pathname, searchParams } = new URL(page.url());
  expect(origin).toBe(webUrl);
  if (outcome.kind === "goes to") {
    expect(pathname, path).toBe(outcome.path(demo));
    return;
  }
  expect(pathname, path).toBe("/sign-in");
  // `next` must be a page, so it is the page that starts the download or loads the JSON.
  const usedBy = path.replace(/\/export$/, "?export=1").replace(/\/(search\?.*|counts)$/, "");
  expect(searchParams.get("next"), path).toBe(usedBy);
}

export async function expectOutcome(
  person: Person,
  path: string,
  outcome: Outcome,
  demo: Demo,
): Promise<void> {
  if (outcome.kind === "not found") return expectNotFound(person, path);
  if (outcome.kind === "answers") {
    const answer = await person.context.request.get(path, {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(answer.status(), path).toBe(outcome.status);
    if (outcome.type) expect(answer.headers()["content-type"], path).toContain(outcome.type);
    return;
  }
  if (outcome.kind === "sign-in" || outcome.kind === "goes to") {
    return expectRedirect(person, path, outcome, demo);
  }
  const { page } = person;
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(answer?.status(), path).toBe(200);
  const { origin, pathname } = new URL(page.url());
  expect(origin).toBe(webUrl);
  expect(pathname, path).toBe(path);
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading", { level: 1, name: outcome.heading, exact: true }),
  ).toBeVisible();
  if (outcome.section) {
    await expect(
      main.getByRole("heading", { level: 2, name: outcome.section, exact: true }),
    ).toBeVisible();
  }
  if (!outcome.action) return;
  const named = { name: outcome.action, exact: true };
  const action = main.getByRole("button", named).or(main.getByRole("link", named)).first();
  await expect(action, `${path}: ${outcome.action}`).toBeVisible();
}
