import { dateInZone, daysBetween } from "@/lib/format/format";

const LOCALE = "en-GB";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** For older instants, show the day, which says more than the hours. */
const HOURS_SHOWN = 12;
/** Up to this many days ahead, a due date shows its weekday. */
const DAYS_WITH_WEEKDAY = 14;

function dayOf(date: string, parts: Intl.DateTimeFormatOptions): string {
  const written = new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return written.replace(",", "").replace(/(\d) /, "$1\u00a0");
}

/**
 * Formats a past instant for lists: `Just now`, `4 min ago`, `2 h ago` (less than 12 hours),
 * `Today`, `Yesterday`, `18 Nov`, or `18 Nov 2025` in another year. Uses the days and years of the
 * firm's time zone.
 */
export function formatRelative(
  instant: string | Date,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const at = new Date(instant);
  const age = now.getTime() - at.getTime();
  if (age < MINUTE_MS) return "Just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}\u00a0min ago`;
  if (age < HOURS_SHOWN * HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0h ago`;
  const [date, today] = [dateInZone(at, timeZone), dateInZone(now, timeZone)];
  const days = daysBetween(date, today);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : ("numeric" as const);
  return dayOf(date, { day: "numeric", month: "short", year });
}

/**
 * Formats a due date for lists: `Today`, `Tomorrow`, `Mon 30 Nov` (up to 14 days ahead), `18 Dec
 * 2026`.
 */
export function formatDue(due: string, today: string): string {
  const days = daysBetween(today, due);
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  if (days > 1 && days <= DAYS_WITH_WEEKDAY) {
    return dayOf(due, { weekday: "short", day: "numeric", month: "short" });
  }
  const year = due.slice(0, 4) === today.slice(0, 4) ? undefined : ("numeric" as const);
  return dayOf(due, { day: "numeric", month: "short", year });
}

/** Formats a due date for a sentence: `Friday 11 December`, or `11 January 2027` in another year. */
export function formatDueLong(due: string, today: string): string {
  const isThisYear = due.slice(0, 4) === today.slice(0, 4);
  return dayOf(
    due,
    isThisYear
      ? { weekday: "long", day: "numeric", month: "long" }
      : { day: "numeric", month: "long", year: "numeric" },
  );
}

/**
 * Formats a calendar date with its weekday and how far ahead it is: `Friday 11 December 2026, in 17
 * days`. Leaves out the distance of a past date, or without `today`.
 */
export function formatWritten(date: string, today?: string): string {
  const written = dayOf(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return today === undefined || date < today
    ? written
    : `${written}, ${formatDueDistance(date, today)}`;
}

/** Formats the distance to a due date: `in 17 days`, `today`, `5 days late`. */
export function formatDueDistance(due: string, today: string): string {
  const days = daysBetween(today, due);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days > 1) return `in ${days} days`;
  return days === -1 ? "1 day late" : `${-days} days late`;
}
