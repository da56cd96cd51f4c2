import { Cron } from "croner";

const INTERVAL = /^\s*(\d+) seconds?\s*$/;

/**
 * Accepts pg_cron's `N seconds`, five fields in UTC, or a name such as `@daily`. Returns undefined
 * if the schedule never runs, for example only on 30 February.
 */
export function nextRunAt(schedule: string, fromMilliseconds: number): number | undefined {
  const seconds = INTERVAL.exec(schedule)?.[1];
  if (seconds !== undefined) return fromMilliseconds + Number(seconds) * 1000;
  const cron = new Cron(schedule.trim(), { timezone: "UTC", mode: "5-part" });
  return cron.nextRun(new Date(fromMilliseconds))?.getTime();
}
