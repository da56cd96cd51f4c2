import { isIP } from "node:net";

/** Length of the longest IPv6 address without a zone. */
const MAX_CHARACTERS = 45;

/**
 * Returns the first address of the list. Returns undefined for other text, so that rate limits
 * store only IP addresses.
 */
export function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  const first = text?.split(",", 1)[0]?.trim() ?? "";
  return first.length <= MAX_CHARACTERS && isIP(first) !== 0 ? first : undefined;
}
