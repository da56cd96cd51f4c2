import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readablePaths } from "./readable.ts";

let outer: string;
let functions: string;

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), "functions-readable-"));
  functions = join(outer, "functions");
  mkdirSync(join(functions, "one", "data"), { recursive: true });
  mkdirSync(join(functions, "two"));
  writeFileSync(join(functions, "one", "index.ts"), "");
});

afterEach(() => rmSync(outer, { recursive: true, force: true }));

const readable = () =>
  readablePaths(functions)
    .paths.map((path) => path.slice(functions.length + 1))
    .sort();

it("lets functions read the whole functions folder if no link leads out of it", () => {
  symlinkSync("../two", join(functions, "one", "two"));
  symlinkSync("..", join(functions, "two", "above"));
  expect(readable()).toEqual([""]);
});

it.each([
  ["a folder", ".."],
  ["a folder whose name begins with the name of the functions folder", "../../functions-of-others"],
  ["a file that does not exist yet", "../../later.json"],
])("makes no link readable if a link leads out of the functions folder to %s", (_what, target) => {
  mkdirSync(join(outer, "functions-of-others"));
  symlinkSync(target === ".." ? outer : target, join(functions, "one", "out"));
  symlinkSync("one", join(functions, "inner"));
  expect(readable()).toEqual(["one/data", "one/index.ts", "two"]);
});

it("does not make a node_modules folder with links readable if a link leads out of the functions folder", () => {
  mkdirSync(join(functions, "one", "node_modules", ".pnpm"), { recursive: true });
  symlinkSync(".pnpm", join(functions, "one", "node_modules", "inner"));
  symlinkSync(outer, join(functions, "out"));
  expect(readable()).toEqual(["one/data", "one/index.ts", "two"]);
});
