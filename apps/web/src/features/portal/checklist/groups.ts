import { isDone } from "@/features/items/selectors";
import type { AnsweredItem } from "@/features/items/types";

type Listed = Pick<AnsweredItem, "id" | "section" | "kind" | "status" | "required">;

export type ChecklistGroup<T extends Listed> = {
  section: string;
  /** Items that have their own row in the contact's list. Accepted items share one row. */
  items: T[];
  accepted: T[];
  done: number;
  total: number;
};

/** Items with the status `partial` come first, because the firm needs more for them. */
const moreFirst = <T extends Listed>(items: readonly T[]): T[] => [
  ...items.filter(({ status }) => status === "partial"),
  ...items.filter(({ status }) => status !== "partial"),
];

/**
 * Returns the items to correct in their own list. The `total` of a section still counts its
 * required items to correct. An item whose new answer is ready to send stays in its section.
 */
export function groupItems<T extends Listed>(
  items: readonly T[],
  readyIds: ReadonlySet<string> = new Set(),
) {
  const needsCorrection = ({ id, status }: T) => status === "returned" && !readyIds.has(id);
  const corrections = items.filter(needsCorrection);
  const sections = new Map<string, T[]>();
  for (const item of items) {
    if (!item.required) continue;
    sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  }
  const groups = [...sections].map(
    ([section, all]): ChecklistGroup<T> => ({
      section,
      items: moreFirst(all.filter((item) => !needsCorrection(item) && item.status !== "accepted")),
      accepted: all.filter(({ status }) => status === "accepted"),
      done: all.filter(isDone).length,
      total: all.length,
    }),
  );
  const optional = items.filter((item) => !item.required && !needsCorrection(item));
  return {
    corrections,
    groups: groups.filter(({ items, accepted }) => items.length + accepted.length > 0),
    optional: {
      items: moreFirst(optional.filter(({ status }) => status !== "accepted")),
      accepted: optional.filter(({ status }) => status === "accepted"),
    },
  };
}

const MINUTES_FOR_FILES = 2;
const MINUTES_FOR_ANSWER = 1;
const SHOWN_FROM = 3;
const ROUNDED_TO = 5;

/**
 * Estimates the time for the required items that are left. Answers that are ready to send take no
 * time. Returns null if the estimate is too short to show.
 */
export function minutesLeft(
  items: readonly Listed[],
  readyIds: ReadonlySet<string>,
): number | null {
  const minutes = items
    .filter((item) => item.required && !isDone(item) && !readyIds.has(item.id))
    .reduce((sum, { kind }) => sum + (kind === "file" ? MINUTES_FOR_FILES : MINUTES_FOR_ANSWER), 0);
  return minutes < SHOWN_FROM ? null : Math.ceil(minutes / ROUNDED_TO) * ROUNDED_TO;
}
