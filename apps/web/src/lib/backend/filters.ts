/** Returns an `ilike` pattern that finds a text at any position. Escapes wildcards in the text. */
export function toContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Quotes a value in `or(…)`, so that commas, dots and parentheses in it are not separators. */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
