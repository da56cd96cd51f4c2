/** A pattern of `ilike` that finds a text anywhere, with what it would read as wildcards escaped. */
export function toContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/**
 * A value inside `or(…)`: quoted, so that commas, dots and parentheses in it separate nothing.
 */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
