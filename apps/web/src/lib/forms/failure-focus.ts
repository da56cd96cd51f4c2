import { fieldId } from "@/lib/forms/form-context";
import type { FormFailure } from "@/lib/forms/form-state";
import { openAround, SECTIONS } from "@/lib/forms/open-sections";

/**
 * Opens the sections that hide the first field with an error. Returns null if the user still cannot
 * see the field.
 */
export function findField(formId: string, failure: FormFailure): HTMLElement | null {
  const [name] = Object.keys(failure.fieldErrors ?? {});
  const field = name ? document.getElementById(fieldId(formId, name)) : null;
  if (field) openAround(field);
  return field && field.getClientRects().length > 0 ? field : null;
}

export function isOneField(failure: FormFailure): boolean {
  return Object.keys(failure.fieldErrors ?? {}).length === 1;
}

/**
 * If the summary fits into the first screen of the page, scrolls to the top, where no sticky bar
 * covers the summary. Otherwise, or in a dialog, scrolls to the summary.
 */
export function showSummary(summary: HTMLElement | null): void {
  if (!summary) return;
  openAround(summary, SECTIONS);
  summary.focus({ preventScroll: true });
  const bottom = summary.getBoundingClientRect().bottom + scrollY;
  if (bottom < innerHeight && !summary.closest("[role=dialog]")) scrollTo(0, 0);
  else summary.scrollIntoView({ block: "start" });
}

export function showFailure(
  formId: string,
  failure: FormFailure,
  summary: HTMLElement | null,
): void {
  const field = isOneField(failure) ? findField(formId, failure) : null;
  if (field) field.focus();
  else showSummary(summary);
}
