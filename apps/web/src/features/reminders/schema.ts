import { z } from "zod";
import type { ReminderPolicy } from "@/features/reminders/types";
import { dateInZone, daysBetween } from "@/lib/format/format";

const LIMITS = { days: 8, farthest: 60, every: 30, reminders: 8, afterSending: 60 };

const DAY_MILLISECONDS = 86_400_000;
/** 09:00, in milliseconds after midnight. */
const MORNING_MILLISECONDS = 9 * 3_600_000;

export function parseDays(value: string): number[] | null {
  const words = value.split(/[\s,;]+|\band\b/).filter((word) => word !== "");
  return words.every((word) => /^\d{1,3}$/.test(word)) ? words.map(Number) : null;
}

const dayList = z
  .string()
  .default("")
  .transform((value, context) => {
    const add = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const days = parseDays(value);
    if (!days) return add("Enter whole numbers of days, separated by commas.");
    if (days.some((day) => day > LIMITS.farthest)) return add("Use numbers from 0 to 60.");
    if (new Set(days).size < days.length) return add("Enter each day only once.");
    return days;
  });

/** The form's `reminder_days` are days before the due date. 0 means the due date. */
export const reminderPolicySchema = z
  .object({
    org_id: z.uuid(),
    reminder_days: dayList,
    days_after: dayList,
    reminder_every: z
      .string()
      .default("")
      .transform((value) => value.trim() || "0")
      .pipe(z.string().regex(/^\d{1,3}$/, "Enter a whole number of days."))
      .transform(Number)
      .refine((days) => days <= LIMITS.every, "Enter a number from 0 to 30."),
  })
  .superRefine(({ reminder_days: before, days_after: after }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (before.length + after.length > LIMITS.days) {
      add("reminder_days", "Enter at most 8 reminder days in the two fields together.");
    }
    if (before.includes(0) && after.includes(0)) add("days_after", "Enter each day only once.");
  })
  .transform(({ org_id, reminder_days: before, days_after: after, reminder_every }) => ({
    orgId: org_id,
    days: [...before.map((day) => (day === 0 ? 0 : -day)), ...after].sort((a, b) => a - b),
    every: reminder_every,
  }));

function addDays(date: string, days: number): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MILLISECONDS);
}

/** Moves a weekend day before the due date to Friday, and any other weekend day to Monday. */
function workdayFrom(dueOn: string, days: number): Date {
  const weekday = addDays(dueOn, days).getUTCDay();
  const [saturday, sunday] = days < 0 ? [-1, -2] : [2, 1];
  return addDays(dueOn, days + (weekday === 6 ? saturday : weekday === 0 ? sunday : 0));
}

const isoDate = (date: Date) => date.toISOString().slice(0, 10);

export interface PlannedRequest {
  sentAt: string;
  /** `YYYY-MM-DD` in the firm's time zone. */
  dueOn: string;
  timeZone: string;
}

export interface PlannedReminder {
  /** `YYYY-MM-DD` in the firm's time zone. */
  date: string;
  /** Days after the due date. Negative values mean days before the due date. */
  day: number;
  /** Set if the planned date is on a weekend. */
  movedFrom: string | null;
}

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
    const instant = Date.parse(sentAt) + daysLater * DAY_MILLISECONDS;
    return dateInZone(new Date(instant - MORNING_MILLISECONDS), timeZone);
  };
  const asked = ofNine(1);
  const end = ofNine(LIMITS.afterSending);
  const byDate = new Map<string, PlannedReminder>();
  for (const reminder of [...days, ...later].map((day) => plannedReminder(dueOn, day))) {
    // If two reminders have the same date, keep the reminder that was not moved.
    if (!byDate.has(reminder.date) || !reminder.movedFrom) byDate.set(reminder.date, reminder);
  }
  return [...byDate.values()]
    .filter(({ date }) => date > asked && date <= end)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(0, LIMITS.reminders);
}
