import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import workerd from "workerd";

const require = createRequire(import.meta.url);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The runtimes are not dependencies of the workspace, because `npm start` would then download all
 * of them.
 */
const FOLDER = here("../../../.tools/runtimes");
const PLATFORM = `${process.platform}-${process.arch}`;

const NODE_VERSIONS = {
  node22: "22.18.0",
  node24: readFileSync(here("../../../.node-version"), "utf8").trim(),
  node26: "26.10.0",
};
const BUN_VERSION = "1.4.5";

export type NodeLine = keyof typeof NODE_VERSIONS;

export interface Binary {
  path: string;
  version: string;
}

export const canFetchRuntimes = ["linux-x64", "linux-arm64"].includes(PLATFORM);

const bunPackage = `@oven/bun-${PLATFORM.replace("arm64", "aarch64")}`;

function installed(name: string): string | undefined {
  const file = join(FOLDER, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

export function fetchRuntimes(): void {
  const nodes = Object.entries(NODE_VERSIONS);
  const isThere =
    nodes.every(([name, version]) => installed(name) === version) &&
    installed(bunPackage) === BUN_VERSION;
  if (isThere) return;
  const { status, stderr } = spawnSync(
    "npm",
    [
      ...["install", "--prefix", FOLDER, "--no-save", "--no-package-lock", "--ignore-scripts"],
      ...["--no-audit", "--no-fund", "--loglevel=error"],
      ...nodes.map(([name, version]) => `${name}@npm:node-${PLATFORM}@${version}`),
      `${bunPackage}@${BUN_VERSION}`,
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`npm could not fetch the runtimes: ${stderr}`);
}

export function nodeBinary(line: NodeLine): Binary {
  const path = join(FOLDER, "node_modules", line, "bin/node");
  return { path, version: NODE_VERSIONS[line] };
}

export function bunBinary(): Binary {
  return { path: join(FOLDER, "node_modules", bunPackage, "bin/bun"), version: BUN_VERSION };
}

/**
 * Deno's install script would make this binary executable, but this repository runs no install
 * scripts.
 */
export function denoBinary(): Binary {
  const outer = createRequire(require.resolve("deno/package.json"));
  const manifest = outer.resolve(`@deno/${PLATFORM}-glibc/package.json`);
  const path = join(dirname(manifest), "deno");
  chmodSync(path, 0o755);
  return { path, version: require(manifest).version };
}

export function workerdBinary(): Binary {
  return { path: workerd, version: require("workerd/package.json").version };
}

export function packageVersion(name: string): string {
  return require(`${name}/package.json`).version;
}
