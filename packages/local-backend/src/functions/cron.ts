import { Cron } from "croner";

const INTERVAL = /^\s*(\d+) seconds?\s*$/;

/**
 * Returns the time of a schedule's next run. Accepts pg_cron's `N seconds`, five fields in UTC, or
 * a name such as `@daily`.
 * @param schedule as stored in `cron.job`
 * @param fromMilliseconds the next run is after this time, in milliseconds since the epoch
 * @returns milliseconds since the epoch, or undefined if the schedule never runs (30 February)
 * @throws Error for an invalid schedule
 */
export function nextRunAt(schedule: string, fromMilliseconds: number): number | undefined {
  const seconds = INTERVAL.exec(schedule)?.[1];
  if (seconds !== undefined) return fromMilliseconds + Number(seconds) * 1000;
  const cron = new Cron(schedule.trim(), { timezone: "UTC", mode: "5-part" });
  return cron.nextRun(new Date(fromMilliseconds))?.getTime();
}
