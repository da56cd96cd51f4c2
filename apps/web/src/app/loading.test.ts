import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

/** Pages that wait for data but have no skeleton, with the reason for each. */
const WITHOUT: Readonly<Record<string, string>> = {
  "(public)/page.tsx": "reads the session only; who is signed in is led on",
  "(public)/(auth)/sign-in/page.tsx": "reads cookies only; who is signed in is led on",
  "(public)/(auth)/sign-up/page.tsx": "reads cookies only; who is signed in is led on",
  "(public)/(auth)/verify/page.tsx": "reads cookies only",
  "(public)/(auth)/set-password/page.tsx": "decides where one goes before it shows anything",
  "(public)/(auth)/reset-password/page.tsx": "decides where one goes before it shows anything",
  "(public)/(auth)/mfa/page.tsx": "decides where one goes before it shows anything",
  "(public)/(auth)/session-ended/page.tsx": "decides where one goes before it shows anything",
  "(public)/help/page.tsx": "one short read, of whose link one came from; guests wait for nothing",
};

const pages = globSync("**/page.tsx", { cwd: APP }).sort();
const read = (file: string) => readFileSync(join(APP, file), "utf8");
const isWaiting = (file: string) =>
  /from "@\/(features\/\w+\/loaders|lib\/backend.server)"/.test(read(file));
const hasSkeleton = (file: string) =>
  existsSync(join(APP, dirname(file), "loading.tsx")) || read(file).includes("<Streamed");

// S-2.2
test("has a skeleton for every page that waits for data, or lists the reason for none", () => {
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

test("has a guard above every loading state, so that a document gets its real status", () => {
  const loading = globSync("**/loading.tsx", { cwd: APP });
  expect(loading.length).toBeGreaterThan(20);
  const unguarded = loading.filter(
    (file) => !layoutsOf(file).some((layout) => /guardDocument|loadOrg/.test(read(layout))),
  );
  expect(unguarded).toEqual([]);
});

test("never lets the title of a prefetched page wait for data", () => {
  const metadataOf = (file: string) =>
    read(file).match(/function generateMetadata.*?\n}/s)?.[0] ?? "";
  const loading = pages.filter((file) => /\bload[A-Z]/.test(metadataOf(file)));
  expect(loading.length).toBeGreaterThan(5);
  expect(loading.filter((file) => !metadataOf(file).includes("titleOnceKnown("))).toEqual([]);
});
