import assert from "node:assert/strict";
import { test } from "node:test";
import { calibrate, judge, machineName } from "./cpu-budget.mjs";
import { describeCpu } from "./cpu-report.mjs";

const budget = { seconds: 1000, machine: "Model × 2", calibration: 0.1 };
const run = { total: 1000, machine: "Model × 2", calibration: 0.1 };

test("the CPU budget accepts a run that is at most five percent above the budget", () => {
  assert.equal(judge(budget, { ...run, total: 1049 }).isOver, false);
});

test("the CPU budget rejects a run that is more than five percent above the budget", () => {
  const { isOver, note } = judge(budget, { ...run, total: 1060 });
  assert.equal(isOver, true);
  assert.match(note, /budget 1000 on Model × 2; 106 % of the budget/);
});

test("the CPU budget allows more CPU time if the calibration run is slower than the budget's calibration run", () => {
  assert.equal(judge(budget, { ...run, total: 1200, calibration: 0.12 }).isOver, false);
});

test("the CPU budget stays the same if the calibration run is faster than the budget's calibration run", () => {
  assert.equal(judge(budget, { ...run, calibration: 0.05 }).isOver, false);
});

test("the CPU budget never rejects a run on a machine other than the budget's", () => {
  const { isOver, note } = judge(budget, { ...run, total: 9000, machine: "Other × 8" });
  assert.equal(isOver, false);
  assert.match(note, /not comparable/);
});

test("machineName returns the processor's model and count, and calibrate returns a positive time", () => {
  assert.equal(machineName([{ model: "Model " }, { model: "Model " }]), "Model × 2");
  assert.ok(calibrate() > 0);
});

test("the CPU report lists tasks of at least one second, the most expensive first, then the rest and the total", () => {
  const tasks = [
    { directory: "/repo/apps/web", script: "test", seconds: 40 },
    { directory: "/repo/packages/sdk", script: "test", seconds: 50.4 },
    { directory: "/repo/packages/sdk", script: "build", seconds: 0.2 },
  ];
  assert.deepEqual(describeCpu({ total: 100, tasks }, "/repo"), [
    "CPU seconds (user and system):",
    "    50  packages/sdk test",
    "    40  apps/web test",
    "    10  everything else",
    "   100  total",
  ]);
});
