import { expect, it } from "vitest";
import { measureCpu, median, side, warmUpInTurn } from "./measure.ts";

it("median returns the middle value, or the mean of the two middle values", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 100])).toBe(3.5);
});

it("measureCpu alternates between the compared sides, and prepares a side's inputs before it runs the side", async () => {
  const seen: string[] = [];
  const log = (name: string) =>
    side({
      times: 2,
      prepare: (turn) => {
        seen.push(`prepare ${name}${turn}`);
        return `${name}${turn}`;
      },
      run: (input) => seen.push(input),
    });
  await measureCpu({ a: log("a"), b: log("b") }, 1);
  expect(seen.slice(0, 16)).toEqual([
    ...["prepare a0", "prepare a1", "a0", "a1", "prepare b0", "prepare b1", "b0", "b1"],
    ...["prepare a2", "prepare a3", "a2", "a3", "prepare b2", "prepare b3", "b2", "b3"],
  ]);
});

it("warmUpInTurn alternates between the sides until the slowest one has done the required work", async () => {
  const seen: string[] = [];
  const run = (name: string, pages: number) => async () => {
    seen.push(name);
    return pages;
  };
  await warmUpInTurn([run("fast", 30), run("slow", 10)], 20);
  expect(seen).toEqual(["fast", "slow", "fast", "slow"]);
});
