import { isIP } from "node:net";

/** The longest IPv6 address without a zone, which is meaningful only on one machine. */
const MAX_CHARACTERS = 45;

/** Returns undefined for other text, so that rate limits never store arbitrary text. */
export function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  const first = text?.split(",", 1)[0]?.trim() ?? "";
  return first.length <= MAX_CHARACTERS && isIP(first) !== 0 ? first : undefined;
}
