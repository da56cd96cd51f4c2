const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a part of an address can be an id at all; anything else is not asked for. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * An id as it was posted; empty when it is missing. What is not a UUID becomes the id of nothing, so
 * that PostgreSQL answers "not found" instead of logging what was posted as a syntax error.
 */
export function toUuid(value: string): string {
  return value === "" || isUuid(value) ? value : NO_ID;
}
