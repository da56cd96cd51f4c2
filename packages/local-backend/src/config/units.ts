const DURATION_UNITS = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;
const SIZE_POWERS = { "": 0, k: 1, m: 2, g: 3, t: 4 } as const;

/** Accepts Go durations in `h`, `m`, `s` and `ms`, such as `1m30s`. */
export function parseDurationSeconds(text: string): number | undefined {
  if (/^0+$/.test(text)) return 0;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    seconds += Number(amount) * DURATION_UNITS[unit as keyof typeof DURATION_UNITS];
  }
  return seconds;
}

export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?$/i.exec(text.trim());
  if (!match) return undefined;
  const power = SIZE_POWERS[(match[2] ?? "").toLowerCase() as keyof typeof SIZE_POWERS];
  // The Supabase CLI reads both `MB` and `MiB` as powers of 1024 (docker/go-units RAMInBytes).
  return Math.round(Number(match[1]) * 1024 ** power);
}
