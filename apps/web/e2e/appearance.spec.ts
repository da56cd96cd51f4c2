import { lookAt } from "./appearance/viewer";
import { type Cast, expect, test } from "./routes/cast";
import type { Demo } from "./routes/demo";
import { ROUTES, type Role } from "./routes/table";

const FIRM = "/o/harbour-lane";

// Checks every page on a wide screen and at 320 px, in light and dark: no axe findings, no
// horizontal scroll, no layout shift, no small target, and no hidden focus.
test.describe.configure({ timeout: 400_000 });

async function expectFine(
  cast: Cast,
  role: Role,
  pathsOf: (demo: Demo) => readonly string[],
): Promise<void> {
  const paths = pathsOf(await cast.demo());
  const viewer = await cast.viewer(role);
  const problems: string[] = [];
  for (const path of paths) problems.push(...(await lookAt(viewer, path)));
  expect.soft(problems).toEqual([]);
}

/** Returns the role of the users for whom the page is made. */
const viewerOf = (gets: (typeof ROUTES)[number]["gets"]): Role | undefined =>
  (["visitor", "contact", "owner"] as const).find((role) => gets[role].kind === "shows");

for (const role of ["visitor", "contact", "owner"] as const) {
  // S-2.8, S-2.47, S-2.53, S-2.54, S-2.55, S-2.69
  test(`the pages of the ${role} pass the appearance checks`, async ({ cast }) => {
    const pages = ROUTES.filter(({ gets }) => viewerOf(gets) === role);
    expect(pages.length).toBeGreaterThan(2);
    await expectFine(cast, role, (demo) => pages.map(({ path }) => path(demo)));
  });
}

test("requests in each state and decided items pass the appearance checks", async ({ cast }) => {
  await expectFine(cast, "owner", ({ request, draft, complete, cancelled, archived, ...demo }) => [
    ...[draft, complete, cancelled, archived].map((id) => `${FIRM}/requests/${id}`),
    `${FIRM}/requests/${request}?problem=export_too_large`,
    `${FIRM}/requests/${demo.ownRequest}/review/${demo.acceptedItem}`,
    `${FIRM}/requests/${demo.ownRequest}/review/${demo.partialItem}`,
    `${FIRM}/requests/${demo.ownRequest}/review/${demo.openItem}`,
  ]);
});

test("empty lists and missing pages pass the appearance checks", async ({ cast }) => {
  await expectFine(cast, "owner", () => [
    `${FIRM}/requests?q=nothing-like-this`,
    `${FIRM}/clients?q=nothing-like-this`,
    `${FIRM}/clients?status=archived`,
    `${FIRM}?show=bounced`,
    `${FIRM}?assignee=me`,
    `${FIRM}/requests?status=due_this_week`,
    "/no-such-page",
  ]);
  await expectFine(cast, "stranger", () => ["/o", "/r"]);
});

test("a contact's items in each state and a complete request pass the appearance checks", async ({
  cast,
}) => {
  await expectFine(cast, "contact", (demo) => [
    "/r",
    ...[demo.acceptedItem, demo.partialItem].map((item) => `/r/${demo.ownDoor}/items/${item}`),
    `/r/${demo.completeDoor}/items`,
    `/help?request=${demo.ownDoor}`,
    `/r/${demo.otherDoor}`,
  ]);
  await expectFine(cast, "visitor", ({ closedDoor }) => [`/r/${closedDoor}`]);
});
