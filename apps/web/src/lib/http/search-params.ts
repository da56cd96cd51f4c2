import { cleanLine } from "@/lib/forms/clean-text";

/** Maximum number of characters of a search. */
const MAX_QUERY = 80;

/**
 * Returns the first value of a parameter, trimmed. An empty parameter counts as missing. Removes
 * NUL, which PostgreSQL refuses.
 */
export function firstValue(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.replaceAll("\0", "").trim() || undefined;
}

/**
 * Returns the text of a search, shortened to the maximum length. Pasted tabs and line breaks become
 * spaces, because the database refuses them.
 */
export function searchText(value: string | string[] | null | undefined): string | undefined {
  const line = cleanLine(firstValue(value ?? undefined)?.replace(/\s+/g, " ") ?? "");
  return [...line].slice(0, MAX_QUERY).join("").trim() || undefined;
}
