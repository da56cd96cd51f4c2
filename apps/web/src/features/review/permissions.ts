import { isClosed } from "@/features/items/selectors";
import type { ItemStatus } from "@/features/items/types";
import type { RequestStatus } from "@/features/requests/types";

type ItemState = { status: ItemStatus };
type RequestState = { status: RequestStatus };

/** Use the result only for display, because the database enforces the rule. */
export function canDecide(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && item.status === "submitted";
}

export function canWaive(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && item.status !== "accepted" && item.status !== "waived";
}

/** Staff can also undo a decision in a complete request, because undoing it reopens the request. */
export function canUndo(item: ItemState, request: RequestState): boolean {
  const isKept = isClosed(request) && request.status !== "complete";
  return !isKept && item.status !== "open" && item.status !== "submitted";
}
