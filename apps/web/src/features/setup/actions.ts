"use server";

import { dismissSetup } from "@/features/setup/mutations";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { formId } from "@/lib/forms/form-state";

export const hideSetup = formAction({
  run: async ({ backend, form, fail }) => {
    const { error } = await dismissSetup(backend.db, formId(form, "org_id"));
    return error ? fail(error) : refreshed();
  },
});
