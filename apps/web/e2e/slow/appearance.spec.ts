import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listModerate } from "../appearance/axe";
import { countEmptyStates, findStateSources } from "../appearance/sources";
import { lookAt } from "../appearance/viewer";
import type { Cast } from "../routes/cast";
import { NOT_OPENED, REACHED, STATES, type State } from "../states";
import { expect, test } from "../test";

const FIRM = "/o/harbour-lane";
const ZONE = "Europe/London";
const ZONE_OF_NEW_FIRM = "America/New_York";

test("states.ts lists every source file that renders a dialog, or an empty, error or closed state", () => {
  const renders = STATES.flatMap((state) => state.renders ?? []);
  const named = [
    ...renders,
    ...REACHED.map((reached) => reached.renders),
    ...NOT_OPENED.map(({ source }) => source),
  ];
  const sources = findStateSources();
  expect(sources.filter((source) => !named.includes(source))).toEqual([]);
  for (const source of sources.filter((each) => renders.includes(each))) {
    const lines = renders.filter((each) => each === source).length;
    expect(lines, source).toBeGreaterThanOrEqual(countEmptyStates(source));
  }
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  for (const source of named) expect(existsSync(here(`../../src/${source}`)), source).toBe(true);
  for (const { name, spec } of REACHED) {
    expect(readFileSync(here(`../${spec}`), "utf8"), name).toMatch(/expectFine(Here)?\(/);
  }
});

async function viewerOf(cast: Cast, as: State["as"]) {
  if (as === "founder") {
    const { path, ...newFirm } = await cast.newFirm();
    return { firm: path, ...newFirm, zone: ZONE_OF_NEW_FIRM };
  }
  const viewer = await cast.viewer(as);
  return { firm: FIRM, quietClient: "", comparison: "", viewer, zone: ZONE };
}

for (const as of ["visitor", "contact", "owner", "stranger", "founder"] as const) {
  // S-2.8, S-2.47, S-2.53, S-2.54, S-2.55, S-2.69
  test(`the pages and states that the ${as} sees pass the appearance checks`, async ({ cast }) => {
    const states = STATES.filter((state) => state.as === as);
    expect(states.length).toBeGreaterThan(1);
    const demo = await cast.demo();
    const { viewer, zone, ...place } = await viewerOf(cast, as);
    const problems: string[] = [];
    for (const { name, path, shows } of states) {
      problems.push(...(await lookAt(viewer, path(demo, place), zone)));
      if (shows && !(await viewer.wide.getByText(shows).filter({ visible: true }).count())) {
        problems.push(`${name}: the page does not show ${shows}`);
      }
    }
    listModerate(test.info());
    expect.soft(problems).toEqual([]);
  });
}
