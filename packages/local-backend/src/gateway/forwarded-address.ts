import { isIP } from "node:net";

/** The longest IPv6 address. Longer ones have a zone, which only its own machine knows. */
const MAX_CHARACTERS = 45;

/**
 * Returns the first address of `sb-forwarded-for`. Ignores other text, because rate limits store the
 * address of every caller.
 */
export function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  const first = text?.split(",", 1)[0]?.trim() ?? "";
  return first.length <= MAX_CHARACTERS && isIP(first) !== 0 ? first : undefined;
}
