import { expect, test, vi } from "vitest";
import { strings } from "@/features/review/strings";
import {
  createUndoableDecisions,
  type Decided,
  type DecisionToast,
} from "@/features/undo/decisions/undoable-decisions";

const decided = (title: string, more: Partial<Decided> = {}): Decided => ({
  requestId: "request",
  itemId: `id of ${title}`,
  title,
  decision: "accepted",
  version: 2,
  ...more,
});

type Undo = Parameters<typeof createUndoableDecisions>[0]["undo"];

/** Simulates a page with all open toasts and the last problem. */
function open() {
  const undo = vi.fn<Undo>(async () => ({ ok: true }));
  const screen = {
    toasts: new Set<DecisionToast>(),
    problem: null as { message: string; retry?: () => void } | null,
  };
  const decisions = createUndoableDecisions({
    undo,
    showProblem: (problem) => {
      screen.problem = problem;
    },
  });
  const show = (toast: DecisionToast) => {
    screen.toasts.add(toast);
    return () => void screen.toasts.delete(toast);
  };
  return {
    undo,
    screen,
    toast: () => [...screen.toasts][0],
    titles: () => [...screen.toasts].map(({ title }) => title),
    offer: (each: Decided) => decisions.offer(each, show),
    undoNewest: (requestId = "request") => decisions.undoNewest(requestId, show),
  };
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a decision shows a toast, which replaces the toast of the previous decision", () => {
  const { offer, titles } = open();
  offer(decided("A"));
  offer(decided("B", { decision: "returned" }));
  expect(titles()).toEqual([strings.done.returned("B")]);
});

test("Undo in the toast undoes the decision, and a second toast confirms this without an Undo button", async () => {
  const { offer, undo, toast, titles, undoNewest } = open();
  offer(decided("A"));
  toast()?.undo?.();
  await flush();
  expect(undo.mock.calls).toEqual([[{ itemId: "id of A", version: 2 }]]);
  expect(titles()).toEqual([strings.undone("A")]);
  expect(toast()?.undo).toBeUndefined();
  expect(undoNewest()).toBe(false);
});

test("undoNewest undoes the decisions of a request one after the other, from newest to oldest", async () => {
  const { offer, undo, undoNewest } = open();
  offer(decided("A"));
  offer(decided("B"));
  offer(decided("C", { requestId: "other" }));
  expect([undoNewest(), undoNewest(), undoNewest()]).toEqual([true, true, false]);
  await flush();
  const ids = undo.mock.calls.map(([{ itemId }]) => itemId);
  expect(ids).toEqual(["id of B", "id of A"]);
});

test("only the last three decisions can be undone", () => {
  const { offer, undoNewest } = open();
  for (const title of ["A", "B", "C", "D"]) offer(decided(title));
  const undone = Array.from({ length: 4 }, () => undoNewest());
  expect(undone.filter(Boolean)).toHaveLength(3);
});

test("a decision that is offered again can still be undone only once", () => {
  const { offer, undoNewest } = open();
  offer(decided("A"));
  offer(decided("B"));
  offer(decided("A"));
  expect([undoNewest(), undoNewest(), undoNewest()]).toEqual([true, true, false]);
});

test("two decisions on the same item can be undone separately", () => {
  const { offer, undoNewest } = open();
  offer(decided("A"));
  offer(decided("A", { version: 4 }));
  expect([undoNewest(), undoNewest(), undoNewest()]).toEqual([true, true, false]);
});

test("if the server refuses to undo a decision, the toast closes, and the message appears without a retry button", async () => {
  const { offer, undo, screen, undoNewest } = open();
  offer(decided("A"));
  undo.mockResolvedValueOnce({ ok: false, code: "version_conflict", message: "Changed" });
  undoNewest();
  await flush();
  expect(screen.toasts.size).toBe(0);
  expect(screen.problem).toEqual({ message: "Changed" });
  expect(undoNewest()).toBe(false);
});

test.each([
  ["whose response is lost", () => Promise.reject(new TypeError("fetch failed"))],
  ["during an outage", async () => ({ ok: false as const, code: "unavailable", message: "Wait" })],
])("an Undo %s can be tried again", async (_, answer) => {
  const { offer, undo, screen, titles, undoNewest } = open();
  offer(decided("A"));
  undo.mockImplementationOnce(answer);
  undoNewest();
  await flush();
  expect(titles()).toEqual([]);
  expect(screen.problem?.message).toBe(strings.notUndone);
  screen.problem?.retry?.();
  await flush();
  expect(undo).toHaveBeenCalledTimes(2);
  expect(screen.problem).toBeNull();
  expect(titles()).toEqual([strings.undone("A")]);
  expect(undoNewest()).toBe(false);
});

test("after undoing a decision fails, undoNewest tries the same decision again", async () => {
  const { offer, undo, undoNewest } = open();
  offer(decided("A"));
  undo.mockRejectedValueOnce(new TypeError("fetch failed"));
  undoNewest();
  expect(undoNewest()).toBe(false);
  await flush();
  expect(undoNewest()).toBe(true);
});
