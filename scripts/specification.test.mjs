// Holds docs/specification.md to the tree: every file it names exists, every test it quotes does too,
// and every row is held by a test, or says why it cannot be.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "./toolchain.mjs";

const FILE = "docs/specification.md";
// A link target in angle brackets may hold parentheses; the title, if any, quotes the file.
const LINK = /\]\((?:<([^>]+)>|([^\s)]+))(?: "((?:[^"\\]|\\.)*)")?\)/g;
// A test of ours, or what tests are made of; fixtures and sources of the application are neither.
const TEST = /\.(test|spec|test-d)\.(ts|tsx|mjs)$|(^|\/)(tests?|e2e)\//;
// A figure that was measured: a quote with a number in it, of the benches or of a decision.
const RECORD = /(^|\/)packages\/bench\/README\.md$|(^|\/)decisions\/\d{3}-[^/]+\.md$/;
// What no test can hold says so, with the reason: "By reading: …".
const BY_READING = /\bby reading: \S/i;

const lines = readFileSync(join(root, FILE), "utf8").split("\n");

/** Links of a line: the file they lead to, and what is quoted of it. */
function linksOf(line) {
  return [...line.matchAll(LINK)].map(([, bracketed, bare, quote]) => ({
    target: bracketed ?? bare,
    quote: quote?.replaceAll('\\"', '"'),
  }));
}

/** Whether a line is the row of a table that states something: neither header nor rule. */
function isStatement(index) {
  const line = lines[index];
  return (
    line.startsWith("| ") && !/^\| ?-/.test(lines[index + 1] ?? "") && !/^\|[-| ]+$/.test(line)
  );
}

test("every file the specification names exists, and holds what is quoted of it", () => {
  const problems = [];
  let count = 0;
  for (const [index, line] of lines.entries()) {
    for (const { target, quote } of linksOf(line)) {
      if (/^https?:|^#/.test(target)) continue;
      count += 1;
      const file = join(root, dirname(FILE), target);
      const where = `${FILE}:${index + 1}`;
      if (!existsSync(file)) problems.push(`${where}: ${target} does not exist.`);
      else if (quote && !readFileSync(file, "utf8").includes(quote)) {
        problems.push(`${where}: ${target} does not say “${quote}”.`);
      }
    }
  }
  assert.deepEqual(problems, []);
  assert.ok(count > 200, `only ${count} links were found`);
});

test("every row of the specification points at what makes it true", () => {
  const rows = lines.flatMap((line, index) => (isStatement(index) ? [[index + 1, line]] : []));
  assert.ok(rows.length > 150, `only ${rows.length} rows were found`);
  const bare = rows.filter(([, line]) => linksOf(line).length === 0);
  assert.deepEqual(
    bare.map(([number, line]) => `${FILE}:${number}: ${line.slice(0, 80)}`),
    [],
  );
});

test("every row of the specification is held by a test or a recorded figure, or says why not", () => {
  const isHeld = (line) =>
    linksOf(line).some(
      ({ target, quote = "" }) => TEST.test(target) || (RECORD.test(target) && /\d/.test(quote)),
    );
  const unheld = lines.filter(
    (line, index) => isStatement(index) && !isHeld(line) && !BY_READING.test(line),
  );
  assert.deepEqual(
    unheld.map((line) => `${FILE}:${lines.indexOf(line) + 1}: ${line.slice(0, 80)}`),
    [],
  );
});

test("the specification has its nine points, in order", () => {
  const points = lines.filter((line) => /^## \d/.test(line)).map((line) => Number(line[3]));
  assert.deepEqual(points, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
