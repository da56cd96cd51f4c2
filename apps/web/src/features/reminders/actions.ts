"use server";

import { refresh } from "next/cache";
import { setReminderPolicy } from "@/features/reminders/mutations";
import { reminderPolicySchema } from "@/features/reminders/schema";
import { strings } from "@/features/reminders/strings";
import { action } from "@/lib/backend/backend.server";
import { keepInput, problemFailure } from "@/lib/errors/problem";
import { type FormState, parseForm } from "@/lib/forms/form-state";

/** Saves a firm's reminder plan. */
export const saveReminderPolicy = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    const parsed = parseForm(reminderPolicySchema, form);
    if (!parsed.ok) return parsed;
    const { error } = await setReminderPolicy(backend.db, parsed.data);
    if (error) return problemFailure(form, error, ["reminder_days", "reminder_every"]);
    refresh();
    return { ok: true, data: null, message: strings.saved };
  },
  keepInput,
);
