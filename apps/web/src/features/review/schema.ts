import { z } from "zod";
import type { Decision } from "@/features/review/types";
import { count, ids } from "@/lib/forms/hidden-fields";
import { text } from "@/lib/forms/text-schema";

const MIN_NOTE = 3;

const decisions = z.enum(["accepted", "partial", "returned", "waived"]);

export const undoSchema = ids("item_id").extend({ version: count });

export const decisionSchema = ids("request_id", "item_id", "next_item")
  .extend({ version: count, decision: decisions, note: text({ max: 1_000 }) })
  .superRefine(({ decision, note }, context) => {
    if (decision === "accepted" || [...note].length >= MIN_NOTE) return;
    context.addIssue({
      code: "custom",
      path: ["note"],
      message:
        decision === "waived"
          ? "Say why the item is no longer needed, in at least 3 characters."
          : "Write at least 3 characters.",
    });
  });

/**
 * The URL usually contains the decision that the user has just made. On a page without scripts, it
 * can also contain the decision for which the user is writing a note.
 */
export function parseDecision(value: string | undefined): Decision | null {
  return decisions
    .nullable()
    .catch(null)
    .parse(value ?? null);
}
