// Finds or downloads Chromium for the browser tests and writes its path to .tools/chromium-path.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./toolchain.mjs";

const tools = join(root, ".tools");

function starts(path) {
  if (!path || !existsSync(path)) return false;
  return spawnSync(path, ["--version", "--no-sandbox"], { timeout: 20_000 }).status === 0;
}

function installed() {
  const candidates = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  return candidates.find(starts);
}

function fromDebian() {
  if (process.platform !== "linux" || process.getuid() !== 0) return undefined;
  if (spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  console.log("Installing Chromium from Debian's packages…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, stdio: ["ignore", "ignore", "inherit"] };
  spawnSync("apt-get", ["update", "-qq"], options);
  // apps/web/playwright.config.ts prefers the headless shell, which takes 40 % less CPU time than
  // Chromium.
  for (const name of ["chromium", "chromium-headless-shell"]) {
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
  }
  return ["/usr/bin/chromium"].find(starts);
}

async function fromPlaywright() {
  const require = createRequire(join(root, "apps", "web", "package.json"));
  const cli = join(require.resolve("@playwright/test/package.json"), "..", "cli.js");
  console.log("Fetching Playwright's Chromium…");
  if (spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore" }).status !== 0) {
    return undefined;
  }
  const { chromium } = require("@playwright/test");
  return [chromium.executablePath()].find(starts);
}

async function fromNpm() {
  console.log("Fetching Chromium from the npm registry…");
  const prefix = join(tools, "browser");
  execFileSync(
    "npm",
    [
      ...["install", "--prefix", prefix, "--no-save", "--no-package-lock", "--no-audit"],
      "@sparticuz/chromium@153.0.0",
    ],
    { stdio: "ignore", shell: process.platform === "win32" },
  );
  const entry = createRequire(join(prefix, "index.js")).resolve("@sparticuz/chromium");
  const { default: chromium } = await import(pathToFileURL(entry).href);
  return [await chromium.executablePath()].find(starts);
}

async function find() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (starts(named)) return named;
    throw new Error(
      `CHROMIUM_PATH names ${named}, which does not start. Correct or unset CHROMIUM_PATH.`,
    );
  }
  for (const source of [installed, fromDebian, fromPlaywright, fromNpm]) {
    try {
      const path = await source();
      if (path) return path;
    } catch {
      // Try the next source. The script throws an error if no source works.
    }
  }
  throw new Error(
    "No Chromium could be found or fetched for the browser tests. Install Chromium or Chrome and set CHROMIUM_PATH to its path.",
  );
}

try {
  const path = await find();
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "chromium-path"), `${path}\n`);
  console.log(`Browser: ${path}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
