/** Quotes a value for PostgREST's `or(…)`, in which commas, dots and parentheses are separators. */
export function toFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
