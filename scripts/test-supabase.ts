// Runs the tests against a hosted project, or locally if no project variables are set. See
// docs/testing-on-supabase.md.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, noReport, type Outcome, readPlaywright, sum } from "./test-supabase/outcome.ts";
import { readProject } from "./test-supabase/project.ts";

const root = join(import.meta.dirname, "..");
/** A hosted project responds more slowly than a local backend. */
const TIMEOUT_MS = 30_000;
const REPORTER = join(import.meta.dirname, "test-supabase", "vitest-reporter.ts");

function run(cwd: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n› ${cwd}: ${args.join(" ")}`);
  spawnSync("pnpm", ["exec", ...args], {
    cwd: join(root, cwd),
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
}

function runVitest(suite: string, cwd: string, args: string[]): Outcome {
  const report = join(root, "reports", `test-supabase-${suite}.json`);
  rmSync(report, { force: true });
  run(cwd, ["vitest", "run", "--reporter=default", `--reporter=${REPORTER}`, ...args], {
    TEST_SUPABASE_REPORT: report,
  });
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : noReport(suite);
}

function runPlaywright(report: string, args: string[]): Outcome {
  const file = join(root, "apps/web/reports", report);
  rmSync(file, { force: true });
  run("apps/web", ["playwright", "test", ...args]);
  return existsSync(file)
    ? readPlaywright(JSON.parse(readFileSync(file, "utf8")))
    : noReport(report);
}

const SUITES: Record<string, () => Outcome> = {
  contract() {
    const files = readProject("CONTRACT_SUPABASE")
      ? ["test/contract/hosted.test.ts"]
      : ["test/contract/local.test.ts", "test/contract/sessions.local.test.ts"];
    return runVitest("contract", "packages/backend-client", ["--project=contract*", ...files]);
  },
  sql() {
    // The tests in the other folders do not use the hosted project.
    const folders = ["functions", "policies", "services", "plans", "scale"];
    return runVitest("sql", "supabase", [
      "--project=database",
      "--project=slow-scale",
      `--testTimeout=${TIMEOUT_MS}`,
      ...folders.map((name) => `tests/${name}/`),
    ]);
  },
  browser() {
    return sum([
      runPlaywright("playwright.json", []),
      runPlaywright("slow.json", ["-c", "playwright.slow.config.ts"]),
    ]);
  },
};

function main(words: string[]): void {
  const unknown = words.find((word) => !(word in SUITES));
  if (unknown) {
    console.error(`Unknown suite ${unknown}. The suites are ${Object.keys(SUITES).join(", ")}.`);
    process.exit(2);
  }
  for (const prefix of ["CONTRACT_SUPABASE", "TEST_SUPABASE"] as const) {
    const project = readProject(prefix);
    console.log(`${prefix}: ${project ? project.url : "a local backend"}`);
  }
  const names = words.length > 0 ? words : Object.keys(SUITES);
  const outcome = sum(names.map((name) => SUITES[name]?.() ?? noReport(name)));
  console.log(`\n${describe(outcome)}`);
  process.exitCode = outcome.failed.length > 0 || outcome.passed === 0 ? 1 : 0;
}

main(process.argv.slice(2));
