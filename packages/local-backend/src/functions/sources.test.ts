import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../config/read-config.ts";
import { findFunction, sourceFiles } from "./sources.ts";

let projectDir: string;

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), "functions-sources-"));
});

afterEach(() => rmSync(projectDir, { recursive: true, force: true }));

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(projectDir, path)), { recursive: true });
    writeFileSync(join(projectDir, path), "");
  }
}

function importMapOf(toml = ""): string | undefined {
  writeFileSync(join(projectDir, "config.toml"), toml);
  const config = readConfig({ projectDir, environment: {}, warn: () => undefined });
  return findFunction(projectDir, config, "one")?.importMap?.slice(
    `${projectDir}/functions/`.length,
  );
}

it("chooses the import map of a function in the same order as the Supabase CLI", () => {
  write("functions/one/index.ts");
  expect(importMapOf()).toBeUndefined();
  for (const path of ["import_map.json", "deno.json", "one/import_map.json", "one/deno.jsonc"]) {
    write(`functions/${path}`);
    expect(importMapOf()).toBe(path);
  }
  write("functions/one/deno.json");
  expect(importMapOf()).toBe("one/deno.json");
  write("functions/one/other.json");
  expect(importMapOf('[functions.one]\nimport_map = "./functions/one/other.json"')).toBe(
    "one/other.json",
  );
});

it("prefers the deno.json next to a function's entrypoint", () => {
  write("functions/one/src/main.ts", "functions/one/deno.json", "functions/one/src/deno.json");
  expect(importMapOf('[functions.one]\nentrypoint = "./functions/one/src/main.ts"')).toBe(
    "one/src/deno.json",
  );
});

it("finds a function's files through links inside the functions folder, but not through links out of it", () => {
  write(
    "functions/one/index.ts",
    "functions/_shared/code.ts",
    "functions/two/other.ts",
    "out/a.ts",
  );
  const functions = join(projectDir, "functions");
  symlinkSync("../two", join(functions, "_shared", "two"));
  symlinkSync("..", join(functions, "_shared", "above"));
  symlinkSync("../out", join(functions, "_out"));
  symlinkSync("../../out/a.ts", join(functions, "one", "a.ts"));
  const entrypoint = join(functions, "one", "index.ts");
  const source = { name: "one", entrypoint, importMap: undefined, isJwtRequired: true };
  const names = sourceFiles(projectDir, source).map((path) => path.slice(functions.length + 1));
  expect(names).toEqual(expect.arrayContaining(["one/index.ts", "_shared/code.ts"]));
  expect(names.filter((name) => name.endsWith("other.ts"))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith("a.ts"))).toEqual([]);
});
