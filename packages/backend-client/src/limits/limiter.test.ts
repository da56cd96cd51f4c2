import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLIENTS_MAX } from "../config/constants.js";
import {
  chargeRefusal,
  createLimitState,
  type LimitedCaller,
  type LimitState,
  limitRules,
  takeCall,
} from "./limiter.js";

const HOSTED = { burst: 30, perMinute: 30 };
const rules = limitRules({ serviceLimit: HOSTED, clientLimit: {} });
const MINUTE = 60_000;

function createLimiter(options?: Parameters<typeof limitRules>[0]) {
  const state = createLimitState();
  const own = options ? limitRules(options) : rules;
  const at = (caller: Partial<LimitedCaller>, nowMs: number) => ({
    caller: { network: null, user: undefined, ...caller },
    nowMs,
  });
  const take = (caller: Partial<LimitedCaller>, nowMs = 0) =>
    takeCall(state, own, at(caller, nowMs));
  return {
    state,
    take,
    refuse: (caller: Partial<LimitedCaller>, nowMs = 0) =>
      chargeRefusal(state, own, at(caller, nowMs)),
    count(caller: Partial<LimitedCaller>, calls: number, nowMs = 0): number {
      let passed = 0;
      for (let call = 0; call < calls; call++) if (take(caller, nowMs) === 0) passed += 1;
      return passed;
    },
  };
}

function copy(state: LimitState): LimitState {
  return structuredClone(state);
}

describe("the rate limit of an IP address", () => {
  it("allows ten calls in a row and ten a minute, for all accounts together", () => {
    const { take, count } = createLimiter();
    const network = "192.0.2.1";
    for (let call = 0; call < 10; call++) {
      expect(take({ network, user: call % 2 ? `user ${call}` : undefined })).toBe(0);
    }
    expect(take({ network })).toBe(6_000);
    expect(take({ network, user: "fresh" })).toBe(6_000);
    expect(take({ network, user: "fresh" }, 5_999)).toBe(1);
    expect(count({ network }, 3, 6_000)).toBe(1);
    expect(count({ network }, 30, 60 * MINUTE)).toBe(10);
  });

  it("charges five calls for a refused refresh, even if fewer calls are left", () => {
    const { take, refuse } = createLimiter();
    const network = "192.0.2.1";
    for (let call = 0; call < 3; call++) expect(take({ network })).toBe(0);
    for (let call = 0; call < 3; call++) refuse({ network });
    // Three refused refreshes cost 15 calls. The bucket allows 10.
    expect(take({ network })).toBe(36_000);
    expect(take({ network, user: "a" })).toBe(0);
    expect(take({ network }, 36_000)).toBe(0);
  });

  it("charges five calls for a refused refresh even if the session was verified", () => {
    const { take, refuse, count } = createLimiter();
    const network = "192.0.2.1";
    expect(take({ network, user: "a" })).toBe(0);
    refuse({ network, user: "a" });
    expect(count({ network }, 10)).toBe(5);
  });

  it("does not apply to calls from an unknown address", () => {
    const { state, refuse, count } = createLimiter();
    expect(count({ network: null }, 40)).toBe(15);
    refuse({ network: null });
    expect(state.address.size + state.client.size).toBe(0);
  });

  it("does not make an address wait longer when the clock is set back", () => {
    const { take, count } = createLimiter();
    count({ network: "a" }, 11, 24 * 60 * MINUTE);
    expect(take({ network: "a" }, 0)).toBe(6_000);
    expect(take({ network: "a" }, 6_000)).toBe(0);
  });
});

