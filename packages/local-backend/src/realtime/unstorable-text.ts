/** PostgreSQL's codes for NUL in a text, and in JSON. */
const CODES = new Set<unknown>(["22021", "22P05"]);

/** Whether the database refused a text that it cannot hold. */
export function isUnstorableText(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | undefined)?.code);
}
