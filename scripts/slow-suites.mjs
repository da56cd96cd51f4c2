// Records the input hash with which each slow suite last passed. See docs/decisions/050.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

export const SLOW_TASK = "test:slow";
/** Flags that change the hashes, so each call of Turborepo for the slow suites needs them. */
export const HASH_FLAGS = ["--framework-inference=false"];

const RECORD = "scripts/slow-suites.json";
const ADVICE = `Run \`pnpm ${SLOW_TASK}\` and commit ${RECORD}.`;

/** Returns a hash for each slow suite, which also covers the packages that the suite depends on. */
export function readInputHashes(directory = root) {
  const { status, stdout, stderr, error } = spawnSync(
    "turbo",
    ["run", SLOW_TASK, "--dry=json", ...HASH_FLAGS],
    { cwd: directory, encoding: "utf8", shell: process.platform === "win32" },
  );
  if (status !== 0)
    throw new Error(`turbo could not list the slow suites: ${error?.message ?? stderr}`);
  const tasks = JSON.parse(stdout.slice(stdout.indexOf("{"))).tasks;
  return Object.fromEntries(
    tasks.filter(({ task }) => task === SLOW_TASK).map(({ package: name, hash }) => [name, hash]),
  );
}

export function readRecord(file = join(root, RECORD)) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

export function findStale(recorded, current) {
  const names = [...new Set([...Object.keys(current), ...Object.keys(recorded)])].sort();
  return names.flatMap((name) => {
    if (recorded[name] === current[name]) return [];
    if (!(name in current))
      return [`${RECORD} has an entry for ${name}, which has no slow suite. ${ADVICE}`];
    if (!(name in recorded)) return [`The slow suite of ${name} has no recorded run. ${ADVICE}`];
    return [`The inputs of the slow suite of ${name} changed since it last passed. ${ADVICE}`];
  });
}

/**
 * Returns the new record. A failed suite keeps its earlier hash. Suites that are not in `outcomes`
 * are removed.
 */
export function updateRecord(recorded, outcomes) {
  const entries = outcomes.flatMap(({ name, hash, ok }) => {
    if (ok) return [[name, hash]];
    return name in recorded ? [[name, recorded[name]]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

export function writeRecord(recorded, file = join(root, RECORD)) {
  const text = `${JSON.stringify(recorded, null, 2)}\n`;
  if (JSON.stringify(readRecord(file)) === JSON.stringify(recorded)) return;
  writeFileSync(file, text);
  console.log(`\n${RECORD} changed. Commit it with the change that the slow suites tested.`);
}
