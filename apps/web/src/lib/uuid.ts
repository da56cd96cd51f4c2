const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Returns a posted id, or an empty string if it is missing. A value that is not a UUID becomes the
 * nil UUID. PostgreSQL then finds nothing, instead of logging the posted value in a syntax error.
 */
export function toUuid(value: string): string {
  return value === "" || isUuid(value) ? value : NO_ID;
}
