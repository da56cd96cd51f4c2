import type { Progress } from "@/components/ui/segments";
import type {
  AnsweredItem,
  AnswerStart,
  Item,
  ItemStatus,
  SentVersion,
  Submission,
} from "@/features/items/types";

const WAITING: ReadonlySet<ItemStatus> = new Set(["open", "partial", "returned"]);

export function isClosed(request: { status: string }): boolean {
  return request.status !== "open" && request.status !== "draft";
}

export function isDone(item: Pick<Item, "status">): boolean {
  return !WAITING.has(item.status);
}

export function progressOf(items: readonly Pick<Item, "status" | "required">[]) {
  const required = items.filter((item) => item.required);
  const counted = required.length > 0 ? required : items;
  return { done: counted.filter(isDone).length, total: counted.length };
}

/** Mirrors the database function `has_work_left`, which refuses reminders. */
export function hasWorkLeft(items: readonly Pick<Item, "status" | "required">[]): boolean {
  const { done, total } = progressOf(items);
  return done < total;
}

export function isFirstVisit(items: readonly Pick<AnsweredItem, "submissions">[]): boolean {
  return items.every(({ submissions }) => submissions.length === 0);
}

export function countRequired(items: readonly Pick<Item, "status" | "required">[]): Progress {
  const counts = { accepted: 0, submitted: 0, partial: 0, returned: 0, open: 0, waived: 0 };
  for (const { status, required } of items) if (required) counts[status] += 1;
  return counts;
}

export type ChecklistPart<T> = { section: string | null; items: T[] };

export function checklistParts<T extends Pick<Item, "section" | "required">>(
  items: readonly T[],
): ChecklistPart<T>[] {
  const required = items.filter((item) => item.required);
  const optional = items.filter((item) => !item.required);
  const parts: ChecklistPart<T>[] = [...Map.groupBy(required, ({ section }) => section)].map(
    ([section, members]) => ({ section, items: members }),
  );
  if (optional.length > 0) parts.push({ section: null, items: optional });
  return parts;
}

export function inAskingOrder<T extends Pick<Item, "required" | "position">>(
  items: readonly T[],
): T[] {
  return [...items].sort(
    (one, other) => Number(other.required) - Number(one.required) || one.position - other.position,
  );
}

/**
 * Searches after the given item to the end of the list, and then from the first item. Required
 * items and returned items come before optional items that staff did not return.
 */
export function nextItem<T extends Pick<Item, "id" | "status" | "required" | "position">>(
  items: readonly T[],
  afterId?: string,
): T | undefined {
  const ordered = inAskingOrder(items);
  const start = ordered.findIndex((item) => item.id === afterId) + 1;
  const waiting = [...ordered.slice(start), ...ordered.slice(0, start)].filter(
    (item) => !isDone(item) && item.id !== afterId,
  );
  return waiting.find((item) => item.required || item.status === "returned") ?? waiting[0];
}

/**
 * The label is `start` on the first visit, `more` for an optional item that staff did not return,
 * otherwise `next`.
 */
export function nextStep<T extends Pick<Item, "id" | "status" | "required" | "position">>(
  items: readonly T[],
  isFirst: boolean,
  afterId?: string,
): { item: T; label: "start" | "next" | "more" } | undefined {
  const item = nextItem(items, afterId);
  if (!item) return undefined;
  if (isFirst) return { item, label: "start" };
  return { item, label: item.required || item.status === "returned" ? "next" : "more" };
}

export function withoutReady<T extends Pick<Item, "id">>(
  items: readonly T[],
  readyIds: ReadonlySet<string>,
): T[] {
  return items.filter(({ id }) => !readyIds.has(id));
}

/**
 * Also returns true if staff waived the item after an answer was sent. Items of a preview have no
 * submissions, so only their status counts.
 */
export function isSent(item: Pick<AnsweredItem, "status" | "submissions">): boolean {
  if (latestSent(item)) return true;
  return item.status !== "open" && item.status !== "waived";
}

const NONE: ReadonlySet<string> = new Set();

/**
 * `sent` is `all` if the request is closed, or if no item waits for the contact. It is `required` if
 * the contact has sent something, and only optional items that were never returned still wait. An
 * item whose answer is ready waits too, but is never the next step: the contact only has to send it.
 */
export function checklistState<
  T extends Pick<AnsweredItem, "id" | "status" | "required" | "position" | "submissions">,
>(
  items: readonly T[],
  {
    isOpen,
    isFirst,
    readyIds = NONE,
  }: { isOpen: boolean; isFirst: boolean; readyIds?: ReadonlySet<string> },
): { next: ReturnType<typeof nextStep<T>>; sent: "all" | "required" | null } {
  const waiting = isOpen ? nextStep(items, isFirst) : undefined;
  if (!waiting) return { next: undefined, sent: "all" };
  return {
    next: nextStep(withoutReady(items, readyIds), isFirst),
    sent: waiting.label === "more" && items.some(isSent) ? "required" : null,
  };
}

export function draftOf(item: Pick<AnsweredItem, "submissions">): Submission | undefined {
  return item.submissions.find((submission) => submission.status === "draft");
}

export function latestSent(item: Pick<AnsweredItem, "submissions">): Submission | undefined {
  return item.submissions.find((submission) => submission.status !== "draft");
}

/** Returns the draft. Without a draft, a correction starts with the returned answer and note. */
export function startOf(
  item: Pick<AnsweredItem, "status" | "submissions">,
): AnswerStart | undefined {
  const draft = draftOf(item);
  const last = latestSent(item);
  if (draft || !last || item.status !== "returned") return draft;
  return { ...last, version: 0 };
}

export function nextNumber(item: Pick<AnsweredItem, "submissions">): number {
  return draftOf(item)?.no ?? (item.submissions[0]?.no ?? 0) + 1;
}

export function sentVersions(item: Pick<AnsweredItem, "submissions">): SentVersion[] {
  return item.submissions.flatMap((submission) =>
    submission.status === "draft" ? [] : [{ ...submission, status: submission.status }],
  );
}

export function liveFiles(submission: Pick<Submission, "files"> | undefined) {
  return (submission?.files ?? []).filter(
    (file) => file.status !== "removed" && file.status !== "failed",
  );
}
