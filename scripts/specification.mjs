// Checks the rules and the tags of tests, which docs/spec/README.md describes.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, sep } from "node:path";
import { root } from "./toolchain.mjs";

const PAGES = "docs/spec/[1-9]-*.md";
const TESTS = [
  "{apps,packages}/*/{src,scripts,e2e,test,tests}/**/*.{ts,tsx,mjs}",
  "supabase/{tests,functions,scripts}/**/*.{ts,mjs}",
  "scripts/*.mjs",
];
const IS_TEST = /\.(test|spec|test-d)\.(ts|tsx|mjs)$|(^|\/)(tests?|e2e)\//;

const RULE = /^(?:- \*\*(S-\d+\.\d+)\*\* |\| (S-\d+\.\d+) \| )/;
const TAG = /^(?:\/\/|--) (S-\d+\.\d+(?:, S-\d+\.\d+)*)$/;
const LOOKS_LIKE_TAG = /^(?:\/\/|--|\*) *\[?S-\d/;
const COMMENT = /^(?:\/\/|--|\/?\*)/;
/** Matches the first line of a test, of a group of tests, or of a row in a table of tests. */
const TAGGABLE = /^(?:await )?[\w.]+[(<`]|^[{["'`]/;
const LINK = /\]\((?:<([^>]+)>|([^\s)#]+))[^)]*\)/g;
/** Matches the files with measured figures that a rule may cite. */
const RECORDS = /^(?:packages\/bench\/README\.md|docs\/decisions\/\d{3}-[^/]+\.md)$/;

const partsOf = (id) => id.slice(2).split(".").map(Number);

/**
 * Reads the rules of a page. Rules of the same list or table have the same `block`. Indented lines
 * belong to the rule above them.
 */
export function readRules(file, text) {
  const rules = [];
  let current;
  let block = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const id = RULE.exec(line)?.slice(1).find(Boolean);
    if (id) {
      current = { id, text: line, where: `${file}:${index + 1}`, block };
      rules.push(current);
    } else if (current && line.startsWith("  ")) current.text += ` ${line.trim()}`;
    else {
      if (line) block += 1;
      current = undefined;
    }
  }
  return rules;
}

export function readTags(file, text) {
  const lines = text.split("\n").map((line) => line.trim());
  const tags = [];
  const problems = [];
  for (const [index, line] of lines.entries()) {
    const where = `${file}:${index + 1}`;
    const ids = TAG.exec(line)?.[1].split(", ");
    if (!ids) {
      if (LOOKS_LIKE_TAG.test(line)) problems.push(`${where}: write a tag as “// S-4.12, S-8.3”.`);
      continue;
    }
    tags.push(...ids.map((id) => ({ id, where })));
    const isAtTop = lines.slice(0, index).every((before) => TAG.test(before));
    const next = lines.slice(index + 1).find((after) => !COMMENT.test(after)) ?? "";
    if (!isAtTop && !TAGGABLE.test(next)) {
      problems.push(
        `${where}: put the tag directly above a test, or on the first line of the file.`,
      );
    }
  }
  return { tags, problems };
}

function checkIds(file, rules) {
  const page = Number(basename(file)[0]);
  const problems = [];
  const seen = new Set();
  let last = { block: -1, number: 0 };
  for (const { id, where, block } of rules) {
    const [ofPage, number] = partsOf(id);
    if (ofPage !== page) problems.push(`${where}: ${id} does not belong to page ${page}.`);
    if (seen.has(id)) problems.push(`${where}: ${id} is taken.`);
    else if (block === last.block && number < last.number) {
      problems.push(`${where}: ${id} follows S-${page}.${last.number}. Put the rules in order.`);
    }
    seen.add(id);
    last = { block, number };
  }
  return problems;
}

const linksOf = (file, text) =>
  [...text.matchAll(LINK)]
    .map(([, bracketed, bare]) => bracketed ?? bare)
    .filter((target) => !/^https?:/.test(target))
    .map((target) =>
      normalize(join(dirname(file), target))
        .split(sep)
        .join("/"),
    );

function findRecordProblem(file, rule, read) {
  const record = /Recorded: ([^[]*)\[.*/.exec(rule.text);
  if (!record) return "has no test, no “By reading: reason” and no “Recorded: figure in [link]”";
  const target = linksOf(file, record[0])[0];
  const content = RECORDS.test(target) ? read(target) : undefined;
  if (content === undefined) return "must link to a decision or to the README of bench";
  const figures = record[1].match(/\d+(?:[.,]\d+)*/g) ?? [];
  if (figures.length === 0) return "records no figure";
  const missing = figures.find((figure) => !content.includes(figure));
  return missing && `records ${missing}, but ${target} does not contain that figure`;
}

export function checkSpecification(pages, tests, read) {
  const problems = [];
  const rules = new Map();
  const tagged = new Set();
  for (const [file, text] of pages) {
    const found = readRules(file, text);
    problems.push(...checkIds(file, found));
    for (const rule of found) rules.set(rule.id, { ...rule, file });
  }
  for (const [file, text] of tests) {
    const { tags, problems: wrong } = readTags(file, text);
    problems.push(...wrong);
    for (const { id, where } of tags) {
      tagged.add(id);
      if (!rules.has(id)) problems.push(`${where}: there is no rule ${id}.`);
    }
  }
  for (const rule of rules.values()) {
    if (tagged.has(rule.id) || /By reading: \S/.test(rule.text)) continue;
    const problem = findRecordProblem(rule.file, rule, read);
    if (problem) problems.push(`${rule.where}: ${rule.id} ${problem}.`);
  }
  return { problems, rules: [...rules.keys()], tagged: [...tagged] };
}

const filesOf = (patterns) =>
  globSync(patterns, { cwd: root, exclude: (path) => basename(path) === "node_modules" })
    .map((path) => path.split(sep).join("/"))
    .sort();

const readFile = (path) => readFileSync(join(root, path), "utf8");

export function readRepository() {
  const tests = filesOf(TESTS).filter((path) => IS_TEST.test(path));
  return {
    pages: filesOf(PAGES).map((path) => [path, readFile(path)]),
    tests: tests
      // Skip the tests of this check, because they contain made-up tags.
      .filter((path) => path !== "scripts/specification.test.mjs")
      .map((path) => [path, readFile(path)]),
    read: (path) => (existsSync(join(root, path)) ? readFile(path) : undefined),
  };
}
