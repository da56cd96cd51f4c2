// Runs the checks of `npm test` (quick), of `pnpm test:slow` (slow), or of both (all).
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { calibrate, judge, machineName } from "./cpu-budget.mjs";
import { measureCpu } from "./cpu-meter.mjs";
import { describeCpu } from "./cpu-report.mjs";
import { run, runTurbo } from "./processes.mjs";
import {
  findStale,
  readInputHashes,
  readRecord,
  SLOW_TASK,
  updateRecord,
  writeRecord,
} from "./slow-suites.mjs";
import { describeFailures, readReport } from "./test-reports.mjs";
import { root } from "./toolchain.mjs";

const REPORT_FILES = ["{apps,packages}/*/reports/*.json", "{scripts,supabase}/reports/*.json"];
const reportFiles = () => globSync(REPORT_FILES, { cwd: root }).map((file) => join(root, file));

const mode = process.argv[2] ?? "quick";
const isQuick = mode !== "slow";
const isSlow = mode !== "quick";

const readCpu = measureCpu();
const calibrationBefore = isQuick ? calibrate() : 0;

for (const file of reportFiles()) rmSync(file);
mkdirSync(join(root, "scripts", "reports"), { recursive: true });

const quickSteps = [
  ["format and lint", () => run("biome", ["ci", ".", "--colors=off"])],
  ["unused code", () => run("knip", ["--no-progress"])],
  ["structure", () => run(process.execPath, ["scripts/check-structure.mjs"])],
  [
    "scripts",
    () =>
      run(process.execPath, [
        "--test",
        ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
        ...["--test-reporter=./scripts/node-test-reporter.mjs"],
        ...["--test-reporter-destination=scripts/reports/node.json"],
        "scripts/*.test.mjs",
      ]),
  ],
];
const browser = ["browser", () => run(process.execPath, ["scripts/browser.mjs"])];
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
const stale = [];
if (isQuick && !isSlow) {
  try {
    stale.push(...findStale(readRecord(), readInputHashes()));
  } catch (error) {
    stale.push(error.message);
  }
  count("record of the slow suites", stale.length === 0);
}
for (const [name, step] of [...(isQuick ? quickSteps : []), browser]) count(name, await step());

const runs = [];
if (isQuick) {
  // Check types before the build, because the build of the web app deletes route types that the
  // check needs.
  runs.push(await runTurbo(["typecheck"], ["--concurrency=2"]));
  runs.push(await runTurbo(["build", "test", "check:package"], ["--concurrency=2"]));
  // Run nothing in parallel, because the browser tests need all cores.
  runs.push(await runTurbo(["e2e"]));
}
const cpu = isQuick ? readCpu?.() : undefined;
const calibrationAfter = cpu ? calibrate() : 0;
if (isSlow) {
  // Run one suite at a time, because each uses all cores, and calls in a second suite would time
  // out.
  const slow = await runTurbo([SLOW_TASK], ["--concurrency=1"]);
  runs.push(slow);
  const suites = slow.outcomes.filter(({ task }) => task === SLOW_TASK);
  if (suites.length > 0) writeRecord(updateRecord(readRecord(), suites));
}
const outcomes = new Map(runs.flatMap((run) => run.outcomes.map((task) => [task.id, task])));

const reports = reportFiles().flatMap((file) => {
  try {
    return [readReport(JSON.parse(readFileSync(file, "utf8")), file, root)];
  } catch {
    count(`${relative(root, file)} (not readable)`, false);
    return [];
  }
});
const testFailures = reports.flatMap((report) => report.failures);
passed += reports.reduce((sum, report) => sum + report.passed, 0);
failed += testFailures.length;
for (const { id, package: name, ok, ran } of outcomes.values()) {
  const hasReport = /#(test|test:slow|e2e)$/.test(id);
  if (!ran) count(`${id} (not run)`, false);
  else if (!hasReport) count(id, ok);
  else if (!ok) {
    failures.push(id);
    if (!testFailures.some((failure) => failure.package === name)) failed += 1;
  }
}
if (!runs.every(({ ok }) => ok) && failed === 0) failed = 1;

if (cpu) {
  const budget = JSON.parse(readFileSync(join(root, "scripts", "cpu-budget.json"), "utf8"));
  const calibration = Math.max(calibrationBefore, calibrationAfter);
  const verdict = judge(budget, { total: cpu.total, machine: machineName(), calibration });
  console.log(`\n${describeCpu(cpu, root).join("\n")} (${verdict.note})`);
  count("CPU budget", !verdict.isOver);
}
if (testFailures.length > 0) {
  console.log(`\nFailed tests:\n${describeFailures(testFailures).join("\n")}`);
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
if (stale.length > 0) console.log(`\n${stale.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
