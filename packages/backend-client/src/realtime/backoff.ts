/**
 * Waits between attempts; the last one repeats. The first ones are upstream's. The later ones spare a
 * service that is away for long: a page that is shown again tries at once.
 */
const STEPS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const;

/** Milliseconds to wait before the attempt after `tries` failed ones, spread by up to a quarter. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const step = STEPS_MS[Math.min(tries, STEPS_MS.length - 1)] ?? 300_000;
  return Math.round(step * (1 + random() / 4));
}
