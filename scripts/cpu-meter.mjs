// Measures the CPU seconds (user and system) of all descendants of a process, on Linux.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setInterval } from "node:timers";

const SAMPLE_MS = 250;
// USER_HZ, which is 100 on every architecture that Node supports.
const TICKS_PER_SECOND = 100;

/**
 * Parses `/proc/PID/stat`, see proc_pid_stat(5). `waited` is the CPU time of children that have
 * ended and for which the process has waited.
 */
export function parseStat(pid, stat) {
  // The command name may contain spaces and parentheses, so start after the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (first) => Number(fields[first]) + Number(fields[first + 1]);
  const id = `${pid}:${fields[19]}`;
  return { id, pid, parent: Number(fields[1]), own: ticks(11), waited: ticks(13) };
}

function listProcesses() {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [parseStat(Number(name), readFileSync(`/proc/${name}/stat`, "latin1"))];
    } catch {
      // Skip a process that has ended since the folder was listed.
      return [];
    }
  });
}

function readTask({ pid }) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
    const at = words.findIndex((word) => /(^|\/)pnpm(\.c?js)?$/.test(word));
    if (at === -1 || words[at + 1] !== "run") return undefined;
    return { directory: readlinkSync(`/proc/${pid}/cwd`), script: words[at + 2] };
  } catch {
    return undefined;
  }
}

/**
 * Sums the CPU time of all descendants. The time of an ended process comes from the `waited` ticks
 * of its parent or, if the parent did not wait for it, from the last sample.
 */
export class ProcessTree {
  #rootPid;
  #nodes = new Map();
  #idOfPid = new Map();

  constructor(rootPid) {
    this.#rootPid = rootPid;
  }

  add(processes, taskOf = () => undefined) {
    this.#idOfPid.clear();
    for (const { id, pid } of processes) this.#idOfPid.set(pid, id);
    const byAge = [...processes].sort((a, b) => startOf(a) - startOf(b) || a.pid - b.pid);
    for (const sample of byAge) this.#addOne(sample, taskOf);
  }

  #addOne(sample, taskOf) {
    const known = this.#nodes.get(sample.id);
    if (known) {
      Object.assign(known, { own: sample.own, waited: sample.waited });
      // The process may call exec after the first sample, so look up its task in up to three more
      // samples.
      if (known.looks > 0) this.#look(known, sample, taskOf);
      return;
    }
    const parent = this.#nodes.get(this.#idOfPid.get(sample.parent));
    if (!parent && sample.pid !== this.#rootPid) return;
    const node = {
      own: sample.own,
      waited: sample.waited,
      children: [],
      task: undefined,
      looks: 4,
    };
    this.#nodes.set(sample.id, node);
    parent?.children.push(node);
    this.#look(node, sample, taskOf);
  }

  #look(node, sample, taskOf) {
    node.task ??= taskOf(sample);
    node.looks = node.task ? 0 : node.looks - 1;
  }

  ticks() {
    const tasks = [];
    const visit = (node) => {
      const below = node.children.reduce((sum, child) => sum + visit(child), 0);
      const ticks = node.own + Math.max(node.waited, below);
      if (node.task) tasks.push({ ...node.task, ticks });
      return ticks;
    };
    const root = [...this.#nodes.values()][0];
    return { total: root ? visit(root) - root.own : 0, tasks };
  }
}

const startOf = ({ id }) => Number(id.split(":")[1]);

/**
 * Returns a function that reads the CPU seconds so far. Returns undefined if `/proc` is missing or
 * unreadable.
 */
export function measureCpu(pid = process.pid) {
  if (process.platform !== "linux") return undefined;
  const tree = new ProcessTree(pid);
  const sample = () => {
    try {
      tree.add(listProcesses(), readTask);
      return true;
    } catch {
      // Skip this sample if `/proc` is missing, or if no file descriptor is free.
      return false;
    }
  };
  if (!sample()) return undefined;
  setInterval(sample, SAMPLE_MS).unref();
  return () => {
    sample();
    const { total, tasks } = tree.ticks();
    return {
      total: total / TICKS_PER_SECOND,
      tasks: tasks.map(({ ticks, ...task }) => ({ ...task, seconds: ticks / TICKS_PER_SECOND })),
    };
  };
}
