import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;
const sources = globSync("**/{page,layout}.tsx", { cwd: APP })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(APP, file), "utf8") }));
const named = (all: typeof sources) => all.map(({ file }) => file);

// S-2.6
test("every page or layout that waits for data, except the root layout, has a guard that reports an outage", () => {
  const guarded = sources.filter(({ text }) => /^export default guarded(Frame|In)?\(/m.test(text));
  expect(guarded.length).toBeGreaterThan(50);
  const waiting = sources.filter(({ text }) => /^export default async /m.test(text));
  // The root layout needs no guard: of the backend it reads only the session, and its banner reports an outage.
  expect(named(waiting)).toEqual(["layout.tsx"]);
});

test("every page or layout that renders a frame and reads data uses guardedFrame or guardedIn, which show a frame during an outage too", () => {
  const framed = sources.filter(({ text }) =>
    /<(SiteFrame|FirmFrame|Shell|SheetFrame|FullFrame|LandingFrame)\b/.test(text),
  );
  const kept = sources.filter(({ text }) => /^export default guarded(Frame|In)\(/m.test(text));
  // The sign-in layout renders a frame but reads no data. A firm's layout renders no frame, but its
  // message about an outage replaces the pages that would render a frame.
  const expected = [...named(framed), "(staff)/o/[org]/layout.tsx"].sort();
  expect(expected).toEqual([...named(kept), "(public)/(auth)/layout.tsx"].sort());
});