describe("the rate limits for users and for all callers", () => {
  it("allow a user six calls in a row and six a minute, from any address", () => {
    const { take } = createLimiter();
    for (let call = 0; call < 6; call++) expect(take({ network: `${call}`, user: "a" })).toBe(0);
    expect(take({ network: "other", user: "a" })).toBe(10_000);
    expect(take({ network: "other", user: "b" })).toBe(0);
  });

  it("limit all unverified calls together to half of the service's rate limit", () => {
    const { take } = createLimiter();
    for (let call = 0; call < 15; call++) expect(take({ network: `${call}` })).toBe(0);
    expect(take({ network: "other" })).toBe(4_000);
    expect(take({ network: "other", user: "a" })).toBe(0);
  });

  it("limit all calls together to the service's rate limit", () => {
    const { take } = createLimiter();
    for (let call = 0; call < 30; call++) {
      expect(take({ network: `${call}`, user: `${call}` })).toBe(0);
    }
    expect(take({ network: "other", user: "other" })).toBe(2_000);
  });

  it("charge no bucket for a call that one of the buckets refuses", () => {
    const { state, count } = createLimiter();
    count({ network: "a" }, 10);
    const before = copy(state);
    expect(count({ network: "a", user: "u" }, 50)).toBe(0);
    expect(state).toEqual(before);
  });

  it.each([
    ["serviceLimit is", { serviceLimit: false, clientLimit: {} }, ["address", "client", "user"]],
    ["clientLimit is", { serviceLimit: HOSTED, clientLimit: false }, ["unproven", "total"]],
    ["both options are", { serviceLimit: false, clientLimit: false }, []],
  ] as const)(
    "charge no bucket of a limit that is turned off: %s false",
    (_name, options, left) => {
      const { state, take } = createLimiter(options);
      take({ network: "a" });
      take({ network: "a", user: "u" });
      const used = Object.entries(state).filter(([, buckets]) => buckets.size > 0);
      expect(used.map(([name]) => name)).toEqual(left);
    },
  );

  it("are derived from the `serviceLimit` and `clientLimit` options", () => {
    const large = limitRules({ serviceLimit: { burst: 300, perMinute: 90 }, clientLimit: {} });
    expect(large).toEqual({
      address: { burst: 100, perMinute: 30 },
      client: { burst: 100, perMinute: 30 },
      user: { burst: 6, perMinute: 6 },
      unproven: { burst: 150, perMinute: 45 },
      total: { burst: 300, perMinute: 90 },
    });
    const office = limitRules({ serviceLimit: HOSTED, clientLimit: { burst: 20 } });
    expect(office.address).toEqual({ burst: 20, perMinute: 10 });
    const small = limitRules({ serviceLimit: { burst: 1, perMinute: 1 }, clientLimit: {} });
    expect([small.address, small.unproven]).toMatchObject([{ burst: 1 }, { burst: 1 }]);
  });
});

describe("the limiter's full list of IP addresses", () => {
  const options = { serviceLimit: false, clientLimit: {} } as const;

  it("drops addresses with full buckets first to make room for a new address", () => {
    const { state, take, count } = createLimiter(options);
    for (let other = 0; other < CLIENTS_MAX - 1; other++) take({ network: `${other}` });
    count({ network: "busy" }, 5, 1_000);
    take({ network: "new" }, 6_000);
    expect([...state.address.keys()]).toEqual(["busy", "new"]);
  });

  it("drops the address with the fullest bucket when no bucket is full", () => {
    const { state, take, count } = createLimiter(options);
    take({ network: "light" });
    for (let other = 0; other < CLIENTS_MAX - 1; other++) count({ network: `${other}` }, 2);
    take({ network: "new" });
    expect(state.address.size).toBe(CLIENTS_MAX);
    expect([state.address.has("light"), state.address.has("new")]).toEqual([false, true]);
  });

  it("keeps addresses that have used up their limit instead of adding a new address", () => {
    const { state, count } = createLimiter(options);
    for (let other = 0; other < CLIENTS_MAX; other++) count({ network: `${other}` }, 10);
    expect(count({ network: "new" }, 30)).toBe(30);
    expect(state.address.has("new")).toBe(false);
    expect(count({ network: "0" }, 1)).toBe(0);
  });
});

const attempts = fc.array(
  fc.record({
    gapMs: fc.oneof(fc.constant(0), fc.nat(500), fc.nat(20_000)),
    network: fc.constantFrom("hostile 1", "hostile 2"),
    user: fc.option(
      fc.nat(50).map((number) => `account ${number}`),
      { nil: undefined },
    ),
    isRefused: fc.boolean(),
  }),
  { minLength: 1, maxLength: 150, size: "max" },
);

describe("the rate limits for one or two hostile IP addresses", () => {
  it("let one address cause at most 10 calls plus 10 calls per minute, in any period", () => {
    fc.assert(
      fc.property(attempts, (tries) => {
        const { take, refuse } = createLimiter();
        const seen = new Map<string, number[]>();
        let now = 0;
        for (const { gapMs, isRefused, ...caller } of tries) {
          now += gapMs;
          if (take(caller, now) > 0) continue;
          seen.set(caller.network, [...(seen.get(caller.network) ?? []), now]);
          if (isRefused) refuse(caller, now);
        }
        for (const times of seen.values()) {
          times.forEach((start, first) => {
            times.slice(first).forEach((end, more) => {
              expect(more + 1).toBeLessThanOrEqual(10 + (10 * (end - start)) / MINUTE);
            });
          });
        }
      }),
    );
  });

  it("always allow a call of a verified session from another address", () => {
    fc.assert(
      fc.property(attempts, (tries) => {
        const { state, take, refuse } = createLimiter();
        let now = 0;
        for (const { gapMs, isRefused, ...caller } of tries) {
          now += gapMs;
          if (take(caller, now) === 0 && isRefused) refuse(caller, now);
          const honest = { network: "honest", user: "honest" };
          expect(takeCall(copy(state), rules, { caller: honest, nowMs: now })).toBe(0);
        }
      }),
    );
  });
});
