const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
/** IPv4, with the port that some proxies add. */
const V4 = new RegExp(`^(${OCTET}(?:\\.${OCTET}){3})(?::\\d{1,5})?$`);
/** IPv6 by its characters, bare or in brackets with or without a port (RFC 7239 §6). */
const V6 = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\da-f:.]+:[\da-f:.]*))$/i;
/** IPv4 as an IPv6 address, in the form that URLs give it (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Loopback, link-local and private addresses (RFC 1918, 4193): most likely another proxy's. */
const PRIVATE =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\.|^::1?$|^(f[cd][\da-f]|fe[89ab])[\da-f]:/;

/** The shortest spelling of an IPv6 address; null when it is none. */
function parseV6(text: string): string | null {
  const url = `http://[${text}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

/**
 * Reads an IP address as proxies write it down, some with the port. One visitor has one address in
 * one spelling: limits count by it.
 * @returns IPv4 in dots, also for one mapped into IPv6, or the shortest IPv6; null for anything else
 */
export function parseAddress(text: string): string | null {
  const written = text.trim();
  const v4 = V4.exec(written)?.[1];
  if (v4 !== undefined) return v4;
  const [, inBrackets, bare] = V6.exec(written) ?? [];
  const v6 = parseV6(inBrackets ?? bare ?? "");
  const mapped = v6 === null ? null : MAPPED.exec(v6);
  if (!mapped) return v6;
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join(".");
}

/**
 * The visitor's address as the nearest proxy wrote it down: the last entry of `X-Forwarded-For`.
 * Entries before it come from further away, and the first may be the visitor's own invention.
 * @returns null for none and for a private one: counting a proxy as one client would stop everyone
 */
export function forwardedAddress(headers: Pick<Headers, "get">): string | null {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1);
  const address = last === undefined ? null : parseAddress(last);
  return address === null || PRIVATE.test(address) ? null : address;
}
