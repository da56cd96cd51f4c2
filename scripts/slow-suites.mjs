// The slow suites' record: the hash of each one's inputs when it last passed. docs/decisions/050 says why.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

/** The turbo task of the slow suites. */
export const SLOW_TASK = "test:slow";
/** Turbo flags that a run and `readInputHashes` share, because flags are part of a hash. */
export const HASH_FLAGS = ["--framework-inference=false"];

const RECORD = "scripts/slow-suites.json";
const ADVICE = `Run \`pnpm ${SLOW_TASK}\` and commit ${RECORD}.`;

/**
 * Returns the hash of each slow suite's inputs: its own files, the sources and dependencies of its package and
 * of those it depends on. turbo.json lists them.
 */
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

/** Returns the record; empty when there is none. */
export function readRecord(file = join(root, RECORD)) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/**
 * Compares the record with the inputs as they are now.
 * @param recorded hash by package, at the last run that passed
 * @param current hash by package, of each suite that exists
 * @returns one sentence for each suite that has to run
 */
export function findStale(recorded, current) {
  const names = [...new Set([...Object.keys(current), ...Object.keys(recorded)])].sort();
  return names.flatMap((name) => {
    if (recorded[name] === current[name]) return [];
    if (!(name in current)) return [`${name} is recorded but has no slow suite. ${ADVICE}`];
    if (!(name in recorded)) return [`The slow suite of ${name} has no recorded run. ${ADVICE}`];
    return [`The inputs of the slow suite of ${name} changed since it last passed. ${ADVICE}`];
  });
}

/**
 * Updates the record after a run.
 * @param recorded the record before the run
 * @param outcomes package name, hash of the inputs and success of each suite that ran
 * @returns the new record: suites that failed keep their hash, suites that no longer exist are dropped
 */
export function updateRecord(recorded, outcomes) {
  const entries = outcomes.flatMap(({ name, hash, ok }) => {
    if (ok) return [[name, hash]];
    return name in recorded ? [[name, recorded[name]]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

/** Writes the record and says so when it changed. */
export function writeRecord(recorded, file = join(root, RECORD)) {
  const text = `${JSON.stringify(recorded, null, 2)}\n`;
  if (JSON.stringify(readRecord(file)) === JSON.stringify(recorded)) return;
  writeFileSync(file, text);
  console.log(`\n${RECORD} changed. Commit it with the change that the slow suites tested.`);
}
