import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const PACKAGE = here("../..");

export interface Project {
  dir: string;
  run(command: string, ...args: string[]): Promise<string>;
  remove(): void;
}

/**
 * Removes the variables of pnpm, which would make npm work in the workspace's folder. Keeps only
 * the settings of the registry, its cache and the proxies.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|cache|cafile|noproxy|(https?_)?proxy)$/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => (!name.startsWith("npm_") || kept.test(name)) && !/^(NODE_ENV|VITEST)/.test(name),
  );
  return { ...Object.fromEntries(entries), NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1" };
}

async function runIn(dir: string, command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, {
      cwd: dir,
      env: cleanEnvironment(),
      maxBuffer: 32 * 1024 * 1024,
      shell: process.platform === "win32",
    });
    return stdout;
  } catch (cause) {
    const output = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${output.stdout ?? ""}${output.stderr ?? ""}`, {
      cause,
    });
  }
}

export async function packPackage(directory: string): Promise<string> {
  const withoutBuild = "--config.ignore-scripts=true";
  const to = ["--pack-destination", directory];
  const packed = await runIn(PACKAGE, "pnpm", ["pack", "--json", withoutBuild, ...to]);
  const { filename } = JSON.parse(packed.slice(packed.indexOf("{"))) as { filename: string };
  return filename;
}

export async function createProject(
  tarball: string,
  fixture: string,
  options: {
    with?: string[];
    folder?: string;
    base?: string | undefined;
    files?: Record<string, string>;
  } = {},
): Promise<Project> {
  const dir = mkdtempSync(join(tmpdir(), `backend-client-${fixture}-`));
  const manifest = { name: `consumer-${fixture}`, private: true, type: "module" };
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest));
  const project: Project = {
    dir,
    run: (command, ...args) => runIn(dir, command, args),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
  try {
    // Do not add `--prefer-offline`: npm's cached data may lack a version that a package requires.
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await project.run("npm", "install", ...quiet, tarball, ...(options.with ?? []));
    if (options.base !== undefined) cpSync(here(options.base), dir, { recursive: true });
    if (!options.files) cpSync(options.folder ?? here(fixture), dir, { recursive: true });
    for (const [name, text] of Object.entries(options.files ?? {})) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    return project;
  } catch (error) {
    project.remove();
    throw error;
  }
}
