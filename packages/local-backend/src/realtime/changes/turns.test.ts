import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

function controlled(sliceSize: number) {
  const served: string[][] = [];
  const open: (() => void)[] = [];
  const turns = new Turns<string>(sliceSize, (items) => {
    served.push(items);
    return new Promise((resolve) => {
      open.push(resolve);
    });
  });
  const finishOne = async () => {
    open.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { turns, served, finishOne };
}

test("serves three queues at once, and a waiting queue before the rest of a long queue", async () => {
  const { turns, served, finishOne } = controlled(2);
  for (const line of ["a", "b", "c", "d"]) {
    for (const no of [1, 2, 3]) turns.add(line, `${line}${no}`);
  }
  expect(served).toEqual([["a1"], ["b1"], ["c1"]]);
  await finishOne();
  expect(served.at(-1)).toEqual(["d1", "d2"]);
  await finishOne();
  expect(served.at(-1)).toEqual(["a2", "a3"]);
});

test("keeps the order of items that a queue receives while it is being served", async () => {
  const { turns, served, finishOne } = controlled(10);
  turns.add("a", "1");
  turns.add("a", "2");
  await finishOne();
  turns.add("a", "3");
  await finishOne();
  await finishOne();
  turns.add("a", "4");
  expect(served).toEqual([["1"], ["2"], ["3"], ["4"]]);
});
