const STEPS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const;

export function backoffMs(tries: number, random: () => number = Math.random): number {
  const step = STEPS_MS[Math.min(tries, STEPS_MS.length - 1)] ?? 300_000;
  return Math.round(step * (1 + random() / 4));
}
