const LOCALE = "en-GB";
const DAY_MILLISECONDS = 86_400_000;

/** `2026-01-31` → `31 January 2026`; a calendar date has no time zone to shift it. */
export function formatDate(date: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  if (!CALENDAR_DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** An instant in the firm's zone: `31 Jan 2026, 14:05`; the zone is named when asked for. */
export function formatDateTime(
  instant: string | Date,
  options: { timeZone?: string | undefined; nameZone?: boolean } = {},
): string {
  return new Intl.DateTimeFormat(LOCALE, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: options.timeZone ?? "UTC",
    ...(options.nameZone ? { timeZoneName: "short" } : {}),
  }).format(new Date(instant));
}

/** Whether a text names a time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return zone !== "" && new Intl.DateTimeFormat(LOCALE, { timeZone: zone }) instanceof Object;
  } catch {
    return false;
  }
}

/** Whether clocks in two zones show the same time at an instant. */
export function isSameClock(zone: string, other: string, instant: Date): boolean {
  return (
    formatDateTime(instant, { timeZone: zone }) === formatDateTime(instant, { timeZone: other })
  );
}

/** The calendar date of an instant in a zone, as `YYYY-MM-DD`. */
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
 * A coming instant as people say it, in the firm's zone: `today 14:05`, `tomorrow 10:20`, later
 * `31 Jan 2026, 14:05`. The zone is named to those whose own clock shows another time.
 */
export function formatComing(
  instant: string | Date,
  { timeZone, now, viewerZone }: { timeZone: string; now: Date; viewerZone?: string | undefined },
): string {
  const at = new Date(instant);
  const days = daysBetween(dateInZone(now, timeZone), dateInZone(at, timeZone));
  const written = formatDateTime(at, { timeZone });
  const day = days === 0 ? "today" : days === 1 ? "tomorrow" : undefined;
  const said = day === undefined ? written : `${day} ${written.slice(-5)}`;
  const isNamed = viewerZone !== undefined && !isSameClock(timeZone, viewerZone, at);
  return isNamed ? `${said} (${timeZone.replaceAll("_", " ")})` : said;
}

/** Whole days from one calendar date to another; negative when the second lies earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MILLISECONDS,
  );
}

/** Bytes as people read them: `640 bytes`, `12\u00a0KB`, `3.4 MB` (1 MB = 1,000,000 bytes, as in file managers). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return formatCount(bytes, "byte");
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)}\u00a0KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)}\u00a0GB`;
}

/** `1 item`, `3 items`; the plural is given when it is not formed with s. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${new Intl.NumberFormat(LOCALE).format(count)} ${count === 1 ? singular : plural}`;
}

/** Names as a sentence lists them: `Ruth and Tom`. */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(names);
}

/** Seconds as a countdown: `0:45`, `12:05`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A limit as it is written in settings: `100 MB`, `5 GB`, counted in steps of 1,024. */
export function formatLimit(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes < 1024
    ? `${Math.floor(megabytes)}\u00a0MB`
    : `${Math.floor(megabytes / 1024)}\u00a0GB`;
}
