import type { Locator, Page } from "@playwright/test";
import { countLines } from "../appearance/phone";
import { open } from "../appearance/viewer";
import { holdTables } from "../database";
import { waitForReact } from "../pages/hydration";
import { openWithAhead } from "../pages/prefetch";
import { expect, test } from "../test";

const FIRM = "/o/harbour-lane";
/** Height of a table row, including the line below the row. */
const ROW_PX = 45;
/**
 * Largest distance between two related texts: a gap of 4 px, and 6 px of line height around them.
 */
const RELATED_LINES_PX = 10;

async function spaceBetween(above: Locator, below: Locator): Promise<number> {
  const rectOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { top, bottom } = range.getBoundingClientRect();
    return { top, bottom };
  };
  return (await below.evaluate(rectOf)).top - (await above.evaluate(rectOf)).bottom;
}

function findOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = [...document.querySelectorAll("main a[href], main button, main summary")]
      .filter((target) => target.checkVisibility())
      .map((target) => ({ target, box: target.getBoundingClientRect() }));
    return targets.flatMap(({ target, box }, index) =>
      targets
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right - 0.5 &&
            other.left < box.right - 0.5 &&
            box.top < other.bottom - 0.5 &&
            other.top < box.bottom - 0.5,
        )
        .map(({ target: other }) => `${target.textContent} and ${other.textContent}`),
    );
  });
}

test("on a touch screen, the links of the inbox are at least 44 px high, and the text that belongs to a link stays close to the link", async ({
  cast,
  view,
}) => {
  const { phone } = await view(await cast.person("owner"));
  for (const width of [768, 320]) {
    await phone.setViewportSize({ width, height: 1024 });
    await open(phone, FIRM);
    const group = phone.getByRole("region", { name: /Mortgage application$/ });
    const header = group.locator("header");
    const other = phone.getByRole("complementary");
    const lines: readonly [Locator, Locator][] = [
      [header.getByRole("link").first(), header.getByText(/^Due\s/)],
      [
        other.getByRole("region", { name: "Overdue" }).getByRole("listitem").getByRole("link"),
        other.getByText(/^2 missing/),
      ],
      [
        other.getByRole("region", { name: "Drafts" }).getByRole("listitem").getByRole("link"),
        other.getByText(/saved/),
      ],
    ];
    for (const [link, line] of lines) {
      expect((await link.first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await spaceBetween(link.first(), line.first())).toBeLessThanOrEqual(RELATED_LINES_PX);
    }
    if (width === 768) expect((await header.boundingBox())?.height).toBe(63);
    expect(await findOverlaps(phone), `${width} px`).toEqual([]);
  }
});

test("the rows in the tables of clients, requests and templates are equally high", async ({
  cast,
}) => {
  const { wide } = await cast.viewer("owner");
  const { client } = await cast.demo();
  for (const path of ["clients", "requests", "templates", `clients/${client}`]) {
    await open(wide, `${FIRM}/${path}`);
    const heights = await wide
      .getByRole("main")
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect([...new Set(heights)], path).toEqual([ROW_PX]);
  }
});

test("the status of a request is centered vertically in the row of the request", async ({
  cast,
}) => {
  const { wide } = await cast.viewer("owner");
  const { client } = await cast.demo();
  for (const path of [`clients/${client}`, "requests"]) {
    await open(wide, `${FIRM}/${path}`);
    const row = wide.getByRole("main").locator("tbody tr").first();
    const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
    const status = await row.getByText("Open", { exact: true }).boundingBox();
    const middle = (status?.y ?? 0) + (status?.height ?? 0) / 2;
    expect(Math.abs(middle - y - height / 2), path).toBeLessThanOrEqual(1);
  }
});

test("the role of a member and the Manage button have the same vertical center", async ({
  cast,
}) => {
  const { wide } = await cast.viewer("owner");
  await open(wide, `${FIRM}/settings/team`);
  const member = wide
    .getByRole("region", { name: "Members" })
    .getByRole("listitem")
    .filter({ has: wide.getByLabel(/^Manage/) })
    .first();
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
  };
  const manage = await middleOf(member.getByLabel(/^Manage/));
  const role = await middleOf(
    member
      .getByText(/^(Admin|Member)$/)
      .filter({ visible: true })
      .first(),
  );
  expect(Math.abs(role - manage)).toBeLessThanOrEqual(1);
});

