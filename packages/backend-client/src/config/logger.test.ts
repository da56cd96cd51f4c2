import { afterEach, expect, it, vi } from "vitest";
import { createLog, LOG_CODES, type LogEntry } from "./logger.js";

afterEach(() => vi.restoreAllMocks());

it("the log codes stay the same", () => {
  expect([...LOG_CODES].sort()).toEqual([
    "breaker_closed",
    "breaker_opened",
    "bridge_too_large",
    "bridge_user_ignored",
    "client_address_unknown",
    "clock_skew",
    "cookie_too_large",
    "crypto_fallback",
    "foreign_session",
    "forwarding_key_ignored",
    "forwarding_key_missing",
    "hook_failed",
    "hs256_refused",
    "plain_http",
    "refresh_refused",
    "scope_closed",
  ]);
});

it("the log passes every entry to the app's logger with level, code, message and facts", () => {
  const entries: LogEntry[] = [];
  const log = createLog(
    (entry) => entries.push(entry),
    () => 0,
  );
  log("breaker_opened", { seconds: 30 });
  log("breaker_closed");
  log("breaker_closed");
  expect(entries).toHaveLength(3);
  expect(entries[0]).toEqual({
    level: "warn",
    code: "breaker_opened",
    message: expect.stringMatching(/\.$/),
    seconds: 30,
  });
  expect(entries[1]?.level).toBe("info");
});

it("the log keeps the entry's code, level and message when a fact is named code, level or message", () => {
  const entries: LogEntry[] = [];
  const log = createLog(
    (entry) => entries.push(entry),
    () => 0,
  );
  log("clock_skew", { code: "other", level: "error", message: "other" });
  expect(entries[0]).toMatchObject({ code: "clock_skew", level: "warn" });
  expect(entries[0]?.message).not.toBe("other");
});

it("the console log writes each warning code at most once per minute", () => {
  const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let now = 1_000_000;
  const log = createLog(undefined, () => now);
  log("breaker_opened");
  log("breaker_opened");
  log("clock_skew");
  log("breaker_closed");
  expect(lines).toHaveBeenCalledTimes(2);
  now += 59_999;
  log("breaker_opened");
  expect(lines).toHaveBeenCalledTimes(2);
  now += 1;
  log("breaker_opened");
  expect(lines).toHaveBeenCalledTimes(3);
  now -= 3_600_000;
  log("breaker_opened");
  expect(lines).toHaveBeenCalledTimes(4);
});

it("the log is silent when the app turns logging off", () => {
  const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  createLog(false, () => 0)("breaker_opened");
  expect(lines).not.toHaveBeenCalled();
});

it("the log ignores an error that the app's logger throws", () => {
  const log = createLog(
    () => {
      throw new Error("no disk");
    },
    () => 0,
  );
  expect(() => log("breaker_opened")).not.toThrow();
});
