import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { shareWorkers } from "./vitest-isolation.ts";

test("shareWorkers isolates a test file that changes the state of its worker", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "vitest-isolation-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const write = (name, line) => writeFileSync(join(folder, name), `${line}\n`);
  write("env.test.ts", "process.env.SITE_URL = address;");
  write("mock.test.ts", 'vi.mock("./server");');
  write("pure.test.ts", "const call = vi.fn();");
  write("stub.test.ts", 'vi.stubGlobal("fetch", fetchNothing);');
  write("mock.ts", 'vi.mock("./server");');
  const config = pathToFileURL(join(folder, "vitest.config.ts")).href;
  const settings = { name: "unit", include: ["*.test.ts"], exclude: ["slow.test.ts"] };
  const [shared, isolated] = shareWorkers(config, settings).map(({ test }) => test);
  assert.deepEqual(isolated.include.sort(), ["env.test.ts", "mock.test.ts", "stub.test.ts"]);
  assert.deepEqual(isolated.exclude, ["slow.test.ts"]);
  assert.equal(isolated.name, "unit-isolated");
  assert.deepEqual(shared.exclude.sort(), [
    "env.test.ts",
    "mock.test.ts",
    "slow.test.ts",
    "stub.test.ts",
  ]);
  assert.equal(shared.isolate, false);
});
