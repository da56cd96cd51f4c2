import { expect, test } from "vitest";
import {
  checklistState,
  inAskingOrder,
  liveFiles,
  nextItem,
  nextStep,
  progressOf,
  sentVersions,
} from "@/features/items/selectors";
import type { FileEntry, ItemStatus, Submission, SubmissionStatus } from "@/features/items/types";

const item = (id: string, status: ItemStatus, required = true, position = 1) => ({
  id,
  status,
  required,
  position,
  submissions: [] as Submission[],
});

const version = (no: number, status: SubmissionStatus): Submission => ({
  id: `v${no}`,
  no,
  status,
  answer: null,
  notApplicable: false,
  clientNote: "",
  decisionNote: "",
  version: 1,
  submittedAt: null,
  decidedAt: null,
  files: [],
});

test("progressOf counts submitted, accepted and waived items as done, and leaves out optional items if any item is required", () => {
  const items = [
    item("a", "submitted"),
    item("b", "accepted"),
    item("c", "waived", false),
    item("d", "returned"),
    item("e", "open", false),
  ];
  expect(progressOf(items)).toEqual({ done: 2, total: 3 });
  const optional = items.filter(({ required }) => !required);
  expect(progressOf(optional)).toEqual({ done: 1, total: 2 });
});

// S-2.43
test("inAskingOrder lists required items before optional items, and sorts both groups by position", () => {
  const items = [
    item("a", "open", false, 1),
    item("b", "open", true, 3),
    item("c", "open", true, 2),
  ];
  expect(inAskingOrder(items).map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test("nextItem searches after the given item, then from the first item, and never returns the given item", () => {
  const items = [
    item("a", "open", true, 1),
    item("b", "accepted", true, 2),
    item("c", "open", true, 3),
  ];
  expect(nextItem(items)?.id).toBe("a");
  expect(nextItem(items, "a")?.id).toBe("c");
  expect(nextItem(items, "c")?.id).toBe("a");
  expect(nextItem([item("a", "open")], "a")).toBeUndefined();
});

// S-2.43
test("after an answer, checklistState returns `required` if only optional items remain and none of them is returned, and `all` if no item remains", () => {
  const sentOf = (...items: ReturnType<typeof item>[]) =>
    checklistState(items, { isOpen: true, isFirst: false }).sent;
  const optional = item("b", "open", false, 2);
  expect(sentOf(item("a", "submitted"), optional)).toBe("required");
  expect(sentOf(item("a", "submitted", false), optional)).toBe("required");
  expect(sentOf(item("a", "submitted"), item("b", "partial", false, 2))).toBe("required");
  expect(sentOf(item("a", "accepted"), item("b", "submitted", false, 2))).toBe("all");
  expect(sentOf(item("a", "returned"), optional)).toBeNull();
  expect(sentOf(item("a", "accepted"), item("b", "open"))).toBeNull();
  expect(sentOf(item("a", "submitted"), item("b", "returned", false, 2))).toBeNull();
  expect(sentOf(item("a", "waived"), optional)).toBeNull();
  expect(sentOf(item("a", "open", false), optional)).toBeNull();
});

test("checklistState counts a returned answer as sent even if staff then waived its item", () => {
  const returned = { ...item("a", "waived"), submissions: [version(1, "returned")] };
  const draft = { ...item("a", "waived"), submissions: [version(1, "draft")] };
  const optional = item("b", "open", false, 2);
  const open = { isOpen: true, isFirst: false };
  expect(checklistState([returned, optional], open).sent).toBe("required");
  expect(checklistState([draft, optional], open).sent).toBeNull();
});

test("checklistState offers no next item in a closed request", () => {
  const closed = { isOpen: false, isFirst: false };
  expect(checklistState([item("a", "open")], closed)).toEqual({ next: undefined, sent: "all" });
});

// S-2.43
test("checklistState offers no item whose answer is ready to send, and does not count that answer as sent", () => {
  const stateOf = (readyIds: string[], ...items: ReturnType<typeof item>[]) => {
    const state = checklistState(items, {
      isOpen: true,
      isFirst: false,
      readyIds: new Set(readyIds),
    });
    return [state.next?.item.id, state.next?.label, state.sent];
  };
  const returned = item("b", "returned", true, 2);
  const optional = item("c", "open", false, 3);
  expect(stateOf(["a"], item("a", "open"))).toEqual([undefined, undefined, null]);
  expect(stateOf(["b"], item("a", "submitted"), returned)).toEqual([undefined, undefined, null]);
  expect(stateOf(["a"], item("a", "open"), returned)).toEqual(["b", "next", null]);
  expect(stateOf(["a"], item("a", "open"), optional)).toEqual(["c", "more", null]);
  expect(stateOf(["c"], item("a", "submitted"), optional)).toEqual([
    undefined,
    undefined,
    "required",
  ]);
});

test("liveFiles omits an answer's removed and failed files, but includes rejected files", () => {
  const file = (id: string, status: FileEntry["status"]): FileEntry => ({
    id,
    status,
    name: id,
    bytes: 1,
    mime: "text/plain",
    sha256: null,
    rejectCode: null,
    sender: "you",
    createdAt: "",
  });
  const files = [
    file("a", "ready"),
    file("b", "removed"),
    file("c", "failed"),
    file("d", "rejected"),
  ];
  expect(liveFiles({ files }).map(({ id }) => id)).toEqual(["a", "d"]);
});

test("sentVersions returns every submitted version in the given order, and no drafts", () => {
  const submissions = [version(3, "draft"), version(2, "partial"), version(1, "returned")];
  expect(sentVersions({ submissions }).map(({ no }) => no)).toEqual([2, 1]);
});

test("nextStep returns the next required item after an item was sent, and an optional item only if no required item is open", () => {
  const sent = item("b", "submitted", true, 2);
  const optional = item("c", "open", false, 3);
  expect(nextStep([item("a", "open"), sent, optional], false, "b")).toMatchObject({
    item: { id: "a" },
    label: "next",
  });
  expect(nextStep([item("a", "submitted"), sent, optional], false, "b")).toMatchObject({
    item: { id: "c" },
    label: "more",
  });
});

test("the button of the checklist asks for optional items only after all required items are done", () => {
  const optional = item("b", "open", false, 2);
  const labelOf = (items: Parameters<typeof nextStep>[0], isFirst = false) =>
    nextStep(items, isFirst)?.label;
  expect(labelOf([item("a", "open"), optional], true)).toBe("start");
  expect(labelOf([item("a", "open"), optional])).toBe("next");
  expect(labelOf([item("a", "submitted"), optional])).toBe("more");
  expect(labelOf([item("a", "submitted"), item("b", "returned", false, 2)])).toBe("next");
  expect(labelOf([item("a", "submitted")])).toBeUndefined();
});
