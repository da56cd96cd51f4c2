const LOCALE = "en-GB";
const DAY_MILLISECONDS = 86_400_000;

/** `2026-01-31` → `31 January 2026`. A calendar date has no time zone, so none can shift it. */
export function formatDate(date: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

export function isCalendarDate(value: string): boolean {
  if (!CALENDAR_DATE.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/**
 * Formats an instant in the firm's time zone: `31 Jan 2026, 14:05`. Adds the name of the zone on
 * request.
 */
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
 * Formats a future instant in the firm's time zone: `today at 14:05`, `tomorrow at 10:20`, or later
 * `on 31 Jan 2026 at 14:05`. Adds the name of the zone if the user's clock shows another time.
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
  const said = `${day} at ${time}`;
  const isNamed = viewerZone !== undefined && !isSameClock(timeZone, viewerZone, at);
  return isNamed ? `${said} (${timeZone.replaceAll("_", " ")})` : said;
}

export function daysBetween(from: string, to: string): number {
  return Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MILLISECONDS,
  );
}

/** Formats bytes: `640 bytes`, `12\u00a0KB`, `3.4 MB` (1 MB = 1,000,000 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return formatCount(bytes, "byte");
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)}\u00a0KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)}\u00a0GB`;
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(LOCALE).format(value);
}

export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "conjunction" }).format(names);
}

/** Formats seconds for a countdown: `0:45`, `12:05`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Formats a limit as the settings show it: `100 MB`, `5 GB`. 1 MB is 1,024 × 1,024 bytes. */
export function formatLimit(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes < 1024
    ? `${Math.floor(megabytes)}\u00a0MB`
    : `${Math.floor(megabytes / 1024)}\u00a0GB`;
}
