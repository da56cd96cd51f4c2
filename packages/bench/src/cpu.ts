import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the CPU nanoseconds of a process, or NaN if `/proc` does not list the process. Does not
 * use `ps`, which counts hundredths of a second.
 */
export function cpuOfProcess(pid: number): number {
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const [used = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
      nanoseconds += Number(used);
    }
    return nanoseconds / 1000;
  } catch {
    return Number.NaN;
  }
}
