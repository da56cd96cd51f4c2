/** A no-break space. Between the day, the month and the year, it keeps the date on one line. */
const NO_BREAK = "\u00a0";

/** Writes a date such as "Friday 11 December 2026". */
export function toLongDate(date: string): string {
  const part = partsOf(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${part("weekday")} ${part("day")}${NO_BREAK}${part("month")}${NO_BREAK}${part("year")}`;
}

export function toWeekday(date: string): string {
  const part = partsOf(date, { weekday: "long", day: "numeric", month: "long" });
  return `${part("weekday")} ${part("day")}${NO_BREAK}${part("month")}`;
}

/** Writes a date such as "11 December", with a plain space for subjects. */
export function toShortDate(date: string): string {
  const part = partsOf(date, { day: "numeric", month: "long" });
  return `${part("day")} ${part("month")}`;
}

function partsOf(date: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  const parts = format.formatToParts(new Date(`${date}T00:00:00Z`));
  return (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
}

export function isPast(date: string, timeZone: string | null, now: number): boolean {
  const today = inZone(timeZone, (zone) =>
    // The short Swedish date format is the ISO format.
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone }).format(now),
  );
  return date < today;
}

/** Writes a moment such as "1 July 2026 at 10:05 (Europe/London)". */
export function toMoment(at: Date, timeZone: string | null): string {
  return inZone(timeZone, (zone) => {
    const format = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: zone,
    });
    return `${format.format(at)} (${zone.replaceAll("_", " ")})`;
  });
}

/**
 * Falls back to UTC, because the database may contain a time zone that this runtime does not
 * support.
 */
function inZone(timeZone: string | null, write: (zone: string) => string): string {
  try {
    return write(timeZone ?? "UTC");
  } catch (error) {
    if (error instanceof RangeError) return write("UTC");
    throw error;
  }
}
