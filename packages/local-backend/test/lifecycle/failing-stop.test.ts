import { existsSync } from "node:fs";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { Scheduler } from "../../src/functions/schedules.ts";
import { Gateway } from "../../src/gateway/gateway.ts";
import { startLocalBackend } from "../../src/lifecycle/start.ts";
import { readLock } from "../../src/supervisor/lock.ts";
import { isSameProcess } from "../../src/supervisor/processes.ts";
import { createProject, FREE_PORTS } from "./project.ts";

const project = createProject();
afterEach(() => vi.restoreAllMocks());
afterAll(() => project.remove());

const start = () => startLocalBackend({ dir: project.dir, memory: true, ports: FREE_PORTS });

test("completes the other stop steps if a service fails to stop, and then reports the error", async () => {
  const backend = await start();
  const children = readLock(backend.dataDir)?.children ?? [];
  expect(children).toHaveLength(2);
  const broken = vi.spyOn(Scheduler.prototype, "stop").mockRejectedValue(new Error("stuck"));
  await expect(backend.stop()).rejects.toThrow("stuck");
  expect(broken).toHaveBeenCalledOnce();
  expect(children.filter(isSameProcess)).toEqual([]);
  expect(existsSync(backend.dataDir)).toBe(false);
});

test("reports the errors of all failed stop steps in a single AggregateError", async () => {
  const backend = await start();
  const { children = [] } = readLock(backend.dataDir) ?? {};
  vi.spyOn(Scheduler.prototype, "stop").mockRejectedValue(new Error("stuck"));
  const close = Gateway.prototype.close;
  vi.spyOn(Gateway.prototype, "close").mockImplementation(async function (this: Gateway) {
    await close.call(this);
    throw new Error("ajar");
  });
  const failure = await backend.stop().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect((failure as AggregateError).errors.map(({ message }) => message)).toEqual([
    "ajar",
    "stuck",
  ]);
  expect(children.filter(isSameProcess)).toEqual([]);
  expect(existsSync(backend.dataDir)).toBe(false);
});

test("reports the reason why the backend stops, even if the stop fails", async () => {
  const backend = await start();
  vi.spyOn(Scheduler.prototype, "stop").mockRejectedValue(new Error("stuck"));
  const postgrest = () =>
    readLock(backend.dataDir)?.children.find(({ name }) => name === "postgrest")?.pid ?? 0;
  const first = postgrest();
  process.kill(first, "SIGKILL");
  await expect.poll(() => [0, first].includes(postgrest()), { timeout: 15_000 }).toBe(false);
  const healthy = async () => (await fetch(`${backend.urls.api}/health`)).ok;
  await expect.poll(healthy, { timeout: 15_000 }).toBe(true);
  process.kill(postgrest(), "SIGKILL");
  expect((await backend.failed).message).toContain("postgrest crashed twice");
  expect(existsSync(backend.dataDir)).toBe(false);
});
