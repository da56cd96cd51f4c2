const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the nil UUID for a value that is neither empty nor a UUID, because PostgreSQL would write
 * the posted value to its log as a syntax error.
 */
export function toUuid(value: string): string {
  return value === "" || isUuid(value) ? value : NO_ID;
}
