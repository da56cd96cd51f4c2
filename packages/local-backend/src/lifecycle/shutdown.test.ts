import { expect, test } from "vitest";
import { settleAll } from "./shutdown.ts";

test("settleAll waits for the other promises when one rejects, then throws that promise's error", async () => {
  const slow = Promise.withResolvers<void>();
  let isSettled = false;
  const settled = settleAll([slow.promise, Promise.reject(new Error("no space left"))]).finally(
    () => {
      isSettled = true;
    },
  );
  settled.catch(() => undefined);
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  slow.resolve();
  await expect(settled).rejects.toThrow("no space left");
});
