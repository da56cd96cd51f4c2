import { z } from "zod";
import { strings } from "@/features/reminders/strings";

const { errors } = strings;

const LIMITS = { days: 8, farthest: 60, every: 30 };

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
    if (!days) return add(errors.days);
    if (days.some((day) => day > LIMITS.farthest)) return add(errors.range(LIMITS.farthest));
    if (new Set(days).size < days.length) return add(errors.repeated);
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
      .pipe(z.string().regex(/^\d{1,3}$/, errors.wholeDays))
      .transform(Number)
      .refine((days) => days <= LIMITS.every, errors.every(LIMITS.every)),
  })
  .superRefine(({ reminder_days: before, days_after: after }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (before.length + after.length > LIMITS.days) {
      add("reminder_days", errors.tooMany(LIMITS.days));
    }
    if (before.includes(0) && after.includes(0)) add("days_after", errors.repeated);
  })
  .transform(({ org_id, reminder_days: before, days_after: after, reminder_every }) => ({
    orgId: org_id,
    days: [...before.map((day) => (day === 0 ? 0 : -day)), ...after].sort((a, b) => a - b),
    every: reminder_every,
  }));
