const OUTAGES: ReadonlySet<string> = new Set(["network", "unavailable"]);

/** Returns true for the codes of a service that cannot be reached or does not work. */
export function isOutageCode(code: string): boolean {
  return OUTAGES.has(code);
}
