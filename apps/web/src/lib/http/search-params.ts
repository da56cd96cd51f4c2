import { cleanLine } from "@/lib/forms/clean-text";

const MAX_QUERY = 80;

/** Returns the first value without surrounding spaces and without NUL, which PostgreSQL refuses. */
export function firstValue(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first?.replaceAll("\0", "").trim() || undefined;
}

/** Pasted tabs and line breaks become spaces, because the database refuses them. */
export function searchText(value: string | string[] | null | undefined): string | undefined {
  const line = cleanLine(firstValue(value ?? undefined)?.replace(/\s+/g, " ") ?? "");
  return [...line].slice(0, MAX_QUERY).join("").trim() || undefined;
}
