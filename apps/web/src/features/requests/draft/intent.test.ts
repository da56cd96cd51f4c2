import { expect, test } from "vitest";
import { applyIntent, putBack, readDraftIntent } from "@/features/requests/draft/intent";

const blank = ({ kind }: { kind: string }) => `new ${kind}`;
const letters = ["a", "b", "c", "d"];

test.each([
  [{ do: "move", index: 0, to: 2 }, ["b", "c", "a", "d"]],
  [{ do: "move", index: 3, to: 0 }, ["d", "a", "b", "c"]],
  [{ do: "move", index: 1, to: 1 }, letters],
  [{ do: "up", index: 1 }, ["b", "a", "c", "d"]],
  [{ do: "up", index: 0 }, letters],
  [{ do: "down", index: 3 }, letters],
  [{ do: "move", index: 1, count: 2, to: 0 }, ["b", "c", "a", "d"]],
  [{ do: "move", index: 0, count: 2, to: 2 }, ["c", "d", "a", "b"]],
  [{ do: "remove", index: 2 }, ["a", "b", "d"]],
  [{ do: "remove", index: 1, count: 2 }, ["a", "d"]],
  [{ do: "add", kind: "date" }, [...letters, "new date"]],
  [{ do: "add", kind: "date", after: 1 }, ["a", "b", "new date", "c", "d"]],
  [{ do: "add", kind: "date", after: 9 }, [...letters, "new date"]],
  [{ do: "save" }, letters],
] as const)(
  "applyIntent changes the list of items as the pressed button %o requests",
  (intent, arranged) => {
    expect(applyIntent(letters, intent, blank)).toEqual(arranged);
  },
);

test("putBack restores a removed item at its position, or at the end of a shorter list", () => {
  const rest = applyIntent(letters, { do: "remove", index: 2 }, blank);
  expect(putBack(rest, ["c"], 2)).toEqual(letters);
  expect(putBack(["a"], ["c"], 2)).toEqual(["a", "c"]);
});

test.each([
  ["send", { do: "send" }],
  ["add:file", { do: "add", kind: "file" }],
  ["add:text:2", { do: "add", kind: "text", after: 2 }],
  ["add:text:-1", { do: "add", kind: "text" }],
  ["add:folder", { do: "save" }],
  ["section:choice", { do: "add", kind: "choice", startsSection: true }],
  ["section:", { do: "save" }],
  ["up:2", { do: "up", index: 2 }],
  ["up:", { do: "save" }],
  ["remove:2:3", { do: "remove", index: 2, count: 3 }],
  ["remove:2:x", { do: "save" }],
  ["move:2:3:0", { do: "move", index: 2, count: 3, to: 0 }],
  ["move:1:2", { do: "save" }],
  [null, { do: "save" }],
])("readDraftIntent reads the button value %o as %o", (value, intent) => {
  expect(readDraftIntent(value)).toEqual(intent);
});
