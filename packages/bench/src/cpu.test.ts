import { platform } from "node:os";
import { expect, test } from "vitest";
import { cpuOfProcess } from "./cpu.ts";

test.runIf(platform() === "linux")(
  "cpuOfProcess returns a larger value after the process has used CPU time",
  () => {
    const before = cpuOfProcess(process.pid);
    let text = "";
    for (let count = 0; count < 200_000; count++) text += String(count);
    expect(text.length).toBeGreaterThan(0);
    expect(cpuOfProcess(process.pid)).toBeGreaterThan(before);
  },
);

test("cpuOfProcess returns NaN for a process that does not exist", () => {
  expect(cpuOfProcess(-1)).toBeNaN();
});
