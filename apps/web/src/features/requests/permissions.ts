import { hasWorkLeft } from "@/features/items/selectors";
import type { ItemStatus } from "@/features/items/types";
import type { Act, ReminderPlan, Request, RequestStatus } from "@/features/requests/types";
import { DAY_MS } from "@/lib/format/durations";

const ACTS: Record<RequestStatus, readonly Act[]> = {
  draft: [],
  open: ["complete", "cancel"],
  complete: ["reopen"],
  cancelled: [],
  archived: [],
};

export function actsOf({ status }: { status: RequestStatus }): readonly Act[] {
  return ACTS[status];
}

export function toAct(
  value: string | undefined,
  request: { status: RequestStatus },
): Act | undefined {
  return actsOf(request).find((act) => act === value);
}

/**
 * The scheduled `sweep` function archives requests that closed at least this long ago, so these
 * requests cannot be restored.
 */
const RESTORABLE_MS = 90 * DAY_MS;

export function canRestore(
  { status, closedAt }: { status: RequestStatus; closedAt: string | null },
  now: number,
): boolean {
  return status === "archived" && closedAt !== null && now < Date.parse(closedAt) + RESTORABLE_MS;
}

export function canArchive({ status }: { status: RequestStatus }): boolean {
  return status === "complete" || status === "cancelled";
}

export function canRemind(
  { status, items }: Pick<Request, "status" | "items">,
  { manualFrom }: Pick<ReminderPlan, "manualFrom">,
): boolean {
  return status === "open" && hasWorkLeft(items) && manualFrom === null;
}

/** The database also refuses to remove an item with a draft, which staff cannot see. */
export function removalObstacle(
  { status }: { status: ItemStatus },
  { count, hasAnswer }: { count: number; hasAnswer: boolean },
): "answered" | "accepted" | "waived" | "last" | null {
  if (status === "accepted") return "accepted";
  if (status === "submitted" || status === "partial" || status === "returned") return "answered";
  if (status === "waived" && hasAnswer) return "waived";
  return count === 1 ? "last" : null;
}
