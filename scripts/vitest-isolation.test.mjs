import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { findStatefulTests } from "./vitest-isolation.ts";

test("finds the test files that change what other files of their worker see", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "vitest-isolation-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const write = (name, line) => writeFileSync(join(folder, name), `${line}\n`);
  write("env.test.ts", "process.env.SITE_URL = address;");
  write("mock.test.ts", 'vi.mock("./server");');
  write("pure.test.ts", "const call = vi.fn();");
  write("stub.test.ts", 'vi.stubGlobal("fetch", fetchNothing);');
  write("mock.ts", 'vi.mock("./server");');
  const config = pathToFileURL(join(folder, "vitest.config.ts")).href;
  assert.deepEqual(findStatefulTests(config, ["*.test.ts"]).sort(), [
    "env.test.ts",
    "mock.test.ts",
    "stub.test.ts",
  ]);
});
