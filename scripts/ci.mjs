// Everything `npm test` checks, in order, with one closing line over all runners.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

const reportFiles = "{apps,packages}/*/reports/*.json";
const packageReports = () => [
  ...globSync(reportFiles, { cwd: root }),
  ...globSync("supabase/reports/*.json", { cwd: root }),
];

/** Counts of one runner's JSON report: Vitest's or Playwright's. */
function readReport(file) {
  const report = JSON.parse(readFileSync(join(root, file), "utf8"));
  if (report.stats) {
    // A test that passed only on a second try has failed.
    return {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    };
  }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((t) => t.status !== "failed"),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length };
}

function run(command, args) {
  console.log(`\n› ${[command, ...args].join(" ")}`);
  return (
    spawnSync(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    }).status === 0
  );
}

/** Runs turbo and answers each task's outcome from the summary it writes. */
function runTurbo(tasks, flags = []) {
  const summaries = join(root, ".turbo", "runs");
  rmSync(summaries, { recursive: true, force: true });
  const ok = run("turbo", [
    "run",
    ...tasks,
    "--summarize",
    "--framework-inference=false",
    "--continue=dependencies-successful",
    ...flags,
  ]);
  const outcomes = globSync("*.json", { cwd: summaries })
    .flatMap((file) => JSON.parse(readFileSync(join(summaries, file), "utf8")).tasks)
    .map((task) => ({
      id: task.taskId,
      ok: task.execution?.exitCode === 0,
      ran: !!task.execution,
    }));
  return { ok, outcomes };
}

for (const file of packageReports()) rmSync(join(root, file));
mkdirSync(join(root, "reports"), { recursive: true });

const steps = [
  ["format and lint", () => run("biome", ["ci", "."])],
  ["structure", () => run(process.execPath, ["scripts/check-structure.mjs"])],
  ["scripts", () => run(process.execPath, ["--test", "scripts/*.test.mjs"])],
  ["browser", () => run(process.execPath, ["scripts/browser.mjs"])],
];
let passed = 0;
let failed = 0;
const failures = [];
const count = (name, ok) => {
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
};
for (const [name, step] of steps) count(name, step());

// Both need the cores for themselves, so they come after everything else.
const checks = runTurbo(["build", "typecheck", "test", "check:package"], ["--concurrency=2"]);
const journeys = runTurbo(["e2e", "e2e:screens"]);
const outcomes = new Map([...checks.outcomes, ...journeys.outcomes].map((task) => [task.id, task]));

const reports = packageReports().map(readReport);
for (const report of reports) {
  passed += report.passed;
  failed += report.failed;
}
const testsFailed = reports.some((report) => report.failed > 0);
for (const { id, ok, ran } of outcomes.values()) {
  const hasReport = /#(test|e2e|e2e:screens)$/.test(id);
  if (!ran) count(`${id} (not run)`, false);
  else if (!hasReport) count(id, ok);
  else if (!ok) {
    failures.push(id);
    if (!testsFailed) failed += 1;
  }
}
if ((!checks.ok || !journeys.ok) && failed === 0) failed = 1;

if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
