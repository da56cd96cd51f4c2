import { beforeEach, expect, it } from "vitest";
import { sha256 } from "#crypto";
import { CLOCK_SKEW_COOLDOWN_MS, COOLDOWNS_MAX } from "../config/constants.js";
import { BackendError } from "../errors/backend-error.js";
import { createMemoryBackend, type MemoryBackend } from "../testing/index.js";
import { projectState } from "./project-state.js";
import { findCooldown, startSkewCooldown } from "./refresh.js";

let memory: MemoryBackend;

beforeEach(() => {
  memory = createMemoryBackend();
});

const error = new BackendError({
  kind: "auth",
  code: "clock_skew",
  message: "",
  details: { seconds: 7 },
});
const startCooldown = (refreshToken: string) =>
  startSkewCooldown(memory.backend, refreshToken, { error });
const find = (refreshToken: string) => findCooldown(memory.backend, refreshToken);

it("a cooldown pauses the refreshes of a session for a minute when the new token is unusable", async () => {
  await startCooldown("r1");
  expect(await find("r1")).toEqual({ status: "unavailable", error });
  expect(await find("r2")).toBeNull();
  memory.clock.skip(CLOCK_SKEW_COOLDOWN_MS - 1);
  expect(await find("r1")).not.toBeNull();
  memory.clock.skip(1);
  expect(await find("r1")).toBeNull();
});

it("a cooldown ends when the clock is set back", async () => {
  await startCooldown("r1");
  memory.clock.setDate(memory.clock.now() - 1);
  expect(await find("r1")).toBeNull();
});

it("a full list of cooldowns drops the oldest cooldown when another one starts", async () => {
  const { cooldowns } = projectState(memory.backend.url);
  await startCooldown("again");
  for (let count = 1; count < COOLDOWNS_MAX; count++) await startCooldown(`r${count}`);
  expect(cooldowns.size).toBe(COOLDOWNS_MAX);
  await startCooldown("again");
  await startCooldown("last");
  expect(cooldowns.size).toBe(COOLDOWNS_MAX);
  const isHeld = async (token: string) => cooldowns.has(await sha256(token));
  expect(await isHeld("r1")).toBe(false);
  for (const token of ["r2", "again", "last"]) expect(await isHeld(token)).toBe(true);
});

it("the log entry of a cooldown contains the seconds by which the clocks of service and server differ", async () => {
  const entries: unknown[] = [];
  const log = (...entry: unknown[]) => void entries.push(entry);
  await startSkewCooldown(memory.backend, "r1", { error, log });
  expect(entries).toEqual([["clock_skew", { seconds: 7 }]]);
});
