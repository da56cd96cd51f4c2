/** PostgreSQL's error codes for a NUL character in text and in JSON. */
const CODES = new Set<unknown>(["22021", "22P05"]);

export function isUnstorableText(error: unknown): boolean {
  return CODES.has((error as { code?: unknown } | undefined)?.code);
}
