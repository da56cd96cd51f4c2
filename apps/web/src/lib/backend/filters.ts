export function toContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Commas, dots and parentheses are separators in `or(…)`, unless the value is quoted. */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
