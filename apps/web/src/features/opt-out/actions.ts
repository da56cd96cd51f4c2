"use server";

import { refresh } from "next/cache";
import { optIn } from "@/features/opt-out/mutations";
import { action } from "@/lib/backend/backend.server";
import { keepInput, problemFailure } from "@/lib/errors/problem";
import { type FormState, formId } from "@/lib/forms/form-state";

/** The contact gets all email of a firm again. */
export const getEmailAgain = action(
  async ({ backend }, _state: FormState, form: FormData): Promise<FormState> => {
    try {
      await optIn(backend.db, formId(form, "contact_id"));
    } catch (error) {
      return problemFailure(form, error);
    }
    refresh();
    return { ok: true, data: null };
  },
  keepInput,
);
