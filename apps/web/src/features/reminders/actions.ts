"use server";

import { setReminderPolicy } from "@/features/reminders/mutations";
import { reminderPolicySchema } from "@/features/reminders/schema";
import { strings } from "@/features/reminders/strings";
import { formAction, refreshed } from "@/lib/forms/form-action.server";

export const saveReminderPolicy = formAction({
  schema: reminderPolicySchema,
  run: async ({ backend, data, fail }) => {
    const { error } = await setReminderPolicy(backend.db, data);
    if (error) return fail(error, ["reminder_days", "reminder_every"]);
    return refreshed(strings.saved);
  },
});
