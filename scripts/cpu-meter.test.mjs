import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { measureCpu, ProcessTree, parseStat } from "./cpu-meter.mjs";

const sample = (pid, parent, own, waited = 0) => ({
  id: `${pid}:${pid}`,
  pid,
  parent,
  own,
  waited,
});

test("parseStat reads the CPU ticks of a process and its ended children, even if the process name has spaces and parentheses", () => {
  const fields = "S 7 1 1 0 -1 4194304 0 0 0 0 11 4 300 25 20 0 1 0 139146 0 0";
  const parsed = parseStat(9, `9 (tsc (a) b) ${fields}`);
  assert.deepEqual(parsed, { id: "9:139146", pid: 9, parent: 7, own: 15, waited: 325 });
});

test("ProcessTree counts the CPU ticks of the root process's descendants, but not those of other processes", () => {
  const tree = new ProcessTree(10);
  tree.add([sample(10, 1, 500), sample(11, 10, 20), sample(12, 11, 30), sample(13, 1, 900)]);
  assert.equal(tree.ticks().total, 50);
});

test("ProcessTree counts a process that ended between two samples, because its parent's statistics include it", () => {
  const tree = new ProcessTree(10);
  tree.add([sample(10, 1, 500), sample(11, 10, 20)]);
  tree.add([sample(10, 1, 500), sample(11, 10, 20, 70)]);
  assert.equal(tree.ticks().total, 90);
});

test("ProcessTree counts a process only once, even if it was sampled before its parent waited for it", () => {
  const tree = new ProcessTree(10);
  tree.add([sample(10, 1, 0), sample(11, 10, 20)]);
  tree.add([sample(10, 1, 0, 25)]);
  assert.equal(tree.ticks().total, 25);
});

test("ProcessTree counts the last sample of a process whose parent did not wait for it", () => {
  const tree = new ProcessTree(10);
  tree.add([sample(10, 1, 0), sample(11, 10, 20), sample(12, 11, 40)]);
  tree.add([sample(10, 1, 0, 22), sample(12, 1, 60)]);
  assert.equal(tree.ticks().total, 80);
});

test("ProcessTree distinguishes two processes with the same id", () => {
  const tree = new ProcessTree(10);
  tree.add([sample(10, 1, 0), sample(11, 10, 20)]);
  tree.add([sample(10, 1, 0, 20), { ...sample(11, 10, 5), id: "11:99" }]);
  assert.equal(tree.ticks().total, 25);
});

test("ProcessTree counts the descendants of a task as part of the task", () => {
  const tree = new ProcessTree(10);
  const task = { directory: "/repo/apps/web", script: "test" };
  const taskOf = ({ pid }) => (pid === 11 ? task : undefined);
  tree.add([sample(10, 1, 0), sample(11, 10, 1), sample(12, 11, 40), sample(13, 10, 9)], taskOf);
  assert.deepEqual(tree.ticks(), { total: 50, tasks: [{ ...task, ticks: 41 }] });
});

test("measureCpu measures the CPU time of a child process", {
  skip: process.platform !== "linux",
}, async () => {
  const read = measureCpu();
  const burn = "while (process.cpuUsage().user < 500_000);";
  const child = spawn(process.execPath, ["-e", burn], { stdio: "ignore" });
  await once(child, "exit");
  assert.ok(read().total >= 0.45);
});
