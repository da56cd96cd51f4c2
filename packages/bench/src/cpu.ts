import { readdirSync, readFileSync } from "node:fs";

/**
 * Reads `/proc`, which counts nanoseconds, because `ps` counts only hundredths of a second. Returns
 * NaN if there is no `/proc` or no such process.
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
