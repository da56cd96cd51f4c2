/** Returns an `ilike` pattern that finds a text anywhere. Escapes wildcards in the text. */
export function toContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Quotes a value in `or(…)`, so that its commas, dots and parentheses do not act as separators. */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
