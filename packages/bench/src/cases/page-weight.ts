import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { buildNextApp } from "../peers/next-app.ts";
import type { Figure } from "../report.ts";

const PAGES = [
  { name: "sign-in", folder: "(public)/(auth)/sign-in" },
  { name: "a contact's link", folder: "(contact)/r/[publicId]" },
  { name: "a contact's checklist", folder: "(contact)/r/[publicId]/items/(list)" },
  { name: "a contact's item", folder: "(contact)/r/[publicId]/items/[itemId]" },
] as const;

function weigh(app: string, folder: string): number {
  const built = join(app, ".next");
  const { rootMainFiles } = JSON.parse(readFileSync(join(built, "build-manifest.json"), "utf8"));
  const manifest = join(built, "server/app", folder, "page_client-reference-manifest.js");
  const sandbox: { __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> } =
    {};
  runInContext(`globalThis = this; ${readFileSync(manifest, "utf8")}`, createContext(sandbox));
  const entries = Object.values(sandbox.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) =>
    Object.values(entryJSFiles).flat(),
  );
  return [...new Set<string>([...rootMainFiles, ...entries])]
    .map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export async function run(): Promise<Figure[]> {
  const web = fileURLToPath(new URL("../../../../apps/web", import.meta.url));
  if (!existsSync(join(web, ".next/build-manifest.json"))) {
    throw new Error("The web app is not built: run `pnpm build` first.");
  }
  const empty = weigh(await buildNextApp("next-empty"), "");
  const weights = PAGES.map(({ name, folder }) => ({ name, bytes: weigh(web, folder) }));
  return weights.map(({ name, bytes }) => ({
    id: "P11",
    name: `first-load JavaScript, ${name}, gzip`,
    ours: kilobytes(bytes),
    peer: `an empty Next page ${kilobytes(empty)}`,
    ratio: bytes / empty,
    goal: { bound: "<=", ratio: 1.25, unit: "×" },
    leavesOut:
      "excludes styles, polyfills for old browsers and what loads after the page is ready or after a click; measures the last build of apps/web",
  }));
}
