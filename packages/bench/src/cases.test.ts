import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { CASES, findCase } from "./cases.ts";

it("lists every file in cases/ as a benchmark case with the file's name", () => {
  const files = readdirSync(new URL("./cases", import.meta.url)).map((file) =>
    basename(file, ".ts"),
  );
  expect(CASES.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, load } of CASES) expect(String(load)).toContain(`/${name}.ts`);
});

it("gives each benchmark case a unique id", () => {
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
});

it("finds a benchmark case by id or by name, in upper or lower case", () => {
  expect(findCase("p3")?.name).toBe("storms");
  expect(findCase("storms")?.id).toBe("P3");
  expect(findCase("storm")).toBeUndefined();
});
