import type { AddIntent } from "@/features/requests/draft/intent";
import { fieldId } from "@/lib/forms/form-context";

/**
 * Focuses the new item. If the item starts a section, selects the name of the section, so that the
 * user can type another name.
 */
export function focusNewItem(formId: string, index: number, { startsSection }: AddIntent): void {
  const name = `items.${index}.${startsSection ? "section" : "title"}`;
  const field = document.getElementById(fieldId(formId, name));
  field?.focus();
  if (startsSection && field instanceof HTMLInputElement) field.select();
}