test("on a phone, the number of archived clients is next to the title of their list, and a long placeholder ends with an ellipsis", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  await open(phone, `${FIRM}/clients?status=archived`);
  const title = phone.getByRole("heading", { level: 1, name: "Archived clients" });
  const end = await title.evaluate((element) => {
    const last = [...element.getClientRects()].at(-1);
    return { right: last?.right ?? 0, bottom: last?.bottom ?? 0 };
  });
  const count = await title.locator("xpath=following-sibling::*[1]").boundingBox();
  expect((count?.x ?? 0) - end.right).toBeLessThanOrEqual(8);
  expect(count?.y).toBeLessThan(end.bottom);
  await expect(phone.getByRole("searchbox")).toHaveCSS("text-overflow", "ellipsis");
});

test("on a tablet, the list of clients shows the email addresses of the demo in full", async ({
  cast,
  view,
}) => {
  const { wide } = await view(await cast.person("owner"));
  await wide.setViewportSize({ width: 768, height: 1024 });
  await open(wide, `${FIRM}/clients`);
  const cut = await wide
    .getByRole("main")
    .locator("tbody td:first-child .truncate, tbody [title*='@']")
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
});

test("on a phone, the cards of requests show their titles in full and their status in one line", async ({
  cast,
}) => {
  const { phone } = await cast.viewer("owner");
  await open(phone, `${FIRM}/requests`);
  const row = phone.getByRole("row").filter({ hasText: "Annual accounts 2026" });
  const title = row.getByText("Annual accounts 2026");
  expect(await title.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);
  const counts = phone
    .getByRole("row")
    .getByText(/^\d of \d/)
    .filter({ visible: true });
  for (const each of await counts.all()) {
    await expect(each).toContainText("accepted");
    expect(await each.evaluate(countLines)).toBe(1);
  }
  await open(phone, `${FIRM}/requests?status=all`);
  const heights = await phone
    .getByRole("row")
    .filter({ hasText: /Open/ })
    .evaluateAll((rows) => rows.map((each) => each.clientHeight));
  expect(heights.length).toBeGreaterThan(3);
  expect(new Set(heights).size, "heights of the cards of open requests").toBe(1);
});

test("in the dialog that edits a client, the name field and the icon of the close button end at the right edge of the content", async ({
  cast,
}) => {
  const { client } = await cast.demo();
  const { wide, phone } = await cast.viewer("owner");
  for (const [page, size] of [
    [wide, 32],
    [phone, 44],
  ] as const) {
    await open(page, `${FIRM}/clients/${client}`);
    await page.locator("main summary[aria-label='More actions']").click();
    await page.getByRole("button", { name: "Edit client" }).click();
    const dialog = page.getByRole("dialog");
    const field = await dialog.getByLabel("Client name").boundingBox();
    const close = dialog.getByRole("button", { name: "Close" });
    expect((await close.boundingBox())?.height).toBe(size);
    const cross = await close.locator("svg").boundingBox();
    const end = await dialog.evaluate((element) => {
      const { left } = element.getBoundingClientRect();
      const padding = Number.parseFloat(getComputedStyle(element).paddingRight);
      return left + element.clientLeft + element.clientWidth - padding;
    });
    expect((field?.x ?? 0) + (field?.width ?? 0)).toBeCloseTo(end, 0);
    // The lines of the icon end 5 px before the edge of the icon's box.
    expect((cross?.x ?? 0) + (cross?.width ?? 0) - 5).toBeCloseTo(end, 0);
    await page.keyboard.press("Escape");
  }
});

test("the skeleton of a list has the columns and the row height of the list's table", async ({
  cast,
  view,
}) => {
  const { wide, phone } = await view(await cast.person("owner"));
  const shapeOf = (page: Page, table: string) =>
    page.locator(table).evaluate((element) => ({
      columns: [...element.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().left),
      row: element.querySelectorAll("tbody tr")[1]?.getBoundingClientRect().height,
    }));
  for (const page of [wide, phone]) {
    await page.routeWebSocket(/\/realtime\//, () => {});
    for (const list of ["requests", "clients"]) {
      await openWithAhead(page, `${FIRM}/${list}`, async () => {
        await open(page, FIRM);
        await waitForReact(page.locator("header a").filter({ visible: true }).first());
      });
      const release = await holdTables(["public.memberships", "public.orgs", "public.requests"]);
      let skeleton: Awaited<ReturnType<typeof shapeOf>>;
      try {
        await page.evaluate((href) => {
          const { next } = window as unknown as { next: { router: { push(to: string): void } } };
          next.router.push(href);
        }, `${FIRM}/${list}`);
        await expect(page.locator("main [data-skeleton]")).toBeVisible();
        skeleton = await shapeOf(page, "main [data-skeleton] table");
      } finally {
        await release();
      }
      await expect(page.locator("[data-skeleton]")).toHaveCount(0);
      expect(await shapeOf(page, "main table"), list).toEqual(skeleton);
    }
  }
});
