import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { canFetchRuntimes, fetchRuntimes } from "../../backend-client/conformance/runtimes.ts";
import { installPackedSdk } from "./install.ts";
import { run } from "./run.ts";
import { folderOf, type Target } from "./targets.ts";

const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const PLAYWRIGHT = join(require.resolve("@playwright/test/package.json"), "../cli.js");

interface Report {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Counts each installation, build and type check as one test. */
export class Suite {
  passed = 0;
  readonly failed: string[] = [];
  readonly #prepared = new Map<string, boolean>();

  async run(targets: readonly Target[]): Promise<void> {
    fetchRuntimesOf(targets);
    if (!this.#count("installation of the SDK", await installPackedSdk())) return;
    for (const [index, target] of targets.entries()) {
      console.log(`\nExample ${index + 1} of ${targets.length}: ${target.name}`);
      if (await this.#prepare(target)) await this.#test(target);
    }
  }

  #count(name: string, ok: boolean): boolean {
    if (ok) this.passed += 1;
    else this.failed.push(name);
    return ok;
  }

  async #prepare(target: Target): Promise<boolean> {
    const { folder, prepare } = target;
    const known = this.#prepared.get(folder);
    if (known !== undefined) return known;
    let ok = true;
    for (const script of prepare) {
      const done = await run("pnpm", ["run", script], { cwd: folderOf(target) });
      ok = this.#count(`${folder}: ${script}`, done) && ok;
    }
    this.#prepared.set(folder, ok);
    return ok;
  }

  async #test({ name }: Target): Promise<void> {
    const report = join(root, "reports", `${name}.json`);
    rmSync(report, { force: true });
    const ok = await run(process.execPath, [PLAYWRIGHT, "test", `--project=${name}`], {
      cwd: root,
      env: { EXAMPLES_REPORT: report },
    });
    if (!existsSync(report)) {
      this.failed.push(`${name}: no report`);
      return;
    }
    const { stats } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const bad = stats.unexpected + stats.flaky;
    this.passed += stats.expected;
    this.failed.push(...Array<string>(bad).fill(`${name}: a browser test`));
    // Playwright can fail without a failed test, for example if a fixture fails to stop.
    if (!ok && bad === 0) this.failed.push(`${name}: outside of the tests`);
  }
}

function fetchRuntimesOf(targets: readonly Target[]): void {
  if (canFetchRuntimes && targets.some(({ folder }) => folder === "hono")) fetchRuntimes();
}

export async function prepareOne(target: Target, env: Record<string, string>): Promise<boolean> {
  fetchRuntimesOf([target]);
  if (!(await installPackedSdk())) return false;
  for (const script of target.prepare) {
    if (!(await run("pnpm", ["run", script], { cwd: folderOf(target), env }))) return false;
  }
  return true;
}
