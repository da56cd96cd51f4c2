import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./toolchain.mjs";

const SDK = "packages/backend-client";
const FIX = '---\n"@dossier/backend-client": patch\n---\n\nFix a mistake of the candidate.\n';

function copyRepository(t) {
  const dir = mkdtempSync(join(tmpdir(), "dossier-versions-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const manifests = globSync(
    "{package.json,pnpm-workspace.yaml,{apps,packages}/*/package.json,supabase/package.json}",
    { cwd: root },
  );
  for (const path of [...manifests, ".changeset"]) {
    cpSync(join(root, path), join(dir, path), { recursive: true });
  }
  execFileSync("git", ["init", "-q"], { cwd: dir });
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  const changeset = (...args) =>
    execFileSync(process.execPath, [join(root, "node_modules/@changesets/cli/bin.js"), ...args], {
      cwd: dir,
      stdio: "pipe",
    });
  return {
    changeset,
    version: () => JSON.parse(readFileSync(join(dir, SDK, "package.json"), "utf8")).version,
    headings: () => readFileSync(join(dir, SDK, "CHANGELOG.md"), "utf8").match(/^## .+$/gm),
    addFix: () => writeFileSync(join(dir, ".changeset/fix.md"), FIX),
  };
}

const isReleased =
  JSON.parse(readFileSync(join(root, SDK, "package.json"), "utf8")).version !== "0.0.0";

test("changeset version creates version 1.0.0 with one changelog entry from the changesets", {
  skip: isReleased,
}, (t) => {
  const copy = copyRepository(t);
  copy.changeset("version");
  assert.equal(copy.version(), "1.0.0");
  assert.deepEqual(copy.headings(), ["## 1.0.0"]);
});

test("the commands of docs/releasing.md create the release candidates rc.0 and rc.1, and then 1.0.0", {
  skip: isReleased,
}, (t) => {
  const copy = copyRepository(t);
  copy.changeset("pre", "enter", "rc");
  copy.changeset("version");
  assert.equal(copy.version(), "1.0.0-rc.0");
  copy.changeset("version");
  assert.equal(copy.version(), "1.0.0-rc.0");
  copy.addFix();
  copy.changeset("version");
  assert.equal(copy.version(), "1.0.0-rc.1");
  copy.changeset("pre", "exit");
  copy.changeset("version");
  assert.equal(copy.version(), "1.0.0");
  assert.deepEqual(copy.headings(), ["## 1.0.0", "## 1.0.0-rc.1", "## 1.0.0-rc.0"]);
});
