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

type ItemState = Pick<Item, "status">;
type RequestState = { status: string };

/** Returns whether a request was sent and has ended. A closed request is read-only. */
export function isClosed(request: RequestState): boolean {
  return request.status !== "open" && request.status !== "draft";
}

/**
 * Returns whether the contact may answer now. Use the result only for display, because the database
 * enforces the rule.
 */
export function canAnswer(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && WAITING.has(item.status);
}

export function canWithdraw(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && item.status === "submitted";
}

export function isDone(item: ItemState): boolean {
  return !WAITING.has(item.status);
}

/**
 * Counts the required items, and how many of them are done. If no item is required, counts all
 * items.
 */
export function progressOf(items: readonly Pick<Item, "status" | "required">[]) {
  const required = items.filter((item) => item.required);
  const counted = required.length > 0 ? required : items;
  return { done: counted.filter(isDone).length, total: counted.length };
}

/** Returns whether the contact has not started any answer yet. */
export function isFirstVisit(items: readonly Pick<AnsweredItem, "submissions">[]): boolean {
  return items.every(({ submissions }) => submissions.length === 0);
}

export function countRequired(items: readonly Pick<Item, "status" | "required">[]): Progress {
  const counts = { accepted: 0, submitted: 0, partial: 0, returned: 0, open: 0, waived: 0 };
  for (const { status, required } of items) if (required) counts[status] += 1;
  return counts;
}

/** `section` is null for the last part, which contains the optional items of all sections. */
export type ChecklistPart<T> = { section: string | null; items: T[] };

/** Groups items as staff see them: by section, with the optional items at the end. */
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
 * Returns the next item that waits for the contact. Searches after the given item to the end of the
 * list, and then from the first item. Required items and returned items come before optional items
 * that staff did not return.
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
 * Returns the item that the button of a checklist or of a sent item opens, and the button's label:
 * `start` on the first visit, `more` for an optional item that staff did not return, otherwise
 * `next`. Returns undefined if no item waits for the contact.
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
 * Returns whether an answer was sent. Staff may have waived the item afterwards. In a preview, items
 * have no submissions, so there only the status counts.
 */
export function isSent(item: Pick<AnsweredItem, "status" | "submissions">): boolean {
  if (latestSent(item)) return true;
  return item.status !== "open" && item.status !== "waived";
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the next step, which is undefined in a closed request, and what the contact has sent.
 * `sent` is `all` if no item waits for the contact. `sent` is `required` if something was sent and
 * every waiting item is optional and was not returned. Otherwise, `sent` is null. An item whose
 * answer is ready still waits, but it is not a next step, because the contact only has to send it.
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

/**
 * Returns the initial values of the answer form: the draft, or else the answer and note of a
 * returned version, so that the contact can correct them. Otherwise returns undefined.
 */
export function startOf(
  item: Pick<AnsweredItem, "status" | "submissions">,
): AnswerStart | undefined {
  const draft = draftOf(item);
  const last = latestSent(item);
  if (draft || !last || item.status !== "returned") return draft;
  return { ...last, version: 0 };
}

/** Returns the number of the current draft, or of the next draft if there is none. */
export function nextNumber(item: Pick<AnsweredItem, "submissions">): number {
  return draftOf(item)?.no ?? (item.submissions[0]?.no ?? 0) + 1;
}

/** Returns the versions that were sent, newest first. */
export function sentVersions(item: Pick<AnsweredItem, "submissions">): SentVersion[] {
  return item.submissions.flatMap((submission) =>
    submission.status === "draft" ? [] : [{ ...submission, status: submission.status }],
  );
}

/** Returns the files of an answer, except removed and failed files. */
export function liveFiles(submission: Pick<Submission, "files"> | undefined) {
  return (submission?.files ?? []).filter(
    (file) => file.status !== "removed" && file.status !== "failed",
  );
}
