import { HOUR_MS, MINUTE_MS } from "@/lib/format/durations";
import { dateInZone, daysBetween, LOCALE, unbroken, withShortMonth } from "@/lib/format/format";

const HOURS_SHOWN = 12;
const DAYS_WITH_WEEKDAY = 14;

function dayOf(date: string, parts: Intl.DateTimeFormatOptions): string {
  const written = new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return withShortMonth(written).replace(",", "").replace(/(\d) /, "$1\u00a0");
}

export function formatDayOfYear(date: string, today: string): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : ("numeric" as const);
  return dayOf(date, { day: "numeric", month: "short", year });
}

export function formatDayOfWeek(date: string): string {
  return dayOf(date, { weekday: "short", day: "numeric", month: "short" });
}

export function weekdayOf(date: string): string {
  return dayOf(date, { weekday: "short" });
}

/**
 * `Just now`, `4 min ago`, `2 h ago` (less than 12 hours), `Today`, `Yesterday`, `18 Nov`, or in
 * another year `18 Nov 2025`. Days and years are those of the firm's time zone.
 */
export function formatRelative(
  instant: string | Date,
  { now, timeZone, isInline = false }: { now: Date; timeZone: string; isInline?: boolean },
): string {
  const word = (text: string) => (isInline ? text.toLowerCase() : text);
  const at = new Date(instant);
  const age = now.getTime() - at.getTime();
  if (age < MINUTE_MS) return word("Just now");
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}\u00a0min ago`;
  if (age < HOURS_SHOWN * HOUR_MS) return `${Math.floor(age / HOUR_MS)}\u00a0h ago`;
  const [date, today] = [dateInZone(at, timeZone), dateInZone(now, timeZone)];
  const days = daysBetween(date, today);
  if (days === 0) return word("Today");
  if (days === 1) return word("Yesterday");
  return formatDayOfYear(date, today);
}

/**
 * `Today`, `Tomorrow`, `Mon 30 Nov` (up to 14 days ahead), `18 Dec`, or `18 Jan 2027` in another
 * year.
 */
export function formatDue(
  due: string,
  today: string,
  { isInline = false }: { isInline?: boolean } = {},
): string {
  const days = daysBetween(today, due);
  if (days === 0) return isInline ? "today" : "Today";
  if (days === 1) return isInline ? "tomorrow" : "Tomorrow";
  if (days > 1 && days <= DAYS_WITH_WEEKDAY) {
    return formatDayOfWeek(due);
  }
  return formatDayOfYear(due, today);
}

export function formatDueLong(due: string, today: string): string {
  const isThisYear = due.slice(0, 4) === today.slice(0, 4);
  return dayOf(
    due,
    isThisYear
      ? { weekday: "long", day: "numeric", month: "long" }
      : { day: "numeric", month: "long", year: "numeric" },
  );
}

export function formatWritten(date: string, today?: string): string {
  const written = dayOf(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return today === undefined || date < today
    ? written
    : `${written}, ${formatDueDistance(date, today)}`;
}

export function formatDueDistance(due: string, today: string): string {
  const days = daysBetween(today, due);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days > 1) return unbroken(`in ${days} days`);
  return unbroken(days === -1 ? "1 day late" : `${-days} days late`);
}
