import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "./toolchain.mjs";

const DOCUMENTS = [
  "*.md",
  ".github/**/*.md",
  "docs/**/*.md",
  "{apps,packages}/**/*.md",
  "supabase/**/*.md",
];
const SKIPPED = ["node_modules", ".next", "dist", "reports"];
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const LINK = /\]\((?:<([^>]+)>|([^\s)]+))[^)]*\)/g;

function findBrokenLinks(path, text, exists) {
  return [...text.replace(CODE, "").matchAll(LINK)]
    .map(([, bracketed, bare]) => (bracketed ?? bare).replace(/#.*/, ""))
    .filter((target) => target && !/^[a-z]+:/.test(target))
    .filter((target) => !exists(join(dirname(path), target)))
    .map((target) => `${path}: ${target} does not exist.`);
}

test("finds links to missing files, also in angle brackets, and no others", () => {
  const text = "[a](b.md#c) [d](<e (f).md>) [g](https://h.example) [i](#j) `[k](l.md)`";
  const exists = (path) => path === "docs/b.md";
  assert.deepEqual(findBrokenLinks("docs/a.md", text, exists), [
    "docs/a.md: e (f).md does not exist.",
  ]);
});

test("every link in a document points to a file", () => {
  const paths = globSync(DOCUMENTS, {
    cwd: root,
    exclude: (path) => SKIPPED.includes(basename(path)),
  });
  assert.ok(paths.length > 50, `found only ${paths.length} documents`);
  const problems = paths.flatMap((path) =>
    findBrokenLinks(path, readFileSync(join(root, path), "utf8"), (target) =>
      existsSync(join(root, target)),
    ),
  );
  assert.deepEqual(problems, []);
});
