/** Returns an `ilike` pattern that finds a text anywhere. Escapes the text's wildcards. */
export function toContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Quotes a value inside `or(…)`, so that its commas, dots and parentheses separate nothing. */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
