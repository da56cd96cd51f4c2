import { isDone } from "@/features/items/selectors";
import type { Item } from "@/features/items/types";

type ItemState = Pick<Item, "status">;
type RequestState = { status: string };

/** Use the result only for display, because the database enforces the rule. */
export function canAnswer(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && !isDone(item);
}

export function canWithdraw(item: ItemState, request: RequestState): boolean {
  return request.status === "open" && item.status === "submitted";
}
