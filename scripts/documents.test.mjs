import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "./toolchain.mjs";

const DOCUMENTS = [
  "*.md",
  ".github/**/*.md",
  "docs/**/*.md",
  "{apps,examples,packages}/**/*.md",
  "supabase/**/*.md",
];
const SKIPPED = ["node_modules", ".next", ".packed", "dist", "reports"];
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const LINK = /\]\((?:<([^>]+)>|([^\s)]+))[^)]*\)/g;

/** Returns the anchors that GitHub gives to the headings of a document. */
function anchorsOf(text) {
  const headings = text.replace(/```[\s\S]*?```/g, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function readTarget(path) {
  if (!existsSync(join(root, path))) return undefined;
  return path.endsWith(".md") ? readFileSync(join(root, path), "utf8") : "";
}

function findBrokenLinks(path, text, read) {
  return [...text.replace(CODE, "").matchAll(LINK)]
    .map(([, bracketed, bare]) => bracketed ?? bare)
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [file, anchor] = link.split("#");
      const target = file ? read(join(dirname(path), file)) : text;
      if (target === undefined) return [`${path}: ${file} does not exist.`];
      return anchor && !anchorsOf(target).includes(anchor)
        ? [`${path}: ${link} names a heading that does not exist.`]
        : [];
    });
}

/** Finds links that lead out of a package, because they are broken in the package's tarball. */
function findLinksOutside(root, path, text) {
  return [...text.replace(CODE, "").matchAll(LINK)]
    .map(([, bracketed, bare]) => bracketed ?? bare)
    .filter((link) => !/^([a-z]+:|#)/.test(link))
    .filter((link) => !join(dirname(path), link).startsWith(`${root}/`))
    .map((link) => `${path}: ${link} is outside the package.`);
}

test("the link check reports links to missing files, including links in angle brackets, and no other links", () => {
  const text = "# J k\n[a](b.md#c-d) [d](<e (f).md>) [g](https://h.example) [i](#j-k) `[k](l.md)`";
  const read = (path) => (path === "docs/b.md" ? "# C: `d`" : undefined);
  assert.deepEqual(findBrokenLinks("docs/a.md", text, read), [
    "docs/a.md: e (f).md does not exist.",
  ]);
});

test("the link check reports links to missing headings", () => {
  const read = () => "# C";
  assert.deepEqual(findBrokenLinks("a.md", "[a](b.md#d) [e](#f)", read), [
    "a.md: b.md#d names a heading that does not exist.",
    "a.md: #f names a heading that does not exist.",
  ]);
});

test("the link check reports links that lead out of a package", () => {
  const text = "[a](docs/b.md) [c](../../docs/d.md)";
  assert.deepEqual(findLinksOutside("packages/p", "packages/p/README.md", text), [
    "packages/p/README.md: ../../docs/d.md is outside the package.",
  ]);
});

test("the published pages of backend-client contain no links out of the package", () => {
  const paths = globSync("packages/backend-client/{README.md,docs/**/*.md}", { cwd: root });
  assert.ok(paths.length > 20, `found only ${paths.length} pages`);
  const problems = paths.flatMap((path) =>
    findLinksOutside("packages/backend-client", path, readFileSync(join(root, path), "utf8")),
  );
  assert.deepEqual(problems, []);
});

test("the documents contain no broken links", () => {
  const paths = globSync(DOCUMENTS, {
    cwd: root,
    exclude: (path) => SKIPPED.includes(basename(path)),
  });
  assert.ok(paths.length > 50, `found only ${paths.length} documents`);
  const problems = paths.flatMap((path) =>
    findBrokenLinks(path, readFileSync(join(root, path), "utf8"), readTarget),
  );
  assert.deepEqual(problems, []);
});

function findMislisted(index, files) {
  const linked = [...index.matchAll(LINK)].map(([, bracketed, bare]) => bracketed ?? bare);
  return files
    .map((file) => ({ file, links: linked.filter((link) => link === file).length }))
    .filter(({ links }) => links !== 1);
}

test("the check of an index reports files that it lists twice or not at all", () => {
  assert.deepEqual(
    findMislisted("[1](001-a.md) [2](002-b.md) [2](002-b.md)", [
      "001-a.md",
      "002-b.md",
      "003-c.md",
    ]),
    [
      { file: "002-b.md", links: 2 },
      { file: "003-c.md", links: 0 },
    ],
  );
});

test("the index of the decisions lists every decision once", () => {
  const decisions = globSync("docs/decisions/[0-9]*.md", { cwd: root }).map((path) =>
    basename(path),
  );
  assert.ok(decisions.length > 80, `found only ${decisions.length} decisions`);
  const index = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
  assert.deepEqual(findMislisted(index, decisions), []);
});

test("docs/architecture.md lists the folders of the web app's lib", () => {
  const text = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const [, list = ""] = /\| `apps\/web\/src\/lib` \|.*? in folders: (.*?)\. /.exec(text) ?? [];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  assert.deepEqual(named, readdirSync(join(root, "apps/web/src/lib")).sort());
});
