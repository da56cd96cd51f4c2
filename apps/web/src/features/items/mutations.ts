import "server-only";
import type { AnswerInput } from "@/features/items/schema";
import type { Db } from "@/lib/db";

/** Keeps what was typed as the item's draft. */
export function saveAnswer(db: Db, itemId: string, input: AnswerInput) {
  return db.rpc("save_answer", { item_id: itemId, ...input });
}

/** Hands the draft to the firm. */
export function submitItem(db: Db, itemId: string) {
  return db.rpc("submit_item", { item_id: itemId });
}

/** Takes a submitted answer back while it is undecided. */
export function withdrawItem(db: Db, itemId: string) {
  return db.rpc("withdraw_item", { item_id: itemId });
}
