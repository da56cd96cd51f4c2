import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./toolchain.mjs";

function withoutSource(map) {
  return Object.fromEntries(
    Object.entries(map).map(([name, { source, ...target }]) => [name, source ? target : map[name]]),
  );
}

for (const file of globSync("packages/*/package.json", { cwd: root })) {
  const { name, exports, imports, publishConfig } = JSON.parse(readFileSync(join(root, file)));
  if (!exports) continue;
  test(`${name} publishes its exports without the entries for source files`, () => {
    assert.deepEqual(publishConfig.exports, withoutSource(exports));
    if (imports) assert.deepEqual(publishConfig.imports, withoutSource(imports));
    assert.doesNotMatch(JSON.stringify(publishConfig), /\/src\//);
  });
}
