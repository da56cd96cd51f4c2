import type { Progress } from "@/components/ui/segments";
import type {
  AnsweredItem,
  AnswerStart,
  Item,
  ItemStatus,
  Submission,
} from "@/features/items/types";

const WAITING: ReadonlySet<ItemStatus> = new Set(["open", "partial", "returned"]);

type Standing = Pick<Item, "status">;
type RequestStanding = { status: string };

/** True for a request that was sent and has ended. Such a request is read-only. */
export function isClosed(request: RequestStanding): boolean {
  return request.status !== "open" && request.status !== "draft";
}

/**
 * Returns true if the contact may answer now. Use it only for display, because the database
 * decides.
 */
export function canAnswer(item: Standing, request: RequestStanding): boolean {
  return request.status === "open" && WAITING.has(item.status);
}

export function canWithdraw(item: Standing, request: RequestStanding): boolean {
  return request.status === "open" && item.status === "submitted";
}

export function isDone(item: Standing): boolean {
  return !WAITING.has(item.status);
}

/** Counts the required items, or all items if none is required. */
export function progressOf(items: readonly Pick<Item, "status" | "required">[]) {
  const required = items.filter((item) => item.required);
  const counted = required.length > 0 ? required : items;
  return { done: counted.filter(isDone).length, total: counted.length };
}

/** True until the contact has started an answer. */
export function isFirstVisit(items: readonly Pick<AnsweredItem, "submissions">[]): boolean {
  return items.every(({ submissions }) => submissions.length === 0);
}

/** Counts the required items by status. */
export function countRequired(items: readonly Pick<Item, "status" | "required">[]): Progress {
  const counts = { accepted: 0, submitted: 0, partial: 0, returned: 0, open: 0, waived: 0 };
  for (const { status, required } of items) if (required) counts[status] += 1;
  return counts;
}

/** `section` is null for the last part, which holds the optional items of all sections. */
export type ChecklistPart<T> = { section: string | null; items: T[] };

/** Groups items as staff see them: by section, and optional items at the end. */
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
 * Returns the next item that waits for the contact. Starts after the given item and continues from
 * the first.
 */
export function nextItem<T extends Pick<Item, "id" | "status" | "required" | "position">>(
  items: readonly T[],
  afterId?: string,
): T | undefined {
  const ordered = inAskingOrder(items);
  const start = ordered.findIndex((item) => item.id === afterId) + 1;
  return [...ordered.slice(start), ...ordered.slice(0, start)].find(
    (item) => !isDone(item) && item.id !== afterId,
  );
}

/** True if all required items are done and the contact sent at least one answer. */
export function isEnough(
  items: readonly Pick<AnsweredItem, "status" | "required" | "submissions">[],
) {
  return (
    items.every((item) => isDone(item) || !item.required) &&
    items.some((item) => latestSent(item) !== undefined)
  );
}

export function draftOf(item: Pick<AnsweredItem, "submissions">): Submission | undefined {
  return item.submissions.find((submission) => submission.status === "draft");
}

export function latestSent(item: Pick<AnsweredItem, "submissions">): Submission | undefined {
  return item.submissions.find((submission) => submission.status !== "draft");
}

/**
 * Returns the initial values of the answer form. Without a draft, returns the answer and note of
 * the returned version, so that the contact can correct them.
 */
export function startOf(
  item: Pick<AnsweredItem, "status" | "submissions">,
): AnswerStart | undefined {
  const draft = draftOf(item);
  const last = latestSent(item);
  if (draft || !last || item.status !== "returned") return draft;
  return { ...last, version: 0 };
}

/** The number of the current draft, or of the next one. */
export function nextNumber(item: Pick<AnsweredItem, "submissions">): number {
  return draftOf(item)?.no ?? (item.submissions[0]?.no ?? 0) + 1;
}

export function sentVersions(item: Pick<AnsweredItem, "submissions">): Submission[] {
  return item.submissions.filter((submission) => submission.status !== "draft").toReversed();
}

/** Returns the files of the answer, without removed and failed ones. */
export function liveFiles(submission: Pick<Submission, "files"> | undefined) {
  return (submission?.files ?? []).filter(
    (file) => file.status !== "removed" && file.status !== "failed",
  );
}
