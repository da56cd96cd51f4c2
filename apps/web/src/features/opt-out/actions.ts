"use server";

import { optIn } from "@/features/opt-out/mutations";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { ids } from "@/lib/forms/hidden-fields";

export const getEmailAgain = formAction({
  schema: ids("contact_id"),
  run: async ({ backend, data, fail }) => {
    try {
      await optIn(backend.db, data.contactId);
    } catch (error) {
      return fail(error);
    }
    return refreshed();
  },
});
