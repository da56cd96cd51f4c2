import { expect, test } from "vitest";
import { createRetry } from "@/lib/http/retry";

function open() {
  const seen = { runs: 0, stops: 0, waits: [] as number[] };
  const back: (() => void)[] = [];
  const retry = createRetry(
    () => {
      seen.runs += 1;
    },
    (onReturn, firstWait) => {
      seen.waits.push(firstWait);
      back.push(onReturn);
      return () => {
        seen.stops += 1;
      };
    },
  );
  return { retry, seen, comeBack: () => back.shift()?.() };
}

test("createRetry starts no second retry while a retry is pending", () => {
  const { retry, seen, comeBack } = open();
  retry.wait();
  retry.wait();
  comeBack();
  comeBack();
  expect(seen).toEqual({ runs: 1, stops: 0, waits: [2_000] });
});

// S-8.41
test("createRetry doubles the wait before each retry, up to a minute, until a retry succeeds", () => {
  const { retry, seen, comeBack } = open();
  for (let tries = 0; tries < 6; tries += 1) {
    retry.wait();
    comeBack();
  }
  retry.succeed();
  retry.wait();
  expect(seen.waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 2_000]);
});

test("createRetry waits before a retry for as long as the server requested", () => {
  const { retry, seen } = open();
  retry.wait(90_000);
  expect(seen.waits).toEqual([90_000]);
});

test("createRetry cancels a retry on `rest()`, and then waits 2 seconds again before the next retry", () => {
  const { retry, seen } = open();
  retry.rest();
  retry.wait();
  retry.rest();
  retry.rest();
  retry.wait();
  expect(seen).toMatchObject({ stops: 1, waits: [2_000, 2_000] });
});
