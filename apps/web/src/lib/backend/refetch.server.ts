import "server-only";
import { refresh } from "next/cache";
import type { FormFailure } from "@/lib/forms/form-state";

/** After one of these errors, the page is outdated. */
const CHANGED: ReadonlySet<string> = new Set([
  "invalid_transition",
  "invitation_closed",
  "item_closed",
  "request_closed",
  "too_soon",
]);

export const saysChanged = (code: string): boolean => CHANGED.has(code);

/** Renders the page again and returns the failure. `OutlivedError` shows it if the form is gone. */
export function refetched(failure: FormFailure): FormFailure {
  refresh();
  return { ...failure, isRefetched: true };
}

export function refetchChanged(failure: FormFailure): FormFailure {
  return saysChanged(failure.code) ? refetched(failure) : failure;
}
