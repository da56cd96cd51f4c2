import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eitherSignal } from "./either-signal.js";

describe("eitherSignal", () => {
  // Next's edge runtime does not have `AbortSignal.any`.
  beforeEach(() => void vi.stubGlobal("AbortSignal", class {}));
  afterEach(() => void vi.unstubAllGlobals());

  it("returns the given signal when only one is given", () => {
    const [one, other] = [new AbortController(), new AbortController()];
    expect(eitherSignal(one.signal, null)).toBe(one.signal);
    expect(eitherSignal(undefined, other.signal)).toBe(other.signal);
    expect(eitherSignal(null, undefined)).toBeUndefined();
  });

  it("aborts with the reason of the signal that aborts first", () => {
    for (const at of [0, 1]) {
      const both = [new AbortController(), new AbortController()] as const;
      const signal = eitherSignal(both[0].signal, both[1].signal);
      expect(signal?.aborted).toBe(false);
      const reason = new Error("left");
      both[at]?.abort(reason);
      expect([signal?.aborted, signal?.reason]).toEqual([true, reason]);
      expect(both[1 - at]?.signal.aborted).toBe(false);
    }
  });

  it("returns an aborted signal when either signal has already aborted", () => {
    for (const at of [0, 1]) {
      const both = [new AbortController(), new AbortController()] as const;
      const reason = new Error("left");
      both[at]?.abort(reason);
      const signal = eitherSignal(both[0].signal, both[1].signal);
      expect([signal?.aborted, signal?.reason]).toEqual([true, reason]);
    }
  });
});
