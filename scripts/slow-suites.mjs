// Records, for each slow suite, the hash of the inputs with which the suite last passed.
// docs/decisions/050 says why.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

export const SLOW_TASK = "test:slow";
/**
 * Flags of turbo. A run and `readInputHashes` must use the same flags, because flags are part of a
 * hash.
 */
export const HASH_FLAGS = ["--framework-inference=false"];

const RECORD = "scripts/slow-suites.json";
const ADVICE = `Run \`pnpm ${SLOW_TASK}\` and commit ${RECORD}.`;

/**
 * Returns the hash of each slow suite's inputs, which turbo.json lists. These are the files of the
 * suite and of its package. The hash also covers the packages that this package depends on.
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

/** Returns the record, or an empty record if the file does not exist. */
export function readRecord(file = join(root, RECORD)) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

/**
 * Compares the record with the current inputs.
 * @param recorded hash by package, from the last run that passed
 * @param current hash by package, of each suite that exists
 * @returns one sentence for each suite that must run, and for each recorded suite that no longer
 * exists
 */
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
 * Updates the record after a run.
 * @param recorded the record before the run
 * @param outcomes package name, hash of the inputs and success of each suite that ran
 * @returns the new record. A suite that failed keeps its earlier hash, if it has one. Suites that
 *   are not in `outcomes` are removed.
 */
export function updateRecord(recorded, outcomes) {
  const entries = outcomes.flatMap(({ name, hash, ok }) => {
    if (ok) return [[name, hash]];
    return name in recorded ? [[name, recorded[name]]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

/** Writes the record and prints a line, but only if the record changed. */
export function writeRecord(recorded, file = join(root, RECORD)) {
  const text = `${JSON.stringify(recorded, null, 2)}\n`;
  if (JSON.stringify(readRecord(file)) === JSON.stringify(recorded)) return;
  writeFileSync(file, text);
  console.log(`\n${RECORD} changed. Commit it with the change that the slow suites tested.`);
}
