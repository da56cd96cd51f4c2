import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { findMoved, readSkeleton } from "./appearance/loading";
import { findLayoutShifts, findOverflow, forgetLayoutShifts } from "./appearance/measures";
import { open as openPage, type Viewer } from "./appearance/viewer";
import { holdTables } from "./database";
import { waitForReact } from "./pages/hydration";
import { expect, test } from "./routes/cast";
import type { Demo } from "./routes/demo";
import { ROUTES } from "./routes/table";

// A skeleton appears immediately after a click, and nothing moves when the page replaces it.
test.describe.configure({ timeout: 120_000 });

const APP = fileURLToPath(new URL("../src/app/", import.meta.url));
const FIRM = "/o/harbour-lane";
const STAFF = "(staff)/o/[org]/(sheet)";

/** Every page reads one of these tables, so a lock on them makes all pages wait. */
const READ = [
  "public.memberships",
  "public.orgs",
  "public.profiles",
  "public.requests",
  "auth.mfa_factors",
];

/**
 * A click on a link: the page that contains the link, the route that it opens, and the element that
 * replaces each part of the skeleton.
 */
type Click = { from: (demo: Demo) => string; to: string; parts: Record<string, string> };

const TITLE = { title: "main h1" };
const CLICKS: readonly Click[] = [
  {
    from: () => `${FIRM}/requests`,
    to: `${STAFF}/requests/[requestId]/(view)`,
    parts: { ...TITLE, list: "[aria-labelledby=checklist] ul" },
  },
  {
    from: ({ request }) => `${FIRM}/requests/${request}`,
    to: "(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]",
    parts: TITLE,
  },
  {
    from: () => `${FIRM}/clients`,
    to: `${STAFF}/clients/[clientId]`,
    parts: { ...TITLE, list: "[aria-labelledby=requests] table" },
  },
  {
    from: () => `${FIRM}/templates`,
    to: `${STAFF}/templates/[templateId]`,
    parts: { ...TITLE, editor: "main form" },
  },
  {
    from: () => "/account/security",
    to: "account/(profile)",
    parts: { ...TITLE, picture: "#picture-title", profile: "#profile" },
  },
];

/**
 * Turns off live updates, because a live page reloads when data changes. These tests change no
 * data.
 */
async function keepStill({ wide, phone }: Viewer): Promise<void> {
  for (const page of [wide, phone]) await page.routeWebSocket(/\/realtime\//, () => {});
}

function pathOf(file: string, demo: Demo): string {
  const route = ROUTES.find((each) => each.file === `${file}/page.tsx`);
  if (!route) throw new Error(`No route is named ${file}.`);
  return route.path(demo);
}

/** Returns the page on which the navigation starts. If possible, it is inside the firm's layout. */
function startOf(path: string): string {
  if (!path.startsWith(`${FIRM}`)) return "/help";
  return path === FIRM ? `${FIRM}/clients` : FIRM;
}

/** Waits until Next has prefetched a link, which loads its page down to the loading state. */
function waitForAhead(page: Page, path: string): Promise<unknown> {
  return page.waitForResponse((response) => {
    const sent = response.request().headers();
    return (
      new URL(response.url()).pathname === path &&
      sent["next-router-prefetch"] === "1" &&
      sent["next-router-segment-prefetch"] === undefined
    );
  });
}

/**
 * Navigates within the app while the server waits. Returns the positions of the skeleton's parts.
 */
async function readLoading(page: Page, go: () => Promise<unknown>) {
  const release = await holdTables(READ);
  try {
    await go();
    const skeleton = page.locator("main [data-skeleton][aria-busy=true]");
    await expect(skeleton).toBeVisible();
    await expect(skeleton.getByRole("status")).toHaveText(/^Loading/);
    await forgetLayoutShifts(page);
    return { places: await readSkeleton(page), problems: await findOverflow(page) };
  } finally {
    await release();
  }
}

for (const screen of ["wide", "phone"] as const) {
  // S-2.2
  test(`a click on a ${screen} screen shows the skeleton, and nothing moves when the page arrives`, async ({
    cast,
    view,
  }) => {
    const [demo, viewer] = [await cast.demo(), await view(await cast.person("owner"))];
    await keepStill(viewer);
    const page = viewer[screen];
    for (const { from, to, parts } of CLICKS) {
      await test.step(to, async () => {
        const path = pathOf(to, demo);
        const ahead = waitForAhead(page, path);
        await openPage(page, from(demo));
        const link = page.locator(`main a[href="${path}"]`).first();
        await waitForReact(link);
        // Scroll to the link, because Next prefetches only visible links.
        await link.scrollIntoViewIfNeeded();
        await ahead;
        // A prefetch works only after it was read to its end. A click before that waits for data.
        await page.waitForLoadState("networkidle");
        const { places, problems } = await readLoading(page, () => link.click());
        await expect(page.locator("[data-skeleton]")).toHaveCount(0);
        await expect(page).toHaveURL((url) => url.pathname === path);
        const heading = await page.getByRole("heading", { level: 1 }).textContent();
        await expect.poll(() => page.title()).toContain(`${heading} · Dossier`);
        problems.push(...(await findLayoutShifts(page, true)));
        problems.push(...(await findMoved(page, places, parts)));
        expect.soft(problems, to).toEqual([]);
      });
    }
  });
}

test("every page with a loading state shows it immediately, even if nothing was prefetched", async ({
  cast,
  view,
}) => {
  const demo = await cast.demo();
  const withLoading = ROUTES.filter(
    ({ file }) =>
      existsSync(join(APP, dirname(file), "loading.tsx")) ||
      readFileSync(join(APP, file), "utf8").includes("<Streamed"),
  );
  expect(withLoading.length).toBeGreaterThan(20);
  const open = async (role: "owner" | "contact") => {
    const viewer = await view(await cast.person(role));
    await keepStill(viewer);
    await viewer.wide.route("**/*", (route) =>
      route.request().headers()["next-router-prefetch"] ? route.abort() : route.fallback(),
    );
    return viewer.wide;
  };
  const pages = { owner: await open("owner"), contact: await open("contact") };
  for (const { file, path, gets } of withLoading) {
    await test.step(file, async () => {
      const page = pages[gets.owner.kind === "shows" ? "owner" : "contact"];
      const to = path(demo);
      await openPage(page, startOf(to));
      await waitForReact(page.locator("header a").first());
      const { problems } = await readLoading(page, () =>
        page.evaluate((href) => {
          const { next } = window as unknown as { next: { router: { push(to: string): void } } };
          next.router.push(href);
        }, to),
      );
      await expect(page.locator("[data-skeleton]")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect.soft(problems, file).toEqual([]);
    });
  }
});
