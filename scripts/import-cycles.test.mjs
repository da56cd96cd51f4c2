import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "./toolchain.mjs";

const folder = mkdtempSync(join(tmpdir(), "import-cycles-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function check(files) {
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  // This folder is not in a Git repository, so Biome cannot read the ignored files from Git.
  config.vcs.enabled = false;
  writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "ci", "a.ts", "b.ts", "--colors=off"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { status, stderr };
}

test("Biome reports a cycle of type imports", () => {
  const { status, stderr } = check({
    "a.ts": 'import type { B } from "./b";\n\nexport type A = { b?: B };\n',
    "b.ts": 'import type { A } from "./a";\n\nexport type B = { a?: A };\n',
  });
  assert.equal(status, 1);
  assert.match(stderr, /lint\/suspicious\/noImportCycles/);
});

test("Biome accepts a type import without a cycle", () => {
  const { status, stderr } = check({
    "a.ts": 'import type { B } from "./b";\n\nexport type A = { b?: B };\n',
    "b.ts": "export type B = { a?: string };\n",
  });
  assert.equal(status, 0, stderr);
});
