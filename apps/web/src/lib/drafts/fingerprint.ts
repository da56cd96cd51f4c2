import { cleanText } from "@/lib/forms/clean-text";

export type DraftFields = Record<string, string[]>;

/**
 * Returns a fingerprint of the fields that stays the same after the server has stored and returned
 * them.
 */
export function fingerprint(fields: DraftFields): string {
  const cleaned = Object.entries(fields).map(([name, values]) => [name, values.map(cleanText)]);
  return JSON.stringify(cleaned);
}
