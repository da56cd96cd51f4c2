import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import record from "../conformance/record.json" with { type: "json" };
import { tableIn, tableOf } from "../conformance/table.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README's runtime table matches the record of the last conformance run", () => {
  expect(tableIn(readme)).toBe(tableOf(record));
});

it("the conformance record contains every runtime, and each runtime passed all its steps", () => {
  const runtimes = new Set(record.map(({ runtime }) => runtime));
  const expected = ["Bun", "Deno", "Next", "Node 22", "Node 24", "Node 26", "workerd"];
  expect([...runtimes].sort()).toEqual(expected);
  expect(record.filter(({ runtime }) => runtime === "workerd")).toHaveLength(4);
  for (const { passed, steps } of record) expect([passed > 10, passed]).toEqual([true, steps]);
});
