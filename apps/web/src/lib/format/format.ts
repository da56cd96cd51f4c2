import { DAY_MS } from "@/lib/format/durations";

export const LOCALE = "en-GB";

/** Shortens the month `Sept` of the locale to three letters, like all other months. */
export const withShortMonth = (date: string): string => date.replace(/\bSept\b/, "Sep");

/** A calendar date has no time zone, so format it in UTC. */
export function formatDate(date: string): string {
  const format = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" });
  return unbroken(format.format(new Date(`${date}T00:00:00Z`)));
}

/** Like `formatDate`, for a date within a sentence. The line may break before the year. */
export function formatDateInText(date: string): string {
  return formatDate(date).replace(/\u00a0(?=\d{4}$)/, " ");
}

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

export function isCalendarDate(value: string): boolean {
  if (!CALENDAR_DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export function formatDateTime(
  instant: string | Date,
  {
    timeZone = "UTC",
    nameZone = false,
  }: { timeZone?: string | undefined; nameZone?: boolean } = {},
): string {
  const format = new Intl.DateTimeFormat(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const written = withShortMonth(format.format(new Date(instant)));
  return nameZone ? `${written} ${formatZone(instant, timeZone)}` : written;
}

function zoneName(locale: string, instant: string | Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone,
    timeZoneName: "short",
  }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The locale `en-GB` has names only for European zones. For other zones, use the American name. */
export function formatZone(instant: string | Date, timeZone: string): string {
  const name = zoneName(LOCALE, instant, timeZone);
  return /^GMT[+-]/.test(name) ? zoneName("en-US", instant, timeZone) : name;
}

export function formatTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(instant);
}

export function formatPrinted(instant: Date, timeZone: string): string {
  const time = formatTime(instant, timeZone);
  return `${formatDate(dateInZone(instant, timeZone))}, ${time} ${timeZone.replaceAll("_", " ")}`;
}

export function isTimeZone(zone: string): boolean {
  try {
    return zone !== "" && new Intl.DateTimeFormat(LOCALE, { timeZone: zone }) instanceof Object;
  } catch {
    return false;
  }
}

export function isSameClock(zone: string, other: string, instant: Date): boolean {
  return (
    formatDateTime(instant, { timeZone: zone }) === formatDateTime(instant, { timeZone: other })
  );
}

export function dateInZone(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/**
 * `today at 14:05`, `tomorrow at 10:20`, or later `on 31 Jan 2026 at 14:05`. Adds the name of the
 * zone if the viewer's clock shows a different time.
 */
export function formatComing(
  instant: string | Date,
  { timeZone, now, viewerZone }: { timeZone: string; now: Date; viewerZone?: string | undefined },
): string {
  const at = new Date(instant);
  const days = daysBetween(dateInZone(now, timeZone), dateInZone(at, timeZone));
  const written = formatDateTime(at, { timeZone });
  const [date = "", time = ""] = written.split(", ");
  const day = days === 0 ? "today" : days === 1 ? "tomorrow" : `on ${date}`;
  const label = `${day} at ${time}`;
  const isNamed = viewerZone !== undefined && !isSameClock(timeZone, viewerZone, at);
  return isNamed ? `${label} (${timeZone.replaceAll("_", " ")})` : label;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value);
}

export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

export const unbroken = (name: string): string => name.replaceAll(" ", "\u00a0");

export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(names);
}

export function formatAlternatives(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "disjunction" }).format(names);
}
