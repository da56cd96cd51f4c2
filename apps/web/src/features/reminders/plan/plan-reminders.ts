import type { PlannedReminder, PlannedRequest, ReminderPolicy } from "@/features/reminders/types";
import { DAY_MS, HOUR_MS } from "@/lib/format/durations";
import { dateInZone, daysBetween } from "@/lib/format/format";

const MAX_REMINDERS = 8;
const MAX_DAYS_AFTER_SENDING = 60;

/** 09:00, in milliseconds after midnight. */
const MORNING_MS = 9 * HOUR_MS;

function addDays(date: string, days: number): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

/** Moves a weekend day before the due date to Friday, and any other weekend day to Monday. */
function workdayFrom(dueOn: string, days: number): Date {
  const weekday = addDays(dueOn, days).getUTCDay();
  const [saturday, sunday] = days < 0 ? [-1, -2] : [2, 1];
  return addDays(dueOn, days + (weekday === 6 ? saturday : weekday === 0 ? sunday : 0));
}

const isoDate = (date: Date) => date.toISOString().slice(0, 10);

function plannedReminder(dueOn: string, day: number): PlannedReminder {
  const date = isoDate(workdayFrom(dueOn, day));
  const isMoved = daysBetween(dueOn, date) !== day;
  return { date, day, movedFrom: isMoved ? isoDate(addDays(dueOn, day)) : null };
}

/**
 * Plans the same reminders as `private.next_reminder_of` in the database: at 09:00 in the firm's
 * zone, and between 24 hours and 60 days after the request was sent.
 */
export function planReminders(
  { days, every }: ReminderPolicy,
  { sentAt, dueOn, timeZone }: PlannedRequest,
): PlannedReminder[] {
  const last = days.length > 0 ? Math.max(...days) : 0;
  const later =
    every > 0 ? Array.from({ length: 60 }, (_, index) => last + every * (index + 1)) : [];
  const ofNine = (daysLater: number) => {
    const instant = Date.parse(sentAt) + daysLater * DAY_MS;
    return dateInZone(new Date(instant - MORNING_MS), timeZone);
  };
  const asked = ofNine(1);
  const end = ofNine(MAX_DAYS_AFTER_SENDING);
  const byDate = new Map<string, PlannedReminder>();
  for (const reminder of [...days, ...later].map((day) => plannedReminder(dueOn, day))) {
    // If two reminders have the same date, keep the reminder that was not moved.
    if (!byDate.has(reminder.date) || !reminder.movedFrom) byDate.set(reminder.date, reminder);
  }
  return [...byDate.values()]
    .filter(({ date }) => date > asked && date <= end)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, MAX_REMINDERS);
}
