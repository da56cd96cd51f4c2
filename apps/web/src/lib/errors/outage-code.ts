const OUTAGES: ReadonlySet<string> = new Set(["network", "unavailable"]);

export function isOutageCode(code: string): boolean {
  return OUTAGES.has(code);
}
