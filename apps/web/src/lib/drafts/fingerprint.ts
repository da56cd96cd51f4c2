import { cleanText } from "@/lib/forms/clean-text";

export type DraftFields = Record<string, string[]>;

/** Cleans the texts as the server does, so that typed and stored texts get the same fingerprint. */
export function fingerprint(fields: DraftFields): string {
  const cleaned = Object.entries(fields).map(([name, values]) => [name, values.map(cleanText)]);
  return JSON.stringify(cleaned);
}
