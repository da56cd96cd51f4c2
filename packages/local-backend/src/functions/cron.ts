import { Cron } from "croner";

const INTERVAL = /^\s*(\d+) seconds?\s*$/;

/**
 * Accepts pg_cron's `N seconds`, or five fields in UTC.
 * @param schedule as stored in `cron.job`
 * @param fromMilliseconds the moment to count from, exclusive
 * @returns milliseconds since the epoch, or undefined when it never runs (30 February)
 * @throws Error for an invalid schedule
 */
export function nextRunAt(schedule: string, fromMilliseconds: number): number | undefined {
  const seconds = INTERVAL.exec(schedule)?.[1];
  if (seconds !== undefined) return fromMilliseconds + Number(seconds) * 1000;
  const cron = new Cron(schedule.trim(), { timezone: "UTC", mode: "5-part" });
  return cron.nextRun(new Date(fromMilliseconds))?.getTime();
}
