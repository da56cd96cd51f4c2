import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;
const sources = globSync("**/{page,layout}.tsx", { cwd: APP })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(APP, file), "utf8") }));
const named = (all: typeof sources) => all.map(({ file }) => file);

// S-2.6
test("guards every page and layout that waits for data against outages", () => {
  const guarded = sources.filter(({ text }) => /^export default guarded(Frame)?\(/m.test(text));
  expect(guarded.length).toBeGreaterThan(50);
  const waiting = sources.filter(({ text }) => /^export default async /m.test(text));
  // The root layout reads the session and shows the banner. Nothing else in it can fail.
  expect(named(waiting)).toEqual(["layout.tsx"]);
});

test("keeps the frame during an outage if the page or layout contains the frame", () => {
  const framed = sources.filter(({ text }) => /<(SiteFrame|Shell)\b/.test(text));
  const kept = sources.filter(({ text }) => /^export default guardedFrame\(/m.test(text));
  // The sign-in layout reads no data.
  expect(named(framed)).toEqual([...named(kept), "(public)/(auth)/layout.tsx"].sort());
});
