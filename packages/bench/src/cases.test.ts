import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { CASES, findCase } from "./cases.ts";

it("CASES lists every file in cases/ under the name of the file", () => {
  const files = readdirSync(new URL("./cases", import.meta.url)).map((file) =>
    basename(file, ".ts"),
  );
  expect(CASES.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, load } of CASES) expect(String(load)).toContain(`/${name}.ts`);
});

it("each benchmark case has a unique id", () => {
  expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
});

it("findCase finds a benchmark by its id in lower case or by its name, but not by a part of its name", () => {
  expect(findCase("p3")?.name).toBe("storms");
  expect(findCase("storms")?.id).toBe("P3");
  expect(findCase("storm")).toBeUndefined();
});
