import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scriptsBeyond } from "@/lib/http/page-scripts.server";

const root = mkdtempSync(join(tmpdir(), "page-scripts-"));

beforeEach(() => {
  vi.spyOn(process, "cwd").mockReturnValue(root);
  vi.stubEnv("NODE_ENV", "production");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function build(page: string, ...modules: string[][]) {
  const folder = join(root, ".next/server/app", page, "..");
  mkdirSync(folder, { recursive: true });
  const clientModules = Object.fromEntries(
    modules.map((chunks, index) => [`[project]/src/${index}.tsx`, { id: index, chunks }]),
  );
  writeFileSync(
    `${join(root, ".next/server/app", page)}_client-reference-manifest.js`,
    `globalThis.__RSC_MANIFEST["${page}"] = ${JSON.stringify({ clientModules })};`,
  );
}

const chunk = (name: string) => `/_next/static/chunks/${name}.js`;

test("scriptsBeyond returns, without duplicates, the scripts that one page uses and the other page does not", () => {
  build("/(list)/page", [chunk("a"), chunk("b")], [chunk("b"), chunk("2_c-1")]);
  build("/entry/page", [chunk("a")]);
  expect(scriptsBeyond("/(list)/page", "/entry/page")).toEqual([chunk("b"), chunk("2_c-1")]);
});

test("scriptsBeyond returns no scripts in development, and no scripts for a page without a list of scripts", () => {
  build("/other/page", [chunk("a")]);
  expect(scriptsBeyond("/missing/page", "/other/page")).toEqual([]);
  expect(scriptsBeyond("/other/page", "/missing/page")).toEqual([chunk("a")]);
  vi.stubEnv("NODE_ENV", "development");
  expect(scriptsBeyond("/other/page", "/missing/page")).toEqual([]);
});
