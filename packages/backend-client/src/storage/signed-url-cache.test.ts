import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../testing/virtual-clock.js";
import { createSignedUrlCache } from "./signed-url-cache.js";

const DAY = 24 * 60 * 60_000;

describe("a cache of signed URLs", () => {
  it.each([-DAY, DAY])(
    "returns no expired URL after the device date jumps by %i ms",
    async (by) => {
      const clock = createVirtualClock();
      const cache = createSignedUrlCache(clock);
      let created = 0;
      const ask = () => cache.get("a", 100, async () => `url-${++created}`);
      expect(await ask()).toBe("url-1");
      clock.setDate(clock.now() + by);
      await clock.advance(80_000);
      expect(await ask()).toBe("url-2");
    },
  );

  it("removes expired entries", async () => {
    const clock = createVirtualClock();
    const cache = createSignedUrlCache(clock);
    for (let round = 0; round < 10; round++) {
      for (let file = 0; file < 200; file++) {
        await cache.get(`${round} ${file}`, 60, async () => "url");
      }
      await clock.advance(60_000);
    }
    expect(cache.size()).toBeLessThanOrEqual(400);
    expect(cache.size()).toBeGreaterThanOrEqual(200);
  });
});
