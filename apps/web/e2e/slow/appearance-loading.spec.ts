import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { findMoved, readSkeleton } from "../appearance/loading";
import {
  findLayoutShifts,
  findOverflow,
  forgetLayoutShifts,
  waitForFrames,
} from "../appearance/measures";
import { open as openPage, type Viewer } from "../appearance/viewer";
import { holdTables } from "../database";
import { waitForReact } from "../pages/hydration";
import { openWithAhead } from "../pages/prefetch";
import type { Demo } from "../routes/demo";
import { ROUTES } from "../routes/table";
import { expect, test } from "../test";

const APP = fileURLToPath(new URL("../../src/app/", import.meta.url));
const FIRM = "/o/harbour-lane";
const STAFF = "(staff)/o/[org]/(sheet)";

/** Locking these tables makes every page wait, because every page reads at least one of them. */
const READ = [
  "public.memberships",
  "public.orgs",
  "public.profiles",
  "public.requests",
  "auth.mfa_factors",
];

type Click = {
  from: (demo: Demo) => string;
  to: string;
  /** Default: the path of `to` in the table of routes. */
  path?: (demo: Demo) => string;
  /** Maps each part of the skeleton to the element that replaces it. */
  parts: Record<string, string>;
};

const TITLE = { title: "main h1" };
const CLICKS: readonly Click[] = [
  {
    from: () => `${FIRM}/requests`,
    to: `${STAFF}/requests/[requestId]/(view)`,
    // The skeleton has a line for the next reminder, as most open requests have.
    path: ({ unanswered }) => `${FIRM}/requests/${unanswered}`,
    parts: { ...TITLE, list: "[aria-labelledby=checklist] ul" },
  },
  {
    from: ({ request }) => `${FIRM}/requests/${request}`,
    to: "(staff)/o/[org]/(review)/requests/[requestId]/review/[itemId]",
    parts: { title: "[data-item-title]" },
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
    parts: { title: "main h2", "part-1": "#profile-part" },
  },
];

/** Blocks live updates, because an update could refresh a page during a measurement. */
async function keepStill({ wide, phone }: Viewer): Promise<void> {
  for (const page of [wide, phone]) await page.routeWebSocket(/\/realtime\//, () => {});
}

function pathOf(file: string, demo: Demo): string {
  const route = ROUTES.find((each) => each.file === `${file}/page.tsx`);
  if (!route) throw new Error(`No route is named ${file}.`);
  return route.path(demo);
}

function startOf(path: string): string {
  if (!path.startsWith(`${FIRM}`)) return "/help";
  return path === FIRM ? `${FIRM}/clients` : FIRM;
}

async function readLoading(page: Page, go: () => Promise<unknown>) {
  const release = await holdTables(READ);
  try {
    await go();
    const skeleton = page.locator("main [data-skeleton][aria-busy=true]");
    await expect(skeleton).toBeVisible();
    await expect(skeleton.getByRole("status")).toHaveText(/^Loading/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\S/);
    // The blocks appear only after 150 ms, so users of fast pages never see them.
    await expect(skeleton.locator(".animate-skeleton").first()).toHaveCSS(
      "animation-delay",
      "0.15s, 0.15s",
    );
    await forgetLayoutShifts(page);
    return { places: await readSkeleton(page), problems: await findOverflow(page) };
  } finally {
    await release();
  }
}

for (const screen of ["wide", "phone"] as const) {
  // S-2.2
  test(`a click on a link on a ${screen} screen shows the page's skeleton, and nothing moves when the page arrives`, async ({
    cast,
    view,
  }) => {
    const [demo, viewer] = [await cast.demo(), await view(await cast.person("owner"))];
    await keepStill(viewer);
    const page = viewer[screen];
    for (const { from, to, parts, ...click } of CLICKS) {
      await test.step(to, async () => {
        const path = click.path?.(demo) ?? pathOf(to, demo);
        const link = page.locator(`main a[href="${path}"]`).first();
        await openWithAhead(page, path, async () => {
          await openPage(page, from(demo));
          await waitForReact(link);
          // Scroll to the link, because Next prefetches only visible links.
          await link.scrollIntoViewIfNeeded();
        });
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

type Step = {
  name: string;
  /** The path to open first. Default: stay on the page that the previous step opened. */
  from?: (demo: Demo) => string;
  go: (page: Page, demo: Demo) => Promise<unknown>;
  to: RegExp;
};

const inMain = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("link", { name }).filter({ visible: true }).first();

/** No step opens a filter, because a filter changes the number of rows in a list. */
const STEPS: readonly Step[] = [
  {
    name: "a tab",
    from: () => FIRM,
    go: (page) => inMain(page, /^Bounced emails/).click(),
    to: /show=bounced$/,
  },
  { name: "back to the inbox", go: (page) => page.goBack(), to: /harbour-lane$/ },
  {
    name: "a row of the checklist",
    from: ({ request }) => `${FIRM}/requests/${request}`,
    go: (page) => page.locator("[aria-labelledby=checklist] li a").first().click(),
    to: /\/review\//,
  },
  {
    name: "the next item of the review",
    go: (page) => inMain(page, /^Next item/).click(),
    to: /\/review\//,
  },
  { name: "back to the first item", go: (page) => page.goBack(), to: /\/review\// },
  { name: "back to the request", go: (page) => page.goBack(), to: /\/requests\/[0-9a-f-]+$/ },
];

for (const width of [1440, 768, 320]) {
  test(`at ${width} px, nothing moves when a tab, a row, the next item or an earlier page opens`, async ({
    cast,
    view,
  }) => {
    const [demo, viewer] = [await cast.demo(), await view(await cast.person("owner"))];
    await keepStill(viewer);
    const page = width === 320 ? viewer.phone : viewer.wide;
    const { height } = page.viewportSize() ?? { height: 900 };
    await page.setViewportSize({ width, height });
    for (const { name, from, go, to } of STEPS) {
      await test.step(name, async () => {
        if (from) await openPage(page, from(demo));
        await waitForReact(page.getByRole("main").locator("a").first());
        await page.waitForLoadState("networkidle");
        const before = page.url();
        await forgetLayoutShifts(page);
        await go(page, demo);
        await expect(page).toHaveURL((url) => url.href !== before && to.test(url.href));
        await expect(page.locator("[data-skeleton]")).toHaveCount(0);
        await page.waitForLoadState("networkidle");
        expect.soft(await findLayoutShifts(page, true), name).toEqual([]);
      });
    }
  });
}

test("every page with a loading state shows the loading state immediately, even without a prefetch, and nothing moves when the page arrives", async ({
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
      await waitForFrames(page);
      problems.push(...(await findLayoutShifts(page, true)));
      expect.soft(problems, file).toEqual([]);
    });
  }
});
