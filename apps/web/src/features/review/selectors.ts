import type { SubmissionStatus } from "@/features/items/types";

/** Returns whether an export would contain at least one answer. */
export function hasAccepted(submissions: readonly { status: SubmissionStatus }[]): boolean {
  return submissions.some(({ status }) => status === "accepted" || status === "partial");
}
