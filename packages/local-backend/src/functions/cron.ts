import { Cron } from "croner";

const INTERVAL = /^\s*(\d+) seconds?\s*$/;

/**
 * When a schedule is due next: pg_cron's `N seconds`, or five fields read in UTC.
 * @param schedule as stored in `cron.job`
 * @param fromMilliseconds the moment to count from, exclusive
 * @returns milliseconds since the epoch, or undefined when it never comes (30 February)
 * @throws Error when the schedule cannot be read
 */
export function nextRunAt(schedule: string, fromMilliseconds: number): number | undefined {
  const seconds = INTERVAL.exec(schedule)?.[1];
  if (seconds !== undefined) return fromMilliseconds + Number(seconds) * 1000;
  const cron = new Cron(schedule.trim(), { timezone: "UTC", mode: "5-part" });
  return cron.nextRun(new Date(fromMilliseconds))?.getTime();
}
