import { z } from "zod";
import type { Decision } from "@/features/review/types";
import { text } from "@/lib/forms/text-schema";

const MIN_NOTE = 3;

const decisions = z.enum(["accepted", "partial", "returned", "waived"]);

/** Only accepting needs no note. */
export const decisionSchema = z
  .object({ decision: decisions, note: text({ max: 1_000 }) })
  .superRefine(({ decision, note }, context) => {
    if (decision === "accepted" || [...note].length >= MIN_NOTE) return;
    context.addIssue({
      code: "custom",
      path: ["note"],
      message:
        decision === "waived"
          ? "Say why it is no longer needed."
          : "Say what is missing or what to correct.",
    });
  });

/**
 * Reads a decision from the URL: the one that was just made, or, without scripts, the one whose note
 * the user wants to write.
 */
export function parseDecision(value: string | undefined): Decision | null {
  return decisions
    .nullable()
    .catch(null)
    .parse(value ?? null);
}
