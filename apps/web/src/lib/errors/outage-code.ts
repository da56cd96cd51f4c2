const OUTAGES: ReadonlySet<string> = new Set(["network", "unavailable"]);

/** Returns whether the code belongs to an outage: a service is unreachable or fails. */
export function isOutageCode(code: string): boolean {
  return OUTAGES.has(code);
}
