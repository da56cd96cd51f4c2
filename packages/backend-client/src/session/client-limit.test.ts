import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLIENTS_MAX } from "../config/constants.js";
import { clientKey, countCall } from "./client-limit.js";

const limit = { burst: 3, perMinute: 6 };

function createBooks() {
  const clients = new Map<string, { left: number; at: number }>();
  return {
    clients,
    count: (client: string, nowMs: number) =>
      countCall(clients, { client, limit, nowMs, operation: "auth.refresh" }),
  };
}

describe("a client's calls", () => {
  it("pass in a burst, then as time refills it", () => {
    const { count } = createBooks();
    expect([0, 0, 0].map((at) => count("a", at))).toEqual([null, null, null]);
    expect(count("a", 0)).toMatchObject({
      kind: "network",
      code: "rate_limited",
      status: 429,
      retryable: true,
      operation: "auth.refresh",
      message: expect.stringContaining("too many attempts"),
      retryAfterSeconds: 10,
    });
    expect(count("a", 4_000)?.retryAfterSeconds).toBe(6);
    expect(count("a", 9_999)).not.toBeNull();
    expect(count("a", 10_000)).toBeNull();
    expect(count("a", 10_000)).not.toBeNull();
    // Never more than the burst, however long it was quiet.
    const quiet = 10_000_000;
    expect([0, 0, 0, 0].map(() => count("a", quiet) === null)).toEqual([true, true, true, false]);
  });

  it("are counted for each alone", () => {
    const { count } = createBooks();
    for (let call = 0; call < 4; call++) count("a", 0);
    expect(count("b", 0)).toBeNull();
  });

  it("are not locked out by a clock set back", () => {
    const { count } = createBooks();
    for (let call = 0; call < 4; call++) count("a", 86_400_000);
    expect(count("a", 0)?.retryAfterSeconds).toBe(10);
    expect(count("a", 10_000)).toBeNull();
  });

  it("are never more than burst and rate allow together", () => {
    const gaps = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(gaps, (steps) => {
        const { count } = createBooks();
        let now = 0;
        let passed = 0;
        for (const step of steps) {
          now += step;
          const refusal = count("a", now);
          if (refusal === null) passed += 1;
          else expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
        }
        expect(passed).toBeLessThanOrEqual(limit.burst + (now * limit.perMinute) / 60_000);
      }),
    );
  });

  it("are forgotten for those not seen longest", () => {
    const { clients, count } = createBooks();
    for (let call = 0; call < 3; call++) count("first", 0);
    for (let other = 0; other < CLIENTS_MAX - 1; other++) count(`c${other}`, 0);
    expect(count("first", 0)).not.toBeNull();
    count("one more", 0);
    expect(clients.size).toBe(CLIENTS_MAX);
    expect(clients.has("c0")).toBe(false);
    expect(clients.has("first")).toBe(true);
  });
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::", "fe80:0:0:0::/64"],
  ["2001::3:4:5:6:7:8", "2001:0:3:4::/64"],
  ["unknown", "unknown"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
])("%s stands in the books as %s", (address, key) => {
  expect(clientKey(address)).toBe(key);
});
