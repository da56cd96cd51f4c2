const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a part of an address can be an id at all; anything else is not asked for. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
