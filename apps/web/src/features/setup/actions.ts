"use server";

import { dismissSetup } from "@/features/setup/mutations";
import { formAction, refreshed } from "@/lib/forms/form-action.server";
import { ids } from "@/lib/forms/hidden-fields";

export const hideSetup = formAction({
  schema: ids("org_id"),
  run: async ({ backend, data, fail }) => {
    const { error } = await dismissSetup(backend.db, data.orgId);
    return error ? fail(error) : refreshed();
  },
});
