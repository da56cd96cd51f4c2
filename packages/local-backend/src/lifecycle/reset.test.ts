import { expect, it } from "vitest";
import { fullDisk } from "../config/disk-full.ts";
import { LocalBackendError } from "../config/errors.ts";
import { createReset } from "./reset.ts";

const postgrestFailure = new LocalBackendError("child_failed", "PostgREST did not become ready.");
const diskError = fullDisk("/data/pg");

function resetWith(failures: { restore?: Error; startRest?: Error; isFull?: boolean }) {
  const steps: string[] = [];
  const step = (name: string, failure?: Error) => async () => {
    steps.push(name);
    if (failure) throw failure;
  };
  const reset = createReset({
    gateway: { pause: () => () => void steps.push("resume") },
    database: { suspend: step("suspend"), resume: () => undefined },
    rest: { stopChild: step("stop rest") },
    services: [],
    restore: step("restore", failures.restore),
    seed: step("seed"),
    startRest: step("start rest", failures.startRest),
    requireDatabase: () => undefined,
    explain: (error) => (failures.isFull ? diskError : error),
  });
  return { reset, steps };
}

it("reports a full disk if the disk prevents PostgREST from starting after a reset", async () => {
  const { reset, steps } = resetWith({ startRest: postgrestFailure, isFull: true });
  await expect(reset(true)).rejects.toBe(diskError);
  expect(steps.at(-1)).toBe("resume");
});

it("reports the error of a failed reset, not the later failure of PostgREST to start", async () => {
  const failure = new LocalBackendError("migration_failed", "a.sql, line 1: wrong.");
  const { reset, steps } = resetWith({ restore: failure, startRest: postgrestFailure });
  await expect(reset(true)).rejects.toBe(failure);
  expect(steps).toEqual(["stop rest", "suspend", "restore", "start rest", "resume"]);
});

it("reports that PostgREST does not start after a reset", async () => {
  const { reset } = resetWith({ startRest: postgrestFailure });
  await expect(reset(true)).rejects.toBe(postgrestFailure);
});
