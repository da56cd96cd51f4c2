import "server-only";
import { refresh } from "next/cache";
import type { FormFailure } from "@/lib/forms/form-state";

/** Refusals that say that the page shows what is so no longer. */
const CHANGED: ReadonlySet<string> = new Set([
  "invalid_transition",
  "invitation_closed",
  "item_closed",
  "request_closed",
  "too_soon",
]);

/**
 * Has the page read anew with a failure, for it shows what has changed meanwhile. The form may be
 * gone from it then; `KeptFailure` around it shows the failure all the same.
 */
export function refetched(failure: FormFailure): FormFailure {
  refresh();
  return { ...failure, isRefetched: true };
}

/** The same where the failure's code says so. */
export function refetchChanged(failure: FormFailure): FormFailure {
  return CHANGED.has(failure.code) ? refetched(failure) : failure;
}
