import "server-only";
import { refresh } from "next/cache";
import type { FormFailure } from "@/lib/forms/form-state";

const CHANGED: ReadonlySet<string> = new Set([
  "invalid_transition",
  "invitation_closed",
  "item_closed",
  "request_closed",
  "too_soon",
]);

export const saysChanged = (code: string): boolean => CHANGED.has(code);

/**
 * Refreshes the page and returns the failure. If the refresh removes the form, `OutlivedError`
 * shows the failure.
 */
export function withRefresh(failure: FormFailure): FormFailure {
  refresh();
  return { ...failure, isRefreshed: true };
}

export function withRefreshIfChanged(failure: FormFailure): FormFailure {
  return saysChanged(failure.code) ? withRefresh(failure) : failure;
}
