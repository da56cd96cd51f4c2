"use server";

import { optIn } from "@/features/opt-out/mutations";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { formId } from "@/lib/forms/form-state";

export const getEmailAgain = formAction({
  run: async ({ backend, form, fail }) => {
    try {
      await optIn(backend.db, formId(form, "contact_id"));
    } catch (error) {
      return fail(error);
    }
    return refreshed();
  },
});
