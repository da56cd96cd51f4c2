import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./toolchain.mjs";

const FOLDER = "packages/backend-client";
/** Fields that a release needs, and that depend on the publisher of the package. */
const OWNER_FIELDS = ["repository", "homepage", "bugs", "author"];

export function findMissingFields(manifest) {
  const missing = OWNER_FIELDS.filter((field) => !manifest[field]);
  if (manifest.repository && manifest.repository.directory !== FOLDER) {
    missing.push("repository.directory");
  }
  return missing.map((field) => `${FOLDER}/package.json has no "${field}".`);
}

const countLines = (text) => {
  const counts = new Map();
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
};

/**
 * Returns `major` if a line was removed or changed, `minor` if lines were only added, and `patch`
 * otherwise.
 */
export function levelOfChange(before, after) {
  const [old, now] = [countLines(before), countLines(after)];
  if ([...old].some(([line, count]) => (now.get(line) ?? 0) < count)) return "major";
  return [...now].some(([line, count]) => (old.get(line) ?? 0) < count) ? "minor" : "patch";
}

const LEVELS = ["patch", "minor", "major"];
const numbersOf = (version) => version.split("-")[0].split(".").map(Number);

/** Returns the highest part of the version that changed. A suffix such as `-rc.1` is ignored. */
export function levelOfVersion(from, to) {
  const [a, b] = [numbersOf(from), numbersOf(to)];
  if (a[0] !== b[0]) return "major";
  return a[1] === b[1] ? "patch" : "minor";
}

/** After a candidate, the declarations may change in any way until the final release of its version. */
function followsCandidate(from, to) {
  return from.includes("-") && from.split("-")[0] === to.split("-")[0];
}

/**
 * Checks nothing before the first release, and nothing if the last release is a candidate of this
 * version.
 */
export function findWrongLevel(released, manifest, api) {
  if (!released || followsCandidate(released.version, manifest.version)) return [];
  const needed = levelOfChange(released.api, api);
  const level = levelOfVersion(released.version, manifest.version);
  if (LEVELS.indexOf(level) >= LEVELS.indexOf(needed)) return [];
  return [
    `The declarations in ${FOLDER}/api need a ${needed} version, but the version changes from ${released.version} to ${manifest.version}, which is a ${level} version.`,
  ];
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });

function readReleased(name) {
  const [tag] = git("tag", "--list", `${name}@*`, "--sort=-v:refname").split("\n");
  if (!tag) return undefined;
  const files = git("ls-tree", "--name-only", tag, `${FOLDER}/api/`).split("\n").filter(Boolean);
  const { version } = JSON.parse(git("show", `${tag}:${FOLDER}/package.json`));
  return { version, api: files.map((file) => git("show", `${tag}:${file}`)).join("\n") };
}

/**
 * Trusted publishing cannot publish a package for the first time, so the name must already exist.
 */
function findUnknownName(name) {
  try {
    execFileSync("npm", ["view", name, "name"], { stdio: ["ignore", "ignore", "pipe"] });
    return [];
  } catch (error) {
    const reason = String(error.stderr).includes("E404")
      ? "is not on the registry: publish the first version by hand, as docs/releasing.md describes."
      : "could not be looked up on the registry. Check the network and run the check again.";
    return [`${name} ${reason}`];
  }
}

function main() {
  const manifest = JSON.parse(readFileSync(join(root, FOLDER, "package.json")));
  const api = globSync(`${FOLDER}/api/*.snap`, { cwd: root })
    .sort()
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const problems = [
    ...findMissingFields(manifest),
    ...(manifest.version === "0.0.0"
      ? ["The version is 0.0.0: run `pnpm changeset version`."]
      : []),
    ...findWrongLevel(readReleased(manifest.name), manifest, api),
    ...findUnknownName(manifest.name),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${manifest.name} ${manifest.version} can be released.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
