import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

const WITHOUT: Readonly<Record<string, string>> = {
  "(contact)/r/[publicId]/page.tsx":
    "contacts open it as a document, whose first bytes contain the form",
  "(public)/page.tsx": "only reads the session, and redirects signed-in users",
  "(public)/(auth)/sign-in/page.tsx": "only reads cookies, and redirects signed-in users",
  "(public)/(auth)/sign-up/page.tsx": "only reads cookies, and redirects signed-in users",
  "(public)/(auth)/verify/page.tsx": "only reads cookies",
  "(public)/(auth)/set-password/page.tsx": "may redirect before it shows anything",
  "(public)/(auth)/reset-password/page.tsx": "may redirect before it shows anything",
  "(public)/(auth)/mfa/page.tsx": "may redirect before it shows anything",
  "(public)/session-ended/page.tsx": "may redirect before it shows anything",
  "(public)/help/page.tsx": "makes only short calls, and none for most guests",
};

const pages = globSync("**/page.tsx", { cwd: APP }).sort();
const read = (file: string) => readFileSync(join(APP, file), "utf8");
const isWaiting = (file: string) =>
  /from "@\/(features\/\w+\/loaders|lib\/backend\/backend.server)"/.test(read(file));
const hasSkeleton = (file: string) =>
  existsSync(join(APP, dirname(file), "loading.tsx")) || read(file).includes("<Streamed");

// S-2.2
test("every page that waits for data has a skeleton, except pages with a documented reason", () => {
  const without = pages.filter((file) => isWaiting(file) && !hasSkeleton(file));
  expect(without).toEqual(Object.keys(WITHOUT).sort());
});

function layoutsOf(file: string): string[] {
  const folders = dirname(file).split("/");
  const thing = folders.findLastIndex((folder) => folder.startsWith("["));
  return folders
    .map((_, index) => join(...folders.slice(0, index + 1), "layout.tsx"))
    .slice(Math.max(thing, 0))
    .filter((layout) => existsSync(join(APP, layout)));
}

test("every loading state is in a layout with a guard, so that a missing page returns 404", () => {
  const loading = globSync("**/loading.tsx", { cwd: APP });
  expect(loading.length).toBeGreaterThan(20);
  const unguarded = loading.filter(
    (file) => !layoutsOf(file).some((layout) => /guardDocument|loadOrg/.test(read(layout))),
  );
  expect(unguarded).toEqual([]);
});

test("every page that loads data for its title uses titleOnceKnown, so that a navigation within the app does not wait for the data", () => {
  const metadataOf = (file: string) =>
    read(file).match(/function generateMetadata.*?\n}/s)?.[0] ?? "";
  const loading = pages.filter((file) => /\bload[A-Z]/.test(metadataOf(file)));
  expect(loading.length).toBeGreaterThan(5);
  expect(loading.filter((file) => !metadataOf(file).includes("titleOnceKnown("))).toEqual([]);
});
