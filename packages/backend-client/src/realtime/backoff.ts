/** Waits between attempts, as upstream has them; the last one repeats. */
const STEPS_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** Milliseconds to wait before the attempt after `tries` failed ones, spread by up to a quarter. */
export function backoffMs(tries: number, random: () => number = Math.random): number {
  const step = STEPS_MS[Math.min(tries, STEPS_MS.length - 1)] ?? 10_000;
  return Math.round(step * (1 + random() / 4));
}
