import { expect, it } from "vitest";
import { type Figure, formatFigure, formatNumber, formatSummary, isReached } from "./report.ts";

const figure: Figure = {
  id: "P0",
  name: "nothing, done quickly",
  ours: "2 µs",
  peer: "peer 300 µs",
  ratio: 150,
  goal: { bound: ">=", ratio: 100, unit: "× less" },
  leavesOut: "excludes everything else",
  comparisons: ["another peer 80 µs"],
};

it("formatFigure prints a figure on one line, and its exclusions and comparisons on the next lines", () => {
  expect(formatFigure(figure).split("\n")).toEqual([
    "P0 nothing, done quickly · ours 2 µs · peer 300 µs · 150× less · goal ≥ 100× less · ok",
    "   note: excludes everything else",
    "   for comparison: another peer 80 µs",
  ]);
});

it('formatFigure marks a figure that misses its goal as "short", for upper and lower bounds', () => {
  expect(formatFigure({ ...figure, ratio: 99.9 })).toContain(
    "99.9× less · goal ≥ 100× less · short",
  );
  const atMost: Figure = { ...figure, ratio: 2.1, goal: { bound: "<=", ratio: 2, unit: "×" } };
  expect(formatFigure(atMost)).toContain("2.1× · goal ≤ 2× · short");
  expect(isReached({ ...atMost, ratio: 2 })).toBe(true);
});

it("isReached returns false if the ratio is NaN", () => {
  expect(isReached({ ...figure, ratio: Number.NaN })).toBe(false);
});

it("formatNumber prints at most three significant digits of a value below 100, and whole numbers from 100 on", () => {
  expect([0.28756, 6.239, 32.447, 663.16, 50, 0].map(formatNumber)).toEqual([
    "0.288",
    "6.24",
    "32.4",
    "663",
    "50",
    "0",
  ]);
});

it("formatFigure reports a missed goal even if the value equals the goal after rounding", () => {
  const near: Figure = { ...figure, ratio: 2.004, goal: { bound: "<=", ratio: 2, unit: "×" } };
  expect(formatFigure(near)).toMatch(/short$/m);
});

it("the summary names a figure once, even if several results miss its goal", () => {
  const short = { ...figure, ratio: 1 };
  expect(formatSummary([figure, short, short])).toBe("1 of 3 goals reached; short: P0");
  expect(formatSummary([figure])).toBe("1 of 1 goals reached");
});
