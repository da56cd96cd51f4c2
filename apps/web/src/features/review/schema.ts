import { z } from "zod";
import type { Decision } from "@/features/review/types";
import { text } from "@/lib/forms/text-schema";

/** Staff must write a note to ask for more or to return an answer. */
export const decisionSchema = z
  .object({
    decision: z.enum(["accepted", "partial", "returned"]),
    note: text({ max: 1_000 }),
  })
  .superRefine(({ decision, note }, context) => {
    if (decision !== "accepted" && [...note].length < 3) {
      context.addIssue({
        code: "custom",
        path: ["note"],
        message: "Say what is missing or what to correct.",
      });
    }
  });

export const waiveSchema = z.object({
  note: text({ min: 3, max: 1_000, missing: "Say why it is no longer needed." }),
});

const doneSchema = z.enum(["accepted", "partial", "returned", "waived"]);

/** Reads a decision from the URL of the page that opened after that decision. */
export function parseDecision(value: string | undefined): Decision | "waived" | null {
  return doneSchema
    .nullable()
    .catch(null)
    .parse(value ?? null);
}
