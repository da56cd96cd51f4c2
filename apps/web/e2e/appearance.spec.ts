import { lookAt, openViewer, type Viewer } from "./appearance/viewer";
import type { Demo } from "./routes/demo";
import { gather } from "./routes/people";
import { ROUTES, type Role } from "./routes/table";
import { expect, test } from "./test";

// Every page, wide and at 320 px, light and dark: no axe findings, no horizontal scroll, no
// layout shift, no small target, no hidden focus.
test.describe.configure({ mode: "serial", timeout: 400_000 });

let demo: Demo;
const viewers = new Map<Role, Viewer>();

test.beforeAll(async ({ browser }) => {
  const { people, demo: found } = await gather(browser, "ada@appearance.example", ["owner"]);
  demo = found;
  for (const role of ["visitor", "contact", "owner", "stranger"] as const) {
    viewers.set(role, await openViewer(browser, people[role]));
  }
  await Promise.all(Object.values(people).map(({ context }) => context.close()));
});

test.afterAll(async () => {
  await Promise.all([...viewers.values()].map((viewer) => viewer.close()));
});

/** Checks all addresses as one role and reports every problem. */
async function expectFine(role: Role, paths: readonly string[]): Promise<void> {
  const viewer = viewers.get(role);
  if (!viewer) throw new Error(`Nobody looks as ${role}.`);
  const problems: string[] = [];
  for (const path of paths) problems.push(...(await lookAt(viewer, path)));
  expect.soft(problems).toEqual([]);
}

/** Returns the role that a page is made for. */
const viewerOf = (gets: (typeof ROUTES)[number]["gets"]): Role | undefined =>
  (["visitor", "contact", "owner"] as const).find((role) => gets[role].kind === "shows");

for (const role of ["visitor", "contact", "owner"] as const) {
  // S-2.8, S-2.47, S-2.53, S-2.54, S-2.55, S-2.69
  test(`the pages of the ${role} pass the appearance checks`, async () => {
    const pages = ROUTES.filter(({ gets }) => viewerOf(gets) === role);
    expect(pages.length).toBeGreaterThan(2);
    await expectFine(
      role,
      pages.map(({ path }) => path(demo)),
    );
  });
}

test("requests in each state and decided items pass the appearance checks", async () => {
  const firm = "/o/harbour-lane";
  const { request, draft, complete, cancelled, archived } = demo;
  await expectFine("owner", [
    ...[draft, complete, cancelled, archived].map((id) => `${firm}/requests/${id}`),
    `${firm}/requests/${request}?problem=export_too_large`,
    `${firm}/requests/${demo.ownRequest}/review/${demo.acceptedItem}`,
    `${firm}/requests/${demo.ownRequest}/review/${demo.partialItem}`,
    `${firm}/requests/${demo.ownRequest}/review/${demo.openItem}`,
  ]);
});

test("empty lists and missing pages pass the appearance checks", async () => {
  const firm = "/o/harbour-lane";
  await expectFine("owner", [
    `${firm}/requests?q=nothing-like-this`,
    `${firm}/clients?q=nothing-like-this`,
    `${firm}/clients?archived=1`,
    "/no-such-page",
  ]);
  await expectFine("stranger", ["/o", "/r"]);
});

test("a contact's items in each state and a complete request pass the appearance checks", async () => {
  await expectFine("contact", [
    "/r",
    ...[demo.acceptedItem, demo.partialItem].map((item) => `/r/${demo.ownDoor}/items/${item}`),
    `/r/${demo.completeDoor}/items`,
    `/help?request=${demo.ownDoor}`,
    `/r/${demo.otherDoor}`,
  ]);
  await expectFine("visitor", [`/r/${demo.closedDoor}`]);
});
