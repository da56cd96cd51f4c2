/** Returns today's date in a time zone, as `2026-01-31`. */
export function todayIn(timeZone: string, nowMs: number): string {
  // Swedish formats dates in the ISO way.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(nowMs);
}

/** Checks whether a request is overdue: its due date is over in the firm's time zone. */
export function isOverdue(dueOn: string | null, today: string): boolean {
  return dueOn !== null && dueOn < today;
}

/** Counts whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Formats a date, such as `31 Jan 2026`. */
export function formatDate(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** Formats an instant in a firm's time zone, such as `31 Jan 2026, 14:05`. */
export function formatMoment(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(at));
}
