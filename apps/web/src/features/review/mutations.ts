import "server-only";
import { unwrap } from "@dossier/backend-client";
import { z } from "zod";
import type { Decision } from "@/features/review/types";
import type { Db } from "@/lib/backend/db";

const decided = z.object({ version: z.number() });

type Decided = z.infer<typeof decided>;

export async function reviewItem(
  db: Db,
  args: {
    itemId: string;
    decision: Exclude<Decision, "waived">;
    note: string;
    expectedVersion: number;
  },
): Promise<Decided> {
  const result = await db.rpc("review_item", {
    item_id: args.itemId,
    decision: args.decision,
    expected_version: args.expectedVersion,
    ...(args.note ? { note: args.note } : {}),
  });
  return decided.parse(unwrap(result));
}

/** Fails if the item has changed after the decision. */
export async function undoDecision(
  db: Db,
  args: { itemId: string; expectedVersion: number },
): Promise<Decided> {
  const result = await db.rpc("undo_decision", {
    item_id: args.itemId,
    expected_version: args.expectedVersion,
  });
  return decided.parse(unwrap(result));
}

export async function waiveItem(
  db: Db,
  args: { itemId: string; note: string; expectedVersion: number },
): Promise<Decided> {
  const result = await db.rpc("waive_item", {
    item_id: args.itemId,
    note: args.note,
    expected_version: args.expectedVersion,
  });
  return decided.parse(unwrap(result));
}
